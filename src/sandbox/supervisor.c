/* The life of a supervisor from its fork to its end: descriptors, the start of the program, the
 * loop that watches it, and the reports to the caller. */
#include "sandbox/supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

/* Where the supervisor has its descriptors once it has closed all others; then come those of box.h,
 * and those that it opens itself. */
enum { FD_CONTROL = 3, FD_INPUT, FD_OUTPUT, FD_ERRORS, FD_OWN = BOX_FD_FILES + BOX_MAX_FILES };
enum { FD_PARKING = 64, FD_COUNT = 7 + BOX_MAX_FILES, EXIT_NOT_FOUND = 127 };
enum { STACK_MIN = 1 << 20, STACK_MAX = 64 << 20, STACKS = 64 };

#define WATCH_NS       INT64_C(50000000) /* between two measurements, at most */
#define WATCH_LEAST_NS INT64_C(1000000)  /* and at least */
#define FILL_RATE      INT64_C(8)        /* bytes of memory a program can fill in a nanosecond */
#define START_POLL_NS  INT64_C(100000)
#define START_NS       INT64_C(10000000000)

typedef struct Watch {
    const SupervisorPlan *plan;
    pid_t child;           /* bubblewrap, or a trusted program */
    pid_t first;           /* the first process of the box; 0: no box */
    int first_fd;          /* a descriptor of it, which cannot come to mean another process */
    pid_t program;         /* the program itself */
    int ended;             /* becomes readable when the program has ended */
    int directory, shared; /* its private directory and /dev/shm; -1: none */
    ino_t output;          /* the pipe of its output */
    uint64_t peak_bytes;
} Watch;

/* --- Beginning -------------------------------------------------------------------------------- */

static void reset_signals(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
}

static void close_from(int first) {
    if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    for (rlim_t fd = (rlim_t)first; fd < files.rlim_cur && fd < (1 << 16); fd++) close((int)fd);
}

/* Moves our descriptors to their places, /dev/null to the standard ones, closes the rest. */
static bool take_descriptors(const SupervisorPlan *plan) {
    int ours[FD_COUNT] = {plan->control, plan->input,    plan->output, plan->errors,
                          plan->info[1], plan->block[0], plan->filter};
    memcpy(ours + 7, plan->files, sizeof plan->files);
    for (int i = 0; i < FD_COUNT; i++)
        if (ours[i] >= 0 && (ours[i] = fcntl(ours[i], F_DUPFD_CLOEXEC, FD_PARKING)) < 0)
            return false;
    int info = plan->info[0] >= 0 ? fcntl(plan->info[0], F_DUPFD_CLOEXEC, FD_PARKING) : -1;
    int block = plan->block[1] >= 0 ? fcntl(plan->block[1], F_DUPFD_CLOEXEC, FD_PARKING) : -1;
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0) return false;
    for (int i = 0; i < FD_COUNT; i++) {
        if (ours[i] >= 0 && dup3(ours[i], FD_CONTROL + i, O_CLOEXEC) < 0) return false;
        if (ours[i] < 0) close(FD_CONTROL + i);
    }
    if (info >= 0 && dup3(info, FD_OWN, O_CLOEXEC) < 0) return false;
    if (block >= 0 && dup3(block, FD_OWN + 1, O_CLOEXEC) < 0) return false;
    close_from(FD_OWN + (info >= 0 ? 2 : 0));
    return true;
}

/* --- Reports ---------------------------------------------------------------------------------- */

static void send_report(const SupervisorReport *report, int directory) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } extra = {0};
    struct iovec part = {(void *)report, sizeof *report};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (directory >= 0) {
        message.msg_control = extra.bytes;
        message.msg_controllen = sizeof extra.bytes;
        extra.header = (struct cmsghdr){
            .cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(&extra.header), &directory, sizeof directory);
    }
    while (sendmsg(FD_CONTROL, &message, MSG_NOSIGNAL) < 0 && errno == EINTR) continue;
}

/* Kills everything and waits until it is gone. With a box the death of its first process is that of
 * all in it. */
static void kill_all(Watch *watch) {
    for (;;) {
        if (watch->first > 0)
            syscall(SYS_pidfd_send_signal, watch->first_fd, SIGKILL, NULL, 0);
        else
            supervisor_kill_descendants();
        if (watch->first > 0 && watch->child > 0) kill(watch->child, SIGKILL);
        pid_t pid;
        struct rusage usage;
        while ((pid = wait4(-1, NULL, WNOHANG, &usage)) > 0) {
            uint64_t peak = (uint64_t)usage.ru_maxrss << 10;
            if (peak > watch->peak_bytes) watch->peak_bytes = peak;
            if (pid == watch->child) watch->child = 0;
        }
        if (pid < 0 && errno == ECHILD) return;
        clock_sleep_ns(START_POLL_NS);
    }
}

