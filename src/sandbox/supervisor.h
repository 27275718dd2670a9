/* The supervisor: a small process between the caller (process.h) and a foreign program. Private to
 * the sandbox.
 *
 *     caller --fork--> supervisor --fork--> bubblewrap --> first process of the box --> program
 *       ^---reports-----'  '--------fork--> a trusted program
 *
 * It starts the program in its box, watches what it uses, and at the end kills everything that it
 * has started. The supervisor is outside: a program in the box can neither see nor signal it.
 * The program's input and output are pipes to the caller; the supervisor does not touch them.
 * Invariant: when the supervisor has ended, no process and no file of the program is left. It kills
 * when the program ends, when it breaks a limit, or when the caller writes a byte to the socket; it
 * ends when the caller closes the socket, which also happens if the caller is killed. If the
 * supervisor itself is killed, so is bubblewrap, and the box with it.
 *
 * The supervisor runs in a fork of a program with many threads: it must not allocate, lock, or call
 * what does. */
#ifndef SANDBOX_SUPERVISOR_H
#define SANDBOX_SUPERVISOR_H

#include <sys/types.h>

#include "sandbox/box.h"

/* Everything the supervisor needs; the caller fills it before it forks. */
typedef struct SupervisorPlan {
    char *const *argv; /* bubblewrap with its arguments, or a trusted program with its own */
    char *const *envp;
    const char *program; /* the absolute path of argv[0] */
    ProcessLimits limits;
    unsigned isolation;    /* what is in force if the start succeeds */
    const char *directory; /* of a trusted program: becomes its working directory; otherwise NULL */
    /* Descriptors: reports, the program's three, for a box those of box.h; -1: none. */
    int control, input, output, errors;
    int info[2], block[2], filter, files[BOX_MAX_FILES];
} SupervisorPlan;

typedef enum SupervisorEvent {
    SUPERVISOR_STARTED,     /* with a descriptor of the private directory; `value` is 0 if the
                             * program was not seen running, and its end is reported next */
    SUPERVISOR_NOT_STARTED, /* `value` is an errno, `stage` says of what */
    SUPERVISOR_NO_BOX,      /* bubblewrap has failed; it says why on the program's errors */
    SUPERVISOR_EXITED,      /* `value` is a status as of waitpid */
    SUPERVISOR_KILLED,      /* because the caller asked for it */
    SUPERVISOR_PROCESSES,   /* killed: too many processes */
    SUPERVISOR_MEMORY,      /* killed: too much memory */
    SUPERVISOR_FILES,       /* killed: too many files */
    SUPERVISOR_CLOSED,      /* killed: no process has its output open any more */
} SupervisorEvent;

typedef struct SupervisorReport {
    SupervisorEvent event;
    int value;
    uint64_t peak_bytes; /* the most memory it had, as far as seen */
    bool is_disk_full;   /* its private directory is full to the last byte */
    char stage[32];
} SupervisorReport;

/* Never returns. */
_Noreturn void supervisor_run(const SupervisorPlan *plan);

/* --- supervisor_watch.c: processes and what they use ------------------------------------------ */

typedef struct ResourceUse {
    int tasks;
    uint64_t resident_bytes;
} ResourceUse;

/* Of the descendants of a process, 0: of this one. */
ResourceUse supervisor_measure(pid_t root);
/* Their memory, with shared pages counted once; slow. */
uint64_t supervisor_measure_exactly(pid_t root);
/* The second process of a box whose first one is given, which is the program; 0 if there is none.
 */
pid_t supervisor_program_of(pid_t first);
/* Whether a descendant of `root` has the pipe open; `likely` is asked first. */
bool supervisor_holds_pipe(pid_t root, pid_t likely, ino_t pipe);
/* Stops and kills all descendants of this process. The caller of it reaps them. */
void supervisor_kill_descendants(void);

#endif
