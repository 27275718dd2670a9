/* Writes runs, workers and failures of a queue as JSON (queue_json.h). */
#include "cli/queue_json.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/json_write.h"

static void write_counts(FILE *out, const QueueStatus *status) {
    uint64_t open = status->waiting + status->running;
    fprintf(out,
            "\"done\":%" PRIu64 ",\"running\":%" PRIu64 ",\"waiting\":%" PRIu64
            ",\"failed\":%" PRIu64 ",\"lost\":%" PRIu64 ",\"rate\":%.3f,\"seconds_left\":",
            status->done, status->running, status->waiting, status->failed, status->lost,
            status->rate);
    if (open == 0)
        fprintf(out, "0");
    else if (status->rate > 0)
        fprintf(out, "%.1f", (double)open / status->rate);
    else
        fprintf(out, "null");
}

static void write_text(FILE *out, const char *key, const char *text) {
    fprintf(out, ",\"%s\":", key);
    json_write_string(out, text);
}

void queue_write_run(FILE *out, const QueueRun *run, const QueueStatus *status) {
    fprintf(out, "{\"type\":\"run\",\"run\":\"%s\"", run->id);
    write_text(out, "kind", run->kind);
    write_text(out, "version", run->version);
    write_text(out, "parameters", run->parameters);
    fprintf(out, ",\"lease\":%g,", run->lease_seconds);
    write_counts(out, status);
    fprintf(out, "}");
}

void queue_write_all(FILE *out, const QueueStatus *status) {
    fprintf(out, "{\"type\":\"all\",");
    write_counts(out, status);
    fprintf(out, ",\"workers\":%" PRIu64 "}", status->workers);
}

void queue_write_worker(FILE *out, const QueueWorker *worker) {
    fprintf(out, "{\"type\":\"worker\"");
    write_text(out, "name", worker->name);
    write_text(out, "version", worker->version);
    write_text(out, "state", worker->state);
    fprintf(out,
            ",\"done\":%" PRIu64 ",\"started_seconds\":%.0f,\"seen_seconds\":%.0f,\"lost\":%s}",
            worker->done, worker->started, worker->seen,
            worker->seen > QUEUE_WORKER_SECONDS ? "true" : "false");
}

void queue_write_failure(FILE *out, const QueueFailure *failure) {
    fprintf(out, "{\"type\":\"failure\",\"run\":\"%s\",\"job\":\"%s\"", failure->run, failure->job);
    write_text(out, "kind", failure->kind);
    write_text(out, "reason", failure->reason);
    fprintf(out, "}");
}

/* --- All in one ----------------------------------------------------------------------------- */

typedef struct List {
    FILE *out;
    int count;
} List;

/* Whether there is room for one more, which the caller then writes. */
static bool list_next(List *list) {
    if (list->count == QUEUE_JSON_MAX) return false;
    if (list->count++ > 0) fputc(',', list->out);
    return true;
}

static void add_run(void *context, const QueueRun *run, const QueueStatus *status) {
    List *list = context;
    if (list_next(list)) queue_write_run(list->out, run, status);
}

static void add_worker(void *context, const QueueWorker *worker) {
    List *list = context;
    if (list_next(list)) queue_write_worker(list->out, worker);
}

static void add_failure(void *context, const QueueFailure *failure) {
    List *list = context;
    if (list_next(list)) queue_write_failure(list->out, failure);
}

static bool write_queue(FILE *out, Queue *queue, Error *error) {
    QueueStatus all;
    List runs = {.out = out}, workers = {.out = out}, failures = {.out = out};
    if (!queue_status(queue, NULL, &all, error)) return false;
    fprintf(out, "{\"all\":");
    queue_write_all(out, &all);
    fprintf(out, ",\"runs\":[");
    if (!queue_runs(queue, add_run, &runs, error)) return false;
    fprintf(out, "],\"workers\":[");
    if (!queue_workers(queue, add_worker, &workers, error)) return false;
    fprintf(out, "],\"failed\":[");
    if (!queue_failures(queue, add_failure, &failures, error)) return false;
    fprintf(out, "]}");
    return true;
}

char *queue_look(void *address, const _Atomic bool *stop, Error *error) {
    char *bytes = NULL;
    size_t length;
    Queue *queue = queue_open(address, &(QueueOptions){.stop = stop}, error);
    if (queue == NULL) return NULL;
    FILE *out = open_memstream(&bytes, &length);
    if (out == NULL) error_set(error, STATUS_NO_MEMORY, "no memory for a queue as text");
    bool ok = out != NULL && write_queue(out, queue, error);
    queue_close(queue);
    if (out != NULL && fclose(out) != 0) ok = false;
    if (ok) return bytes;
    free(bytes);
    return NULL;
}
