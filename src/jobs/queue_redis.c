/* A queue on a Redis server, for workers on any number of machines: see queue.h.
 *
 * Every function is one script (redis_scripts.h), which the server executes as one transaction. A
 * script may be executed twice when a connection breaks at the wrong moment; each of them leaves
 * things after the second time as after the first. */
#include "jobs/queue_driver.h"

#ifdef WITH_REDIS

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs/redis_connection.h"
#include "jobs/redis_scripts.h"

enum {
    SUBMIT_JOBS = 1000, /* in one script, so that others are served in between ... */
    SUBMIT_BYTES = 1 << 20,
    COLLECT_JOBS = 32
};

typedef struct RedisQueue {
    Queue base;
    RedisConnection *connection;
    uint64_t reconnections; /* at the last lease */
    RedisCommand command;   /* too large for a stack */
} RedisQueue;

static RedisQueue *redis_of(Queue *queue) {
    return (RedisQueue *)queue;
}

/* --- Commands and replies ------------------------------------------------------------------ */

typedef struct NumberText {
    char text[32];
} NumberText;

static NumberText number(int64_t value) {
    NumberText out;
    snprintf(out.text, sizeof out.text, "%lld", (long long)value);
    return out;
}

static RedisCommand *begin(RedisQueue *self) {
    redis_script_begin(self->connection, &self->command);
    return &self->command;
}

static redisReply *run_script(RedisQueue *self, const char *script, const char *what,
                              Error *error) {
    return redis_script(self->connection, script, &self->command, what, error);
}

/* Runs a script that answers with a number. */
static bool run_for_number(RedisQueue *self, const char *script, const char *what, int64_t *value,
                           Error *error) {
    redisReply *reply = run_script(self, script, what, error);
    if (!reply) return false;
    if (value) *value = reply->integer;
    freeReplyObject(reply);
    return true;
}

static bool unexpected(const RedisQueue *self, const char *what, Error *error) {
    error_set(error, STATUS_IO, "%.100s: %s: an answer that makes no sense",
              redis_shown(self->connection), what);
    return false;
}

/* Element `index` of an array as text or number, whichever it is. */
static const char *text_at(const redisReply *array, size_t index) {
    if (index >= array->elements) return "";
    const redisReply *item = array->element[index];
    return item->str ? item->str : "";
}

static int64_t number_at(const redisReply *array, size_t index) {
    if (index >= array->elements) return 0;
    const redisReply *item = array->element[index];
    return item->type == REDIS_REPLY_INTEGER ? item->integer
                                             : strtoll(text_at(array, index), NULL, 10);
}

#define COPY(out, array, index) snprintf((out), sizeof(out), "%s", text_at((array), (index)))

/* --- Open, close --------------------------------------------------------------------------- */

static void close_queue(Queue *queue) {
    RedisQueue *self = redis_of(queue);
    redis_disconnect(self->connection);
    free(self);
}

static Queue *open_queue(const char *address, const QueueOptions *options, Error *error) {
    RedisQueue *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a queue");
        return NULL;
    }
    self->base.driver = &queue_redis;
    self->connection = redis_connect(address, options, error);
    if (self->connection) return &self->base;
    close_queue(&self->base);
    return NULL;
}

/* --- Runs and jobs ------------------------------------------------------------------------- */

static bool add_run(Queue *queue, const QueueRun *run, Error *error) {
    RedisQueue *self = redis_of(queue);
    RedisCommand *command = begin(self);
    NumberText lease = number((int64_t)(run->lease_seconds * 1000));
    redis_add(command, run->id);
    redis_add(command, run->kind);
    redis_add(command, run->version);
    redis_add(command, run->parameters);
    redis_add(command, lease.text);
    return run_for_number(self, redis_add_run, "adding a run", NULL, error);
}

