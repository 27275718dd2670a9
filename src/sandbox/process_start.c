/* Starts a supervisor with a foreign program under it, in a box or, if it is trusted, without. */
#include "sandbox/process_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "sandbox/filter.h"

enum {
    ENVIRONMENT_MAX = 32,
    NOBODY = 65534,
    OWN_USERS = 0x40000000, /* numbers above it belong to no account */
};
#define START_NS INT64_C(10000000000)

/* --- The plan --------------------------------------------------------------------------------- */

/* The variables that a program receives. Not all of ours: some hold secrets. */
static const char *const passed_on[] = {"PATH",      "LANG",           "LC_ALL", "LC_CTYPE",
                                        "TZ",        "JAVA_HOME",      "TERM",   "PYTHONPATH",
                                        "NODE_PATH", "LD_LIBRARY_PATH"};

typedef struct Environment {
    char *entries[ENVIRONMENT_MAX];
    int count;
} Environment;

static bool environment_add(Environment *environment, const char *name, const char *value) {
    char *entry;
    if (asprintf(&entry, "%s=%s", name, value) < 0) return false;
    environment->entries[environment->count++] = entry;
    environment->entries[environment->count] = NULL;
    return true;
}

static bool environment_init(Environment *environment, const char *directory) {
    *environment = (Environment){0};
    bool ok = environment_add(environment, "HOME", directory) &&
              environment_add(environment, "TMPDIR", directory);
    for (size_t i = 0; ok && i < sizeof passed_on / sizeof passed_on[0]; i++) {
        const char *value = getenv(passed_on[i]);
        if (value != NULL) ok = environment_add(environment, passed_on[i], value);
    }
    return ok;
}

static void environment_release(Environment *environment) {
    for (int i = 0; i < environment->count; i++) free(environment->entries[i]);
}

/* A user for this program alone, so that it shares neither privileges nor the count of processes
 * with any other; or, where not all numbers exist (inside a container), the user `nobody`. */
static uid_t own_user(const Process *process) {
    unsigned inside, outside, length;
    FILE *map = fopen("/proc/self/uid_map", "re");
    bool has_all = map != NULL && fscanf(map, "%u %u %u", &inside, &outside, &length) == 3 &&
                   inside == 0 && length > (unsigned)OWN_USERS * 2;
    if (map != NULL) fclose(map);
    if (!has_all) return NOBODY;
    /* Addresses are unique among the programs that this process runs, and far apart. */
    return (uid_t)OWN_USERS + ((((uid_t)getpid() & 0x3fff) << 16) |
                               ((uid_t)((uintptr_t)process / sizeof *process) & 0xffff));
}

/* --- Reports ---------------------------------------------------------------------------------- */

bool process_receive(int control, int64_t deadline_ns, SupervisorReport *report, int *directory) {
    struct pollfd waiting = {.fd = control, .events = POLLIN};
    for (;;) {
        int64_t left = deadline_ns - clock_ns();
        if (left < 0) left = 0;
        struct timespec timeout = {left / 1000000000, left % 1000000000};
        int ready = ppoll(&waiting, 1, &timeout, NULL);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        break;
    }
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } extra;
    struct iovec part = {report, sizeof *report};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = extra.bytes,
                             .msg_controllen = sizeof extra.bytes};
    if (recvmsg(control, &message, MSG_CMSG_CLOEXEC) != (ssize_t)sizeof *report) return false;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header != NULL && header->cmsg_type == SCM_RIGHTS && directory != NULL)
        memcpy(directory, CMSG_DATA(header), sizeof *directory);
    return true;
}

/* --- The fork --------------------------------------------------------------------------------- */

/* Both ends of everything between arena and program. */
typedef struct Ends {
    int control[2], input[2], output[2], errors[2];
} Ends;

static void close_all(int *fds, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (fds[i] >= 0) close(fds[i]);
        fds[i] = -1;
    }
}

