/* The sandbox: starts a foreign program, talks to it in lines with deadlines, and ends it for
 * certain.
 *
 * This header and command_line.h are all that other folders use; how the box is made
 * (box.h, supervisor.h) can be replaced without them.
 *
 * Deadlines are moments of clock_ns() and absolute: output that trickles in never moves them. What
 * is read is bounded, by line and by turn. Every way to fail is a FaultKind (limits.h). After
 * process_free() no process and no file of the program is left.
 *
 * A Process belongs to one thread at a time; any number of them may run. */
#ifndef SANDBOX_PROCESS_H
#define SANDBOX_PROCESS_H

#include "sandbox/command_line.h"
#include "sandbox/limits.h"

typedef struct ProcessOptions {
    ProcessLimits limits;
    bool is_trusted;  /* no box: it runs as the caller, with limits and deadlines alone */
    bool has_network; /* the box has the caller's network */
    /* What it uses without an argument that says so, or NULL: */
    const char *file;    /* an absolute path that it reads, shown like one among its arguments */
    const char *program; /* a path or name that it executes, shown like itself */
    const char *binds;   /* more absolute paths that the box shows it, separated by ':' */
    const _Atomic bool *stop; /* becomes true: stop waiting for anything; may be NULL */
} ProcessOptions;

/* A file put into the private directory before the program starts. */
typedef struct ProcessFile {
    const char *name;
    const void *bytes;
    size_t length;
} ProcessFile;

typedef struct Process Process;

/* Starts the program with `files` in its private directory. NULL with the reason on failure. There
 * is no weaker box for systems that do not permit this one: then only trusted programs start. */
Process *process_start(const CommandLine *line, const ProcessOptions *options,
                       const ProcessFile *files, int file_count, Fault *fault);

/* Ends the program and everything it started, and removes its files. Accepts NULL. */
void process_free(Process *process);

/* The set of Isolation that the program runs under. */
unsigned process_isolation(const Process *process);

/* Begins to count the output of a new turn. */
void process_new_turn(Process *process);

/* Writes all bytes. The program may be slow to read them: until the deadline. */
bool process_write(Process *process, const char *bytes, size_t length, int64_t deadline_ns,
                   Fault *fault);

/* Reads the next line, without its end (LF or CRLF), NUL-terminated; *line is valid until the next
 * read. Bytes before the end of the output that no newline follows are a line too. */
bool process_read_line(Process *process, int64_t deadline_ns, const char **line, size_t *length,
                       Fault *fault);

/* Whether the program has ended its output; true leaves no line unread. */
bool process_at_end(Process *process, int64_t deadline_ns, Fault *fault);

/* Waits until the program has ended; false if it has not by the deadline. *fault says how it ended:
 * FAULT_NONE for an exit with status 0. */
bool process_wait(Process *process, int64_t deadline_ns, Fault *fault);

/* Closes the program's input, which tells most programs to end, waits that long, then kills it with
 * everything it started. Its files can still be read. */
void process_stop(Process *process, int64_t grace_ns);

/* Reads a file of its private directory; at most `size` - 1 bytes, and a NUL. */
bool process_read_file(Process *process, const char *name, char *bytes, size_t size,
                       size_t *length);

#endif
