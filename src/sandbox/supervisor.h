/* The supervisor: a thread beside each foreign program. Private to the sandbox.
 *
 *     supervisor --fork--> bubblewrap --> first process of the box --> program
 *         '--------fork--> a trusted program
 *
 * It starts the program in its box, watches what it uses, and at the end kills everything that it
 * has started. A program in the box can neither see nor signal it. The program's input and output
 * are pipes to the caller; the supervisor does not touch them.
 * Invariant: after the last report no process of the program is left. The supervisor kills when the
 * program ends, when it breaks a limit, or when the caller says so. If the caller is killed, the
 * kernel kills bubblewrap, and the box with it. */
#ifndef SANDBOX_SUPERVISOR_H
#define SANDBOX_SUPERVISOR_H

#include <pthread.h>

#include "sandbox/box.h"
#include "sandbox/cgroup.h"

/* The first report says how the start went. If it succeeded, another says how the program ended:
 * FAULT_NONE for an exit with status 0. */
typedef struct SupervisorReport {
    bool is_start, is_running; /* started; and seen running, not only its end */
    int directory; /* at the start: a descriptor of the private directory, now the caller's */
    Fault fault;   /* without a text: bubblewrap has failed, and says why on the program's errors */
} SupervisorReport;

typedef struct Supervisor {
    /* Filled by the caller; what is pointed to must last until the first report. */
    const char *program; /* absolute path: bubblewrap, or a trusted program */
    char *const *words, *const *environment;
    const Box *box;        /* NULL: a trusted program */
    const char *directory; /* of a trusted program, which knows it as its HOME; otherwise NULL */
    ProcessLimits limits;
    bool has_own_user;
    int input, output, errors; /* the program's; the supervisor closes them */
    Cgroup cgroup;             /* the supervisor closes it */
    /* Private. */
    pthread_t thread;
    int orders[2], reports[2];
} Supervisor;

/* What went wrong with a launch, and its errno; 0: nothing. */
typedef struct LaunchError {
    const char *stage;
    int why;
} LaunchError;

/* Starts the program as a child of the calling thread, with descriptor i a copy of fds[i] and no
 * others: launch.c. */
pid_t launch_program(const Supervisor *supervisor, const int *fds, int count, LaunchError *error);

bool supervisor_start(Supervisor *supervisor);

/* Waits until the moment for the next report; false if there is none by then. */
bool supervisor_receive(const Supervisor *supervisor, int64_t deadline_ns,
                        SupervisorReport *report);

/* Asks for the end of the program; its report follows. */
void supervisor_kill(const Supervisor *supervisor);

/* Kills and waits. */
void supervisor_end(Supervisor *supervisor);

#endif
