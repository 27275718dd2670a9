/* The life of a supervisor: the start of the program, the loop that watches it, its end. */
#include "sandbox/supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "sandbox/tree.h"

enum { SLOW_AHEAD = 16 }; /* looks until the limit at which fast growth is slowed down */

#define WATCH_NS       INT64_C(50000000) /* between two measurements, at most */
#define WATCH_LEAST_NS INT64_C(1000000)  /* and at least */
#define FILL_RATE      INT64_C(8)        /* bytes of memory a program can fill in a nanosecond */
#define START_POLL_NS  INT64_C(100000)
#define START_NS       INT64_C(10000000000)

typedef struct Watch {
    Supervisor *supervisor;
    int info, block;       /* pipes to bubblewrap while it starts */
    pid_t child;           /* bubblewrap, or a trusted program; 0 once it was waited for */
    pid_t first;           /* the first process of the box; 0: no box */
    int first_fd;          /* a descriptor of it, which cannot come to mean another process */
    pid_t program;         /* the program itself */
    int ended;             /* becomes readable when the program has ended */
    int directory, shared; /* its private directory and /dev/shm; -1: none */
    ino_t output;          /* the pipe of its output */
    uint64_t bytes, peak_bytes;
    bool is_disk_full; /* its private directory is full to the last byte */
    Tree tree;
    Fault fault; /* how it ended */
} Watch;

