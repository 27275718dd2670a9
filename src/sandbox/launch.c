/* The way from a fork to the program: its group, descriptors, limits and signals. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/supervisor.h"

enum { FD_PARKING = 64, EXIT_NOT_FOUND = 127 };
enum { STACK_MIN = 1 << 20, STACK_MAX = 64 << 20, STACKS = 64 };

static bool limit(int resource, uint64_t value) {
    struct rlimit now;
    if (getrlimit((__rlimit_resource_t)resource, &now) != 0) return false;
    rlim_t wanted = (rlim_t)value;
    if (now.rlim_max != RLIM_INFINITY && wanted > now.rlim_max) wanted = now.rlim_max;
    return setrlimit((__rlimit_resource_t)resource, &(struct rlimit){wanted, wanted}) == 0;
}

/* Data and not address space: programs that reserve much and use little (Java, JavaScript) are
 * allowed. What is shared is left to the measurements. The stack of a thread is as large as that of
 * the program and counts as data at once: so little that a program can have many threads. */
static bool set_limits(const ProcessLimits *limits) {
    uint64_t stack = limits->memory_bytes / STACKS;
    stack = stack < STACK_MIN ? STACK_MIN : stack > STACK_MAX ? STACK_MAX : stack;
    return limit(RLIMIT_DATA, limits->memory_bytes) && limit(RLIMIT_STACK, stack) &&
           limit(RLIMIT_FSIZE, limits->file_bytes) && limit(RLIMIT_CORE, 0) &&
           limit(RLIMIT_NOFILE, (uint64_t)limits->open_files);
}

/* Gives a new process its descriptors, each at its place, and no others. */
static bool take_descriptors(const int *fds, int count) {
    int parked[BOX_FD_END];
    for (int i = 0; i < count; i++)
        if (fds[i] >= 0 && (parked[i] = fcntl(fds[i], F_DUPFD_CLOEXEC, FD_PARKING)) < 0)
            return false;
    for (int i = 0; i < count; i++) {
        if (fds[i] < 0) close(i);
        if (fds[i] >= 0 && dup2(parked[i], i) < 0) return false;
    }
    /* All of ours close themselves; this is for those that our caller was given. */
    return syscall(SYS_close_range, count, ~0U, 0) == 0 || errno == ENOSYS;
}

static void reset_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Runs in the new process, which shares our memory until it becomes the program: it says
 * what went wrong in error->stage. Calls nothing that allocates or locks. */
static _Noreturn void become_program(const Supervisor *self, pid_t caller, const int *fds,
                                     int count, LaunchError *error) {
    error->stage = "cgroup";
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != caller) _exit(EXIT_NOT_FOUND); /* killed before it could take us along */
    bool ok = cgroup_enter(&self->cgroup);
    if (ok) error->stage = "limits", ok = take_descriptors(fds, count) && set_limits(&self->limits);
    if (ok && self->directory != NULL)
        error->stage = "private directory", ok = chdir(self->directory) == 0;
    if (ok) {
        error->stage = "exec";
        reset_signals();
        /* bubblewrap makes folders that a program of another user must enter. */
        umask(self->box == NULL ? 077 : 022);
        execve(self->program, self->words, self->environment);
    }
    error->why = errno;
    _exit(EXIT_NOT_FOUND);
}

pid_t launch_program(const Supervisor *self, const int *fds, int count, LaunchError *error) {
    pid_t caller = getpid(), child = vfork();
    if (child == 0) become_program(self, caller, fds, count, error);
    if (child < 0) *error = (LaunchError){"fork", errno};
    return child;
}
