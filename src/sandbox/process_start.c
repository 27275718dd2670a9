/* From process_start() to a supervisor with a foreign program, in a box or, if it is trusted,
 * without; and back to nothing. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "sandbox/supervisor.h"

enum {
    NOBODY = 65534,
    OWN_USERS = 0x40000000, /* numbers above it belong to no account */
};
#define ALL_USERS "4294967295"         /* the length of a map of users that leaves out none */
#define START_NS  INT64_C(20000000000) /* the supervisor gives up before */

/* --- The start -------------------------------------------------------------------------------- */

/* Opens pipes of which we have one end, which does not block, and the program the other; in a box
 * also a connection to bubblewrap. */
static bool open_descriptors(Process *process) {
    int *fds = process->fds, ends[2];
    for (int i = 0; i < THEIRS; i++) {
        if (pipe2(ends, O_CLOEXEC) != 0) return false;
        fds[i] = ends[i == INPUT], fds[THEIRS + i] = ends[i != INPUT];
        if (fcntl(fds[i], F_SETFL, O_NONBLOCK) != 0) return false;
    }
    if (!process->is_boxed) return true;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    fds[BUBBLEWRAP] = ends[0], fds[THEIRS + BOX_FD_INFO] = ends[1];
    fds[THEIRS + BOX_FD_BLOCK] = fcntl(ends[1], F_DUPFD_CLOEXEC, 0);
    return fds[THEIRS + BOX_FD_BLOCK] >= 0;
}

/* The program has a session of its own, the usual signals, its descriptors at their places, and no
 * others. */
static bool prepare_spawn(Process *process) {
    sigset_t all, none;
    sigfillset(&all), sigemptyset(&none);
    posix_spawnattr_setflags(&process->attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigdefault(&process->attributes, &all);
    posix_spawnattr_setsigmask(&process->attributes, &none);
    int count = process->is_boxed ? BOX_FD_END : THEIRS, why = 0;
    for (int i = 0; i < count; i++) {
        /* Out of the way of those that are put in place. */
        int fd = fcntl(process->fds[THEIRS + i], F_DUPFD_CLOEXEC, BOX_FD_END);
        fd_close(&process->fds[THEIRS + i]);
        if ((process->fds[THEIRS + i] = fd) < 0) return false;
        why |= posix_spawn_file_actions_adddup2(&process->actions, fd, i);
    }
    why |= posix_spawn_file_actions_addclosefrom_np(&process->actions, count);
    return why == 0;
}

/* Why bubblewrap or setpriv could not start the program, from their last line on standard error;
 * NULL if it is none of theirs. What the user can do comes first, since long texts are cut. */
static const char *explain(const Process *process) {
    static const char *const forbidden[] = {"namespace", "id map",     "loopback",
                                            " slave",    "pivot_root", "mount proc"};
    const char *line = process->error_line;
    if (strncmp(line, "bwrap: ", 7) != 0 && strncmp(line, "setpriv: ", 9) != 0) return NULL;
    if (strstr(line, " exec") != NULL)
        return process->has_own_user && strstr(line, "Permission denied") != NULL
                   ? "it runs as a user of its own: make it readable to all (chmod a+rx)"
                   : "the sandbox does not show it all that it needs (--bind PATH does)";
    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++)
        if (strstr(line, forbidden[i]) != NULL)
            return "this system does not permit the sandbox: allow user namespaces, or pass "
                   "--trust to run programs without protection";
    return "the sandbox cannot be made";
}

/* True also for a program that has ended already. */
static bool await_start(Process *process, Fault *fault) {
    if (!supervisor_receive(process, clock_ns() + START_NS))
        return fault_set(fault, FAULT_NOT_STARTED, "the program does not start");
    if (!process->has_ended) return true;
    process_read_errors(process);
    bool has_failed = process->fault.kind == FAULT_NOT_STARTED;
    if (has_failed && process->fault.text[0] != '\0')
        return fault_set(fault, FAULT_NOT_STARTED, "%s", process->fault.text);
    const char *why = explain(process);
    if (!has_failed && why == NULL) return true;
    return fault_set(fault, FAULT_NOT_STARTED, "%s%s%s", why != NULL ? why : "",
                     why != NULL ? ": " : "", process->error_line);
}

