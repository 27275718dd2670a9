/* What jobs borrow while they run: engines, foreign programs, the library of games, a tournament, a
 * queue. A job that is stopped stops what it has borrowed. */
#include "web/job_private.h"

enum { HTTP_BUSY = 503 };

void jobs_set_programs(WebJobs *jobs, Programs *programs) {
    jobs->programs = programs;
}

const Programs *jobs_programs(const WebJobs *jobs) {
    return jobs->programs;
}

Programs *job_programs(const WebJob *job) {
    return job->jobs->programs;
}

void jobs_set_library(WebJobs *jobs, SharedLibrary *library) {
    jobs->library = library;
}

bool jobs_has_library(const WebJobs *jobs) {
    return jobs->library != NULL;
}

SharedLibrary *job_library(const WebJob *job) {
    return job->jobs->library;
}

void jobs_set_live(WebJobs *jobs, const LiveSource *live) {
    jobs->live = live;
}

bool jobs_has_live(const WebJobs *jobs) {
    return jobs->live != NULL;
}

const LiveSource *job_live(const WebJob *job) {
    return job->jobs->live;
}

void jobs_set_queue(WebJobs *jobs, const QueueSource *queue) {
    jobs->queue = queue;
}

bool jobs_has_queue(const WebJobs *jobs) {
    return jobs->queue != NULL;
}

const QueueSource *job_queue(const WebJob *job) {
    return job->jobs->queue;
}

ForeignPlayer *job_take_program(WebJob *job, const ServerProgram *program, const Shape *shape,
                                Side side, Error *error) {
    ForeignPlayer *player =
        programs_take(job->jobs->programs, program, job->session, shape, side, error);
    pthread_mutex_lock(&job->lock);
    job->program = player;
    if (player && job_is_stopped(job)) foreign_player_stop(player);
    pthread_mutex_unlock(&job->lock);
    return player;
}

void job_return_program(WebJob *job, bool has_failed) {
    pthread_mutex_lock(&job->lock);
    ForeignPlayer *player = job->program;
    job->program = NULL;
    pthread_mutex_unlock(&job->lock);
    if (player) programs_give(job->jobs->programs, player, has_failed);
}

int jobs_threads(const WebJobs *jobs) {
    return engines_threads(jobs->engines);
}

Engine *job_borrow_engine(WebJob *job, const Shape *shape, int threads) {
    Error error;
    EngineLoan loan;
    if (!engines_take(job->jobs->engines, shape, threads, job->session, &job->stop, &loan,
                      &error)) {
        if (error.status != STATUS_STOPPED) job_fail(job, HTTP_BUSY, "no-engine", error.text);
        return NULL;
    }
    pthread_mutex_lock(&job->lock);
    job->loan = loan;
    if (atomic_load(&job->stop)) engine_stop(loan.engine);
    pthread_mutex_unlock(&job->lock);
    return loan.engine;
}

const char *job_book(const WebJob *job) {
    return engines_book(job->jobs->engines);
}

void job_return_engine(WebJob *job) {
    pthread_mutex_lock(&job->lock);
    EngineLoan loan = job->loan;
    job->loan.engine = NULL;
    pthread_mutex_unlock(&job->lock);
    if (loan.engine) engines_give(job->jobs->engines, loan);
}
