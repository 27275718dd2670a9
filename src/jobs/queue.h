/* Long work that survives crashes: a queue of jobs that any number of workers share, on one machine
 * or on many.
 *
 * Jobs come in runs. A run says what its jobs have in common: the kind of work (jobs/kind.h), the
 * version of the program that must do it, and parameters. A job adds a payload. Both are named by
 * the hash of what they are, so that submitting the same thing twice does nothing twice.
 *
 * A worker leases a job, renews the lease while it works, and finishes the job with a result. If
 * the worker dies, the lease expires and another worker takes the job. So
 *
 *   - every job is executed at least once, perhaps more than once;
 *   - its result is recorded exactly once, in one transaction with the end of the lease: the first
 *     one counts, any later one is dropped. Jobs must be idempotent;
 *   - a job that loses QUEUE_MAX_FAILURES workers, or fails so often, becomes a dead letter until
 *     queue_retry().
 *
 * Everything that returned true is there after a kill of any process. The address names the driver:
 * a file is an SQLite database for processes of one machine (queue_sqlite.c), redis:// and unix://
 * a Redis server for any number of machines (queue_redis.c).
 *
 * One thread at a time may use a Queue; threads and processes may each have one of their own. A
 * Queue must not be used in a child process that was forked after it was opened. */
#ifndef JOBS_QUEUE_H
#define JOBS_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    QUEUE_ID_SIZE = 33,              /* of a run or a job, with the NUL: 32 hexadecimal digits */
    QUEUE_PAYLOAD_SIZE = 1 << 16,    /* at most */
    QUEUE_PARAMETERS_SIZE = 1 << 17, /* at most, with the NUL */
    QUEUE_RESULT_SIZE = 1 << 24,     /* at most */
    QUEUE_NAME_SIZE = 96,            /* of a worker, with the NUL */
    QUEUE_STATE_SIZE = 160,          /* of what a worker says it is doing, with the NUL */
    QUEUE_MAX_FAILURES = 5,
    QUEUE_WORKER_SECONDS = 20 /* a worker that has not reported for so long is not counted */
};

typedef struct Queue Queue;

typedef struct QueueOptions {
    bool may_create;          /* a file that is not there is made */
    bool is_patient;          /* also the first call waits for a server that cannot be reached */
    const _Atomic bool *stop; /* ends waiting for a server; may be NULL */
    /* Called when the server cannot be reached and the call waits for it; may be NULL. */
    void (*on_wait)(void *context, const char *reason);
    void *context;
} QueueOptions;

/* Opens a queue. NULL on failure, with the reason; a server that cannot be reached is one, unless
 * the caller is patient. Later on, a server that cannot be reached is no
 * failure: calls wait for it, with growing pauses, until it answers or *stop becomes true. */
Queue *queue_open(const char *address, const QueueOptions *options, Error *error);
void queue_close(Queue *queue);

/* The address without its password, for people. */
typedef struct QueueShown {
    char text[256];
} QueueShown;
QueueShown queue_shown(const char *address);

/* --- Runs and jobs ------------------------------------------------------------------------- */

/* What the jobs of a run share. Texts are borrowed. */
typedef struct QueueRun {
    char id[QUEUE_ID_SIZE];
    const char *kind;       /* "solve" */
    const char *version;    /* of the program that submitted it: others must not execute it */
    const char *parameters; /* lines of `key: value` */
    double lease_seconds;   /* not part of the id */
} QueueRun;

/* Sets the id from kind, version and parameters. */
void queue_name_run(QueueRun *run);

typedef struct Job {
    char id[QUEUE_ID_SIZE];
    const void *payload;
    size_t length;
} Job;

/* Sets the id from the run's id and the payload. */
void queue_name_job(const char *run, Job *job);

/* Adds a run. One that is there only gets the new lease time. */
bool queue_add_run(Queue *queue, const QueueRun *run, Error *error);

/* Adds jobs to a run. Jobs that are there already are passed over. False with STATUS_STOPPED if the
 * run is not there (another program has purged it). */
bool queue_submit(Queue *queue, const char *run, const Job *jobs, size_t count, Error *error);

/* --- Working ------------------------------------------------------------------------------- */

/* A job in the hands of a worker. */
typedef struct Lease {
    char run[QUEUE_ID_SIZE], job[QUEUE_ID_SIZE];
    char worker[QUEUE_NAME_SIZE];
    char entry[48]; /* the driver's own name for the lease */
    double seconds;
    size_t length;
    uint8_t payload[QUEUE_PAYLOAD_SIZE];
} Lease;

