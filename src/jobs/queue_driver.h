/* The interface of a queue backend (SQLite, Redis); queue.h says what each function promises. */
#ifndef JOBS_QUEUE_DRIVER_H
#define JOBS_QUEUE_DRIVER_H

#include "jobs/queue.h"

typedef struct QueueDriver {
    Queue *(*open)(const char *address, const QueueOptions *options, Error *error);
    void (*close)(Queue *queue);
    bool (*add_run)(Queue *queue, const QueueRun *run, Error *error);
    bool (*submit)(Queue *queue, const char *run, const Job *jobs, size_t count, Error *error);
    LeaseAnswer (*lease)(Queue *queue, const char (*runs)[QUEUE_ID_SIZE], int count,
                         const char *worker, Lease *lease, Error *error);
    bool (*renew)(Queue *queue, const Lease *lease, bool *is_held, Error *error);
    bool (*finish)(Queue *queue, const Lease *lease, const void *result, size_t length,
                   bool *is_first, Error *error);
    bool (*fail)(Queue *queue, const Lease *lease, const char *reason, Error *error);
    bool (*give_back)(Queue *queue, const Lease *lease, Error *error);
    bool (*fail_worker)(Queue *queue, const char *worker, const char *reason, Error *error);
    bool (*collect)(Queue *queue, const char *run, const char (*jobs)[QUEUE_ID_SIZE], size_t count,
                    QueueVisit *visit, void *context, size_t *taken, Error *error);
    bool (*runs)(Queue *queue, QueueRunVisit *visit, void *context, Error *error);
    bool (*report)(Queue *queue, const QueueWorker *worker, Error *error);
    bool (*sign_off)(Queue *queue, const char *worker, Error *error);
    bool (*workers)(Queue *queue, QueueWorkerVisit *visit, void *context, Error *error);
    bool (*failures)(Queue *queue, QueueFailureVisit *visit, void *context, Error *error);
    bool (*retry)(Queue *queue, const char *run, uint64_t *retried, Error *error);
    bool (*purge)(Queue *queue, bool is_all, uint64_t *removed, Error *error);
} QueueDriver;

/* The first field of every driver's own struct. */
struct Queue {
    const QueueDriver *driver;
};

extern const QueueDriver queue_sqlite, queue_redis;

#endif