static bool submit(Queue *queue, const char *run, const Job *jobs, size_t count, Error *error) {
    RedisQueue *self = redis_of(queue);
    for (size_t at = 0; at < count;) {
        RedisCommand *command = begin(self);
        size_t bytes = 0, end = at;
        redis_add(command, run);
        for (; end < count && end - at < SUBMIT_JOBS && bytes < SUBMIT_BYTES; end++) {
            redis_add(command, jobs[end].id);
            redis_add_bytes(command, jobs[end].payload, jobs[end].length);
            bytes += jobs[end].length;
        }
        int64_t is_there = 0;
        if (!run_for_number(self, redis_submit, "adding jobs", &is_there, error)) return false;
        if (!is_there) {
            error_set(error, STATUS_STOPPED, "%.100s: the run is gone",
                      redis_shown(self->connection));
            return false;
        }
        at = end;
    }
    return true;
}

/* --- Leases -------------------------------------------------------------------------------- */

static LeaseAnswer read_lease(const RedisQueue *self, const redisReply *reply, const char *worker,
                              Lease *lease, Error *error) {
    if (reply->type == REDIS_REPLY_INTEGER) return reply->integer ? LEASE_WAIT : LEASE_NONE;
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 5 ||
        reply->element[4]->type != REDIS_REPLY_STRING ||
        (size_t)reply->element[4]->len > QUEUE_PAYLOAD_SIZE) {
        unexpected(self, "leasing a job", error);
        return LEASE_ERROR;
    }
    COPY(lease->run, reply, 0);
    COPY(lease->entry, reply, 2);
    COPY(lease->job, reply, 3);
    snprintf(lease->worker, sizeof lease->worker, "%s", worker);
    lease->seconds = (double)number_at(reply, 1) / 1000;
    lease->length = (size_t)reply->element[4]->len;
    memcpy(lease->payload, reply->element[4]->str, lease->length);
    return LEASE_TAKEN;
}

static LeaseAnswer lease_job(Queue *queue, const char (*runs)[QUEUE_ID_SIZE], int count,
                             const char *worker, Lease *lease, Error *error) {
    RedisQueue *self = redis_of(queue);
    RedisCommand *command = begin(self);
    /* The answer to the last lease may have been lost with the connection: also that of this one,
     * but then the next one asks. */
    uint64_t now = redis_reconnections(self->connection);
    NumberText most = number(QUEUE_MAX_FAILURES);
    redis_add(command, worker);
    redis_add(command, most.text);
    redis_add(command, now != self->reconnections ? "1" : "0");
    for (int i = 0; i < count; i++) redis_add(command, runs[i]);
    redisReply *reply = run_script(self, redis_lease, "leasing a job", error);
    if (!reply) return LEASE_ERROR;
    self->reconnections = now;
    LeaseAnswer answer = read_lease(self, reply, worker, lease, error);
    freeReplyObject(reply);
    return answer;
}

/* The arguments with which the scripts of a lease begin. */
static RedisCommand *begin_lease(RedisQueue *self, const Lease *lease, const char *third) {
    RedisCommand *command = begin(self);
    redis_add(command, lease->run);
    redis_add(command, lease->entry);
    redis_add(command, third);
    return command;
}

static bool renew(Queue *queue, const Lease *lease, bool *is_held, Error *error) {
    RedisQueue *self = redis_of(queue);
    int64_t answer;
    begin_lease(self, lease, lease->worker);
    if (!run_for_number(self, redis_renew, "renewing a lease", &answer, error)) return false;
    *is_held = answer != 0;
    return true;
}

static bool finish(Queue *queue, const Lease *lease, const void *result, size_t length,
                   bool *is_first, Error *error) {
    RedisQueue *self = redis_of(queue);
    int64_t answer;
    redis_add_bytes(begin_lease(self, lease, lease->job), result, length);
    if (!run_for_number(self, redis_finish, "recording a result", &answer, error)) return false;
    *is_first = answer != 0;
    return true;
}