static void close_fd(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static bool fail_start(Watch *watch, const char *stage, int why) {
    return fault_set(&watch->fault, FAULT_NOT_STARTED, "%s: %s", stage, strerror(why));
}

static bool fail_box(Watch *watch) {
    return fault_set(&watch->fault, FAULT_NOT_STARTED, "%s", "");
}

/* --- Starting the program --------------------------------------------------------------------- */

static bool start_child(Watch *watch) {
    const Supervisor *self = watch->supervisor;
    const Box *box = self->box;
    const int count = box != NULL ? BOX_FD_END : 3;
    int info[2] = {-1, -1}, block[2] = {-1, -1};
    int fds[BOX_FD_END] = {self->input, self->output, self->errors};
    if (box != NULL) {
        if (pipe2(info, O_CLOEXEC) != 0 || pipe2(block, O_CLOEXEC) != 0)
            return fail_start(watch, "pipe", errno);
        fds[BOX_FD_ARGUMENTS] = box->arguments, fds[BOX_FD_FILTER] = box->filter;
        fds[BOX_FD_INFO] = info[1], fds[BOX_FD_BLOCK] = block[0];
        memcpy(fds + BOX_FD_FILES, box->files, sizeof box->files);
    }
    LaunchError error = {0};
    watch->child = launch_program(self, fds, count, &error);
    watch->info = info[0], watch->block = block[1];
    close_fd(&info[1]), close_fd(&block[0]);
    return error.why == 0 || fail_start(watch, error.stage, error.why);
}

/* --- The box ---------------------------------------------------------------------------------- */

/* bubblewrap says {"child-pid": 123, ...}; 0 if it ends without. */
static pid_t read_first_process(int info) {
    char text[512];
    size_t used = 0;
    ssize_t got;
    while (used + 1 < sizeof text && (got = read(info, text + used, sizeof text - 1 - used)) > 0) {
        used += (size_t)got;
        text[used] = '\0';
        int pid;
        if (strchr(text, ',') != NULL && sscanf(text, " { \"child-pid\": %d", &pid) == 1)
            return pid;
    }
    return 0;
}

static int open_inside(pid_t pid, const char *path) {
    char name[64];
    snprintf(name, sizeof name, "/proc/%d/root%s", (int)pid, path);
    return open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

typedef enum Progress { ON_THE_WAY, ARRIVED, GONE } Progress;

/* Whether the process still is bubblewrap or setpriv, or already the program. */
static Progress progress_of(const Watch *watch) {
    char path[32], target[256];
    snprintf(path, sizeof path, "/proc/%d/exe", (int)watch->program);
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0) return GONE;
    target[length] = '\0';
    const char *name = strrchr(target, '/');
    bool is_setpriv = watch->supervisor->has_own_user && strcmp(name, "/setpriv") == 0;
    return strcmp(name, "/bwrap") == 0 || is_setpriv ? ON_THE_WAY : ARRIVED;
}

/* Sleeps a moment; false if bubblewrap has ended, or at the deadline. */
static bool keep_waiting(const Watch *watch, int64_t deadline) {
    siginfo_t info = {0};
    clock_sleep_ns(START_POLL_NS);
    waitid(P_PID, (id_t)watch->child, &info, WEXITED | WNOHANG | WNOWAIT);
    return info.si_pid == 0 && clock_ns() < deadline;
}

/* Waits until the box stands; its first process then waits for us. The number of processes is
 * limited here: the limit counts those of the box alone once the box has its own users. */
static bool enter_box(Watch *watch, int64_t deadline) {
    const Supervisor *self = watch->supervisor;
    int mark;
    watch->first = read_first_process(watch->info);
    watch->first_fd = (int)syscall(SYS_pidfd_open, watch->first, 0);
    if (watch->first == 0 || watch->first_fd < 0) return fail_box(watch);
    while ((mark = open_inside(watch->first, BOX_MARK)) < 0)
        if (!keep_waiting(watch, deadline)) return fail_box(watch);
    close(mark);
    watch->directory = open_inside(watch->first, BOX_DIRECTORY);
    watch->shared = open_inside(watch->first, "/dev/shm");
    rlim_t tasks = (rlim_t)self->limits.processes + !self->has_own_user;
    prlimit(watch->first, RLIMIT_NPROC, &(struct rlimit){tasks, tasks}, NULL);
    return true;
}

/* Lets the program run and waits until it does; false if it has ended before that was seen, or
 * could not be executed. */
static bool enter_program(Watch *watch, int64_t deadline) {
    (void)!write(watch->block, "", 1);
    for (;;) {
        tree_read(&watch->tree, watch->first, NULL);
        if (watch->tree.count > 0) break;
        if (!keep_waiting(watch, deadline)) return false;
    }
    watch->program = watch->tree.pids[0];
    /* bubblewrap has nothing left to do but to pass on how the program ended, and to end the box at
     * once. It is stopped until then: the box must be measured first. */
    kill(watch->child, SIGSTOP);
    Progress progress;
    while ((progress = progress_of(watch)) == ON_THE_WAY && clock_ns() < deadline)
        clock_sleep_ns(START_POLL_NS);
    return progress != GONE;
}

/* --- Watching it ------------------------------------------------------------------------------ */

static void read_tree(Watch *watch) {
    bool is_boxed = watch->first > 0;
    tree_read(&watch->tree, is_boxed ? watch->first : getpid(), watch->supervisor->directory);
}

/* Adds the bytes in a file system of the box; returns the number of its files. */
static int measure_files(Watch *watch, int fd, uint64_t *bytes) {
    struct statvfs space;
    if (watch->first == 0 || fd < 0 || fstatvfs(fd, &space) != 0 || space.f_blocks == 0) return 0;
    *bytes += (uint64_t)(space.f_blocks - space.f_bfree) * space.f_frsize;
    if (space.f_bfree == 0) watch->is_disk_full = true;
    return (int)(space.f_files - space.f_ffree);
}

/* Whether the program has more memory than it may, or will have. Without a cgroup several processes
 * together can grow past the limit between two looks: they are slowed down on the way there, and
 * ended if the next interval, were it half as long again as the last, would be too late. */
static bool is_out_of_memory(Watch *watch, uint64_t files) {
    uint64_t most = watch->supervisor->limits.memory_bytes, before = watch->bytes;
    bool is_several = watch->tree.count > 1 && watch->supervisor->cgroup.count == 0;
    uint64_t bytes = tree_resident_bytes(&watch->tree) + files;
    if (5 * bytes > 2 * most + 3 * before) bytes = tree_exact_bytes(&watch->tree) + files;
    uint64_t growth = is_several && bytes > before ? bytes - before : 0;
    watch->bytes = bytes;
    if (bytes > watch->peak_bytes) watch->peak_bytes = bytes;
    if (bytes + SLOW_AHEAD * growth > most) tree_slow_down(&watch->tree);
    return bytes > most || bytes + growth + growth / 2 > most;
}

static bool fail_memory(Watch *watch) {
    uint64_t most = watch->supervisor->limits.memory_bytes;
    return fault_set(&watch->fault, FAULT_MEMORY_LIMIT,
                     watch->peak_bytes > most ? "more than %u MB of memory: %u"
                                              : "grows too fast for %u MB of memory: %u",
                     (unsigned)(most >> 20), (unsigned)(watch->peak_bytes >> 20));
}

static bool fail_processes(Watch *watch) {
    return fault_set(&watch->fault, FAULT_PROCESS_LIMIT, "more than %d processes and threads",
                     watch->supervisor->limits.processes - 1);
}

/* Measures once; false if the program may not go on. */
static bool check_use(Watch *watch) {
    const ProcessLimits *limits = &watch->supervisor->limits;
    uint64_t files = 0;
    read_tree(watch);
    /* In a box the processes of bubblewrap hold the output open: its end is not seen by reading. */
    if (watch->first > 0 && watch->tree.count > 0 && !tree_has_pipe(&watch->tree, watch->output))
        return fault_set(&watch->fault, FAULT_CRASHED, "closed its output");
    if (tree_tasks(&watch->tree) >= limits->processes) return fail_processes(watch);
    int count = measure_files(watch, watch->directory, &files) +
                measure_files(watch, watch->shared, &files);
    if (count > limits->files)
        return fault_set(&watch->fault, FAULT_FILE_LIMIT, "more than %d files", limits->files);
    bool is_out = is_out_of_memory(watch, files);
    return (!is_out && !cgroup_is_exhausted(&watch->supervisor->cgroup)) || fail_memory(watch);
}

/* The nearer the program is to its limit, the sooner comes the next look. */
static int64_t until_next_check(const Watch *watch) {
    uint64_t left = watch->supervisor->limits.memory_bytes - watch->bytes;
    int64_t until_full = (int64_t)left / FILL_RATE;
    return until_full < WATCH_LEAST_NS ? WATCH_LEAST_NS
           : until_full < WATCH_NS     ? until_full
                                       : WATCH_NS;
}

/* bubblewrap passes on a death by signal N as 128 + N. */
static int status_from_box(int status) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return code > 128 && code < 128 + NSIG ? code - 128 : status;
}

