/* Runs jobs on detached threads and buffers what they write. Locks are taken in the order jobs,
 * job, engines; `jobs->lock` guards the list, a job's own lock its output and its engine. */
#include "web/job.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "web/api.h"

enum {
    BACKLOG_LIMIT = 1 << 18, /* unread bytes beyond which droppable events are dropped */
    JOB_NICE = 5,            /* answering clicks comes before thinking */
    HTTP_BUSY = 503,
    HTTP_STOPPED = 409,
    HTTP_INTERNAL = 500,
};

typedef struct Buffer {
    char *bytes;
    size_t length, size, read;
} Buffer;

struct Job {
    Jobs *jobs;
    Job *next; /* in the list of running jobs, newest first */
    char session[SESSION_MAX + 1];
    JobWork work;
    _Atomic bool stop;
    _Atomic int holders; /* the thread and the reader */

    pthread_mutex_t lock; /* for what follows */
    JobReader reader;
    bool is_reader_asleep, has_reader;
    JobState state;
    int status;
    Buffer output;
    EngineLoan loan;        /* engine NULL: none */
    ForeignPlayer *program; /* taken; NULL: none */
};

struct Jobs {
    Engines *engines;
    Programs *programs;     /* borrowed; NULL: none */
    Shelf *shelf;           /* borrowed; NULL: none */
    const LiveSource *live; /* borrowed; NULL: none */
    const QueueSource *queue;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a job has ended */
    Job *first;
    int count;
    bool is_closed;
};

Jobs *jobs_new(const EnginesOptions *options, Error *error) {
    Jobs *jobs = calloc(1, sizeof *jobs);
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

void jobs_close(Jobs *jobs) {
    pthread_mutex_lock(&jobs->lock);
    jobs->is_closed = true;
    for (Job *job = jobs->first; job; job = job->next) job_stop(job);
    while (jobs->count > 0) pthread_cond_wait(&jobs->changed, &jobs->lock);
    pthread_mutex_unlock(&jobs->lock);
}

void jobs_free(Jobs *jobs) {
    if (!jobs) return;
    jobs_close(jobs);
    engines_free(jobs->engines);
    pthread_cond_destroy(&jobs->changed);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs);
}

/* --- Stopping ------------------------------------------------------------------------------------
 */

void job_stop(Job *job) {
    atomic_store(&job->stop, true);
    pthread_mutex_lock(&job->lock);
    if (job->loan.engine) engine_stop(job->loan.engine);
    if (job->program) foreign_player_stop(job->program);
    pthread_mutex_unlock(&job->lock);
    engines_wake(job->jobs->engines);
}

bool jobs_stop_session(Jobs *jobs, const char *session) {
    bool was_running = false;
    pthread_mutex_lock(&jobs->lock);
    for (Job *job = jobs->first; job && session[0] != '\0'; job = job->next) {
        if (strcmp(job->session, session) != 0) continue;
        job_stop(job);
        was_running = true;
    }
    pthread_mutex_unlock(&jobs->lock);
    return was_running;
}

const _Atomic bool *job_stop_flag(const Job *job) {
    return &job->stop;
}

bool job_is_stopped(const Job *job) {
    return atomic_load(&job->stop);
}

/* --- Foreign programs, games, a tournament -------------------------------------------------------
 */

void jobs_set_programs(Jobs *jobs, Programs *programs) {
    jobs->programs = programs;
}

const Programs *jobs_programs(const Jobs *jobs) {
    return jobs->programs;
}

Programs *job_programs(const Job *job) {
    return job->jobs->programs;
}

void jobs_set_shelf(Jobs *jobs, Shelf *shelf) {
    jobs->shelf = shelf;
}

bool jobs_has_shelf(const Jobs *jobs) {
    return jobs->shelf != NULL;
}

Shelf *job_shelf(const Job *job) {
    return job->jobs->shelf;
}

void jobs_set_live(Jobs *jobs, const LiveSource *live) {
    jobs->live = live;
}

