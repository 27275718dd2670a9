/* Starts a supervisor with a foreign program, in a box or, if it is trusted, without. */
#include "sandbox/process_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    NOBODY = 65534,
    OWN_USERS = 0x40000000, /* numbers above it belong to no account */
};
#define START_NS INT64_C(20000000000) /* the supervisor gives up before */

/* --- The environment -------------------------------------------------------------------------- */

/* The variables that a program receives. Not all of ours: some hold secrets. */
static const char *const passed_on[] = {"PATH",      "LANG",           "LC_ALL", "LC_CTYPE",
                                        "TZ",        "JAVA_HOME",      "TERM",   "PYTHONPATH",
                                        "NODE_PATH", "LD_LIBRARY_PATH"};
enum { PASSED_ON = sizeof passed_on / sizeof passed_on[0], ENVIRONMENT_SIZE = PASSED_ON + 3 };

static void environment_add(char **environment, const char *name, const char *value) {
    while (*environment != NULL) environment++;
    if (value != NULL && asprintf(environment, "%s=%s", name, value) < 0) *environment = NULL;
}

static void environment_init(char **environment, const char *directory) {
    environment_add(environment, "HOME", directory);
    environment_add(environment, "TMPDIR", directory);
    for (size_t i = 0; i < PASSED_ON; i++)
        environment_add(environment, passed_on[i], getenv(passed_on[i]));
}

/* --- The pipes and the start ------------------------------------------------------------------ */

/* Opens a pipe of which we have one end, which does not block, and the program the other. */
static bool open_pipe(int *ours, int *theirs, bool is_input) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    *ours = ends[is_input], *theirs = ends[!is_input];
    return fcntl(*ours, F_SETFL, O_NONBLOCK) == 0;
}

static bool open_pipes(Process *process) {
    Supervisor *supervisor = &process->supervisor;
    return open_pipe(&process->input, &supervisor->input, true) &&
           open_pipe(&process->output, &supervisor->output, false) &&
           open_pipe(&process->errors, &supervisor->errors, false);
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
    SupervisorReport report = {0};
    int64_t deadline = clock_ns() + START_NS;
    if (!supervisor_receive(&process->supervisor, deadline, &report))
        return fault_set(fault, FAULT_NOT_STARTED, "the program does not start");
    if (!report.is_start && report.fault.text[0] != '\0')
        return fault_set(fault, FAULT_NOT_STARTED, "%s", report.fault.text);
    if (report.is_start) process->directory = report.directory;
    if (report.is_running) return true;
    if (report.is_start)
        process->has_report = supervisor_receive(&process->supervisor, deadline, &process->report);
    process_read_errors(process);
    return (report.is_start && !is_complaint(process->error_line)) || fail_in_box(process, fault);
}

static bool start(Process *process, const char *directory, Fault *fault) {
    Supervisor *supervisor = &process->supervisor;
    char *environment[ENVIRONMENT_SIZE] = {0};
    environment_init(environment, directory);
    supervisor->environment = environment;
    if (cgroup_open(&supervisor->cgroup, &process->limits)) process->isolation |= ISOLATION_CGROUP;
    bool ok = open_pipes(process) && supervisor_start(supervisor);
    if (!ok) fault_set(fault, FAULT_NOT_STARTED, "pipes and threads: %s", strerror(errno));
    ok = ok && await_start(process, fault);
    if (!ok) process_end(process);
    for (char **entry = environment; *entry != NULL; entry++) free(*entry);
    return ok;
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

static bool start_trusted(Process *process, const CommandLine *line, const ProcessFile *files,
                          int file_count, Fault *fault) {
    bool ok = make_directory(process);
    for (int i = 0; ok && i < file_count; i++) ok = write_file(process->directory_path, &files[i]);
    if (!ok) return fault_set(fault, FAULT_NOT_STARTED, "private directory: %s", strerror(errno));
    process->supervisor.program = line->program;
    process->supervisor.words = line->words;
    process->supervisor.directory = process->directory_path;
    process->isolation = ISOLATION_LIMITS | ISOLATION_SUBREAPER;
    return start(process, process->directory_path, fault);
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

static bool start_in_box(Process *process, const CommandLine *line, const ProcessOptions *options,
                         const ProcessFile *files, int file_count, Fault *fault) {
    Box box;
    unsigned uid = geteuid() == 0 ? own_user(process) : 0;
    process->isolation = ISOLATION_LIMITS | ISOLATION_BOX | ISOLATION_FILTER;
    if (uid != 0) process->isolation |= ISOLATION_USER;
    if (!options->has_network) process->isolation |= ISOLATION_OFFLINE;
    process->supervisor.box = &box;
    process->supervisor.has_own_user = uid != 0;
    bool ok = box_open(&box, line, options, files, file_count, uid, fault);
    if (ok) {
        process->supervisor.program = box.bwrap;
        process->supervisor.words = box.words;
        ok = start(process, BOX_DIRECTORY, fault);
    }
    box_close(&box);
    return ok;
}

bool process_launch(Process *process, const CommandLine *line, const ProcessOptions *options,
                    const ProcessFile *files, int file_count, Fault *fault) {
    Supervisor *supervisor = &process->supervisor;
    supervisor->limits = process->limits;
    supervisor->input = supervisor->output = supervisor->errors = supervisor->orders[1] = -1;
    /* Should bubblewrap be killed, what it leaves comes to us and not to the system. */
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    return options->is_trusted ? start_trusted(process, line, files, file_count, fault)
                               : start_in_box(process, line, options, files, file_count, fault);
}
