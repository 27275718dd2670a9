/* A foreign program from the caller's side: lines out, lines in, and the description of its end.
 * process_start.c brings it to life, the supervisor (supervisor.h) watches and kills it. */
#include "sandbox/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "sandbox/supervisor.h"

/* How long a program that closed its output may take to end before it counts as merely silent. In a
 * box only its end closes the output: the report is on its way, however busy the machine is. */
#define END_GRACE_NS  INT64_C(1000000000)
#define BOX_GRACE_NS  INT64_C(20000000000)
#define STOP_CHECK_NS INT64_C(100000000)
#define KILL_NS       INT64_C(5000000000)

unsigned process_isolation(const Process *process) {
    return process->isolation;
}

void process_new_turn(Process *process) {
    process->turn_bytes = 0;
}

/* --- Standard error --------------------------------------------------------------------------- */

/* Keeps the last line that was not empty. */
static void note_errors(Process *process, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\n' || bytes[i] == '\r') {
            process->is_error_line_complete = true;
            continue;
        }
        if (process->is_error_line_complete) process->error_length = 0;
        process->is_error_line_complete = false;
        if (process->error_length + 1 < ERROR_LINE_SIZE)
            process->error_line[process->error_length++] = bytes[i];
        process->error_line[process->error_length] = '\0';
    }
}

/* Takes what is there; true if there may be more. */
static bool drain_errors(Process *process) {
    char bytes[READ_CHUNK];
    ssize_t got = read(process->fds[ERRORS], bytes, sizeof bytes);
    if (got > 0)
        note_errors(process, bytes, (size_t)got);
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        fd_close(&process->fds[ERRORS]);
    return got > 0;
}

void process_read_errors(Process *process) {
    while (process->fds[ERRORS] >= 0 && drain_errors(process)) continue;
}

/* --- The end of a program --------------------------------------------------------------------- */

static bool await_end(Process *process, int64_t deadline_ns) {
    if (process->has_ended) return true;
    /* The pipe holds all that it wrote: no process is left that could write more. */
    if (supervisor_receive(process, deadline_ns)) process_read_errors(process);
    return process->has_ended;
}

/* What may help a program in a box that says why it failed; empty if nothing is known to. */
static const char *hint_for(const Process *process) {
    static const char *const ways[] = {"No such file",       "cannot open",
                                       ": not found",        "ModuleNotFoundError",
                                       "Cannot find module", "Unable to access jarfile"};
    const char *line = process->error_line;
    if (process->has_own_user && strstr(line, "Permission denied") != NULL)
        return "; it runs as another user: chmod a+rX";
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (process->is_boxed && strstr(line, ways[i]) != NULL)
            return "; --bind PATH shows it more";
    return "";
}

/* The program has ended: why, as the supervisor says, and the last line of its errors. */
static bool fail_as_reported(Process *process, Fault *fault) {
    const Fault *ended = &process->fault;
    if (ended->kind != FAULT_CRASHED && ended->kind != FAULT_NONE)
        return fault_set(fault, ended->kind, "%s", ended->text);
    return fault_set(fault, FAULT_CRASHED, "%s%s%s%s", ended->text,
                     process->error_length > 0 ? ": " : "", process->error_line, hint_for(process));
}

/* Its output has ended, or it does not take input any more: finds out why. */
static bool fail_ended(Process *process, Fault *fault) {
    if (!await_end(process, clock_ns() + (process->is_boxed ? BOX_GRACE_NS : END_GRACE_NS)))
        return fault_set(fault, FAULT_CRASHED, "closed its input or output");
    return fail_as_reported(process, fault);
}

static bool is_told_to_stop(const Process *process) {
    return process->stop != NULL && *process->stop;
}

/* Time is up; unless it was just killed for something worse. */
static bool fail_timeout(Process *process, const char *what, Fault *fault) {
    if (is_told_to_stop(process)) return fault_set(fault, FAULT_STOPPED, "stopped");
    if (await_end(process, 0)) return fail_as_reported(process, fault);
    return fault_set(fault, FAULT_TIMEOUT, "%s", what);
}

/* --- Reading and writing ---------------------------------------------------------------------- */

/* Waits until something can be done with `fd`; meanwhile empties the program's standard error, so
 * that a program that writes much there does not block. False at the deadline, and when told to
 * stop. */
static bool await(Process *process, int fd, short events, int64_t deadline_ns) {
    for (;;) {
        struct pollfd polls[2] = {{.fd = fd, .events = events},
                                  {.fd = process->fds[ERRORS], .events = POLLIN}};
        int64_t now = clock_ns(), next = now + STOP_CHECK_NS;
        if (now >= deadline_ns || is_told_to_stop(process)) return false;
        int ready = poll_until(polls, 2, next < deadline_ns ? next : deadline_ns);
        if (ready < 0 && errno != EINTR) return false;
        if (ready <= 0) continue;
        if (polls[1].revents != 0) drain_errors(process);
        if (polls[0].revents != 0) return true;
    }
}

/* write() without the signal that a closed pipe sends: a library must not change how the whole
 * program takes signals. */
