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

enum { LINE_SIZE = 256, ANSWER_MS = 10000, PATH_SIZE = 4096 };

extern char **environ;

struct PluginProcess {
    pid_t pid;
    int to, from;
    char path[PATH_SIZE];
    size_t length;        /* bytes in `line` */
    char line[LINE_SIZE]; /* what was read and not used yet */
};

static bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcmp(path + length - size, ending) == 0;
}

/* Starts the program with pipes for its input and output; -1 with errno set. */
static pid_t spawn(char *const *words, int to[2], int from[2]) {
    posix_spawn_file_actions_t actions;
    pid_t pid = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    int failed = posix_spawnp(&pid, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    errno = failed;
    return failed ? -1 : pid;
}

static bool start(PluginProcess *self, char *const *words, Error *error) {
    int to[2], from[2] = {-1, -1};
    bool ok = pipe2(to, O_CLOEXEC) == 0;
    if (ok && pipe2(from, O_CLOEXEC) != 0) {
        close(to[0]);
        close(to[1]);
        ok = false;
    }
    if (ok) {
        self->pid = spawn(words, to, from);
        int reason = errno;
        close(to[0]);
        close(from[1]);
        self->to = to[1];
        self->from = from[0];
        errno = reason;
        ok = self->pid > 0;
    }
    if (!ok)
        error_set(error, STATUS_IO, "plug-in '%.100s' does not start: %s", self->path,
                  strerror(errno));
    return ok;
}

PluginProcess *plugin_process_new(const char *path, Error *error) {
    PluginProcess *self = calloc(1, sizeof *self);
    char program[PATH_SIZE], name[PATH_SIZE + 16];
    if (!self) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a plug-in");
        return NULL;
    }
    self->to = self->from = -1;
    snprintf(self->path, sizeof self->path, "%s%s", strchr(path, '/') ? "" : "./", path);
    snprintf(program, sizeof program, "/proc/self/exe");
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0) program[length] = '\0';
    snprintf(name, sizeof name, PLUGIN_PREFIX "%s", self->path);
    char *python[] = {"python3", "-c", (char *)(uintptr_t)plugin_runner_begin, self->path, NULL};
    char *own[] = {program, "eval", "--stdin", "--eval", name, NULL};
    char *other[] = {self->path, NULL};
    bool is_python = has_ending(path, ".py"), is_object = has_ending(path, ".so");
    if (access(self->path, is_python || is_object ? R_OK : X_OK) != 0)
        error_set(error, STATUS_IO, "plug-in '%.100s': %s", path, strerror(errno));
    else if (start(self, is_python ? python : is_object ? own : other, error))
        return self;
    plugin_process_free(self);
    return NULL;
}

void plugin_process_free(PluginProcess *self) {
    if (!self) return;
    if (self->to >= 0) close(self->to);
    if (self->from >= 0) close(self->from);
    if (self->pid > 0) {
        kill(self->pid, SIGKILL); /* it has nothing to save */
        while (waitpid(self->pid, NULL, 0) < 0 && errno == EINTR) continue;
    }
    free(self);
}

static bool fail(PluginProcess *self, Error *error, const char *what) {
    error_set(error, STATUS_IO, "plug-in '%.100s' %s", self->path, what);
    return false;
}

/* How the process ended, as part of a sentence. */
static bool fail_ended(PluginProcess *self, Error *error) {
    int status = 0;
    char text[60] = "ended";
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
    return fail(self, error, text);
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
        if (self->length == sizeof self->line) return fail(self, error, "wrote no line");
        struct pollfd wait = {.fd = self->from, .events = POLLIN};
        int64_t left = (deadline - clock_ns()) / 1000000;
        if (left <= 0 || poll(&wait, 1, (int)left) == 0)
            return fail(self, error, "did not answer within 10 seconds");
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
    return fail(self, error, what);
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