static bool ends_open(Ends *ends) {
    memset(ends, 0xff, sizeof *ends); /* -1 everywhere */
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends->control) == 0 &&
        pipe2(ends->input, O_CLOEXEC) == 0 && pipe2(ends->output, O_CLOEXEC) == 0 &&
        pipe2(ends->errors, O_CLOEXEC) == 0 && fcntl(ends->input[1], F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(ends->output[0], F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(ends->errors[0], F_SETFL, O_NONBLOCK) == 0)
        return true;
    close_all((int *)ends, sizeof *ends / sizeof(int));
    return false;
}

/* A fork without the C library's preparations, which the supervisor does not need (see
 * supervisor.h). No signal may reach a handler of ours in the child. */
static pid_t fork_supervisor(const SupervisorPlan *plan) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t supervisor = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    int why = errno;
    if (supervisor == 0) supervisor_run(plan);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return supervisor;
}

/* bubblewrap and setpriv say on standard error why they could not start the program. */
static bool is_complaint(const char *line) {
    return strncmp(line, "bwrap: ", 7) == 0 || strncmp(line, "setpriv: ", 9) == 0;
}

static bool fail_in_box(Process *process, Fault *fault) {
    bool is_program = strstr(process->error_line, " exec") != NULL;
    return fault_set(fault, FAULT_NOT_STARTED, "%s%s", process->error_line,
                     is_program ? "; --bind PATH shows the program more of your files"
                                : "; this system does not permit the sandbox: allow user "
                                  "namespaces, or pass --trust to run programs without protection");
}

static bool await_start(Process *process, Fault *fault) {
    SupervisorReport report;
    int64_t deadline = clock_ns() + START_NS;
    if (!process_receive(process->control, deadline, &report, &process->directory))
        return fault_set(fault, FAULT_NOT_STARTED, "the supervisor of the program does not answer");
    if (report.event == SUPERVISOR_NOT_STARTED)
        return fault_set(fault, FAULT_NOT_STARTED, "%s: %s", report.stage, strerror(report.value));
    if (report.event == SUPERVISOR_NO_BOX) {
        process_read_errors(process);
        return fail_in_box(process, fault);
    }
    if (report.value != 0) return true;
    process->has_report = process_receive(process->control, deadline, &process->report, NULL);
    process_read_errors(process);
    return !is_complaint(process->error_line) || fail_in_box(process, fault);
}

static bool start(Process *process, SupervisorPlan *plan, Fault *fault) {
    Ends ends;
    if (!ends_open(&ends)) return fault_set(fault, FAULT_NOT_STARTED, "pipes: %s", strerror(errno));
    plan->control = ends.control[1], plan->input = ends.input[0];
    plan->output = ends.output[1], plan->errors = ends.errors[1];
    process->supervisor = fork_supervisor(plan);
    int why = errno;
    close(ends.control[1]), close(ends.input[0]), close(ends.output[1]), close(ends.errors[1]);
    process->control = ends.control[0], process->input = ends.input[1];
    process->output = ends.output[0], process->errors = ends.errors[0];
    if (process->supervisor < 0)
        fault_set(fault, FAULT_NOT_STARTED, "fork: %s", strerror(why));
    else if (await_start(process, fault))
        return true;
    process_end(process);
    return false;
}

/* --- With and without a box ------------------------------------------------------------------- */

static bool make_directory(Process *process) {
    const char *place = getenv("TMPDIR");
    if (place == NULL || place[0] != '/' || access(place, W_OK) != 0) place = "/tmp";
    int size = snprintf(process->directory_path, DIRECTORY_SIZE, "%s/bianca-XXXXXX", place);
    if (size < DIRECTORY_SIZE && mkdtemp(process->directory_path) != NULL) return true;
    process->directory_path[0] = '\0';
    return false;
}

static bool write_file(const char *folder, const ProcessFile *file) {
    char path[DIRECTORY_SIZE + 64];
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool ok = fd >= 0 && write(fd, file->bytes, file->length) == (ssize_t)file->length;
    if (fd >= 0) close(fd);
    return ok;
}

