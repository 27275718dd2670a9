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
#include "web/shared_library.h"

enum { SESSION_MAX = 40, JOBS_MAX = 160 };

typedef struct WebJobs WebJobs;
typedef struct WebJob WebJob;

/* What a job does: run() writes events and an answer, or fails; release() frees the plan. */
typedef struct WebJobWork {
    void (*run)(WebJob *job, void *plan);
    void (*release)(void *plan);
    void *plan;
} WebJobWork;

/* How the reader of a job sleeps and is woken; both are called with the job locked, and `wake` from
 * another thread. */
typedef struct WebJobReader {
    void (*sleep)(void *context);
    void (*wake)(void *context);
    void *context;
} WebJobReader;

WebJobs *jobs_new(const EnginesOptions *options, Error *error);

/* Lets jobs use foreign programs, which must outlive them. Before the first job. */
void jobs_set_programs(WebJobs *jobs, Programs *programs);
const Programs *jobs_programs(const WebJobs *jobs);

/* Lets jobs use a library of games, which must outlive them. Before the first job. */
void jobs_set_library(WebJobs *jobs, SharedLibrary *library);
bool jobs_has_library(const WebJobs *jobs);

/* Lets pages watch something, which must outlive the jobs. Before the first job. */
void jobs_set_live(WebJobs *jobs, const LiveSource *live);
bool jobs_has_live(const WebJobs *jobs);

/* Lets pages look at a queue of jobs, likewise. */
void jobs_set_queue(WebJobs *jobs, const QueueSource *queue);
bool jobs_has_queue(const WebJobs *jobs);

/* How many threads a search may ask for. */
int jobs_threads(const WebJobs *jobs);

/* Stops all jobs, lets no new one begin, and waits until they are gone. */
void jobs_close(WebJobs *jobs);
void jobs_free(WebJobs *jobs);

/* Starts a job, which owns the plan from now on, also on failure. The caller holds it until
 * job_release. An empty session is shared with no other request. NULL with STATUS_UNSUPPORTED if
 * too many run already. */
WebJob *jobs_start(WebJobs *jobs, const char *session, WebJobWork work, WebJobReader reader,
                   Error *error);

/* Stops what a session has running, and returns whether there was anything. */
bool jobs_stop_session(WebJobs *jobs, const char *session);

void job_stop(WebJob *job);

/* The reader goes away: stops the job and lets go of it. */
void job_release(WebJob *job);

/* --- For the reader ------------------------------------------------------------------------------
 */

typedef enum WebJobState {
    JOB_BUSY,      /* nothing to read yet */
    JOB_STREAMING, /* has written events, and may write more */
    JOB_ANSWERED,  /* done; everything is in the buffer */
    JOB_FAILED,    /* done; the buffer holds an error */
} WebJobState;

/* The state, putting the reader to sleep if it is JOB_BUSY. */
WebJobState job_wait(WebJob *job);

/* Copies up to `size` bytes of output; -1 at the end; 0 after putting the reader to sleep. */
ssize_t job_read(WebJob *job, char *bytes, size_t size);

/* The HTTP status of a failed job. */
int job_status(WebJob *job);

/* --- For run() -----------------------------------------------------------------------------------
 */

/* The library of the server, or NULL. */
SharedLibrary *job_library(const WebJob *job);

/* What the server lets pages watch, or NULL. */
const LiveSource *job_live(const WebJob *job);

/* The queue that the server lets pages look at, or NULL. */
const QueueSource *job_queue(const WebJob *job);

const _Atomic bool *job_stop_flag(const WebJob *job);
bool job_is_stopped(const WebJob *job);

/* Borrows an engine with so many threads (engines_take()) until job_return_engine; stopping the job
 * stops it. NULL: the job has failed or was stopped, and its reader has the reason. */
Engine *job_borrow_engine(WebJob *job, const Shape *shape, int threads);
void job_return_engine(WebJob *job);

/* The book that engine players play from, or NULL. */
const char *job_book(const WebJob *job);

/* The foreign programs of the server; NULL if it has none. */
Programs *job_programs(const WebJob *job);

/* Takes a program for the job's page, to be given back with job_return_program(); stopping the job
 * stops it. NULL with the reason if there is none. */
ForeignPlayer *job_take_program(WebJob *job, const ServerProgram *program, const Shape *shape,
                                Side side, Error *error);
void job_return_program(WebJob *job, bool has_failed);

/* True if the client reads more slowly than the job writes; callers then skip optional events. */
bool job_is_behind(WebJob *job);

/* Writes one event of a stream. If it `may_be_dropped`, it is discarded while the client lags
 * (job_is_behind()). Takes over the reference to `data`. */
void job_event(WebJob *job, const char *name, json_t *data, bool may_be_dropped);

/* Ends the job with an answer (takes over the reference) or an error. After events only what
 * job_event wrote counts; an error then becomes an event of its own. */
void job_answer(WebJob *job, json_t *data);
void job_fail(WebJob *job, int status, const char *code, const char *message);

#endif
