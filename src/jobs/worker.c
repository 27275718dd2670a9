/* One worker: takes a job, does it, records the result (worker.h).
 *
 * Two threads share the queue under a lock: one works, the other renews the lease, reports, and
 * passes a stop on to the job. */
#include "jobs/worker.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum {
    MAX_RUNS = 64,
    TICK_NS = 25000000,
    RENEWALS = 3, /* of a lease, before it expires */
};
static const double report_seconds = 5, look_seconds = 5, refuse_seconds = 60;
static const double first_pause = 0.01, long_pause = 0.2, longest_pause = 1, long_idle = 10;

/* A run that this worker does not serve. */
typedef struct Refusal {
    char run[QUEUE_ID_SIZE];
    double until;
} Refusal;

typedef struct Worker {
    const WorkerOptions *options;
    pthread_mutex_t lock; /* guards what follows, up to the empty line */
    Queue *queue;
    bool is_leased, is_at_work, is_ending;
    double renewed, reported;
    QueueWorker report;
    Lease lease;

    atomic_bool job_stop; /* for the job */
    JobHost host;
    char runs[MAX_RUNS][QUEUE_ID_SIZE]; /* that have work and are not refused */
    int run_count;
    double looked;
    Refusal refusals[MAX_RUNS];
    int refusal_count;
    /* The run that is open. */
    char open_run[QUEUE_ID_SIZE];
    const JobKind *kind;
    void *context;
} Worker;

static bool is_stopped(const Worker *self) {
    return self->options->stop && *self->options->stop;
}

static void log_event(const Worker *self, WorkerEvent event, const char *text) {
    if (self->options->log) self->options->log(self->options->context, event, text);
}

static void on_wait(void *context, const char *reason) {
    log_event(context, WORKER_WAITS, reason);
}

/* --- The second thread --------------------------------------------------------------------- */

/* Failures are not reported here: the lease expires, and the other thread meets the same failure.
 */
static void tick(Worker *self) {
    double now = clock_seconds();
    Error error;
    if (is_stopped(self)) atomic_store(&self->job_stop, true);
    pthread_mutex_lock(&self->lock);
    if (self->is_leased && now - self->renewed >= self->lease.seconds / RENEWALS) {
        bool is_held = true;
        if (queue_renew(self->queue, &self->lease, &is_held, &error) && !is_held)
            atomic_store(&self->job_stop, true);
        self->renewed = now;
    }
    if (self->is_at_work && atomic_load(&self->job_stop) && self->kind->stop)
        self->kind->stop(self->context);
    if (now - self->reported >= report_seconds) {
        queue_report(self->queue, &self->report, &error);
        self->reported = now;
    }
    pthread_mutex_unlock(&self->lock);
}

static void *keep_ticking(void *context) {
    Worker *self = context;
    for (bool is_ending = false; !is_ending;) {
        clock_sleep_ns(TICK_NS);
        tick(self);
        pthread_mutex_lock(&self->lock);
        is_ending = self->is_ending;
        pthread_mutex_unlock(&self->lock);
    }
    return NULL;
}

static void set_state(Worker *self, const char *state, const char *detail) {
    pthread_mutex_lock(&self->lock);
    snprintf(self->report.state, sizeof self->report.state, "%s%.140s", state, detail);
    pthread_mutex_unlock(&self->lock);
}

/* --- Which runs ---------------------------------------------------------------------------- */

static bool is_refused(const Worker *self, const char *run) {
    for (int i = 0; i < self->refusal_count; i++)
        if (strcmp(self->refusals[i].run, run) == 0)
            return self->refusals[i].until > clock_seconds();
    return false;
}

/* Notes that a run is refused, for a while: what is missing may come. */
static void refuse(Worker *self, const char *run, const char *kind, const char *reason) {
    int place = 0;
    char text[ERROR_TEXT_SIZE];
    while (place < self->refusal_count && strcmp(self->refusals[place].run, run) != 0) place++;
    bool is_new = place == self->refusal_count;
    if (place == MAX_RUNS) place = 0;
    if (place >= self->refusal_count) self->refusal_count = place + 1;
    snprintf(self->refusals[place].run, sizeof self->refusals[place].run, "%s", run);
    self->refusals[place].until = clock_seconds() + refuse_seconds;
    snprintf(text, sizeof text, "refuses %.20s: %.180s", kind, reason);
    set_state(self, "", text);
    if (is_new) log_event(self, WORKER_REFUSED, text);
}

static const JobKind *find_kind(const Worker *self, const char *name) {
    const JobKind *const *kind = self->options->kinds;
    while (*kind && strcmp((*kind)->name, name) != 0) kind++;
    return *kind;
}