static bool start_trusted(Process *process, SupervisorPlan *plan, const CommandLine *line,
                          const ProcessFile *files, int file_count, Fault *fault) {
    Environment environment = {0};
    bool ok = make_directory(process);
    for (int i = 0; ok && i < file_count; i++) ok = write_file(process->directory_path, &files[i]);
    ok = ok && environment_init(&environment, process->directory_path);
    if (!ok) fault_set(fault, FAULT_NOT_STARTED, "private directory: %s", strerror(errno));
    plan->argv = line->words;
    plan->program = line->program;
    plan->envp = environment.entries;
    plan->directory = process->directory_path;
    plan->isolation = ISOLATION_LIMITS | ISOLATION_SUBREAPER;
    ok = ok && start(process, plan, fault);
    environment_release(&environment);
    return ok;
}

/* What bubblewrap reads: the filter, the files, and the byte that lets it go on. */
static bool open_for_box(SupervisorPlan *plan, const ProcessFile *files, int file_count,
                         Fault *fault) {
    if ((plan->filter = filter_open()) < 0)
        return fault_set(fault, FAULT_NOT_STARTED,
                         "no filter of system calls: build with libseccomp (Debian: "
                         "libseccomp-dev), or pass --trust to run programs without protection");
    bool ok = pipe2(plan->info, O_CLOEXEC) == 0 && pipe2(plan->block, O_CLOEXEC) == 0 &&
              file_count <= BOX_MAX_FILES;
    for (int i = 0; ok && i < file_count; i++) {
        int fd = plan->files[i] = memfd_create("file", MFD_CLOEXEC);
        ok = fd >= 0 && write(fd, files[i].bytes, files[i].length) == (ssize_t)files[i].length &&
             lseek(fd, 0, SEEK_SET) == 0;
    }
    return ok || fault_set(fault, FAULT_NOT_STARTED, "descriptors: %s", strerror(errno));
}

static bool start_in_box(Process *process, SupervisorPlan *plan, const CommandLine *line,
                         const ProcessOptions *options, const ProcessFile *files, int file_count,
                         Fault *fault) {
    Words command = {0};
    Environment environment = {0};
    unsigned uid = geteuid() == 0 ? own_user(process) : 0;
    plan->isolation = ISOLATION_LIMITS | ISOLATION_BOX | ISOLATION_FILTER;
    if (uid != 0) plan->isolation |= ISOLATION_USER;
    if (!options->has_network) plan->isolation |= ISOLATION_OFFLINE;
    bool ok = box_command(&command, line, options, files, file_count, uid, fault) &&
              open_for_box(plan, files, file_count, fault);
    if (ok && !environment_init(&environment, BOX_DIRECTORY))
        ok = fault_set(fault, FAULT_NOT_STARTED, "no memory for its environment");
    if (ok) {
        plan->argv = command.words;
        plan->program = command.words[0];
        plan->envp = environment.entries;
        ok = start(process, plan, fault);
    }
    close_all(plan->info, 2), close_all(plan->block, 2), close_all(&plan->filter, 1);
    close_all(plan->files, BOX_MAX_FILES);
    environment_release(&environment);
    words_release(&command);
    return ok;
}

bool process_fork(Process *process, const CommandLine *line, const ProcessOptions *options,
                  const ProcessFile *files, int file_count, Fault *fault) {
    SupervisorPlan plan = {.limits = options->limits,
                           .info = {-1, -1},
                           .block = {-1, -1},
                           .filter = -1,
                           .files = {-1, -1, -1, -1}};
    process->directory = process->control = -1;
    process->input = process->output = process->errors = -1;
    /* Should a supervisor be killed, what it leaves comes to us and not to the system. */
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    bool ok = options->is_trusted
                  ? start_trusted(process, &plan, line, files, file_count, fault)
                  : start_in_box(process, &plan, line, options, files, file_count, fault);
    process->isolation = plan.isolation;
    return ok;
}