static bool end_lease(Queue *queue, const Lease *lease, const char *reason, Error *error) {
    RedisQueue *self = redis_of(queue);
    RedisCommand *command = begin_lease(self, lease, lease->worker);
    NumberText most = number(QUEUE_MAX_FAILURES);
    redis_add(command, most.text);
    if (reason) redis_add(command, reason);
    return run_for_number(self, redis_fail, "ending a lease", NULL, error);
}

static bool fail(Queue *queue, const Lease *lease, const char *reason, Error *error) {
    return end_lease(queue, lease, reason, error);
}

static bool give_back(Queue *queue, const Lease *lease, Error *error) {
    return end_lease(queue, lease, NULL, error);
}

static bool fail_worker(Queue *queue, const char *worker, const char *reason, Error *error) {
    RedisQueue *self = redis_of(queue);
    RedisCommand *command = begin(self);
    NumberText most = number(QUEUE_MAX_FAILURES);
    redis_add(command, worker);
    redis_add(command, most.text);
    redis_add(command, reason);
    return run_for_number(self, redis_fail_worker, "ending a lease", NULL, error);
}

/* --- Collecting ---------------------------------------------------------------------------- */

/* Visits the results at the beginning of a reply; *count is how many there were. */
static bool visit_results(const redisReply *reply, size_t first, QueueVisit *visit, void *context,
                          size_t *count, Error *error) {
    for (*count = 0; *count < reply->elements; ++*count) {
        const redisReply *item = reply->element[*count];
        if (item->type != REDIS_REPLY_STRING) return true;
        if (!visit(context, first + *count, (const uint8_t *)item->str, (size_t)item->len, error))
            return false;
    }
    return true;
}

static bool collect(Queue *queue, const char *run, const char (*jobs)[QUEUE_ID_SIZE], size_t count,
                    QueueVisit *visit, void *context, size_t *taken, Error *error) {
    RedisQueue *self = redis_of(queue);
    char key[ADDRESS_PART_SIZE];
    snprintf(key, sizeof key, "%s:%s:results", redis_address(self->connection)->name, run);
    while (*taken < count) {
        size_t wanted = count - *taken < COLLECT_JOBS ? count - *taken : COLLECT_JOBS, found = 0;
        RedisCommand *command = &self->command;
        command->count = 0;
        redis_add(command, "HMGET");
        redis_add(command, key);
        for (size_t i = 0; i < wanted; i++) redis_add(command, jobs[*taken + i]);
        redisReply *reply = redis_call(self->connection, command, "reading results", error);
        if (!reply) return false;
        bool ok = visit_results(reply, *taken, visit, context, &found, error);
        freeReplyObject(reply);
        *taken += found;
        if (!ok) return false;
        if (found < wanted) return true;
    }
    return true;
}

/* --- Looking and managing ------------------------------------------------------------------ */

static void visit_run(const redisReply *row, QueueRunVisit *visit, void *context) {
    uint64_t jobs = (uint64_t)number_at(row, 5), taken;
    QueueRun run = {.kind = text_at(row, 1),
                    .version = text_at(row, 2),
                    .parameters = text_at(row, 3),
                    .lease_seconds = (double)number_at(row, 4) / 1000};
    QueueStatus status = {.done = (uint64_t)number_at(row, 6),
                          .failed = (uint64_t)number_at(row, 7),
                          .running = (uint64_t)number_at(row, 8),
                          .lost = (uint64_t)number_at(row, 9)};
    int64_t seconds = number_at(row, 11);
    COPY(run.id, row, 0);
    taken = status.done + status.failed + status.running;
    status.waiting = jobs > taken ? jobs - taken : 0;
    status.rate = (double)number_at(row, 10) / (double)(seconds > 1 ? seconds : 1);
    visit(context, &run, &status);
}

static bool runs(Queue *queue, QueueRunVisit *visit, void *context, Error *error) {
    RedisQueue *self = redis_of(queue);
    begin(self);
    redisReply *reply = run_script(self, redis_runs, "counting jobs", error);
    if (!reply) return false;
    for (size_t i = 0; i < reply->elements; i++) visit_run(reply->element[i], visit, context);
    freeReplyObject(reply);
    return true;
}