bool jobs_has_live(const Jobs *jobs) {
    return jobs->live != NULL;
}

const LiveSource *job_live(const Job *job) {
    return job->jobs->live;
}

void jobs_set_queue(Jobs *jobs, const QueueSource *queue) {
    jobs->queue = queue;
}

bool jobs_has_queue(const Jobs *jobs) {
    return jobs->queue != NULL;
}

const QueueSource *job_queue(const Job *job) {
    return job->jobs->queue;
}

ForeignPlayer *job_take_program(Job *job, const ServerProgram *program, const Shape *shape,
                                Side side, Error *error) {
    ForeignPlayer *player =
        programs_take(job->jobs->programs, program, job->session, shape, side, error);
    pthread_mutex_lock(&job->lock);
    job->program = player;
    if (player && job_is_stopped(job)) foreign_player_stop(player);
    pthread_mutex_unlock(&job->lock);
    return player;
}

void job_return_program(Job *job, bool has_failed) {
    pthread_mutex_lock(&job->lock);
    ForeignPlayer *player = job->program;
    job->program = NULL;
    pthread_mutex_unlock(&job->lock);
    if (player) programs_give(job->jobs->programs, player, has_failed);
}

/* --- Life ----------------------------------------------------------------------------------------
 */

static void let_go(Job *job) {
    if (atomic_fetch_sub(&job->holders, 1) > 1) return;
    pthread_mutex_destroy(&job->lock);
    free(job->output.bytes);
    free(job);
}

static void leave_list(Job *job) {
    Jobs *jobs = job->jobs;
    pthread_mutex_lock(&jobs->lock);
    Job **link = &jobs->first;
    while (*link != job) link = &(*link)->next;
    *link = job->next;
    jobs->count--;
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
}

/* True if an older job of the same page is still running. */
static bool has_elder(const Job *job) {
    if (job->session[0] == '\0') return false;
    for (const Job *older = job->next; older; older = older->next)
        if (strcmp(older->session, job->session) == 0) return true;
    return false;
}

static void wait_for_elders(Job *job) {
    Jobs *jobs = job->jobs;
    pthread_mutex_lock(&jobs->lock);
    while (has_elder(job)) pthread_cond_wait(&jobs->changed, &jobs->lock);
    pthread_mutex_unlock(&jobs->lock);
}

static void finish(Job *job) {
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
    Job *job = argument;
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), JOB_NICE);
    wait_for_elders(job);
    if (!job_is_stopped(job)) job->work.run(job, job->work.plan);
    job_return_engine(job);
    finish(job);
    job->work.release(job->work.plan);
    leave_list(job);
    let_go(job);
    return NULL;
}

static bool start_thread(Job *job) {
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    bool ok = pthread_create(&thread, &attributes, job_main, job) == 0;
    pthread_attr_destroy(&attributes);
    return ok;
}

