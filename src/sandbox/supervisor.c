/* The life of a supervisor: the start of the program, and the end of everything that it started.
 * watch.c has what lies between.
 *
 * What runs in the supervisor allocates nothing and takes no locks: when the caller is killed, its
 * threads may hold them. */
#include "sandbox/supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "base/clock.h"

enum { STACK_MIN = 1 << 20, STACK_MAX = 64 << 20, STACKS = 64, OWN_STACK = 1 << 18 };
enum { SOCKET_SHARE = 2, PENDING_SIGNALS = 1024, REPORT_RUNNING = 'r', REPORT_ENDED = 'e' };

#define START_POLL_NS INT64_C(100000)
#define START_NS      INT64_C(10000000000)
#define KILL_NS       INT64_C(10000000000) /* the caller waits that long for a supervisor */

int poll_until(struct pollfd *polls, nfds_t count, int64_t deadline_ns) {
    int64_t left = deadline_ns - clock_ns();
    if (left < 0) left = 0;
    return ppoll(polls, count, &(struct timespec){left / 1000000000, left % 1000000000}, NULL);
}

static bool is_caller_dead(const Process *self) {
    return poll(&(struct pollfd){.fd = self->fds[CALLER], .events = POLLIN}, 1, 0) != 0;
}

static void report(const Process *self, char what) {
    (void)!write(self->fds[REPORTS], &what, 1);
}

/* --- Starting the program --------------------------------------------------------------------- */

static bool fail_start(Process *self, const char *what, int why) {
    return fault_set(&self->fault, FAULT_NOT_STARTED, "%s: %s", what, strerrordesc_np(why));
}

static bool start_child(Process *self) {
    int why = posix_spawn(&self->child, self->program, &self->actions, &self->attributes,
                          self->words, environ);
    /* Only now: the caller must not see the end of a pipe before the program has it. */
    for (int i = 0; i < BOX_FD_END; i++) fd_close(&self->fds[THEIRS + i]);
    return why == 0 || fail_start(self, "exec", why);
}

static bool limit(pid_t pid, int resource, uint64_t value) {
    struct rlimit now;
    if (prlimit(pid, (__rlimit_resource_t)resource, NULL, &now) != 0) return false;
    rlim_t wanted = (rlim_t)value < now.rlim_max ? (rlim_t)value : now.rlim_max;
    return prlimit(pid, (__rlimit_resource_t)resource, &(struct rlimit){wanted, wanted}, NULL) == 0;
}

/* Data and not address space: programs that reserve much and use little (Java, JavaScript) are
 * allowed. What is shared is left to the measurements. The stack of a thread is as large as that of
 * the program and counts as data at once: so little that a program can have many threads. Processes
 * are counted only in a box, which has users of its own. */
static bool set_limits(Process *self, pid_t pid) {
    const ProcessLimits *limits = &self->limits;
    uint64_t stack = limits->memory_bytes / STACKS;
    stack = stack < STACK_MIN ? STACK_MIN : stack > STACK_MAX ? STACK_MAX : stack;
    uint64_t tasks = (uint64_t)limits->processes + !self->has_own_user;
#if defined(__SANITIZE_ADDRESS__)
    /* Such a build lets programs of its own kind play, which reserve terabytes as data. */
    uint64_t data = RLIM_INFINITY;
#else
    uint64_t data = limits->memory_bytes;
#endif
    bool ok = cgroup_add(&self->cgroup, pid) && limit(pid, RLIMIT_DATA, data) &&
              limit(pid, RLIMIT_STACK, stack) && limit(pid, RLIMIT_FSIZE, limits->file_bytes) &&
              limit(pid, RLIMIT_CORE, 0) && limit(pid, RLIMIT_SIGPENDING, PENDING_SIGNALS) &&
              limit(pid, RLIMIT_NOFILE, (uint64_t)limits->open_files) &&
              (!self->is_boxed || limit(pid, RLIMIT_NPROC, tasks));
    return ok || fail_start(self, "limits", errno);
}

