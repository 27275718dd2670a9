/* Finds the driver of a queue's address, names runs and jobs, and passes every call on (queue.h).
 */
#include "jobs/queue.h"

#include <stdio.h>
#include <string.h>

#include "base/sha256.h"
#include "jobs/address.h"
#include "jobs/queue_driver.h"

/* --- Names --------------------------------------------------------------------------------- */

/* Each part with its length, so that no two lists of parts run together. */
static void add_part(Sha256 *sha, const void *bytes, size_t length) {
    char head[24];
    snprintf(head, sizeof head, "%zu:", length);
    sha256_add(sha, head, strlen(head));
    sha256_add(sha, bytes, length);
}

static void write_id(Sha256 *sha, char id[QUEUE_ID_SIZE]) {
    uint8_t digest[SHA256_SIZE];
    sha256_end(sha, digest);
    for (int i = 0; i < QUEUE_ID_SIZE / 2; i++) snprintf(id + 2 * i, 3, "%02x", digest[i]);
}

void queue_name_run(QueueRun *run) {
    Sha256 sha;
    sha256_init(&sha);
    add_part(&sha, run->kind, strlen(run->kind));
    add_part(&sha, run->version, strlen(run->version));
    add_part(&sha, run->parameters, strlen(run->parameters));
    write_id(&sha, run->id);
}

void queue_name_job(const char *run, Job *job) {
    Sha256 sha;
    sha256_init(&sha);
    add_part(&sha, run, strlen(run));
    add_part(&sha, job->payload, job->length);
    write_id(&sha, job->id);
}

QueueShown queue_shown(const char *address) {
    QueueShown shown;
    address_show(address, shown.text, sizeof shown.text);
    return shown;
}

/* --- Calls --------------------------------------------------------------------------------- */

Queue *queue_open(const char *address, const QueueOptions *options, Error *error) {
    const QueueDriver *driver = address_is_server(address) ? &queue_redis : &queue_sqlite;
    return driver->open(address, options, error);
}

void queue_close(Queue *queue) {
    if (queue) queue->driver->close(queue);
}

bool queue_add_run(Queue *queue, const QueueRun *run, Error *error) {
    if (strlen(run->parameters) < QUEUE_PARAMETERS_SIZE)
        return queue->driver->add_run(queue, run, error);
    error_set(error, STATUS_BAD_INPUT, "the parameters of a run are longer than %d bytes",
              QUEUE_PARAMETERS_SIZE - 1);
    return false;
}

bool queue_submit(Queue *queue, const char *run, const Job *jobs, size_t count, Error *error) {
    for (size_t i = 0; i < count; i++) {
        if (jobs[i].length <= QUEUE_PAYLOAD_SIZE) continue;
        error_set(error, STATUS_BAD_INPUT, "a job of %zu bytes is too long: at most %d",
                  jobs[i].length, QUEUE_PAYLOAD_SIZE);
        return false;
    }
    return queue->driver->submit(queue, run, jobs, count, error);
}

LeaseAnswer queue_lease(Queue *queue, const char (*runs)[QUEUE_ID_SIZE], int count,
                        const char *worker, Lease *lease, Error *error) {
    return count ? queue->driver->lease(queue, runs, count, worker, lease, error) : LEASE_NONE;
}

bool queue_renew(Queue *queue, const Lease *lease, bool *is_held, Error *error) {
    return queue->driver->renew(queue, lease, is_held, error);
}

bool queue_finish(Queue *queue, const Lease *lease, const void *result, size_t length,
                  bool *is_first, Error *error) {
    if (length <= QUEUE_RESULT_SIZE)
        return queue->driver->finish(queue, lease, result, length, is_first, error);
    error_set(error, STATUS_BAD_INPUT, "a result of %zu bytes is too long: at most %d", length,
              QUEUE_RESULT_SIZE);
    return false;
}

bool queue_fail(Queue *queue, const Lease *lease, const char *reason, Error *error) {
    return queue->driver->fail(queue, lease, reason, error);
}

bool queue_give_back(Queue *queue, const Lease *lease, Error *error) {
    return queue->driver->give_back(queue, lease, error);
}

bool queue_fail_worker(Queue *queue, const char *worker, const char *reason, Error *error) {
    return queue->driver->fail_worker(queue, worker, reason, error);
}

bool queue_collect(Queue *queue, const char *run, const char (*jobs)[QUEUE_ID_SIZE], size_t count,
                   QueueVisit *visit, void *context, size_t *taken, Error *error) {
    *taken = 0;
    return queue->driver->collect(queue, run, jobs, count, visit, context, taken, error);
}

bool queue_runs(Queue *queue, QueueRunVisit *visit, void *context, Error *error) {
    return queue->driver->runs(queue, visit, context, error);
}

bool queue_report(Queue *queue, const QueueWorker *worker, Error *error) {
    return queue->driver->report(queue, worker, error);
}

bool queue_sign_off(Queue *queue, const char *worker, Error *error) {
    return queue->driver->sign_off(queue, worker, error);
}

bool queue_workers(Queue *queue, QueueWorkerVisit *visit, void *context, Error *error) {
    return queue->driver->workers(queue, visit, context, error);
}

bool queue_failures(Queue *queue, QueueFailureVisit *visit, void *context, Error *error) {
    return queue->driver->failures(queue, visit, context, error);
}

bool queue_retry(Queue *queue, const char *run, uint64_t *retried, Error *error) {
    return queue->driver->retry(queue, run, retried, error);
}

bool queue_purge(Queue *queue, bool is_all, uint64_t *removed, Error *error) {
    return queue->driver->purge(queue, is_all, removed, error);
}

/* --- Sums ---------------------------------------------------------------------------------- */

typedef struct Sum {
    const char *run; /* NULL: all */
    QueueStatus status;
} Sum;

static void add_run(void *context, const QueueRun *run, const QueueStatus *status) {
    Sum *sum = context;
    if (sum->run && strcmp(sum->run, run->id) != 0) return;
    sum->status.waiting += status->waiting;
    sum->status.running += status->running;
    sum->status.done += status->done;
    sum->status.failed += status->failed;
    sum->status.lost += status->lost;
    sum->status.rate += status->rate;
}

static void count_worker(void *context, const QueueWorker *worker) {
    Sum *sum = context;
    if (worker->seen <= QUEUE_WORKER_SECONDS) sum->status.workers++;
}

bool queue_status(Queue *queue, const char *run, QueueStatus *status, Error *error) {
    Sum sum = {.run = run};
    if (!queue_runs(queue, add_run, &sum, error) ||
        !queue_workers(queue, count_worker, &sum, error))
        return false;
    *status = sum.status;
    return true;
}
