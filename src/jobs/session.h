/* The side that wants something done: submits the jobs of a run, works on them too if asked to, and
 * collects the results in the order of the jobs.
 *
 * Since jobs are named by what they are, a session that is killed and started again with the same
 * input finds what was done before. */
#ifndef JOBS_SESSION_H
#define JOBS_SESSION_H

#include "jobs/worker.h"

typedef struct SessionStatus {
    QueueStatus queue;        /* of the run */
    size_t collected, wanted; /* results of this session */
    const char *waits;        /* why the server cannot be reached, or NULL */
} SessionStatus;

/* Called a few times a second on the thread of session_do(). */
typedef void SessionProgress(void *context, const SessionStatus *status);

typedef struct SessionOptions {
    const char *address;
    const JobKind *kind;
    const char *version, *parameters;
    double lease_seconds;
    int workers; /* processes that work here; 0: others do */
    const _Atomic bool *stop;
    SessionProgress *progress; /* may be NULL */
    void *context;
} SessionOptions;

/* A list of jobs to be done. */
typedef struct SessionJobs {
    size_t count;
    /* Writes payload number `index`; the same each time. */
    bool (*payload)(void *context, size_t index, uint8_t payload[QUEUE_PAYLOAD_SIZE],
                    size_t *length, Error *error);
    /* Takes result number `index`; they come in order. */
    QueueVisit *collect;
    void *context;
} SessionJobs;

typedef struct Session Session;

/* Starts the workers and adds the run. Must be called while the process has one thread and no open
 * queue. Texts must outlive the session. */
Session *session_open(const SessionOptions *options, Error *error);

/* How many jobs of the run were done before this session. */
uint64_t session_found(const Session *session);

/* Ends the workers. What they had begun is given back. */
void session_close(Session *session);

/* Submits the jobs and collects all their results. May be called again, for the next ones. Fails if
 * a job has become a dead letter, with its reason, when nothing else is left to do. */
bool session_do(Session *session, const SessionJobs *jobs, Error *error);

#endif