static void look_at_run(void *context, const QueueRun *run, const QueueStatus *status) {
    Worker *self = context;
    char reason[ERROR_TEXT_SIZE];
    if (status->waiting + status->running == 0 || self->run_count == MAX_RUNS) return;
    if (self->options->run && strcmp(self->options->run, run->id) != 0) return;
    if (is_refused(self, run->id)) return;
    if (strcmp(run->version, self->options->version) != 0) {
        snprintf(reason, sizeof reason, "it is for version '%.60s', and this is '%.60s'",
                 run->version, self->options->version);
        refuse(self, run->id, run->kind, reason);
    } else if (!find_kind(self, run->kind)) {
        refuse(self, run->id, run->kind, "this program does not know that kind of work");
    } else {
        memcpy(self->runs[self->run_count++], run->id, sizeof run->id);
    }
}

/* The visit takes the lock again for what a refusal reports; so the list is copied first. */
typedef struct RunCopy {
    QueueRun run;
    QueueStatus status;
    char kind[32], version[QUEUE_NAME_SIZE];
} RunCopy;

typedef struct RunList {
    int count;
    RunCopy list[MAX_RUNS];
} RunList;

static void copy_run(void *context, const QueueRun *run, const QueueStatus *status) {
    RunList *runs = context;
    if (runs->count == MAX_RUNS || status->waiting + status->running == 0) return;
    RunCopy *copy = &runs->list[runs->count++];
    copy->run = *run, copy->status = *status;
    snprintf(copy->kind, sizeof copy->kind, "%s", run->kind);
    snprintf(copy->version, sizeof copy->version, "%s", run->version);
    copy->run.kind = copy->kind, copy->run.version = copy->version;
}

static bool look(Worker *self, Error *error) {
    RunList *runs = calloc(1, sizeof *runs);
    if (!runs) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the list of runs");
        return false;
    }
    pthread_mutex_lock(&self->lock);
    bool ok = queue_runs(self->queue, copy_run, runs, error);
    pthread_mutex_unlock(&self->lock);
    self->looked = clock_seconds();
    self->run_count = 0;
    for (int i = 0; ok && i < runs->count; i++)
        look_at_run(self, &runs->list[i].run, &runs->list[i].status);
    free(runs);
    return ok;
}

/* --- Opening a run ------------------------------------------------------------------------- */

static void close_run(Worker *self) {
    if (self->kind && self->context) self->kind->close(self->context);
    self->kind = NULL, self->context = NULL;
    self->open_run[0] = '\0';
}

typedef struct Wanted {
    const char *id;
    char *kind, *parameters;
} Wanted;

static void find_run(void *context, const QueueRun *run, const QueueStatus *status) {
    Wanted *wanted = context;
    (void)status;
    if (strcmp(run->id, wanted->id) != 0 || wanted->kind) return;
    wanted->kind = strdup(run->kind);
    wanted->parameters = strdup(run->parameters);
}

/* Opens the run of the lease, unless it is open. False if it cannot be: it is then refused. */
static bool open_run(Worker *self, Error *error) {
    Wanted wanted = {.id = self->lease.run};
    if (self->context && strcmp(self->open_run, self->lease.run) == 0) return true;
    close_run(self);
    pthread_mutex_lock(&self->lock);
    bool ok = queue_runs(self->queue, find_run, &wanted, error);
    pthread_mutex_unlock(&self->lock);
    if (ok && (!wanted.kind || !wanted.parameters)) {
        error_set(error, STATUS_STOPPED, "the run is gone");
        ok = false;
    }
    const JobKind *kind = ok ? find_kind(self, wanted.kind) : NULL;
    if (kind) self->context = kind->open(wanted.parameters, &self->host, error);
    if (self->context) {
        self->kind = kind;
        memcpy(self->open_run, self->lease.run, sizeof self->open_run);
    }
    if (ok && !self->context && !is_stopped(self))
        refuse(self, self->lease.run, wanted.kind, error->text);
    free(wanted.kind);
    free(wanted.parameters);
    return self->context != NULL;
}

/* --- Working ------------------------------------------------------------------------------- */

static void set_at_work(Worker *self, bool is_at_work) {
    pthread_mutex_lock(&self->lock);
    self->is_at_work = is_at_work;
    pthread_mutex_unlock(&self->lock);
}

/* Does the leased job; the bytes of its result are the caller's to free. */
static bool do_job(Worker *self, char **bytes, size_t *length, Error *error) {
    FILE *out = open_memstream(bytes, length);
    set_at_work(self, true);
    bool ok =
        out && self->kind->run(self->context, self->lease.payload, self->lease.length, out, error);
    set_at_work(self, false);
    if (out && fclose(out) == 0) return ok;
    error_set(error, STATUS_NO_MEMORY, "no memory for a result");
    return false;
}