/* The caller may still want to read the program's files: they are removed when it closes the
 * socket. */
static _Noreturn void end(Watch *watch) {
    const char *directory = watch->plan->directory;
    char byte;
    kill_all(watch);
    for (;;) {
        ssize_t got = read(FD_CONTROL, &byte, 1);
        if (got == 0 || (got < 0 && errno != EINTR)) break;
    }
    if (directory != NULL) {
        char *const words[] = {"rm", "-rf", "--", (char *)directory, NULL};
        char *const nothing[] = {NULL};
        if (chdir("/") == 0) execve("/bin/rm", words, nothing);
    }
    _exit(0);
}

static _Noreturn void give_up(Watch *watch, SupervisorEvent event, const char *stage) {
    SupervisorReport report = {.event = event, .value = errno};
    strncpy(report.stage, stage, sizeof report.stage - 1);
    kill_all(watch);
    send_report(&report, -1);
    end(watch);
}

/* --- Starting the program --------------------------------------------------------------------- */

static bool limit(int resource, uint64_t value) {
    struct rlimit now;
    if (getrlimit((__rlimit_resource_t)resource, &now) != 0) return false;
    rlim_t wanted = (rlim_t)value;
    if (now.rlim_max != RLIM_INFINITY && wanted > now.rlim_max) wanted = now.rlim_max;
    return setrlimit((__rlimit_resource_t)resource, &(struct rlimit){wanted, wanted}) == 0;
}

/* The stack of a thread is as large as that of the program and counts as its memory at once: a part
 * of the memory, so that a program can have many threads. */
static uint64_t stack_bytes(const ProcessLimits *limits) {
    uint64_t bytes = limits->memory_bytes / STACKS;
    return bytes < STACK_MIN ? STACK_MIN : bytes > STACK_MAX ? STACK_MAX : bytes;
}

/* Data and not address space: programs that reserve much and use little (Java, JavaScript) are
 * allowed. What is shared is left to the measurements. */
static bool set_limits(const ProcessLimits *limits) {
    return limit(RLIMIT_DATA, limits->memory_bytes) && limit(RLIMIT_STACK, stack_bytes(limits)) &&
           limit(RLIMIT_FSIZE, limits->file_bytes) && limit(RLIMIT_CORE, 0) &&
           limit(RLIMIT_NOFILE, (uint64_t)limits->open_files);
}

static bool keep_for_box(const SupervisorPlan *plan) {
    for (int fd = BOX_FD_INFO; fd < BOX_FD_FILES; fd++)
        if (fcntl(fd, F_SETFD, 0) != 0) return false;
    for (int i = 0; i < BOX_MAX_FILES && plan->files[i] >= 0; i++)
        if (fcntl(BOX_FD_FILES + i, F_SETFD, 0) != 0) return false;
    return true;
}

/* What the child reports if it cannot become the program. */
typedef struct StartError {
    int why;
    char stage[32];
} StartError;

static _Noreturn void become_program(const SupervisorPlan *plan, int faults) {
    const char *stage = "limits";
    bool ok = dup2(FD_INPUT, 0) == 0 && dup2(FD_OUTPUT, 1) == 1 && dup2(FD_ERRORS, 2) == 2 &&
              set_limits(&plan->limits);
    if (ok && plan->directory != NULL)
        stage = "private directory", ok = chdir(plan->directory) == 0;
    if (ok && plan->directory == NULL) ok = keep_for_box(plan);
    if (ok) {
        stage = "exec";
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        /* bubblewrap makes folders that a program of another user must enter. */
        umask(plan->directory != NULL ? 077 : 022);
        execve(plan->program, plan->argv, plan->envp);
    }
    StartError fault = {.why = errno};
    strncpy(fault.stage, stage, sizeof fault.stage - 1);
    (void)!write(faults, &fault, sizeof fault);
    _exit(EXIT_NOT_FOUND);
}

static void start_child(Watch *watch) {
    int faults[2];
    if (pipe2(faults, O_CLOEXEC) != 0) give_up(watch, SUPERVISOR_NOT_STARTED, "pipe");
    watch->child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (watch->child < 0) give_up(watch, SUPERVISOR_NOT_STARTED, "fork");
    if (watch->child == 0) become_program(watch->plan, faults[1]);
    close(faults[1]);
    StartError fault = {0};
    ssize_t got = read(faults[0], &fault, sizeof fault);
    close(faults[0]);
    if (got != sizeof fault) return;
    errno = fault.why;
    give_up(watch, SUPERVISOR_NOT_STARTED, fault.stage);
}

/* --- The box ---------------------------------------------------------------------------------- */