static Job *job_new(Jobs *jobs, const char *session, JobWork work, JobReader reader) {
    Job *job = calloc(1, sizeof *job);
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

Job *jobs_start(Jobs *jobs, const char *session, JobWork work, JobReader reader, Error *error) {
    Job *job = job_new(jobs, session, work, reader);
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

void job_release(Job *job) {
    pthread_mutex_lock(&job->lock);
    job->has_reader = false;
    pthread_mutex_unlock(&job->lock);
    job_stop(job);
    let_go(job);
}

/* --- Output --------------------------------------------------------------------------------------
 */

static void wake_reader(Job *job) {
    if (!job->has_reader || !job->is_reader_asleep) return;
    job->is_reader_asleep = false;
    job->reader.wake(job->reader.context);
}

static void put_reader_to_sleep(Job *job) {
    job->is_reader_asleep = true;
    job->reader.sleep(job->reader.context);
}

/* Without memory the text is lost, and the reader sees the end of the stream. */
static void append(Buffer *buffer, const char *text, size_t length) {
    if (buffer->read > 0) {
        memmove(buffer->bytes, buffer->bytes + buffer->read, buffer->length - buffer->read);
        buffer->length -= buffer->read;
        buffer->read = 0;
    }
    if (buffer->length + length > buffer->size) {
        size_t size = 2 * (buffer->length + length);
        char *bytes = realloc(buffer->bytes, size);
        if (!bytes) return;
        buffer->bytes = bytes;
        buffer->size = size;
    }
    memcpy(buffer->bytes + buffer->length, text, length);
    buffer->length += length;
}

static void append_json(Buffer *buffer, json_t *data) {
    char *text = json_dumps(data, JSON_COMPACT | JSON_REAL_PRECISION(10));
    if (text) append(buffer, text, strlen(text));
    free(text);
}

static void write_event(Job *job, const char *name, json_t *data) {
    append(&job->output, "event: ", 7);
    append(&job->output, name, strlen(name));
    append(&job->output, "\ndata: ", 7);
    append_json(&job->output, data);
    append(&job->output, "\n\n", 2);
}

/* With the lock. */
static bool is_behind(const Job *job) {
    return job->output.length - job->output.read > BACKLOG_LIMIT;
}

bool job_is_behind(Job *job) {
    pthread_mutex_lock(&job->lock);
    bool behind = is_behind(job);
    pthread_mutex_unlock(&job->lock);
    return behind;
}

void job_event(Job *job, const char *name, json_t *data, bool may_be_dropped) {
    pthread_mutex_lock(&job->lock);
    if (job->has_reader && !(may_be_dropped && is_behind(job))) write_event(job, name, data);
    job->state = JOB_STREAMING;
    wake_reader(job);
    pthread_mutex_unlock(&job->lock);
    json_decref(data);
}

static void end(Job *job, JobState state, int status, json_t *data) {
    pthread_mutex_lock(&job->lock);
    if (job->state == JOB_STREAMING) {
        if (state == JOB_FAILED) write_event(job, "error", data);
        job->state = JOB_ANSWERED;
    } else {
        append_json(&job->output, data);
        job->state = state;
        job->status = status;
    }
    wake_reader(job);
    pthread_mutex_unlock(&job->lock);
    json_decref(data);
}

void job_answer(Job *job, json_t *data) {
    end(job, JOB_ANSWERED, 200, data);
}

void job_fail(Job *job, int status, const char *code, const char *message) {
    end(job, JOB_FAILED, status, api_error(code, message));
}

JobState job_wait(Job *job) {
    pthread_mutex_lock(&job->lock);
    JobState state = job->state;
    if (state == JOB_BUSY) put_reader_to_sleep(job);
    pthread_mutex_unlock(&job->lock);
    return state;
}

ssize_t job_read(Job *job, char *bytes, size_t size) {
    ssize_t count = -1;
    pthread_mutex_lock(&job->lock);
    Buffer *output = &job->output;
    size_t left = output->length - output->read;
    if (left > 0) {
        size_t part = left < size ? left : size;
        memcpy(bytes, output->bytes + output->read, part);
        output->read += part;
        count = (ssize_t)part;
    } else if (job->state == JOB_BUSY || job->state == JOB_STREAMING) {
        put_reader_to_sleep(job);
        count = 0;
    }
    pthread_mutex_unlock(&job->lock);
    return count;
}

int job_status(Job *job) {
    pthread_mutex_lock(&job->lock);
    int status = job->status;
    pthread_mutex_unlock(&job->lock);
    return status;
}

/* --- Engines -------------------------------------------------------------------------------------
 */

int jobs_threads(const Jobs *jobs) {
    return engines_threads(jobs->engines);
}

Engine *job_borrow_engine(Job *job, const Shape *shape, int threads) {
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

const char *job_book(const Job *job) {
    return engines_book(job->jobs->engines);
}

void job_return_engine(Job *job) {
    pthread_mutex_lock(&job->lock);
    EngineLoan loan = job->loan;
    job->loan.engine = NULL;
    pthread_mutex_unlock(&job->lock);
    if (loan.engine) engines_give(job->jobs->engines, loan);
}
