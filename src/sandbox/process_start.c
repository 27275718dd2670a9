/* Starts a supervisor with a foreign program under it: first in namespaces of their own, then,
 * where the system does not permit those, under a subreaper. */
#include "sandbox/process_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

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

static bool is_inside(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* A directory that exists everywhere and can be covered by a private one, because neither the
 * program nor its arguments are in there. NULL if there is none. */
static const char *place_to_cover(const CommandLine *line) {
    static const char *const places[] = {"/dev/shm", "/var/tmp", "/tmp", "/mnt"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct stat info;
        bool is_free = stat(places[i], &info) == 0 && S_ISDIR(info.st_mode) &&
                       !is_inside(line->program, places[i]);
        for (int word = 0; is_free && word < line->count; word++)
            is_free = strstr(line->words[word], places[i]) == NULL;
        if (is_free) return places[i];
    }
    return NULL;
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
    /* The control descriptor is unique among the programs that this process runs. */
    return (uid_t)OWN_USERS +
           ((((uid_t)getpid() & 0x3fffff) << 8) | ((uid_t)process->control & 0xff));
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

static void close_pair(int pair[2]) {
    for (int i = 0; i < 2; i++) {
        if (pair[i] >= 0) close(pair[i]);
        pair[i] = -1;
    }
}

static void ends_close(Ends *ends) {
    close_pair(ends->control), close_pair(ends->input);
    close_pair(ends->output), close_pair(ends->errors);
}

static bool ends_open(Ends *ends) {
    memset(ends, 0xff, sizeof *ends); /* -1 everywhere */
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends->control) == 0 &&
        pipe2(ends->input, O_CLOEXEC) == 0 && pipe2(ends->output, O_CLOEXEC) == 0 &&
        pipe2(ends->errors, O_CLOEXEC) == 0 && fcntl(ends->input[1], F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(ends->output[0], F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(ends->errors[0], F_SETFL, O_NONBLOCK) == 0)
        return true;
    ends_close(ends);
    return false;
}

/* A fork without the C library's preparations, which the supervisor does not need (see
 * supervisor.h). No signal may reach a handler of ours in the child. */
static pid_t fork_supervisor(const SupervisorPlan *plan) {
    unsigned long flags = SIGCHLD;
    if (plan->has_namespaces) flags |= CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC;
    if (plan->has_user_namespace) flags |= CLONE_NEWUSER;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t supervisor = (pid_t)syscall(SYS_clone, flags, 0, 0, 0, 0);
    int why = errno;
    if (supervisor == 0) supervisor_run(plan);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return supervisor;
}

static bool make_directory(Process *process) {
    const char *place = getenv("TMPDIR");
    if (place == NULL || place[0] != '/' || access(place, W_OK) != 0) place = "/tmp";
    int size = snprintf(process->directory_path, DIRECTORY_SIZE, "%s/bianca-XXXXXX", place);
    if (size < DIRECTORY_SIZE && mkdtemp(process->directory_path) != NULL) return true;
    process->directory_path[0] = '\0';
    return false;
}

/* What became of one attempt. */
typedef enum Attempt { ATTEMPT_STARTED, ATTEMPT_FAILED, ATTEMPT_NO_NAMESPACE } Attempt;

static Attempt await_start(Process *process, bool has_namespaces, Fault *fault) {
    SupervisorReport report;
    if (!process_receive(process->control, clock_ns() + START_NS, &report, &process->directory)) {
        fault_set(fault, FAULT_NOT_STARTED, "the supervisor of the program does not answer");
        return ATTEMPT_FAILED;
    }
    if (report.event == SUPERVISOR_STARTED) {
        process->isolation = (unsigned)report.value;
        return ATTEMPT_STARTED;
    }
    bool is_program = strcmp(report.stage, "exec") == 0;
    fault_set(fault, FAULT_NOT_STARTED, "%s: %s%s", report.stage, strerror(report.value),
              is_program && report.value == EACCES
                  ? " (it runs as a user without privileges: may all users read and execute it?)"
                  : "");
    return has_namespaces && !is_program ? ATTEMPT_NO_NAMESPACE : ATTEMPT_FAILED;
}

static void drop_attempt(Process *process) {
    if (process->control >= 0) close(process->control);
    if (process->supervisor > 0) waitpid(process->supervisor, NULL, 0);
    process->control = -1;
    process->supervisor = 0;
}

static Attempt attempt(Process *process, SupervisorPlan *plan, Fault *fault) {
    Ends ends;
    if (!ends_open(&ends)) {
        fault_set(fault, FAULT_NOT_STARTED, "pipes: %s", strerror(errno));
        return ATTEMPT_FAILED;
    }
    plan->control = ends.control[1], plan->input = ends.input[0];
    plan->output = ends.output[1], plan->errors = ends.errors[1];
    process->control = ends.control[0];
    if (plan->our_uid == 0 && plan->uid != 0) plan->uid = own_user(process);
    process->supervisor = fork_supervisor(plan);
    int why = errno;
    close(ends.control[1]), close(ends.input[0]), close(ends.output[1]), close(ends.errors[1]);
    process->input = ends.input[1], process->output = ends.output[0];
    process->errors = ends.errors[0];
    if (process->supervisor < 0) fault_set(fault, FAULT_NOT_STARTED, "fork: %s", strerror(why));
    Attempt result = process->supervisor > 0 ? await_start(process, plan->has_namespaces, fault)
                     : plan->has_namespaces  ? ATTEMPT_NO_NAMESPACE
                                             : ATTEMPT_FAILED;
    if (result == ATTEMPT_STARTED) return result;
    drop_attempt(process);
    close(process->input), close(process->output), close(process->errors);
    return result;
}

static Attempt attempt_in(Process *process, SupervisorPlan *plan, const char *directory,
                          Fault *fault) {
    Environment environment;
    Attempt result = ATTEMPT_FAILED;
    plan->directory = directory;
    if (environment_init(&environment, directory)) {
        plan->envp = environment.entries;
        result = attempt(process, plan, fault);
    } else {
        fault_set(fault, FAULT_NOT_STARTED, "no memory for its environment");
    }
    environment_release(&environment);
    return result;
}

bool process_fork(Process *process, const CommandLine *line, const ProcessOptions *options,
                  const ProcessFile *files, int file_count, Fault *fault) {
    SupervisorPlan plan = {.program = line->program,
                           .argv = line->words,
                           .files = files,
                           .file_count = file_count,
                           .limits = options->limits,
                           .our_uid = geteuid(),
                           .our_gid = getegid()};
    if (plan.our_uid == 0 && !options->keeps_user) plan.uid = NOBODY;
    process->directory = -1;
    const char *place = options->sandbox != SANDBOX_SUBREAPER ? place_to_cover(line) : NULL;
    if (place != NULL) {
        plan.has_namespaces = true;
        plan.has_user_namespace = plan.our_uid != 0;
        Attempt result = attempt_in(process, &plan, place, fault);
        if (result != ATTEMPT_NO_NAMESPACE || options->sandbox == SANDBOX_NAMESPACE)
            return result == ATTEMPT_STARTED;
    }
    plan.has_namespaces = plan.has_user_namespace = false;
    if (!make_directory(process))
        return fault_set(fault, FAULT_NOT_STARTED, "private directory: %s", strerror(errno));
    if (attempt_in(process, &plan, process->directory_path, fault) == ATTEMPT_STARTED) return true;
    supervisor_remove_directory(process->directory_path);
    return false;
}