static bool start(Process *process, const ProcessFile *files, int file_count, Fault *fault) {
    process->files = files, process->file_count = file_count;
    if (!open_descriptors(process) || !prepare_spawn(process) || !supervisor_start(process))
        return fault_set(fault, FAULT_NOT_STARTED, "pipes and threads: %s", strerror(errno));
    return await_start(process, fault);
}

/* --- With and without a box ------------------------------------------------------------------- */

static bool prepare_trusted(Process *process, const CommandLine *line, Fault *fault) {
    const char *place = getenv("TMPDIR");
    if (place == NULL || place[0] != '/' || access(place, W_OK) != 0) place = "/tmp";
    int size = snprintf(process->directory_path, DIRECTORY_SIZE, "%s/bianca-XXXXXX", place);
    if (size >= DIRECTORY_SIZE || mkdtemp(process->directory_path) == NULL) {
        process->directory_path[0] = '\0';
        return fault_set(fault, FAULT_NOT_STARTED, "private directory: %s", strerror(errno));
    }
    process->program = line->program;
    process->words = line->words;
    process->isolation = ISOLATION_LIMITS | ISOLATION_SUBREAPER;
    return true;
}

/* A user for this program alone, so that it shares neither privileges nor the count of processes
 * with any other; or, where not all numbers exist (inside a container), the user `nobody`. */
static uid_t own_user(const Process *process) {
    char line[64] = "";
    FILE *map = fopen("/proc/self/uid_map", "re");
    if (map != NULL && fgets(line, sizeof line, map) == NULL) line[0] = '\0';
    if (map != NULL) fclose(map);
    if (strstr(line, " " ALL_USERS) == NULL) return NOBODY;
    /* Addresses are unique among the programs that this process runs, and far apart. */
    return (uid_t)OWN_USERS + ((((uid_t)getpid() & 0x3fff) << 16) |
                               ((uid_t)((uintptr_t)process / sizeof *process) & 0xffff));
}

static bool prepare_box(Process *process, Box *box, const CommandLine *line,
                        const ProcessOptions *options, Fault *fault) {
    unsigned uid = geteuid() == 0 ? own_user(process) : 0;
    process->isolation = ISOLATION_LIMITS | ISOLATION_BOX | ISOLATION_FILTER;
    if (uid != 0) process->isolation |= ISOLATION_USER;
    if (!options->has_network) process->isolation |= ISOLATION_OFFLINE;
    process->is_boxed = true;
    process->has_own_user = uid != 0;
    bool ok = box_open(box, line, options, uid, fault);
    process->program = box->words[0];
    process->words = box->words;
    process->box = box;
    process->fds[THEIRS + BOX_FD_FILTER] = box->filter;
    return ok;
}

Process *process_start(const CommandLine *line, const ProcessOptions *options,
                       const ProcessFile *files, int file_count, Fault *fault) {
    Process *process = calloc(1, sizeof *process + options->limits.line_bytes + READ_CHUNK + 1);
    Box box = {0};
    if (process == NULL) {
        fault_set(fault, FAULT_NOT_STARTED, "no memory");
        return NULL;
    }
    process->limits = options->limits;
    process->stop = options->stop;
    process->fault.kind = FAULT_NOT_STARTED;
    for (int i = 0; i < DESCRIPTORS; i++) process->fds[i] = -1;
    posix_spawn_file_actions_init(&process->actions), posix_spawnattr_init(&process->attributes);
    bool ok = (options->is_trusted ? prepare_trusted(process, line, fault)
                                   : prepare_box(process, &box, line, options, fault)) &&
              start(process, files, file_count, fault);
    if (!ok) process_free(process);
    box_close(&box);
    return ok ? process : NULL;
}

/* --- The end ---------------------------------------------------------------------------------- */

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *at) {
    (void)info, (void)kind, (void)at;
    return remove(path) != 0 && errno != ENOENT;
}

void process_free(Process *process) {
    if (process == NULL) return;
    supervisor_end(process);
    if (process->directory_path[0] != '\0')
        nftw(process->directory_path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    for (int i = 0; i < DESCRIPTORS; i++) fd_close(&process->fds[i]);
    posix_spawn_file_actions_destroy(&process->actions);
    posix_spawnattr_destroy(&process->attributes);
    free(process);
}
