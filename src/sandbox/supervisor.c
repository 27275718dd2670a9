/* The life of a supervisor: the start of the program, the loop that watches it, its end.
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
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "base/clock.h"

enum { SLOW_AHEAD = 16, SLOW_NICE = 10 }; /* looks until the limit at which growth is slowed down */
enum { STACK_MIN = 1 << 20, STACK_MAX = 64 << 20, STACKS = 64, OWN_STACK = 1 << 18 };
enum { SOCKET_SHARE = 2, MAPPING_BYTES = 4096, PENDING_SIGNALS = 1024 };
enum { REPORT_RUNNING = 'r', REPORT_ENDED = 'e', ENDING_MS = 300 };

#define WATCH_NS       INT64_C(50000000) /* between two measurements, at most */
#define WATCH_LEAST_NS INT64_C(1000000)  /* and at least */
#define FILL_RATE      INT64_C(8)        /* bytes of memory a program can fill in a nanosecond */
#define START_POLL_NS  INT64_C(100000)
#define START_NS       INT64_C(10000000000)
#define KILL_NS        INT64_C(10000000000) /* the caller waits that long for a supervisor */

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

/* --- Watching it ------------------------------------------------------------------------------ */

/* Adds the bytes in the file systems of the box; returns the number of their files. */
static int measure_files(Process *self, uint64_t *bytes) {
    static const int places[] = {DIRECTORY, SHARED};
    struct statvfs space;
    uint64_t files = 0;
    for (int i = 0; i < 2 && self->is_boxed; i++) {
        if (fstatvfs(self->fds[places[i]], &space) != 0 || space.f_blocks == 0) continue;
        *bytes += (uint64_t)(space.f_blocks - space.f_bfree) * space.f_frsize;
        files += space.f_files - space.f_ffree;
        if (space.f_bfree == 0) self->is_disk_full = true;
    }
    return (int)files;
}

/* What no process is seen to have: tables of pages; what waits in sockets, of which each sender can
 * fill its buffer and be a message above it; the kernel's list of mappings, of which each counts as
 * a page, ten times what it takes, so that there are never too many to count. Only the own network
 * of a box can be asked for its sockets. */
static uint64_t measure_kernel(const Process *self, uint64_t tables) {
    uint64_t sockets = 0, mappings = tree_mappings(&self->tree);
    if ((self->isolation & ISOLATION_OFFLINE) != 0)
        sockets = tree_number(self->root, "net/sockstat", "sockets: used");
    return tables + sockets * self->socket_bytes + mappings * MAPPING_BYTES;
}

/* Whether the program has more memory than it may, or will have. Without a cgroup several processes
 * together can grow past the limit between two looks: they are slowed down on the way there, and
 * ended if the next interval, were it half as long again as the last, would be too late. Pages that
 * several processes share are counted once for each, which is quick, until it matters. */
static bool is_out_of_memory(Process *self, uint64_t resident, uint64_t tables, uint64_t files) {
    static const char *const shares[] = {"\nPss:", "\nSwapPss:"};
    uint64_t most = self->limits.memory_bytes, before = self->bytes + self->kernel_bytes;
    uint64_t kernel = measure_kernel(self, tables), shared[2] = {0};
    bool is_several = self->tree.count > 1 || kernel > most / 8;
    self->kernel_bytes = kernel;
    self->bytes = resident + files;
    if (5 * (self->bytes + kernel) > 2 * most + 3 * before) {
        tree_sum(&self->tree, "smaps_rollup", shares, 2, shared);
        self->bytes = ((shared[0] + shared[1]) << 10) + files;
    }
    uint64_t bytes = self->bytes + kernel;
    bool can_jump = is_several && self->cgroup.count == 0 && bytes > before;
    uint64_t growth = can_jump ? bytes - before : 0;
    if (self->bytes > self->peak_bytes) self->peak_bytes = self->bytes;
    for (int i = 0; i < self->tree.count && bytes + SLOW_AHEAD * growth > most; i++)
        setpriority(PRIO_PROCESS, (id_t)self->tree.pids[i], SLOW_NICE);
    return bytes > most || bytes + growth + growth / 2 > most;
}

static bool fail_memory(Process *self) {
    uint64_t most = self->limits.memory_bytes, peak = self->peak_bytes;
    if (self->kernel_bytes > most / 4)
        return fault_set(&self->fault, FAULT_MEMORY_LIMIT,
                         "more than %u MB of memory with its sockets, mappings and page tables",
                         (unsigned)(most >> 20));
    return fault_set(&self->fault, FAULT_MEMORY_LIMIT,
                     peak > most ? "more than %u MB of memory: %u"
                                 : "grows too fast for %u MB of memory: %u",
                     (unsigned)(most >> 20), (unsigned)(peak >> 20));
}

static bool fail_processes(Process *self) {
    return fault_set(&self->fault, FAULT_PROCESS_LIMIT, "more than %d processes and threads",
                     self->limits.processes - 1);
}

