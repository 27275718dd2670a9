/* Submits, waits and collects (session.h). The workers run below a process of their own, because a
 * process that has a queue open must not fork. */
#include "jobs/session.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    SUBMIT_JOBS = 512, /* at a time ... */
    SUBMIT_BYTES = 4 << 20,
    MESSAGE_SIZE = 400,
    MAX_SUBMITS = 20, /* of jobs that get lost again and again without any result in between */
};
static const double status_seconds = 1, first_pause = 0.002, longest_pause = 0.1, end_seconds = 6;

struct Session {
    SessionOptions options;
    QueueRun run;
    Queue *queue;
    pid_t pool; /* 0: none */
    int events; /* what the pool says; -1: none */
    char waits[ERROR_TEXT_SIZE];
    SessionStatus status;
    uint64_t found; /* jobs that were done before */
    double counted;
};

/* One call of session_do(). */
typedef struct Work {
    Session *session;
    const SessionJobs *jobs;
    char (*ids)[QUEUE_ID_SIZE];
    size_t collected;
} Work;

static bool is_stopped(const Session *session) {
    return session->options.stop && *session->options.stop;
}

static bool stopped(Error *error) {
    error_set(error, STATUS_STOPPED, "stopped; the same command resumes it");
    return false;
}

/* --- The pool ------------------------------------------------------------------------------ */

/* In the pool's process: tells the session. */
static void send_event(void *context, WorkerEvent event, const char *text) {
    char message[MESSAGE_SIZE];
    int length = snprintf(message, sizeof message, "%c%.390s\n", '0' + (int)event, text);
    (void)!write(*(int *)context, message, (size_t)length);
}

static void run_pool(const Session *session, int to, pid_t parent) {
    const JobKind *kinds[] = {session->options.kind, NULL};
    WorkerOptions options = {.address = session->options.address,
                             .kinds = kinds,
                             .version = session->options.version,
                             .run = session->run.id,
                             .ends_on_failure = true,
                             .stop = session->options.stop,
                             .log = send_event,
                             .context = &to};
    Error error;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(0);
    signal(SIGINT, SIG_IGN);
    if (!worker_pool_run(&options, session->options.workers, &error))
        send_event(&to, WORKER_FAILED, error.text);
    _exit(0);
}

static bool start_pool(Session *session, Error *error) {
    int ends[2];
    pid_t parent = getpid();
    session->events = -1;
    if (!session->options.workers) return true;
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0) {
        session->pool = fork();
        if (session->pool == 0) run_pool(session, ends[1], parent);
        close(ends[1]);
        session->events = ends[0];
        if (session->pool > 0) return true;
        session->pool = 0;
    }
    error_set(error, STATUS_NO_MEMORY, "no process can be started");
    return false;
}

static void end_pool(Session *session) {
    double deadline = clock_seconds() + end_seconds;
    if (!session->pool) return;
    kill(session->pool, SIGTERM);
    while (waitpid(session->pool, NULL, WNOHANG) == 0) {
        if (clock_seconds() > deadline) kill(session->pool, SIGKILL);
        clock_sleep_ns(5000000);
    }
    session->pool = 0;
}

/* Workers here that cannot do the work end the session: the user would wait for nothing. */
static bool read_events(Session *session, Error *error) {
    char bytes[16 * MESSAGE_SIZE + 1];
    ssize_t length = session->events >= 0 ? read(session->events, bytes, sizeof bytes - 1) : 0;
    if (length <= 0) return true;
    bytes[length] = '\0';
    for (char *line = bytes, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        if (*line != '0' + WORKER_FAILED && *line != '0' + WORKER_REFUSED) continue;
        error_set(error, STATUS_IO, "%s%s", *line == '0' + WORKER_REFUSED ? "a worker here " : "",
                  line + 1);
        return false;
    }
    return true;
}

/* --- Open, close --------------------------------------------------------------------------- */

static void on_wait(void *context, const char *reason) {
    Session *session = context;
    snprintf(session->waits, sizeof session->waits, "%s", reason);
    session->status.waits = session->waits;
    if (session->options.progress)
        session->options.progress(session->options.context, &session->status);
}

static bool open_queue(Session *session, bool is_patient, Error *error) {
    QueueOptions options = {.may_create = true,
                            .is_patient = is_patient,
                            .stop = session->options.stop,
                            .on_wait = on_wait,
                            .context = session};
    uint64_t retried;
    session->queue = queue_open(session->options.address, &options, error);
    return session->queue && queue_add_run(session->queue, &session->run, error) &&
           queue_retry(session->queue, session->run.id, &retried, error);
}

Session *session_open(const SessionOptions *options, Error *error) {
    Session *session = calloc(1, sizeof *session);
    if (!session) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a session");
        return NULL;
    }
    session->options = *options;
    session->run = (QueueRun){.kind = options->kind->name,
                              .version = options->version,
                              .parameters = options->parameters,
                              .lease_seconds = options->lease_seconds};
    queue_name_run(&session->run);
    session->events = -1;
    /* A wrong address is found out before anything is started. */
    QueueStatus before;
    if (open_queue(session, false, error) &&
        queue_status(session->queue, session->run.id, &before, error)) {
        session->found = before.done;
        queue_close(session->queue);
        session->queue = NULL;
        if (start_pool(session, error) && open_queue(session, true, error)) return session;
    }
    session_close(session);
    return NULL;
}

uint64_t session_found(const Session *session) {
    return session->found;
}

void session_close(Session *session) {
    if (!session) return;
    end_pool(session);
    if (session->events >= 0) close(session->events);
    queue_close(session->queue);
    free(session);
}

/* --- Submitting ---------------------------------------------------------------------------- */