static bool write_files(Process *self) {
    bool ok = true;
    for (int i = 0; ok && i < self->file_count; i++) {
        const ProcessFile *file = &self->files[i];
        int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
        int fd = openat(self->fds[DIRECTORY], file->name, flags, 0644);
        ok = fd >= 0 && fchmod(fd, 0644) == 0 &&
             write(fd, file->bytes, file->length) == (ssize_t)file->length;
        fd_close(&fd);
    }
    return ok || fail_start(self, "private directory", errno);
}

/* bubblewrap says {"child-pid": 123, ...}; 0 if it ends without. */
static pid_t read_first_process(int info) {
    char text[512] = "";
    size_t used = 0;
    ssize_t got;
    while (strchr(text, ',') == NULL && used + 1 < sizeof text &&
           (got = read(info, text + used, sizeof text - 1 - used)) > 0)
        used += (size_t)got;
    const char *colon = strchr(text, ':');
    return colon != NULL ? (pid_t)strtol(colon + 1, NULL, 10) : 0;
}

static int open_inside(pid_t pid, const char *path, int flags) {
    char name[PATH_MAX + 32];
    snprintf(name, sizeof name, "/proc/%d/root%s", (int)pid, path);
    return open(name, flags | O_CLOEXEC | O_NOFOLLOW);
}

/* What the box shows is what was decided on, though its owner may have put a link there since. */
static bool is_as_decided(Process *self) {
    struct stat info = {0};
    for (int i = 0; i < self->box->place_count; i++) {
        const BoxPlace *place = &self->box->places[i];
        if (place->kind != PLACE_BIND) continue;
        int fd = open_inside(self->root, place->path, O_PATH);
        bool is_same = fd >= 0 && fstat(fd, &info) == 0 && info.st_dev == place->device &&
                       info.st_ino == place->inode;
        fd_close(&fd);
        if (!is_same) return fail_start(self, place->path, ESTALE);
    }
    return true;
}

/* Sleeps a moment; false if bubblewrap has ended, or at the deadline. */
static bool keep_waiting(const Process *self, int64_t deadline) {
    siginfo_t info = {0};
    clock_sleep_ns(START_POLL_NS);
    waitid(P_PID, (id_t)self->child, &info, WEXITED | WNOHANG | WNOWAIT);
    return info.si_pid == 0 && clock_ns() < deadline;
}

/* Waits until the box stands; its first process then waits for us, and what it has becomes the
 * program's. */
static bool enter_box(Process *self, int64_t deadline) {
    int mark;
    if ((self->root = read_first_process(self->fds[BUBBLEWRAP])) == 0) return false;
    while ((mark = open_inside(self->root, BOX_MARK, O_RDONLY | O_DIRECTORY)) < 0)
        if (!keep_waiting(self, deadline)) return false;
    close(mark);
    self->fds[DIRECTORY] = open_inside(self->root, BOX_DIRECTORY, O_RDONLY | O_DIRECTORY);
    self->fds[SHARED] = open_inside(self->root, "/dev/shm", O_RDONLY | O_DIRECTORY);
    return is_as_decided(self) && write_files(self) && set_limits(self, self->root) &&
           !is_caller_dead(self);
}

/* Whether the process still is bubblewrap or setpriv; *is_gone: or is no more. */
static bool is_on_the_way(const Process *self, bool *is_gone) {
    char path[32], target[256] = "/";
    snprintf(path, sizeof path, "/proc/%d/exe", (int)self->main);
    *is_gone = readlink(path, target, sizeof target - 1) <= 0;
    const char *name = strrchr(target, '/');
    return strcmp(name, "/bwrap") == 0 || (self->has_own_user && strcmp(name, "/setpriv") == 0);
}

/* Lets the program run and waits until it does; false if it has ended before that was seen, or
 * could not be executed. */
static bool enter_program(Process *self, int64_t deadline) {
    bool is_gone;
    (void)!write(self->fds[BUBBLEWRAP], "", 1);
    while (tree_read(&self->tree, self->root), self->tree.count == 0)
        if (!keep_waiting(self, deadline)) return false;
    self->main = self->tree.pids[0];
    /* bubblewrap has nothing left to do but to pass on how the program ended, and to end the box at
     * once. It is stopped until then: the box must be measured first. */
    kill(self->child, SIGSTOP);
    while (is_on_the_way(self, &is_gone) && clock_ns() < deadline) clock_sleep_ns(START_POLL_NS);
    return !is_gone;
}