/* Measures once; false if the program may not go on. */
static bool check_use(Process *self) {
    static const char *const names[] = {"\nThreads:", "\nVmRSS:", "\nVmSwap:", "\nVmPTE:"};
    uint64_t use[4] = {0}, files = 0;
    tree_read(&self->tree, self->root);
    tree_sum(&self->tree, "status", names, 4, use);
    /* In a box the processes of bubblewrap hold the output open: its end is not seen by reading. */
    if (self->is_boxed && self->tree.count > 0 && !tree_has_pipe(&self->tree, self->output))
        return fault_set(&self->fault, FAULT_CRASHED, "closed its output");
    if (use[0] >= (uint64_t)self->limits.processes) return fail_processes(self);
    if (measure_files(self, &files) > self->limits.files)
        return fault_set(&self->fault, FAULT_FILE_LIMIT, "more than %d files", self->limits.files);
    bool is_out = is_out_of_memory(self, (use[1] + use[2]) << 10, use[3] << 10, files);
    return (!is_out && !cgroup_is_exhausted(&self->cgroup)) || fail_memory(self);
}

/* The nearer the program is to its limit, the sooner comes the next look. */
static int64_t until_next_check(const Process *self) {
    uint64_t bytes = self->bytes + self->kernel_bytes;
    int64_t until_full = (int64_t)(self->limits.memory_bytes - bytes) / FILL_RATE;
    return until_full < WATCH_LEAST_NS ? WATCH_LEAST_NS
           : until_full < WATCH_NS     ? until_full
                                       : WATCH_NS;
}

/* --- Its end ---------------------------------------------------------------------------------- */

/* A program that failed near a limit most likely failed because of it: allocation failed, and it
 * did not expect that. bubblewrap passes on a death by signal N as 128 + N. */
static void describe_exit(Process *self, int status) {
    Fault *fault = &self->fault;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (self->is_boxed && code > 128 && code < 128 + NSIG) signal = code - 128;
    if (code == 0 && signal == 0)
        fault_set(fault, FAULT_NONE, "exited with status 0");
    else if (signal == SIGXFSZ)
        fault_set(fault, FAULT_FILE_LIMIT, "wrote a file beyond the limit");
    else if (self->is_disk_full)
        fault_set(fault, FAULT_FILE_LIMIT, "filled its directory and ended");
    else if (self->peak_bytes >= self->limits.memory_bytes / 4 * 3)
        fault_set(fault, FAULT_MEMORY_LIMIT, "ended with %u MB of memory",
                  (unsigned)(self->peak_bytes >> 20));
    else if (signal != 0)
        fault_set(fault, FAULT_CRASHED, "killed by signal %d (%s)", signal, sigdescr_np(signal));
    else
        fault_set(fault, FAULT_CRASHED, "exited with status %d", code);
}

/* The program has ended: finds out how, before the box is gone. */
static void note_exit(Process *self) {
    struct rusage use = {0};
    int status = 0;
    uint64_t tasks = 0, ignored = 0;
    tree_read(&self->tree, self->root);
    tree_sum(&self->tree, "status", &(const char *){"\nThreads:"}, 1, &tasks);
    measure_files(self, &ignored);
    kill(self->child, SIGCONT);
    while (wait4(self->child, &status, 0, &use) < 0 && errno == EINTR) continue;
    /* What it used last may have come and gone between two measurements. */
    uint64_t most = (uint64_t)use.ru_maxrss << 10;
    if (most > self->peak_bytes) self->peak_bytes = most;
    if (tasks + 1 >= (uint64_t)self->limits.processes)
        fail_processes(self);
    else if (cgroup_is_exhausted(&self->cgroup))
        fail_memory(self);
    else
        describe_exit(self, status);
}

/* Returns when the program has come to its end, or must. */
static void watch_program(Process *self) {
    struct pollfd polls[] = {{.fd = self->fds[ENDED], .events = POLLIN},
                             {.fd = self->fds[REPORTS], .events = POLLIN},
                             {.fd = self->fds[CALLER], .events = POLLIN}};
    int64_t next_check = clock_ns();
    bool has_ended = self->fds[ENDED] < 0, may_run = true;
    while (!has_ended && may_run) {
        int ready = poll_until(polls, 3, next_check);
        has_ended = ready > 0 && polls[0].revents != 0;
        if (ready > 0 && (polls[1].revents | polls[2].revents) != 0)
            may_run = fault_set(&self->fault, FAULT_CRASHED, "was stopped");
        else if (!has_ended && clock_ns() >= next_check) {
            may_run = check_use(self);
            next_check = clock_ns() + until_next_check(self);
            /* Without output because it is just ending? */
            has_ended = self->fault.kind == FAULT_CRASHED && poll(polls, 1, ENDING_MS) > 0;
        }
    }
    if (has_ended) note_exit(self);
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
    if (start(self)) watch_program(self);
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