/* A program that failed near a limit most likely failed because of it: allocation failed, and it
 * did not expect that. */
static void describe_exit(Watch *watch, int status) {
    Fault *fault = &watch->fault;
    bool is_near = watch->peak_bytes >= watch->supervisor->limits.memory_bytes / 4 * 3;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        fault_set(fault, FAULT_NONE, "exited with status 0");
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ)
        fault_set(fault, FAULT_FILE_LIMIT, "wrote a file beyond the limit");
    else if (watch->is_disk_full)
        fault_set(fault, FAULT_FILE_LIMIT, "filled its directory and ended");
    else if (is_near)
        fault_set(fault, FAULT_MEMORY_LIMIT, "ended with %u MB of memory",
                  (unsigned)(watch->peak_bytes >> 20));
    else if (WIFSIGNALED(status))
        fault_set(fault, FAULT_CRASHED, "killed by signal %d (%s)", WTERMSIG(status),
                  strsignal(WTERMSIG(status)));
    else
        fault_set(fault, FAULT_CRASHED, "exited with status %d", WEXITSTATUS(status));
}

/* The program has ended: finds out how, before the box is gone. */
static void note_exit(Watch *watch) {
    struct rusage use = {0};
    int status = 0;
    uint64_t ignored = 0;
    read_tree(watch);
    int tasks = tree_tasks(&watch->tree);
    measure_files(watch, watch->directory, &ignored);
    measure_files(watch, watch->shared, &ignored);
    if (watch->first > 0) kill(watch->child, SIGCONT);
    while (wait4(watch->child, &status, 0, &use) < 0 && errno == EINTR) continue;
    watch->child = 0;
    /* What it used last may have come and gone between two measurements. */
    uint64_t most = (uint64_t)use.ru_maxrss << 10;
    if (most > watch->peak_bytes) watch->peak_bytes = most;
    if (tasks + 1 >= watch->supervisor->limits.processes)
        fail_processes(watch);
    else if (cgroup_is_exhausted(&watch->supervisor->cgroup))
        fail_memory(watch);
    else
        describe_exit(watch, watch->first > 0 ? status_from_box(status) : status);
}

/* Returns when the program has come to its end, or must. */
static void watch_program(Watch *watch) {
    struct pollfd polls[2] = {{.fd = watch->supervisor->orders[0], .events = POLLIN},
                              {.fd = watch->ended, .events = POLLIN}};
    int64_t next_check = clock_ns();
    bool has_ended = watch->ended < 0, may_run = true;
    while (!has_ended && may_run) {
        int64_t now = clock_ns(), wait = next_check > now ? next_check - now : 0;
        int ready = ppoll(polls, 2, &(struct timespec){0, wait}, NULL);
        has_ended = ready > 0 && polls[1].revents != 0;
        if (ready > 0 && polls[0].revents != 0)
            may_run = fault_set(&watch->fault, FAULT_CRASHED, "was stopped");
        else if (!has_ended && clock_ns() >= next_check) {
            may_run = check_use(watch);
            next_check = clock_ns() + until_next_check(watch);
            /* Without output because it has just ended? */
            has_ended = watch->fault.kind == FAULT_CRASHED && poll(&polls[1], 1, 0) > 0;
        }
    }
    if (has_ended) note_exit(watch);
}

