/* Starts, stops and ends jobs, each on a detached thread. What they write is job_output.c, what
 * they borrow job_loans.c. */
#include "web/job_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    JOB_NICE = 5, /* answering clicks comes before thinking */
    HTTP_STOPPED = 409,
    HTTP_INTERNAL = 500,
};

WebJobs *jobs_new(const EnginesOptions *options, Error *error) {
    WebJobs *jobs = calloc(1, sizeof *jobs);
    if (!jobs) {
        error_set(error, STATUS_NO_MEMORY, "no memory for jobs");
        return NULL;
    }
    jobs->engines = engines_new(options, error);
    if (!jobs->engines) {
        free(jobs);
        return NULL;
    }
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->changed, NULL);
    return jobs;
}

void jobs_close(WebJobs *jobs) {
    pthread_mutex_lock(&jobs->lock);
    jobs->is_closed = true;
    for (WebJob *job = jobs->first; job; job = job->next) job_stop(job);
    while (jobs->count > 0) pthread_cond_wait(&jobs->changed, &jobs->lock);
    pthread_mutex_unlock(&jobs->lock);
}

void jobs_free(WebJobs *jobs) {
    if (!jobs) return;
    jobs_close(jobs);
    engines_free(jobs->engines);
    pthread_cond_destroy(&jobs->changed);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs);
}

/* --- Stopping ------------------------------------------------------------------------------------
 */

void job_stop(WebJob *job) {
    atomic_store(&job->stop, true);
    pthread_mutex_lock(&job->lock);
    if (job->loan.engine) engine_stop(job->loan.engine);
    if (job->program) foreign_player_stop(job->program);
    pthread_mutex_unlock(&job->lock);
    engines_wake(job->jobs->engines);
}

bool jobs_stop_session(WebJobs *jobs, const char *session) {
    bool was_running = false;
    pthread_mutex_lock(&jobs->lock);
    for (WebJob *job = jobs->first; job && session[0] != '\0'; job = job->next) {
        if (strcmp(job->session, session) != 0) continue;
        job_stop(job);
        was_running = true;
    }
    pthread_mutex_unlock(&jobs->lock);
    return was_running;
}

const _Atomic bool *job_stop_flag(const WebJob *job) {
    return &job->stop;
}

bool job_is_stopped(const WebJob *job) {
    return atomic_load(&job->stop);
}

/* --- Life ----------------------------------------------------------------------------------------
 */

static void let_go(WebJob *job) {
    if (atomic_fetch_sub(&job->holders, 1) > 1) return;
    pthread_mutex_destroy(&job->lock);
    free(job->output.bytes);
    free(job);
}

static void leave_list(WebJob *job) {
    WebJobs *jobs = job->jobs;
    pthread_mutex_lock(&jobs->lock);
    WebJob **link = &jobs->first;
    while (*link != job) link = &(*link)->next;
    *link = job->next;
    jobs->count--;
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
}

/* True if an earlier job of the same page is still running. */
static bool has_earlier(const WebJob *job) {
    if (job->session[0] == '\0') return false;
    for (const WebJob *earlier = job->next; earlier; earlier = earlier->next)
        if (strcmp(earlier->session, job->session) == 0) return true;
    return false;
}

static void wait_for_earlier(WebJob *job) {
    WebJobs *jobs = job->jobs;
    pthread_mutex_lock(&jobs->lock);
    while (has_earlier(job)) pthread_cond_wait(&jobs->changed, &jobs->lock);
    pthread_mutex_unlock(&jobs->lock);
}

static void finish(WebJob *job) {
    pthread_mutex_lock(&job->lock);
    bool is_open = job->state == JOB_BUSY || job->state == JOB_STREAMING;
    pthread_mutex_unlock(&job->lock);
    if (!is_open) return;
    if (job_is_stopped(job))
        job_fail(job, HTTP_STOPPED, "stopped", "a newer request of the same page came first");
    else
        job_fail(job, HTTP_INTERNAL, "internal", "no result");
}

static void *job_main(void *argument) {
    WebJob *job = argument;
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), JOB_NICE);
    wait_for_earlier(job);
    if (!job_is_stopped(job)) job->work.run(job, job->work.plan);
    job_return_engine(job);
    finish(job);
    job->work.release(job->work.plan);
    leave_list(job);
    let_go(job);
    return NULL;
}

static bool start_thread(WebJob *job) {
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    bool ok = pthread_create(&thread, &attributes, job_main, job) == 0;
    pthread_attr_destroy(&attributes);
    return ok;
}

static WebJob *job_new(WebJobs *jobs, const char *session, WebJobWork work, WebJobReader reader) {
    WebJob *job = calloc(1, sizeof *job);
    if (!job) return NULL;
    job->jobs = jobs;
    snprintf(job->session, sizeof job->session, "%s", session);
    job->work = work;
    job->reader = reader;
    job->has_reader = true;
    atomic_store(&job->holders, 2);
    pthread_mutex_init(&job->lock, NULL);
    return job;
}

WebJob *jobs_start(WebJobs *jobs, const char *session, WebJobWork work, WebJobReader reader,
                   Error *error) {
    WebJob *job = job_new(jobs, session, work, reader);
    jobs_stop_session(jobs, session);
    pthread_mutex_lock(&jobs->lock);
    bool ok = job && !jobs->is_closed && jobs->count < JOBS_MAX;
    if (ok) {
        job->next = jobs->first;
        jobs->first = job;
        jobs->count++;
    }
    pthread_mutex_unlock(&jobs->lock);
    if (ok && start_thread(job)) return job;
    if (ok) leave_list(job);
    if (job) {
        atomic_store(&job->holders, 1);
        let_go(job);
    }
    work.release(work.plan);
    error_set(error, STATUS_UNSUPPORTED, "too many searches are running; try again later");
    return NULL;
}

void job_release(WebJob *job) {
    pthread_mutex_lock(&job->lock);
    job->has_reader = false;
    pthread_mutex_unlock(&job->lock);
    job_stop(job);
    let_go(job);
}
