/* See child.h. */
#include "support/child.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { MAX_ARGUMENTS = 30 };

Child child_start_program(const char *const program[]) {
    Child child = {.count = 0};
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) fail_msg("no pipes");
    signal(SIGPIPE, SIG_IGN);
    child.pid = fork();
    if (child.pid < 0) fail_msg("no process");
    if (child.pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        signal(SIGPIPE, SIG_DFL);
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves nobody behind */
        execv(program[0], (char *const *)(uintptr_t)program);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    child.to = to[1];
    child.from = from[0];
    return child;
}

Child child_start(const char *const arguments[]) {
    const char *program[MAX_ARGUMENTS + 2] = {getenv("BIANCA")};
    if (!program[0]) program[0] = "build/bianca";
    for (int i = 0; arguments[i]; i++) {
        assert_true(i < MAX_ARGUMENTS);
        program[i + 1] = arguments[i];
    }
    return child_start_program(program);
}

void child_send(Child *child, const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        ssize_t count = write(child->to, text, left);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return; /* it has gone; the reader of its answers will notice */
        text += count;
        left -= (size_t)count;
    }
}

void child_close_input(Child *child) {
    if (child->to >= 0) close(child->to);
    child->to = -1;
}

/* Reads more bytes; false at the end of the output. */
static bool fill(Child *child, double deadline) {
    struct pollfd watched = {.fd = child->from, .events = POLLIN};
    double left = deadline - clock_seconds();
    int ready = poll(&watched, 1, left > 0 ? (int)(left * 1000) + 1 : 0);
    if (ready < 0 && errno == EINTR) return true;
    if (ready == 0) {
        child_kill(child);
        fail_msg("no answer in time");
    }
    ssize_t count =
        read(child->from, child->bytes + child->count, sizeof child->bytes - child->count);
    if (count > 0) child->count += (size_t)count;
    return count > 0;
}

bool child_line(Child *child, char *line, size_t size, double seconds) {
    double deadline = clock_seconds() + seconds;
    for (;;) {
        char *end = memchr(child->bytes, '\n', child->count);
        if (end) {
            size_t length = (size_t)(end - child->bytes);
            assert_true(length < size);
            memcpy(line, child->bytes, length);
            line[length] = '\0';
            child->count -= length + 1;
            memmove(child->bytes, end + 1, child->count);
            return true;
        }
        assert_true(child->count < sizeof child->bytes);
        if (!fill(child, deadline)) return false;
    }
}

static double seconds_of(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static int reap(Child *child, int options) {
    int status;
    pid_t pid;
    struct rusage usage;
    do pid = wait4(child->pid, &status, options, &usage);
    while (pid < 0 && errno == EINTR);
    if (pid == 0) return -1;
    child->peak_bytes = (size_t)usage.ru_maxrss * 1024;
    child->cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    child_close_input(child);
    close(child->from);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int child_wait(Child *child, double seconds) {
    for (double deadline = clock_seconds() + seconds; clock_seconds() < deadline;) {
        int status = reap(child, WNOHANG);
        if (status >= 0) return status;
        clock_sleep_ns(1000000);
    }
    child_kill(child);
    fail_msg("it does not end");
    return -1;
}

void child_kill(Child *child) {
    kill(child->pid, SIGKILL);
    reap(child, 0);
}