/* bubblewrap says {"child-pid": 123, ...}; 0 if it ends without. */
static pid_t read_first_process(void) {
    char text[512];
    size_t used = 0;
    ssize_t got;
    while (used + 1 < sizeof text &&
           (got = read(FD_OWN, text + used, sizeof text - 1 - used)) > 0) {
        used += (size_t)got;
        text[used] = '\0';
        const char *at = strstr(text, "\"child-pid\": ");
        if (at == NULL || strchr(at, ',') == NULL) continue;
        pid_t pid = 0;
        for (at += strlen("\"child-pid\": "); *at >= '0' && *at <= '9'; at++)
            pid = pid * 10 + (*at - '0');
        return pid;
    }
    return 0;
}

static int open_inside(pid_t pid, const char *path) {
    char name[64];
    Text text = text_into(name, sizeof name);
    text_format(&text, "/proc/%d/root%s", (int)pid, path);
    return open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

typedef enum Progress { ON_THE_WAY, ARRIVED, GONE } Progress;

/* Whether the process still is bubblewrap or setpriv, or already the program. */
static Progress progress_of(const SupervisorPlan *plan, pid_t pid) {
    char path[32], target[256];
    Text text = text_into(path, sizeof path);
    text_format(&text, "/proc/%d/exe", (int)pid);
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0) return GONE;
    target[length] = '\0';
    const char *name = strrchr(target, '/');
    bool is_setpriv = (plan->isolation & ISOLATION_USER) != 0 && strcmp(name, "/setpriv") == 0;
    return strcmp(name, "/bwrap") == 0 || is_setpriv ? ON_THE_WAY : ARRIVED;
}

static bool has_child_ended(const Watch *watch) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)watch->child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid != 0;
}

/* Waits until the box stands; its first process then waits for us. The number of processes is
 * limited here: the limit counts those of the box alone once the box has its own users. */
static void enter_box(Watch *watch) {
    const SupervisorPlan *plan = watch->plan;
    int64_t deadline = clock_ns() + START_NS;
    int mark = -1;
    close(BOX_FD_INFO), close(BOX_FD_BLOCK);
    watch->first = read_first_process();
    watch->first_fd = (int)syscall(SYS_pidfd_open, watch->first, 0);
    if (watch->first == 0 || watch->first_fd < 0) give_up(watch, SUPERVISOR_NO_BOX, "bwrap");
    while ((mark = open_inside(watch->first, BOX_MARK)) < 0) {
        if (has_child_ended(watch) || clock_ns() > deadline)
            give_up(watch, SUPERVISOR_NO_BOX, "bwrap");
        clock_sleep_ns(START_POLL_NS);
    }
    close(mark);
    watch->directory = open_inside(watch->first, BOX_DIRECTORY);
    watch->shared = open_inside(watch->first, "/dev/shm");
    rlim_t tasks = (rlim_t)plan->limits.processes + ((plan->isolation & ISOLATION_USER) == 0);
    prlimit(watch->first, RLIMIT_NPROC, &(struct rlimit){tasks, tasks}, NULL);
}

/* Lets the program run and waits until it does; false if it has ended before that was seen, or
 * could not be executed. */
static bool enter_program(Watch *watch) {
    int64_t deadline = clock_ns() + START_NS;
    if (write(FD_OWN + 1, "", 1) != 1) give_up(watch, SUPERVISOR_NO_BOX, "bwrap");
    close(FD_OWN), close(FD_OWN + 1);
    while ((watch->program = supervisor_program_of(watch->first)) == 0) {
        if (has_child_ended(watch) || clock_ns() > deadline) return false;
        clock_sleep_ns(START_POLL_NS);
    }
    /* bubblewrap has nothing left to do but to pass on how the program ended, and to end the box at
     * once. It is stopped until then: the box must be measured first. */
    kill(watch->child, SIGSTOP);
    Progress progress;
    while ((progress = progress_of(watch->plan, watch->program)) == ON_THE_WAY &&
           clock_ns() < deadline)
        clock_sleep_ns(START_POLL_NS);
    return progress != GONE;
}

/* --- Watching it ------------------------------------------------------------------------------ */

/* Adds the bytes in a file system of the box; returns the number of its files. */
static int measure_files(int fd, uint64_t *bytes, bool *is_full) {
    struct statvfs space;
    if (fd < 0 || fstatvfs(fd, &space) != 0 || space.f_blocks == 0) return 0;
    *bytes += (uint64_t)(space.f_blocks - space.f_bfree) * space.f_frsize;
    if (space.f_bfree == 0) *is_full = true;
    return (int)(space.f_files - space.f_ffree);
}