/* Some jobs, with room for their payloads. */
typedef struct Batch {
    size_t count, used;
    Job jobs[SUBMIT_JOBS];
    uint8_t bytes[SUBMIT_BYTES + QUEUE_PAYLOAD_SIZE];
} Batch;

static bool flush_batch(Work *work, Batch *batch, Error *error) {
    const Session *session = work->session;
    bool ok = queue_submit(session->queue, session->run.id, batch->jobs, batch->count, error);
    batch->count = batch->used = 0;
    return ok;
}

/* Submits the jobs that have no result yet, and notes their ids. */
static bool submit_all(Work *work, Batch *batch, Error *error) {
    const SessionJobs *jobs = work->jobs;
    for (size_t i = work->collected; i < jobs->count; i++) {
        Job *job = &batch->jobs[batch->count];
        job->payload = batch->bytes + batch->used;
        if (is_stopped(work->session)) return stopped(error);
        if (!jobs->payload(jobs->context, i, batch->bytes + batch->used, &job->length, error))
            return false;
        queue_name_job(work->session->run.id, job);
        memcpy(work->ids[i], job->id, sizeof job->id);
        batch->used += job->length;
        batch->count++;
        bool is_full = batch->count == SUBMIT_JOBS || batch->used >= SUBMIT_BYTES;
        if (is_full && !flush_batch(work, batch, error)) return false;
    }
    return batch->count == 0 || flush_batch(work, batch, error);
}

static bool submit(Work *work, Error *error) {
    Session *session = work->session;
    Batch *batch = calloc(1, sizeof *batch);
    if (!batch) {
        error_set(error, STATUS_NO_MEMORY, "no memory for jobs");
        return false;
    }
    bool ok = queue_add_run(session->queue, &session->run, error) && submit_all(work, batch, error);
    free(batch);
    return ok;
}

/* --- Waiting and collecting ---------------------------------------------------------------- */

typedef struct DeadLetter {
    const Work *work;
    bool is_ours;
    char reason[ERROR_TEXT_SIZE];
} DeadLetter;

static void look_at_letter(void *context, const QueueFailure *failure) {
    DeadLetter *letter = context;
    const Work *work = letter->work;
    if (letter->is_ours || strcmp(failure->job, work->ids[work->collected]) != 0) return;
    letter->is_ours = true;
    snprintf(letter->reason, sizeof letter->reason, "%s", failure->reason);
}

/* Nothing is left to do, and yet the next result is missing: the job is a dead letter, or it is
 * gone because the queue was purged or its server lost it, and is submitted again. */
static bool look_for_missing(Work *work, int *submits, Error *error) {
    Session *session = work->session;
    DeadLetter letter = {.work = work};
    if (!queue_failures(session->queue, look_at_letter, &letter, error)) return false;
    if (letter.is_ours) {
        error_set(error, STATUS_IO, "job %zu of %zu failed: %.180s", work->collected + 1,
                  work->jobs->count, letter.reason);
        return false;
    }
    if (++*submits > MAX_SUBMITS) {
        error_set(error, STATUS_IO, "%.100s: jobs get lost again and again",
                  queue_shown(session->options.address).text);
        return false;
    }
    return submit(work, error);
}

static bool collect_one(void *context, size_t index, const uint8_t *result, size_t length,
                        Error *error) {
    const Work *work = context;
    return work->jobs->collect(work->jobs->context, work->collected + index, result, length, error);
}

/* Counts and tells, once in a while; *is_idle: the run has nothing that waits or runs. */
static bool look(Work *work, bool *is_idle, Error *error) {
    Session *session = work->session;
    double now = clock_seconds();
    *is_idle = false;
    if (!read_events(session, error)) return false;
    if (now - session->counted >= status_seconds) {
        QueueStatus *status = &session->status.queue;
        if (!queue_status(session->queue, session->run.id, status, error)) return false;
        session->counted = clock_seconds();
        *is_idle = status->waiting + status->running == 0;
    }
    session->status.waits = NULL;
    session->status.collected = work->collected;
    session->status.wanted = work->jobs->count;
    if (session->options.progress)
        session->options.progress(session->options.context, &session->status);
    return true;
}

static bool collect(Work *work, Error *error) {
    Session *session = work->session;
    int submits = 0;
    double pause = first_pause;
    while (work->collected < work->jobs->count) {
        size_t taken = 0;
        bool is_idle;
        if (is_stopped(session)) return stopped(error);
        /* Counted before it is collected: whatever was done by then is found. */
        if (!look(work, &is_idle, error)) return false;
        bool ok =
            queue_collect(session->queue, session->run.id,
                          (const char(*)[QUEUE_ID_SIZE])work->ids + work->collected,
                          work->jobs->count - work->collected, collect_one, work, &taken, error);
        work->collected += taken;
        if (!ok) return false;
        if (taken) submits = 0, pause = first_pause;
        if (taken || work->collected == work->jobs->count) continue;
        if (is_idle && !look_for_missing(work, &submits, error)) return false;
        clock_sleep_ns((int64_t)(pause * 1e9));
        pause = pause * 2 < longest_pause ? pause * 2 : longest_pause;
    }
    return true;
}

bool session_do(Session *session, const SessionJobs *jobs, Error *error) {
    Work work = {.session = session, .jobs = jobs};
    if (jobs->count == 0) return true;
    work.ids = calloc(jobs->count, sizeof *work.ids);
    if (!work.ids) {
        error_set(error, STATUS_NO_MEMORY, "no memory for %zu jobs", jobs->count);
        return false;
    }
    bool ok = submit(&work, error) && collect(&work, error);
    free(work.ids);
    if (!ok && is_stopped(session)) return stopped(error);
    return ok;
}
