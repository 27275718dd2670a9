/* A plug-in in a process of its own, which serves values over pipes.
 *
 * Bianca writes a line for each position: width, height, and the discs of the side to move and of
 * the opponent as hexadecimal sets of squares (bit row * width + column, a1 is bit 0). The process
 * answers with a line that holds the value for the side to move, and flushes. Lines that begin with
 * '#' are comments. It ends when its input does. A process that takes longer than ANSWER_MS for a
 * value has failed; so has one that writes anything else.
 *
 *     8 8 810000000 1008000000
 *     -3.5
 *
 * The process is not in a sandbox of its own: where strangers' plug-ins play, the whole player is
 * (arena/bots/participant_spec.c). */
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
#include "eval/plugin.h"

enum { LINE_SIZE = 256, ANSWER_MS = 10000, PATH_SIZE = 4096 };

extern char **environ;

struct PluginProcess {
    pid_t pid;
    int to, from;
    char path[PATH_SIZE];
    size_t length;        /* bytes in `line` */
    char line[LINE_SIZE]; /* what was read and not used yet */
};

/* Imports a Python file and serves its function. `position` has the fields of BiancaPosition; own
 * and opp are the same sets by another name, and rows is the board as text. What the file prints
 * goes to standard error. */
static const char runner[] =
    "import importlib.util, os, sys\n"
    "path = sys.argv[1]\n"
    "answers, sys.stdout = sys.stdout, sys.stderr\n"
    "sys.path.insert(0, os.path.dirname(os.path.abspath(path)))\n"
    "spec = importlib.util.spec_from_file_location('bianca_plugin', path)\n"
    "module = importlib.util.module_from_spec(spec)\n"
    "spec.loader.exec_module(module)\n"
    "class Position:\n"
    "    __slots__ = ('width', 'height', 'side', 'black', 'white')\n"
    "    @property\n"
    "    def own(self): return self.black\n"
    "    @property\n"
    "    def opp(self): return self.white\n"
    "    @property\n"
    "    def rows(self):\n"
    "        text = ''.join('X' if self.black >> i & 1 else 'O' if self.white >> i & 1 else '-'\n"
    "                       for i in range(self.width * self.height))\n"
    "        return [text[i:i + self.width] for i in range(0, len(text), self.width)]\n"
    "position = Position()\n"
    "position.side = 0\n"
    "evaluate = module.evaluate\n"
    "for line in iter(sys.stdin.readline, ''):\n"
    "    width, height, own, opp = line.split()\n"
    "    position.width, position.height = int(width), int(height)\n"
    "    position.black, position.white = int(own, 16), int(opp, 16)\n"
    "    answers.write('%r\\n' % float(evaluate(position)))\n"
    "    answers.flush()\n";

static bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcmp(path + length - size, ending) == 0;
}

const char *plugin_program(const char *path) {
    return has_ending(path, ".py") ? "python3" : has_ending(path, ".so") ? NULL : path;
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
    const char *runs = plugin_program(self->path);
    char *python[] = {(char *)runs, "-c", (char *)runner, self->path, NULL};
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

bool plugin_process_value(PluginProcess *self, const PluginPosition *position, double *value,
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