static _Noreturn void report_end(Watch *watch, SupervisorEvent event, int value) {
    SupervisorReport report = {.event = event, .value = value};
    uint64_t bytes = 0;
    if (watch->first > 0) {
        measure_files(watch->directory, &bytes, &report.is_disk_full);
        measure_files(watch->shared, &bytes, &report.is_disk_full);
    }
    kill_all(watch);
    report.peak_bytes = watch->peak_bytes;
    send_report(&report, -1);
    end(watch);
}

/* bubblewrap passes on a death by signal N as 128 + N. */
static int status_from_box(int status) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return code > 128 && code < 128 + NSIG ? code - 128 : status;
}

/* The program has ended. What it left behind is counted before it is killed: a program that gave up
 * because it could not start more processes ended because of that. */
static _Noreturn void report_exit(Watch *watch) {
    const ProcessLimits *limits = &watch->plan->limits;
    int status = 0;
    int tasks = supervisor_measure(watch->first).tasks;
    if (watch->first > 0) kill(watch->child, SIGCONT);
    struct rusage use = {0};
    while (wait4(watch->child, &status, 0, &use) < 0 && errno == EINTR) continue;
    watch->child = 0;
    /* What it used last may have come and gone between two measurements. */
    uint64_t most = (uint64_t)use.ru_maxrss * 1024;
    if (most > watch->peak_bytes) watch->peak_bytes = most;
    if (watch->first > 0) status = status_from_box(status);
    report_end(watch, tasks + 1 >= limits->processes ? SUPERVISOR_PROCESSES : SUPERVISOR_EXITED,
               status);
}

/* Measures once; returns the time until the next measurement. The nearer the program is to its
 * limit, the sooner. */
static int64_t check_use(Watch *watch) {
    const ProcessLimits *limits = &watch->plan->limits;
    ResourceUse use = supervisor_measure(watch->first);
    bool ignored;
    /* In a box the processes of bubblewrap hold the output open: its end is not seen by reading. */
    if (watch->first > 0 && !supervisor_holds_pipe(watch->first, watch->program, watch->output))
        report_end(watch, SUPERVISOR_CLOSED, 0);
    if (use.tasks >= limits->processes) report_end(watch, SUPERVISOR_PROCESSES, 0);
    uint64_t files = 0;
    int count = measure_files(watch->first > 0 ? watch->directory : -1, &files, &ignored) +
                measure_files(watch->shared, &files, &ignored);
    if (count > limits->files) report_end(watch, SUPERVISOR_FILES, 0);
    uint64_t bytes = use.resident_bytes + files;
    if (bytes > limits->memory_bytes) bytes = supervisor_measure_exactly(watch->first) + files;
    if (bytes > watch->peak_bytes) watch->peak_bytes = bytes;
    if (bytes > limits->memory_bytes) report_end(watch, SUPERVISOR_MEMORY, 0);
    int64_t until_full = (int64_t)(limits->memory_bytes - bytes) / FILL_RATE;
    return until_full < WATCH_LEAST_NS ? WATCH_LEAST_NS
           : until_full < WATCH_NS     ? until_full
                                       : WATCH_NS;
}

static _Noreturn void watch_program(Watch *watch) {
    struct pollfd polls[2] = {{.fd = FD_CONTROL, .events = POLLIN},
                              {.fd = watch->ended, .events = POLLIN}};
    int64_t wait = WATCH_LEAST_NS, next_check = clock_ns();
    for (;;) {
        struct timespec timeout = {0, wait};
        int ready = ppoll(polls, 2, &timeout, NULL);
        if (ready > 0 && polls[0].revents != 0) report_end(watch, SUPERVISOR_KILLED, 0);
        if (ready > 0 && polls[1].revents != 0) report_exit(watch);
        int64_t now = clock_ns();
        if (now >= next_check) next_check = clock_ns() + check_use(watch);
        wait = next_check > now ? next_check - now : 0;
    }
}

void supervisor_run(const SupervisorPlan *plan) {
    Watch watch = {.plan = plan, .directory = -1, .shared = -1};
    reset_signals();
    setsid();
    if (!take_descriptors(plan)) _exit(1);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    start_child(&watch);
    /* Only now: the caller must not close its ends of the pipes before the program has them. */
    struct stat output = {0};
    if (fstat(FD_OUTPUT, &output) == 0) watch.output = output.st_ino;
    close(FD_INPUT), close(FD_OUTPUT), close(FD_ERRORS);
    watch.program = watch.child;
    bool is_running = true;
    if (plan->directory == NULL) {
        enter_box(&watch);
        is_running = enter_program(&watch);
    } else {
        watch.directory = open(plan->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    watch.ended = (int)syscall(SYS_pidfd_open, watch.program, 0);
    send_report(&(SupervisorReport){.event = SUPERVISOR_STARTED, .value = is_running},
                watch.directory);
    if (watch.ended < 0) report_exit(&watch); /* it has ended and has been reaped */
    watch_program(&watch);
}
