/* What a foreign program may use, under which protection it runs, and the ways in which it can
 * fail.
 *
 * These are the words of the sandbox: process.h speaks them to its callers, supervisor.h inside. */
#ifndef SANDBOX_LIMITS_H
#define SANDBOX_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ProcessLimits {
    uint64_t memory_bytes; /* of each process, and of all together with the files in /tmp */
    uint64_t file_bytes;   /* of each file, and of everything in /tmp */
    int files;             /* in /tmp */
    int processes;         /* processes and threads together */
    int cpus;              /* processors it may keep busy, where a cgroup is had; 0: all */
    int open_files;
    size_t line_bytes; /* one line of output */
    size_t turn_bytes; /* all output between a question and its answer */
} ProcessLimits;

/* 4 GB of memory, 64 MB in 4096 files, 128 processes, 64 KB a line, 1 MB a turn. */
extern const ProcessLimits process_default_limits;

/* The parts of the protection that were in force; a set of these. Databases hold the numbers: 4, 8
 * and 16 without ISOLATION_BOX are from versions that made their own namespaces. */
typedef enum Isolation {
    ISOLATION_LIMITS = 1,    /* resource limits; always */
    ISOLATION_SUBREAPER = 2, /* trusted: no box, but what it starts ends with it */
    ISOLATION_PIDS = 4,      /* a PID namespace of its own */
    ISOLATION_READ_ONLY = 8, /* every file is read-only except those in its private directory */
    ISOLATION_USER = 16,     /* the caller is root and the program a user of its own */
    ISOLATION_BOX = 32,      /* bubblewrap: an empty root, no home, no processes of others */
    ISOLATION_FILTER = 64,   /* seccomp: system calls that escape the limits are refused */
    ISOLATION_OFFLINE = 128, /* no network */
    ISOLATION_CGROUP = 256,  /* the kernel bounds memory, processes and processor time of all */
} Isolation;

enum { ISOLATION_TEXT_SIZE = 96 };

/* "bubblewrap+seccomp+no-network+cgroup+own-user+limits". `text` has room for ISOLATION_TEXT_SIZE.
 */
void isolation_format(unsigned isolation, char *text);

typedef enum FaultKind {
    FAULT_NONE,
    FAULT_TIMEOUT,       /* no answer, or not all of it, before the deadline */
    FAULT_CRASHED,       /* exited, was killed by a signal, or closed its output */
    FAULT_OUTPUT_LIMIT,  /* a line or a turn with too many bytes */
    FAULT_PROCESS_LIMIT, /* too many processes or threads */
    FAULT_MEMORY_LIMIT,
    FAULT_FILE_LIMIT,  /* wrote more into files than allowed */
    FAULT_NOT_STARTED, /* the program could not be started */
    FAULT_STOPPED,     /* the caller set ProcessOptions.stop: the program is not to blame */
} FaultKind;

enum { FAULT_TEXT_SIZE = 256 };

/* What went wrong with a program. The text is one line of printable ASCII. */
typedef struct Fault {
    FaultKind kind;
    char text[FAULT_TEXT_SIZE];
} Fault;

/* Fills *fault (may be NULL) and returns false, so that a caller can write `return fault_set(...)`.
 * Bytes that are not printable become '?'. */
bool fault_set(Fault *fault, FaultKind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
