/* The two ends of the pipes to a plug-in (plugin_process.h): the process that is asked, and
 * plugin_serve(), which answers. A process that takes longer than ANSWER_MS for a value has failed;
 * so has one that writes anything else than a number. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/embed.h"
#include "engine/evaluations.h"
#include "engine/plugin_process.h"
#include "eval/plugin.h"

EMBED(char, plugin_runner, "src/engine/plugin_runner.py");

enum { LINE_SIZE = 256, ANSWER_MS = 10000, PATH_SIZE = 4096, COMPLAINT_SIZE = 120 };

extern char **environ;

struct PluginProcess {
    pid_t pid;
    int to, from, errors;
    char path[PATH_SIZE];
    size_t length;                  /* bytes in `line` */
    char line[LINE_SIZE];           /* what was read and not used yet */
    char complaint[COMPLAINT_SIZE]; /* the last line on standard error that is not empty */
    size_t complaint_length;
    bool is_complaint_complete;
};

static bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcmp(path + length - size, ending) == 0;
}

const char *plugin_program(const char *path) {
    return has_ending(path, ".py") ? "python3" : has_ending(path, ".so") ? NULL : path;
}

/* Starts the program with these descriptors for its input, output and errors; -1 with errno set. */
static pid_t spawn(char *const *words, int in, int out, int errors) {
    posix_spawn_file_actions_t actions;
    pid_t pid = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    int failed = posix_spawnp(&pid, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    errno = failed;
    return failed ? -1 : pid;
}

static void close_if_open(int fd) {
    if (fd >= 0) close(fd);
}

static bool start(PluginProcess *self, char *const *words, Error *error) {
    int ends[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}}; /* of standard input, output and errors */
    bool ok = pipe2(ends[0], O_CLOEXEC) == 0 && pipe2(ends[1], O_CLOEXEC) == 0 &&
              pipe2(ends[2], O_CLOEXEC) == 0;
    if (ok) self->pid = spawn(words, ends[0][0], ends[1][1], ends[2][1]);
    ok = ok && self->pid > 0;
    if (!ok)
        error_set(error, STATUS_IO, "plug-in '%.100s' does not start: %s", self->path,
                  strerror(errno));
    close_if_open(ends[0][0]);
    close_if_open(ends[1][1]);
    close_if_open(ends[2][1]);
    self->to = ends[0][1];
    self->from = ends[1][0];
    self->errors = ends[2][0];
    if (ok) fcntl(self->errors, F_SETFL, O_NONBLOCK);
    return ok;
}

PluginProcess *plugin_process_new(const char *path, Error *error) {
    PluginProcess *self = calloc(1, sizeof *self);
    char program[PATH_SIZE], name[PATH_SIZE + 16];
    if (!self) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a plug-in");
        return NULL;
    }
    self->to = self->from = self->errors = -1;
    snprintf(self->path, sizeof self->path, "%s%s", strchr(path, '/') ? "" : "./", path);
    snprintf(program, sizeof program, "/proc/self/exe");
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0) program[length] = '\0';
    snprintf(name, sizeof name, PLUGIN_PREFIX "%s", self->path);
    const char *runs = plugin_program(self->path);
    char *python[] = {(char *)runs, "-c", (char *)(uintptr_t)plugin_runner_begin, self->path, NULL};
    char *own[] = {program, "eval", "--stdin", "--eval", name, NULL};
    char *itself[] = {self->path, NULL};
    bool is_itself = runs == self->path;
    if (access(self->path, is_itself ? X_OK : R_OK) != 0)
        error_set(error, STATUS_IO, "plug-in '%.100s': %s", path, strerror(errno));
    else if (start(self, is_itself ? itself : runs != NULL ? python : own, error))
        return self;
    plugin_process_free(self);
    return NULL;
}

void plugin_process_free(PluginProcess *self) {
    if (!self) return;
    close_if_open(self->to);
    close_if_open(self->from);
    close_if_open(self->errors);
    if (self->pid > 0) {
        kill(self->pid, SIGKILL); /* it has nothing to save */
        while (waitpid(self->pid, NULL, 0) < 0 && errno == EINTR) continue;
    }
    free(self);
}

/* Keeps the last line that is not empty. */
static void note_complaint(PluginProcess *self, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        bool is_end = bytes[i] == '\n' || bytes[i] == '\r';
        if (!is_end && self->is_complaint_complete) self->complaint_length = 0;
        self->is_complaint_complete = is_end;
        if (!is_end && self->complaint_length + 1 < COMPLAINT_SIZE)
            self->complaint[self->complaint_length++] = bytes[i];
        self->complaint[self->complaint_length] = '\0';
    }
}

/* Passes on what the process wrote to standard error. */
static void drain_errors(PluginProcess *self) {
    char bytes[1 << 12];
    ssize_t got;
    while (self->errors >= 0 && (got = read(self->errors, bytes, sizeof bytes)) != 0) {
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return;
        note_complaint(self, bytes, (size_t)got);
        fwrite(bytes, 1, (size_t)got, stderr);
    }
    close_if_open(self->errors);
    self->errors = -1;
}

/* With STATUS_BAD_INPUT the process is still there, with STATUS_IO it is not. */
static bool fail(PluginProcess *self, Status status, Error *error, const char *what) {
    const char *name = strrchr(self->path, '/') + 1; /* plugin_process_new() gave it a slash */
    error_set(error, status, "plug-in %.60s %s", name, what);
    return false;
}

