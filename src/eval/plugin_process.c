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

/* Imports a Python file and serves its function. `position` has the fields of BiancaPosition; own
 * and opp are the same sets by another name, and rows is the board as text. What the file prints
 * goes to standard error. The last line of a failure says where it happened: "my_eval.py, line 3:
 * ZeroDivisionError: division by zero". */
static const char runner[] =
    "import importlib.util, os, sys\n"
    "path = sys.argv[1]\n"
    "answers, sys.stdout = sys.stdout, sys.stderr\n"
    "def fail(kind, value, trace):\n"
    "    sys.__excepthook__(kind, value, trace)\n"
    "    file, line = path, 0\n"
    "    while trace:\n"
    "        code = trace.tb_frame.f_code.co_filename\n"
    "        if os.path.exists(code): file, line = code, trace.tb_lineno\n"
    "        trace = trace.tb_next\n"
    "    if isinstance(value, SyntaxError): file, line = value.filename or path, value.lineno\n"
    "    text = str(value).splitlines()\n"
    "    print('%s, line %s: %s: %s' % (os.path.basename(file), line, kind.__name__,\n"
    "                                   text[0] if text else ''), file=sys.stderr)\n"
    "sys.excepthook = fail\n"
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
    char *python[] = {"python3", "-c", (char *)runner, self->path, NULL};
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
    char text[60] = "ended", whole[60 + COMPLAINT_SIZE];
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
    return fail(self, STATUS_BAD_INPUT, error, what);
}