static bool start(Process *self) {
    int64_t deadline = clock_ns() + START_NS;
    bool is_running = true;
    /* bubblewrap makes folders that a program of another user must enter. */
    umask(self->is_boxed ? 022 : 077);
    if (self->is_boxed) {
        if (!start_child(self) || !enter_box(self, deadline)) return false;
        is_running = enter_program(self, deadline);
    } else {
        self->fds[DIRECTORY] = open(self->directory_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fchdir(self->fds[DIRECTORY]) != 0 || !write_files(self) || !start_child(self) ||
            !set_limits(self, self->child))
            return false;
        self->root = getpid();
        self->main = self->child;
    }
    self->fds[ENDED] = (int)syscall(SYS_pidfd_open, self->main, 0);
    if (is_running) report(self, REPORT_RUNNING);
    return true;
}

/* --- The whole life --------------------------------------------------------------------------- */

static int supervise(void *argument) {
    Process *self = argument;
    struct stat output = {0};
    setsid(); /* signals that end the caller's group are not for us */
    prctl(PR_SET_NAME, "sandbox");
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); /* processes that lose their parents become ours */
    if (fstat(self->fds[THEIRS + OUTPUT], &output) == 0) self->output = output.st_ino;
    self->socket_bytes = SOCKET_SHARE * tree_number(getpid(), "../sys/net/core/wmem_default", "");
    if (cgroup_open(&self->cgroup, &self->limits)) self->isolation |= ISOLATION_CGROUP;
    if (start(self)) supervisor_watch(self);
    /* What a dead caller had open, and locked, does not wait for us. */
    if (is_caller_dead(self)) syscall(SYS_close_range, 0, ~0U, CLOSE_RANGE_UNSHARE);
    tree_kill(&self->tree);
    cgroup_close(&self->cgroup);
    report(self, REPORT_ENDED);
    return 0;
}

/* clone() by its other name: ThreadSanitizer takes a call of clone() for a fork. */
int __clone(int (*run)(void *), void *stack, int flags, void *argument, ...);

/* A thread of the caller waits for the supervisor, which uses its stack and what belongs to a
 * thread in the C library: it is that thread, but with a process number of its own. */
static void *host_supervisor(void *argument) {
    Process *self = argument;
    _Alignas(16) char stack[OWN_STACK];
    int status = -1, flags = CLONE_VM | CLONE_FILES | CLONE_PARENT_SETTID;
    pid_t pid = __clone(supervise, stack + sizeof stack, flags, self, &self->supervisor);
    while (pid > 0 && waitpid(pid, &status, __WALL) < 0 && errno == EINTR) continue;
    if (status != 0) {
        fault_set(&self->fault, pid > 0 ? FAULT_CRASHED : FAULT_NOT_STARTED, "has no supervisor");
        report(self, REPORT_ENDED);
    }
    return NULL;
}

bool supervisor_start(Process *self) {
    sigset_t all, before;
    self->fds[CALLER] = (int)syscall(SYS_pidfd_open, getpid(), 0);
    if (self->fds[CALLER] < 0 ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, &self->fds[ORDERS]) != 0)
        return false;
    /* Signals are for the threads of the caller. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    errno = pthread_create(&self->thread, NULL, host_supervisor, self);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return self->is_supervised = errno == 0;
}

bool supervisor_receive(Process *self, int64_t deadline_ns) {
    struct pollfd waiting = {.fd = self->fds[ORDERS], .events = POLLIN};
    char what;
    int ready;
    while ((ready = poll_until(&waiting, 1, deadline_ns)) < 0 && errno == EINTR) continue;
    if (ready <= 0 || read(self->fds[ORDERS], &what, 1) != 1) return false;
    self->has_ended = what == REPORT_ENDED;
    return true;
}

void supervisor_kill(const Process *self) {
    (void)!write(self->fds[ORDERS], "", 1);
}

void supervisor_end(Process *self) {
    if (!self->is_supervised) return;
    supervisor_kill(self);
    int64_t deadline = clock_ns() + KILL_NS;
    while (!self->has_ended && supervisor_receive(self, deadline)) continue;
    if (!self->has_ended) kill(self->supervisor, SIGKILL);
    pthread_join(self->thread, NULL);
}
