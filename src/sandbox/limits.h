/* What a foreign program may use, and how well it can be kept apart from everything else here. */
#ifndef SANDBOX_LIMITS_H
#define SANDBOX_LIMITS_H

#include <stddef.h>
#include <stdint.h>

typedef struct ProcessLimits {
    uint64_t memory_bytes; /* of private data, for each process and for all together */
    uint64_t file_bytes;   /* for each file, and for the whole private directory where possible */
    int processes;         /* processes and threads together */
    int open_files;
    size_t line_bytes; /* one line of output */
    size_t turn_bytes; /* all output between a question and its answer */
} ProcessLimits;

/* As the course and Botzone allow, or more: 4 GB, 64 MB of files, 128 processes, 64 KB a line. */
extern const ProcessLimits process_default_limits;

/* The parts of the isolation that were in force; a set of these. */
typedef enum Isolation {
    ISOLATION_LIMITS = 1,    /* resource limits; always */
    ISOLATION_REAPER = 2,    /* whatever it starts ends with it: a child subreaper */
    ISOLATION_PIDS = 4,      /* the same, for certain: a PID namespace of its own */
    ISOLATION_READ_ONLY = 8, /* every file is read-only but those in its private directory */
    ISOLATION_USER = 16,     /* runs as a user of its own, without rights */
} Isolation;

enum { ISOLATION_TEXT_SIZE = 64 };

/* "pid-namespace+read-only+own-user+limits". `text` has room for ISOLATION_TEXT_SIZE. */
void isolation_format(unsigned isolation, char *text);

#endif