/* Ends the lease in one of three ways. */
static bool end_job(Worker *self, bool is_done, const char *bytes, size_t length,
                    const Error *reason, Error *error) {
    bool is_first, ok;
    pthread_mutex_lock(&self->lock);
    if (is_done && !atomic_load(&self->job_stop)) {
        ok = queue_finish(self->queue, &self->lease, bytes, length, &is_first, error);
        if (ok) self->report.done++;
    } else if (atomic_load(&self->job_stop) || reason->status == STATUS_STOPPED) {
        /* The lease expires anyway. */
        ok = queue_give_back(self->queue, &self->lease, error) || is_stopped(self);
    } else {
        ok = queue_fail(self->queue, &self->lease, reason->text, error);
    }
    self->is_leased = false;
    pthread_mutex_unlock(&self->lock);
    return ok;
}

static bool execute(Worker *self, Error *error) {
    Error reason = {0};
    char *bytes = NULL;
    size_t length = 0;
    bool is_done = false;
    atomic_store(&self->job_stop, is_stopped(self));
    if (open_run(self, &reason)) {
        set_state(self, "", self->kind->name);
        is_done = do_job(self, &bytes, &length, &reason);
    } else {
        reason.status = STATUS_STOPPED; /* give it back: others may be able to */
        self->looked = 0;
    }
    bool ok = end_job(self, is_done, bytes, length, &reason, error);
    free(bytes);
    /* What was stopped may stay so; the next job opens the run again. */
    if (atomic_load(&self->job_stop)) close_run(self);
    return ok;
}

static LeaseAnswer take(Worker *self, Error *error) {
    pthread_mutex_lock(&self->lock);
    LeaseAnswer answer = queue_lease(self->queue, (const char(*)[QUEUE_ID_SIZE])self->runs,
                                     self->run_count, self->report.name, &self->lease, error);
    self->is_leased = answer == LEASE_TAKEN;
    self->renewed = clock_seconds();
    pthread_mutex_unlock(&self->lock);
    return answer;
}

static void pause_for(const Worker *self, double seconds) {
    double end = clock_seconds() + seconds;
    while (!is_stopped(self) && clock_seconds() < end) clock_sleep_ns((int64_t)(first_pause * 1e9));
}

static bool work(Worker *self, Error *error) {
    double pause = first_pause, idle_since = clock_seconds();
    while (!is_stopped(self)) {
        double now = clock_seconds();
        if (now - self->looked >= look_seconds && !look(self, error)) return false;
        LeaseAnswer answer = take(self, error);
        if (answer == LEASE_ERROR) return false;
        if (answer == LEASE_TAKEN) {
            if (!execute(self, error)) return false;
            pause = first_pause, idle_since = clock_seconds();
            continue;
        }
        /* Nothing to do: perhaps there is a new run, and a drained worker ends. */
        if (!look(self, error)) return false;
        if (self->options->is_draining && self->run_count == 0) return true;
        if (!self->refusal_count) set_state(self, "idle", "");
        pause_for(self, pause);
        double most = now - idle_since > long_idle ? longest_pause : long_pause;
        pause = pause * 2 < most ? pause * 2 : most;
    }
    return true;
}

bool worker_run(const WorkerOptions *options, const char *name, Error *error) {
    Worker *self = calloc(1, sizeof *self);
    pthread_t ticker;
    if (!self) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a worker");
        return false;
    }
    self->options = options;
    self->host = (JobHost){.stop = &self->job_stop, .binds = options->binds};
    pthread_mutex_init(&self->lock, NULL);
    snprintf(self->report.name, sizeof self->report.name, "%s", name);
    snprintf(self->report.version, sizeof self->report.version, "%s", options->version);
    snprintf(self->report.state, sizeof self->report.state, "idle");
    QueueOptions queue = {.may_create = true,
                          .is_patient = true,
                          .stop = options->stop,
                          .on_wait = on_wait,
                          .context = self};
    bool ok = (self->queue = queue_open(options->address, &queue, error)) != NULL;
    if (ok && pthread_create(&ticker, NULL, keep_ticking, self) != 0) {
        error_set(error, STATUS_NO_MEMORY, "no thread can be started");
        ok = false;
    } else if (ok) {
        Error ignored;
        ok = work(self, error);
        pthread_mutex_lock(&self->lock);
        self->is_ending = true;
        pthread_mutex_unlock(&self->lock);
        pthread_join(ticker, NULL);
        queue_sign_off(self->queue, name, &ignored);
    }
    close_run(self);
    queue_close(self->queue);
    pthread_mutex_destroy(&self->lock);
    free(self);
    return ok || is_stopped(&(Worker){.options = options});
}
