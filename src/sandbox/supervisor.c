/* The life of a supervisor from its fork to its end: descriptors, the start of the program, the
 * loop that watches it, and the reports to the caller. */
#include "sandbox/supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

/* Where the supervisor has its descriptors once it has closed all others. */
enum { FD_CONTROL = 3, FD_INPUT, FD_OUTPUT, FD_ERRORS, FD_FIRST_FREE };
enum { FD_PARKING = 64, WATCH_MS = 50 };

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

/* Moves our four descriptors to their places, /dev/null to the standard ones, closes the rest. */
static bool take_descriptors(SupervisorPlan *plan) {
    int *const ours[] = {&plan->control, &plan->input, &plan->output, &plan->errors};
    for (int i = 0; i < 4; i++)
        if ((*ours[i] = fcntl(*ours[i], F_DUPFD_CLOEXEC, FD_PARKING)) < 0) return false;
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0) return false;
    for (int i = 0; i < 4; i++) {
        if (dup3(*ours[i], FD_CONTROL + i, O_CLOEXEC) < 0) return false;
        *ours[i] = FD_CONTROL + i;
    }
    close_from(FD_FIRST_FREE);
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

/* The caller may still want to read the program's files: they are removed when it closes the
 * socket. */
static _Noreturn void end(const SupervisorPlan *plan) {
    char byte;
    supervisor_kill_all(plan);
    for (;;) {
        ssize_t got = read(FD_CONTROL, &byte, 1);
        if (got == 0 || (got < 0 && errno != EINTR)) break;
    }
    if (!plan->has_namespaces) {
        (void)!chdir("/");
        supervisor_remove_directory(plan->directory);
    }
    _exit(0);
}

static _Noreturn void give_up(const SupervisorPlan *plan, const char *stage) {
    SupervisorReport report = {.event = SUPERVISOR_NOT_STARTED, .value = errno};
    strncpy(report.stage, stage, sizeof report.stage - 1);
    send_report(&report, -1);
    end(plan);
}

/* --- Starting the program --------------------------------------------------------------------- */

/* What the child reports if it cannot become the program. */
typedef struct StartError {
    int why;
    char stage[32];
} StartError;

static _Noreturn void become_program(const SupervisorPlan *plan, int faults) {
    const char *stage = "";
    if (supervisor_drop_privileges(plan, &stage)) {
        stage = "exec";
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execve(plan->program, plan->argv, plan->envp);
    }
    StartError fault = {.why = errno};
    strncpy(fault.stage, stage, sizeof fault.stage - 1);
    (void)!write(faults, &fault, sizeof fault);
    _exit(127);
}

static pid_t start_program(const SupervisorPlan *plan) {
    int faults[2];
    if (pipe2(faults, O_CLOEXEC) != 0) give_up(plan, "pipe");
    pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child < 0) give_up(plan, "fork");
    if (child == 0) become_program(plan, faults[1]);
    close(faults[1]);
    StartError fault = {0};
    ssize_t got = read(faults[0], &fault, sizeof fault);
    close(faults[0]);
    if (got == sizeof fault) {
        errno = fault.why;
        give_up(plan, fault.stage);
    }
    return child;
}

/* --- Watching it ------------------------------------------------------------------------------ */

typedef struct Watch {
    const SupervisorPlan *plan;
    pid_t program;
    uint64_t peak_bytes;
} Watch;

static bool is_disk_full(void) {
    struct statvfs space;
    return statvfs(".", &space) == 0 && space.f_blocks > 0 && space.f_bfree == 0;
}

static _Noreturn void report_end(const Watch *watch, SupervisorEvent event, int value, int tasks) {
    SupervisorReport report = {.event = event,
                               .value = value,
                               .tasks = tasks,
                               .peak_bytes = watch->peak_bytes,
                               .is_disk_full = watch->plan->has_namespaces && is_disk_full()};
    supervisor_kill_all(watch->plan);
    send_report(&report, -1);
    end(watch->plan);
}

/* Reaps all processes that have ended; reports the end of the program. */
static void reap(Watch *watch) {
    int status;
    pid_t pid;
    struct rusage usage;
    while ((pid = wait4(-1, &status, WNOHANG, &usage)) > 0) {
        uint64_t peak = (uint64_t)usage.ru_maxrss << 10;
        if (peak > watch->peak_bytes) watch->peak_bytes = peak;
        if (pid != watch->program) continue;
        int tasks = supervisor_measure().tasks;
        bool is_full = tasks + 1 >= watch->plan->limits.processes;
        report_end(watch, is_full ? SUPERVISOR_PROCESSES : SUPERVISOR_EXITED, status, tasks);
    }
}

static void check_use(Watch *watch) {
    const ProcessLimits *limits = &watch->plan->limits;
    ResourceUse use = supervisor_measure();
    if (use.tasks >= limits->processes) report_end(watch, SUPERVISOR_PROCESSES, 0, use.tasks);
    if (use.resident_bytes > limits->memory_bytes)
        use.resident_bytes = supervisor_measure_exactly();
    if (use.resident_bytes > watch->peak_bytes) watch->peak_bytes = use.resident_bytes;
    if (use.resident_bytes > limits->memory_bytes)
        report_end(watch, SUPERVISOR_MEMORY, 0, use.tasks);
}

static _Noreturn void watch_program(Watch *watch, int children) {
    struct pollfd polls[2] = {{.fd = FD_CONTROL, .events = POLLIN},
                              {.fd = children, .events = POLLIN}};
    int64_t next_check = clock_ns() + WATCH_MS * 1000000LL;
    for (;;) {
        int ready = poll(polls, 2, WATCH_MS);
        if (ready > 0 && polls[0].revents != 0) report_end(watch, SUPERVISOR_KILLED, 0, 0);
        struct signalfd_siginfo info;
        if (ready > 0 && polls[1].revents != 0) (void)!read(children, &info, sizeof info);
        reap(watch);
        if (clock_ns() < next_check) continue;
        check_use(watch);
        next_check = clock_ns() + WATCH_MS * 1000000LL;
    }
}

void supervisor_run(const SupervisorPlan *callers_plan) {
    SupervisorPlan plan = *callers_plan;
    reset_signals();
    setsid();
    if (!take_descriptors(&plan)) _exit(1);
    sigset_t child_ended;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    int children = signalfd(-1, &child_ended, SFD_CLOEXEC | SFD_NONBLOCK);
    const char *stage = "signals";
    if (children < 0) give_up(&plan, stage);
    unsigned isolation = supervisor_set_up_sandbox(&plan, &stage);
    if (isolation == 0) give_up(&plan, stage);
    Watch watch = {.plan = &plan, .program = start_program(&plan)};
    /* Only now: the caller must not close its ends of the pipes before the program has them. */
    close(FD_INPUT), close(FD_OUTPUT), close(FD_ERRORS);
    int directory = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    send_report(&(SupervisorReport){.event = SUPERVISOR_STARTED, .value = (int)isolation},
                directory);
    if (directory >= 0) close(directory);
    watch_program(&watch, children);
}
