/* What keeps a queue implements this table; queue.h says what each function promises. */
#ifndef JOBS_QUEUE_DRIVER_H
#define JOBS_QUEUE_DRIVER_H

#include "jobs/queue.h"

typedef struct QueueDriver {
    Queue *(*open)(const char *address, bool may_create, Error *error);
    void (*close)(Queue *queue);
    bool (*claim)(Queue *queue, const char *purpose, Error *error);
    bool (*purpose)(Queue *queue, char purpose[QUEUE_PURPOSE_SIZE], Error *error);
    bool (*submit)(Queue *queue, const Job *jobs, size_t count, Error *error);
    LeaseAnswer (*lease)(Queue *queue, const char *worker, double seconds, Lease *lease,
                         Error *error);
    bool (*renew)(Queue *queue, const Lease *lease, double seconds, bool *is_held, Error *error);
    bool (*finish)(Queue *queue, const Lease *lease, const void *result, size_t length,
                   bool *is_first, Error *error);
    bool (*fail)(Queue *queue, const Lease *lease, const char *reason, Error *error);
    bool (*give_back)(Queue *queue, const Lease *lease, Error *error);
    bool (*resume)(Queue *queue, Error *error);
    bool (*results)(Queue *queue, QueueVisit *visit, void *context, Error *error);
    bool (*status)(Queue *queue, QueueStatus *status, Error *error);
} QueueDriver;

/* The first field of every driver's own struct. */
struct Queue {
    const QueueDriver *driver;
};

extern const QueueDriver queue_sqlite;

#endif
