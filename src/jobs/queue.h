/* Long work that survives crashes: a queue of jobs that any number of workers share.
 *
 * A job is a key, unique in its queue, and a few bytes that say what to do. A worker leases a job
 * for a while, renews the lease while it works, and finishes the job with a result. If the worker
 * dies, the lease runs out and the job goes to somebody else. So
 *
 *   - every job is done at least once, perhaps more than once;
 *   - its result is recorded exactly once: the first one counts, any later one is dropped, even if
 *     the lease of the first had run out. Jobs must not mind being done twice;
 *   - a job that loses QUEUE_MAX_FAILURES workers, or fails so often, is set aside as failed until
 *     somebody says queue_resume().
 *
 * Everything that returned true is there after a kill of any process. The address says what keeps
 * the queue: the name of an SQLite file, for workers on one machine (queue_sqlite.c). Whatever else
 * keeps this contract becomes one more queue_driver.h and one row in queue.c.
 *
 * One thread at a time may use a Queue; threads and processes may each have one of their own on the
 * same address. Moments are taken from the wall clock, which processes share: a jump of it makes
 * leases run out early or late, and so at worst a job is done twice. */
#ifndef JOBS_QUEUE_H
#define JOBS_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    QUEUE_KEY_SIZE = 64,         /* with the NUL */
    QUEUE_PAYLOAD_SIZE = 4096,   /* at most */
    QUEUE_PURPOSE_SIZE = 4096,   /* with the NUL */
    QUEUE_RESULT_SIZE = 1 << 24, /* at most */
    QUEUE_MAX_FAILURES = 5
};

typedef struct Queue Queue;

/* Opens a queue; a new one is made only if it `may_create`. NULL on failure, with the reason. */
Queue *queue_open(const char *address, bool may_create, Error *error);
void queue_close(Queue *queue);

/* Says what the queue is for: lines of `key: value`. The first one to say it has it; later ones
 * must say the same, or are told in what they differ. */
bool queue_claim(Queue *queue, const char *purpose, Error *error);

/* What was claimed; empty if no worker did. */
bool queue_purpose(Queue *queue, char purpose[QUEUE_PURPOSE_SIZE], Error *error);

typedef struct Job {
    char key[QUEUE_KEY_SIZE];
    const void *payload;
    size_t length;
} Job;

/* Adds jobs, all of them or none. A key that is there already is passed over. */
bool queue_submit(Queue *queue, const Job *jobs, size_t count, Error *error);

/* A job in the hands of a worker. */
typedef struct Lease {
    int64_t job, number; /* the queue's own names for the job and for this lease of it */
    char key[QUEUE_KEY_SIZE];
    size_t length;
    uint8_t payload[QUEUE_PAYLOAD_SIZE];
} Lease;

typedef enum LeaseAnswer {
    LEASE_TAKEN, /* *lease is filled */
    LEASE_WAIT,  /* others hold what is left; perhaps one of them dies */
    LEASE_NONE,  /* every job is done or failed */
    LEASE_ERROR
} LeaseAnswer;

/* Takes the oldest job that no worker holds, for so many seconds. `worker` is shown to people. */
LeaseAnswer queue_lease(Queue *queue, const char *worker, double seconds, Lease *lease,
                        Error *error);

/* Holds the job for so many seconds from now. *is_held becomes false if somebody else has it or it
 * is done: then there is no point in going on. */
bool queue_renew(Queue *queue, const Lease *lease, double seconds, bool *is_held, Error *error);

/* Records the result. *is_first becomes false if there was one already, which stays. */
bool queue_finish(Queue *queue, const Lease *lease, const void *result, size_t length,
                  bool *is_first, Error *error);

/* Says that the job cannot be done: somebody else may try. */
bool queue_fail(Queue *queue, const Lease *lease, const char *reason, Error *error);

/* Returns the job as if it had not been leased: the worker was told to stop. */
bool queue_give_back(Queue *queue, const Lease *lease, Error *error);

/* Lets all failed jobs be tried again. */
bool queue_resume(Queue *queue, Error *error);

/* Visits all results in the order in which the jobs were submitted, until `visit` returns false. */
typedef bool QueueVisit(void *context, const char *key, const uint8_t *result, size_t length,
                        Error *error);
bool queue_results(Queue *queue, QueueVisit *visit, void *context, Error *error);

typedef struct QueueStatus {
    uint64_t queued, leased, done, failed;
    uint64_t lost; /* of the leased ones: the lease has expired, no worker has taken the job yet */
    double rate;   /* results a second, lately; 0 if there were none */
    char reason[ERROR_TEXT_SIZE]; /* of the last failure; empty if nothing has failed */
} QueueStatus;

bool queue_status(Queue *queue, QueueStatus *status, Error *error);

#endif