/* How the process ended, as part of a sentence, and what it said last. */
static bool fail_ended(PluginProcess *self, Error *error) {
    int status = 0;
    char text[60] = "ended", whole[sizeof text + 2 + COMPLAINT_SIZE];
    for (int tries = 0; tries < 100; tries++) {
        pid_t pid = waitpid(self->pid, &status, WNOHANG);
        if (pid == self->pid) {
            self->pid = 0;
            if (WIFSIGNALED(status))
                snprintf(text, sizeof text, "crashed: signal %d", WTERMSIG(status));
            else
                snprintf(text, sizeof text, "ended with status %d", WEXITSTATUS(status));
            break;
        }
        if (pid < 0 && errno != EINTR) break;
        poll(NULL, 0, 5);
    }
    drain_errors(self);
    snprintf(whole, sizeof whole, "%s%s%s", text, self->complaint_length > 0 ? ": " : "",
             self->complaint);
    return fail(self, STATUS_IO, error, whole);
}

/* Takes the next line out of what was read. */
static bool take_line(PluginProcess *self, char line[LINE_SIZE]) {
    char *end = memchr(self->line, '\n', self->length);
    if (!end) return false;
    size_t length = (size_t)(end - self->line);
    memcpy(line, self->line, length);
    line[length] = '\0';
    self->length -= length + 1;
    memmove(self->line, end + 1, self->length);
    return true;
}

static bool read_line(PluginProcess *self, char line[LINE_SIZE], Error *error) {
    int64_t deadline = clock_ns() + ANSWER_MS * INT64_C(1000000);
    while (!take_line(self, line)) {
        if (self->length == sizeof self->line)
            return fail(self, STATUS_BAD_INPUT, error, "wrote no line");
        struct pollfd wait[2] = {{.fd = self->from, .events = POLLIN},
                                 {.fd = self->errors, .events = POLLIN}};
        int64_t left = (deadline - clock_ns()) / 1000000;
        if (left <= 0 || poll(wait, 2, (int)left) == 0)
            return fail(self, STATUS_BAD_INPUT, error, "did not answer within 10 seconds");
        drain_errors(self);
        if (wait[0].revents == 0) continue;
        ssize_t got = read(self->from, self->line + self->length, sizeof self->line - self->length);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) return fail_ended(self, error);
        self->length += (size_t)got;
    }
    return true;
}

/* A process that has ended must not end this one by SIGPIPE, which only this thread would get. */
static bool write_line(const PluginProcess *self, const char *line, size_t length) {
    sigset_t pipe_signal, old;
    struct timespec now = {0, 0};
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &old);
    ssize_t written = write(self->to, line, length);
    if (written < 0 && errno == EPIPE) sigtimedwait(&pipe_signal, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return written == (ssize_t)length; /* a line fits into every pipe */
}

bool plugin_process_value(PluginProcess *self, const BiancaPosition *position, double *value,
                          Error *error) {
    char line[LINE_SIZE], *end;
    int length = snprintf(line, sizeof line, "%d %d %" PRIx64 " %" PRIx64 "\n", position->width,
                          position->height, position->black, position->white);
    if (!write_line(self, line, (size_t)length)) return fail_ended(self, error);
    do {
        if (!read_line(self, line, error)) return false;
    } while (line[0] == '#');
    *value = strtod(line, &end);
    if (end != line && (*end == '\0' || *end == '\r')) return true;
    char what[100];
    snprintf(what, sizeof what, "answered '%.40s', not a number", line);
    return fail(self, STATUS_BAD_INPUT, error, what);
}

/* --- Serving ---------------------------------------------------------------------------------- */

/* An evaluation that is opened for the board of the first position. */
typedef struct PluginServer {
    const char *eval, *weights;
    Shape shape;
    Evaluation *evaluation; /* NULL before */
} PluginServer;

static bool parse_position(const char *line, BiancaPosition *position, Error *error) {
    int end = 0;
    if (sscanf(line, "%d %d %" SCNx64 " %" SCNx64 " %n", &position->width, &position->height,
               &position->black, &position->white, &end) == 4 &&
        line[end] == '\0' && !(position->black & position->white))
        return true;
    error_set(error, STATUS_BAD_INPUT, "expected W H OWN OPP, found '%.60s'", line);
    return false;
}

static bool serve_value(PluginServer *self, const BiancaPosition *asked, double *value,
                        Error *error) {
    Shape *shape = &self->shape;
    if (!self->evaluation) {
        if (!shape_init(shape, asked->width, asked->height, error)) return false;
        self->evaluation = evaluations_open(shape, self->eval, self->weights, error);
        if (!self->evaluation) return false;
    }
    uint64_t outside = shape->squares < 64 ? ~UINT64_C(0) << shape->squares : 0;
    if (asked->width != shape->width || asked->height != shape->height ||
        ((asked->black | asked->white) & outside)) {
        error_set(error, STATUS_BAD_INPUT, "a position of another board than the first");
        return false;
    }
    Position position = {shape_unpack(shape, asked->black), shape_unpack(shape, asked->white)};
    Explanation why;
    evaluations_explain(self->evaluation, position, NULL, &why);
    *value = why.value;
    return !evaluations_failure(self->evaluation, error);
}

bool plugin_serve(FILE *in, FILE *out, const char *eval, const char *weights, Error *error) {
    PluginServer server = {.eval = eval, .weights = weights};
    char line[LINE_SIZE];
    bool ok = true;
    while (ok && fgets(line, sizeof line, in)) {
        BiancaPosition position;
        double value;
        line[strcspn(line, "\r\n")] = '\0';
        ok = parse_position(line, &position, error) &&
             serve_value(&server, &position, &value, error);
        if (ok) fprintf(out, "%.17g\n", value);
        if (fflush(out) != 0) break;
    }
    evaluations_close(server.evaluation);
    return ok;
}