typedef enum LeaseAnswer {
    LEASE_TAKEN, /* *lease is filled */
    LEASE_WAIT,  /* other workers hold what is left; perhaps one of them dies */
    LEASE_NONE,  /* every job of these runs is done or failed */
    LEASE_ERROR
} LeaseAnswer;

/* Takes a job of the first of these runs that has one: what a dead worker has left, else the oldest
 * one. A worker has a unique name, and at most one lease. */
LeaseAnswer queue_lease(Queue *queue, const char (*runs)[QUEUE_ID_SIZE], int count,
                        const char *worker, Lease *lease, Error *error);

/* Extends the lease to its full time from now. *is_held becomes false if another worker has the job
 * or it is done: then its result is not needed. */
bool queue_renew(Queue *queue, const Lease *lease, bool *is_held, Error *error);

/* Records the result. *is_first becomes false if there was one already, which stays, or if the job
 * is not there any more. */
bool queue_finish(Queue *queue, const Lease *lease, const void *result, size_t length,
                  bool *is_first, Error *error);

/* Says that the job cannot be done: another worker may try. */
bool queue_fail(Queue *queue, const Lease *lease, const char *reason, Error *error);

/* Returns the job as if it had not been leased: the worker was told to stop. */
bool queue_give_back(Queue *queue, const Lease *lease, Error *error);

/* Fails whatever job that worker holds, on behalf of a worker that has crashed. */
bool queue_fail_worker(Queue *queue, const char *worker, const char *reason, Error *error);

/* --- Collecting ---------------------------------------------------------------------------- */

/* Visits the results of jobs in the order given, up to the first one that has none, or until
 * `visit` returns false, which makes the call fail. *taken says how many. */
typedef bool QueueVisit(void *context, size_t index, const uint8_t *result, size_t length,
                        Error *error);
bool queue_collect(Queue *queue, const char *run, const char (*jobs)[QUEUE_ID_SIZE], size_t count,
                   QueueVisit *visit, void *context, size_t *taken, Error *error);

/* --- Looking and managing ------------------------------------------------------------------ */

typedef struct QueueStatus {
    uint64_t waiting, running, done, failed;
    uint64_t lost; /* of the running ones: the lease has expired, and no worker has taken the job */
    double rate;   /* results a second in the last minute; 0 if there were none */
    uint64_t workers; /* seen lately */
} QueueStatus;

static inline uint64_t queue_total(const QueueStatus *status) {
    return status->waiting + status->running + status->done + status->failed;
}

/* Of one run, or of all with NULL. */
bool queue_status(Queue *queue, const char *run, QueueStatus *status, Error *error);

/* Visits all runs, the oldest first. */
typedef void QueueRunVisit(void *context, const QueueRun *run, const QueueStatus *status);
bool queue_runs(Queue *queue, QueueRunVisit *visit, void *context, Error *error);

/* A worker as it reports itself. The times are seconds ago, for those who read. */
typedef struct QueueWorker {
    char name[QUEUE_NAME_SIZE];
    char version[QUEUE_NAME_SIZE];
    char state[QUEUE_STATE_SIZE]; /* "solve", "idle", "refuses tune: ..." */
    uint64_t done;                /* jobs, since it started */
    double started, seen;
} QueueWorker;

/* Writes or renews the worker's line; its end removes it. */
bool queue_report(Queue *queue, const QueueWorker *worker, Error *error);
bool queue_sign_off(Queue *queue, const char *worker, Error *error);

typedef void QueueWorkerVisit(void *context, const QueueWorker *worker);
bool queue_workers(Queue *queue, QueueWorkerVisit *visit, void *context, Error *error);

/* A dead letter. */
typedef struct QueueFailure {
    char run[QUEUE_ID_SIZE], job[QUEUE_ID_SIZE];
    const char *kind, *reason;
} QueueFailure;
typedef void QueueFailureVisit(void *context, const QueueFailure *failure);
bool queue_failures(Queue *queue, QueueFailureVisit *visit, void *context, Error *error);

/* Lets the failed jobs of a run, or of all with NULL, be tried again. */
bool queue_retry(Queue *queue, const char *run, uint64_t *retried, Error *error);

/* Removes the runs in which nothing waits or runs, with their results; or all runs. */
bool queue_purge(Queue *queue, bool is_all, uint64_t *removed, Error *error);

#endif