/* --- The whole life --------------------------------------------------------------------------- */

static void send_report(const Watch *watch, const SupervisorReport *report) {
    (void)!write(watch->supervisor->reports[1], report, sizeof *report);
}

/* Kills everything and waits until it is gone. In a box the death of its first process is that of
 * all; it becomes our child if bubblewrap ends first. */
static void kill_all(Watch *watch) {
    const char *directory = watch->supervisor->directory;
    if (watch->first_fd >= 0) syscall(SYS_pidfd_send_signal, watch->first_fd, SIGKILL, NULL, 0);
    if (watch->child > 0) {
        kill(watch->child, SIGKILL);
        waitpid(watch->child, NULL, 0);
    }
    if (directory != NULL) tree_kill_marked(directory);
    siginfo_t ignored;
    if (watch->first_fd >= 0) waitid(P_PIDFD, (id_t)watch->first_fd, &ignored, WEXITED);
    cgroup_close(&watch->supervisor->cgroup);
}

static bool start(Watch *watch) {
    Supervisor *self = watch->supervisor;
    int64_t deadline = clock_ns() + START_NS;
    bool is_running = true, ok = start_child(watch);
    /* Only now: the caller must not see the end of a pipe before the program has it. */
    close_fd(&self->input), close_fd(&self->output), close_fd(&self->errors);
    if (!ok || (self->box != NULL && !enter_box(watch, deadline))) return false;
    watch->program = watch->child;
    if (self->box != NULL)
        is_running = enter_program(watch, deadline);
    else
        watch->directory = open(self->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    watch->ended = (int)syscall(SYS_pidfd_open, watch->program, 0);
    send_report(watch, &(SupervisorReport){.is_start = true,
                                           .is_running = is_running,
                                           .directory = dup(watch->directory)});
    return true;
}

static void *supervise(void *argument) {
    Watch watch = {.supervisor = argument};
    struct stat output = {0};
    watch.info = watch.block = watch.first_fd = watch.ended = watch.directory = watch.shared = -1;
    if (fstat(watch.supervisor->output, &output) == 0) watch.output = output.st_ino;
    if (start(&watch)) watch_program(&watch);
    kill_all(&watch);
    send_report(&watch, &(SupervisorReport){.fault = watch.fault});
    close_fd(&watch.info), close_fd(&watch.block), close_fd(&watch.first_fd);
    close_fd(&watch.ended), close_fd(&watch.directory), close_fd(&watch.shared);
    return NULL;
}

bool supervisor_start(Supervisor *self) {
    sigset_t all, before;
    self->reports[0] = self->reports[1] = -1;
    if (pipe2(self->orders, O_CLOEXEC) != 0) self->orders[0] = self->orders[1] = -1;
    /* Signals are for the threads of the caller. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = self->orders[0] >= 0 && pipe2(self->reports, O_CLOEXEC) == 0 &&
              (errno = pthread_create(&self->thread, NULL, supervise, self)) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (ok) return true;
    for (int i = 0; i < 2; i++) close_fd(&self->orders[i]), close_fd(&self->reports[i]);
    return false;
}

bool supervisor_receive(const Supervisor *self, int64_t deadline_ns, SupervisorReport *report) {
    struct pollfd waiting = {.fd = self->reports[0], .events = POLLIN};
    for (;;) {
        int64_t left = deadline_ns - clock_ns();
        if (left < 0) left = 0;
        struct timespec timeout = {left / 1000000000, left % 1000000000};
        int ready = ppoll(&waiting, 1, &timeout, NULL);
        if (ready == 0 || (ready < 0 && errno != EINTR)) return false;
        if (ready > 0) return read(self->reports[0], report, sizeof *report) == sizeof *report;
    }
}

void supervisor_kill(const Supervisor *self) {
    (void)!write(self->orders[1], "", 1);
}

void supervisor_end(Supervisor *self) {
    if (self->orders[1] < 0) return;
    supervisor_kill(self);
    pthread_join(self->thread, NULL);
    for (int i = 0; i < 2; i++) close_fd(&self->orders[i]), close_fd(&self->reports[i]);
}
