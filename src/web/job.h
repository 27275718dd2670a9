/* Work that takes longer than answering a request: one thread each, with its output in a buffer
 * that the connection drains, and at most one per page.
 *
 *     connection thread --jobs_start--> job thread --job_event/job_answer--> buffer --job_read-->
 *
 * A page names itself with a session; starting a job stops the one that the same session has
 * running and begins when that is gone. Invariant: the reader of a job is woken exactly when
 * there is something new to read. */
#ifndef WEB_JOB_H
#define WEB_JOB_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "web/engines.h"
#include "web/live.h"
#include "web/programs.h"
#include "web/shelf.h"

enum { SESSION_MAX = 40, JOBS_MAX = 160 };

typedef struct Jobs Jobs;
typedef struct Job Job;

/* What a job does: run() writes events and an answer, or fails; release() frees the plan. */
typedef struct JobWork {
    void (*run)(Job *job, void *plan);
    void (*release)(void *plan);
    void *plan;
} JobWork;

/* How the reader of a job sleeps and is woken; both are called with the job locked, and `wake` from
 * another thread. */
typedef struct JobReader {
    void (*sleep)(void *context);
    void (*wake)(void *context);
    void *context;
} JobReader;

Jobs *jobs_new(const EnginesOptions *options, Error *error);

/* Lets jobs use foreign programs, which must outlive them. Before the first job. */
void jobs_set_programs(Jobs *jobs, Programs *programs);
const Programs *jobs_programs(const Jobs *jobs);

/* Lets jobs use a library of games, which must outlive them. Before the first job. */
void jobs_set_shelf(Jobs *jobs, Shelf *shelf);
bool jobs_has_shelf(const Jobs *jobs);

/* Lets pages watch something, which must outlive the jobs. Before the first job. */
void jobs_set_live(Jobs *jobs, const LiveSource *live);
bool jobs_has_live(const Jobs *jobs);

/* Lets pages look at a queue of jobs, likewise. */
void jobs_set_queue(Jobs *jobs, const QueueSource *queue);
bool jobs_has_queue(const Jobs *jobs);

/* How many threads a search may ask for. */
int jobs_threads(const Jobs *jobs);

/* Stops all jobs, lets no new one begin, and waits until they are gone. */
void jobs_close(Jobs *jobs);
void jobs_free(Jobs *jobs);

/* Starts a job, which owns the plan from now on, also on failure. The caller holds it until
 * job_release. An empty session is shared with no other request. NULL with STATUS_UNSUPPORTED if
 * too many run already. */
Job *jobs_start(Jobs *jobs, const char *session, JobWork work, JobReader reader, Error *error);

/* Stops what a session has running, and returns whether there was anything. */
bool jobs_stop_session(Jobs *jobs, const char *session);

void job_stop(Job *job);

/* The reader goes away: stops the job and lets go of it. */
void job_release(Job *job);

/* --- For the reader ------------------------------------------------------------------------------
 */

typedef enum JobState {
    JOB_BUSY,      /* nothing to read yet */
    JOB_STREAMING, /* has written events, and may write more */
    JOB_ANSWERED,  /* done; everything is in the buffer */
    JOB_FAILED,    /* done; the buffer holds an error */
} JobState;

/* The state, putting the reader to sleep if it is JOB_BUSY. */
JobState job_wait(Job *job);

/* Copies up to `size` bytes of output; -1 at the end; 0 after putting the reader to sleep. */
ssize_t job_read(Job *job, char *bytes, size_t size);

/* The HTTP status of a failed job. */
int job_status(Job *job);

/* --- For run() -----------------------------------------------------------------------------------
 */

/* The library of the server, or NULL. */
Shelf *job_shelf(const Job *job);

/* What the server lets pages watch, or NULL. */
const LiveSource *job_live(const Job *job);

/* The queue that the server lets pages look at, or NULL. */
const QueueSource *job_queue(const Job *job);

const _Atomic bool *job_stop_flag(const Job *job);
bool job_is_stopped(const Job *job);

/* Borrows an engine with so many threads (engines_take()) until job_return_engine; stopping the job
 * stops it. NULL: the job has failed or was stopped, and its reader has the reason. */
Engine *job_borrow_engine(Job *job, const Shape *shape, int threads);
void job_return_engine(Job *job);

/* The book that engine players play from, or NULL. */
const char *job_book(const Job *job);

/* The foreign programs of the server; NULL if it has none. */
Programs *job_programs(const Job *job);

/* Takes a program for the job's page, to be given back with job_return_program(); stopping the job
 * stops it. NULL with the reason if there is none. */
ForeignPlayer *job_take_program(Job *job, const ServerProgram *program, const Shape *shape,
                                Side side, Error *error);
void job_return_program(Job *job, bool has_failed);

/* Whether the reader has more to read than is reasonable: who can wait with the next event does. */
bool job_is_behind(Job *job);

/* Writes one event of a stream. One that `may_be_dropped` is, when the reader does not keep up.
 * Takes over the reference to `data`. */
void job_event(Job *job, const char *name, json_t *data, bool may_be_dropped);

/* Ends the job with an answer (takes over the reference) or an error. After events only what
 * job_event wrote counts; an error then becomes an event of its own. */
void job_answer(Job *job, json_t *data);
void job_fail(Job *job, int status, const char *code, const char *message);

#endif