static ssize_t write_quietly(int fd, const char *bytes, size_t length) {
    sigset_t pipe_closed, before;
    sigemptyset(&pipe_closed);
    sigaddset(&pipe_closed, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_closed, &before);
    ssize_t put = write(fd, bytes, length);
    int why = errno;
    if (put < 0 && why == EPIPE) sigtimedwait(&pipe_closed, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return put;
}

bool process_write(Process *process, const char *bytes, size_t length, int64_t deadline_ns,
                   Fault *fault) {
    while (length > 0) {
        ssize_t put = write_quietly(process->fds[INPUT], bytes, length);
        if (put > 0) {
            bytes += put;
            length -= (size_t)put;
        } else if (errno == EAGAIN) {
            if (!await(process, process->fds[INPUT], POLLOUT, deadline_ns))
                return fail_timeout(process, "does not read what it is told", fault);
        } else if (errno != EINTR) {
            return fail_ended(process, fault);
        }
    }
    return true;
}

/* Takes more output into the buffer, which has room for a line and a chunk. */
static bool read_more(Process *process, int64_t deadline_ns, Fault *fault) {
    if (process->begin > 0) {
        memmove(process->buffer, process->buffer + process->begin, process->end - process->begin);
        process->end -= process->begin;
        process->begin = 0;
    }
    if (process->end > process->limits.line_bytes)
        return fault_set(fault, FAULT_OUTPUT_LIMIT, "a line of more than %zu bytes",
                         process->limits.line_bytes);
    for (;;) {
        /* First ask whether time is up: output that never pauses must not hide the deadline. */
        if (clock_ns() >= deadline_ns) return fail_timeout(process, "no answer in time", fault);
        ssize_t got = read(process->fds[OUTPUT], process->buffer + process->end, READ_CHUNK);
        if (got > 0) {
            process->end += (size_t)got;
            process->turn_bytes += (size_t)got;
            break;
        }
        if (got == 0) {
            process->has_ended_output = true;
            return true;
        }
        if (errno != EAGAIN && errno != EINTR) return fail_ended(process, fault);
        if (!await(process, process->fds[OUTPUT], POLLIN, deadline_ns))
            return fail_timeout(process, "no answer in time", fault);
    }
    if (process->turn_bytes > process->limits.turn_bytes)
        return fault_set(fault, FAULT_OUTPUT_LIMIT, "more than %zu bytes in one turn",
                         process->limits.turn_bytes);
    return true;
}

bool process_read_line(Process *process, int64_t deadline_ns, const char **line, size_t *length,
                       Fault *fault) {
    size_t searched = 0;
    for (;;) {
        char *start = process->buffer + process->begin;
        size_t held = process->end - process->begin;
        char *newline = memchr(start + searched, '\n', held - searched);
        bool is_last = process->has_ended_output && held > 0;
        if (newline != NULL || is_last) {
            size_t size = newline != NULL ? (size_t)(newline - start) : held;
            process->begin += size + (newline != NULL);
            if (size > 0 && start[size - 1] == '\r') size--;
            start[size] = '\0';
            *line = start;
            *length = size;
            return true;
        }
        if (process->has_ended_output) return fail_ended(process, fault);
        searched = held;
        if (!read_more(process, deadline_ns, fault)) return false;
    }
}

bool process_at_end(Process *process, int64_t deadline_ns, Fault *fault) {
    while (process->begin == process->end && !process->has_ended_output)
        if (!read_more(process, deadline_ns, fault)) return false;
    return process->begin == process->end;
}

/* --- Stopping --------------------------------------------------------------------------------- */

/* Takes all output: a program that waits for room there cannot come to its end. */
static bool drain_output(Process *process, int64_t deadline_ns, Fault *fault) {
    while (!process->has_ended_output) {
        process->begin = process->end = 0;
        if (!read_more(process, deadline_ns, fault)) return false;
    }
    return true;
}

bool process_wait(Process *process, int64_t deadline_ns, Fault *fault) {
    if (!drain_output(process, deadline_ns, fault)) return false;
    if (!await_end(process, deadline_ns))
        return fault_set(fault, FAULT_TIMEOUT, "did not end in time");
    fail_as_reported(process, fault);
    if (process->fault.kind == FAULT_NONE) fault->kind = FAULT_NONE;
    return true;
}

void process_stop(Process *process, int64_t grace_ns) {
    fd_close(&process->fds[INPUT]);
    int64_t deadline = clock_ns() + grace_ns;
    process->turn_bytes = 0;
    if (grace_ns > 0) drain_output(process, deadline, NULL);
    if (await_end(process, deadline)) return;
    supervisor_kill(process);
    await_end(process, clock_ns() + KILL_NS);
}

bool process_read_file(Process *process, const char *name, char *bytes, size_t size,
                       size_t *length) {
    /* O_NONBLOCK: the program may have put a named pipe there. */
    int fd = openat(process->fds[DIRECTORY], name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return false;
    size_t used = 0;
    while (used + 1 < size) {
        ssize_t got = read(fd, bytes + used, size - 1 - used);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        used += (size_t)got;
    }
    close(fd);
    bytes[used] = '\0';
    *length = used;
    return true;
}
