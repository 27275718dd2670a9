/* Workers: processes that take jobs from a queue and do them.
 *
 * Each worker is a process of its own with one job at a time, so that a job that crashes takes no
 * other one along. A pool starts them and replaces those that die; what a dead one had in hand is
 * failed with the reason, and so tried elsewhere or set aside.
 *
 * The library has no signal handlers: a pool ends its workers with SIGTERM, and the caller's
 * handler must then set *stop. */
#ifndef JOBS_WORKER_H
#define JOBS_WORKER_H

#include "jobs/kind.h"
#include "jobs/queue.h"

/* What a worker or pool tells the one who started it. */
typedef enum WorkerEvent {
    WORKER_FAILED,  /* it has ended: the queue cannot be used */
    WORKER_REFUSED, /* it does not do the jobs of a run */
    WORKER_WAITS,   /* the server cannot be reached */
    WORKER_DIED,    /* killed by a signal; another one takes its place */
} WorkerEvent;

typedef void WorkerLog(void *context, WorkerEvent event, const char *text);

typedef struct WorkerOptions {
    const char *address;
    const JobKind *const *kinds; /* ends with NULL */
    const char *version;         /* runs of another version are refused */
    const char *run;             /* the id of the only run to serve; NULL: all */
    const char *binds;           /* of JobHost */
    bool is_draining;            /* end when there is nothing left to do */
    bool ends_on_failure;        /* otherwise a pool starts a worker that failed again, later */
    const _Atomic bool *stop;
    WorkerLog *log;
    void *context;
} WorkerOptions;

/* Works in this process until it is stopped, drained or fails. Its name must be unique. */
bool worker_run(const WorkerOptions *options, const char *name, Error *error);

/* Runs `count` workers as child processes, until all have ended. Must be called while the process
 * has one thread and no open queue. */
bool worker_pool_run(const WorkerOptions *options, int count, Error *error);

#endif