static bool report(Queue *queue, const QueueWorker *worker, Error *error) {
    RedisQueue *self = redis_of(queue);
    RedisCommand *command = begin(self);
    NumberText done = number((int64_t)worker->done);
    redis_add(command, worker->name);
    redis_add(command, worker->version);
    redis_add(command, worker->state);
    redis_add(command, done.text);
    return run_for_number(self, redis_report, "reporting a worker", NULL, error);
}

static bool sign_off(Queue *queue, const char *worker, Error *error) {
    RedisQueue *self = redis_of(queue);
    char key[ADDRESS_PART_SIZE];
    snprintf(key, sizeof key, "%s:workers", redis_address(self->connection)->name);
    self->command.count = 0;
    redis_add(&self->command, "HDEL");
    redis_add(&self->command, key);
    redis_add(&self->command, worker);
    redisReply *reply = redis_call(self->connection, &self->command, "reporting a worker", error);
    if (reply) freeReplyObject(reply);
    return reply != NULL;
}

static bool workers(Queue *queue, QueueWorkerVisit *visit, void *context, Error *error) {
    RedisQueue *self = redis_of(queue);
    begin(self);
    redisReply *reply = run_script(self, redis_workers, "reading workers", error);
    if (!reply) return false;
    for (size_t i = 0; i < reply->elements; i++) {
        const redisReply *row = reply->element[i];
        QueueWorker worker = {.done = (uint64_t)number_at(row, 3),
                              .started = (double)number_at(row, 4),
                              .seen = (double)number_at(row, 5)};
        COPY(worker.name, row, 0);
        COPY(worker.version, row, 1);
        COPY(worker.state, row, 2);
        visit(context, &worker);
    }
    freeReplyObject(reply);
    return true;
}

static bool failures(Queue *queue, QueueFailureVisit *visit, void *context, Error *error) {
    RedisQueue *self = redis_of(queue);
    begin(self);
    redisReply *reply = run_script(self, redis_failures, "reading failures", error);
    if (!reply) return false;
    for (size_t i = 0; i < reply->elements; i++) {
        const redisReply *row = reply->element[i];
        QueueFailure failure = {.kind = text_at(row, 2), .reason = text_at(row, 3)};
        COPY(failure.run, row, 0);
        COPY(failure.job, row, 1);
        visit(context, &failure);
    }
    freeReplyObject(reply);
    return true;
}

static bool retry(Queue *queue, const char *run, uint64_t *retried, Error *error) {
    RedisQueue *self = redis_of(queue);
    int64_t count;
    RedisCommand *command = begin(self);
    if (run) redis_add(command, run);
    if (!run_for_number(self, redis_retry, "trying again", &count, error)) return false;
    *retried = (uint64_t)count;
    return true;
}

static bool purge(Queue *queue, bool is_all, uint64_t *removed, Error *error) {
    RedisQueue *self = redis_of(queue);
    int64_t count;
    redis_add(begin(self), is_all ? "1" : "0");
    if (!run_for_number(self, redis_purge, "purging", &count, error)) return false;
    *removed = (uint64_t)count;
    return true;
}

const QueueDriver queue_redis = {
    .open = open_queue,
    .close = close_queue,
    .add_run = add_run,
    .submit = submit,
    .lease = lease_job,
    .renew = renew,
    .finish = finish,
    .fail = fail,
    .give_back = give_back,
    .fail_worker = fail_worker,
    .collect = collect,
    .runs = runs,
    .report = report,
    .sign_off = sign_off,
    .workers = workers,
    .failures = failures,
    .retry = retry,
    .purge = purge,
};

#else /* without hiredis */

static Queue *refuse(const char *address, const QueueOptions *options, Error *error) {
    (void)options;
    error_set(error, STATUS_UNSUPPORTED, "%.100s: this program was built without hiredis",
              queue_shown(address).text);
    return NULL;
}

const QueueDriver queue_redis = {.open = refuse};

#endif
