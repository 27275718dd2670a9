/* Finds the driver of a queue's address and passes every call on to it (queue.h). */
#include "jobs/queue.h"

#include <string.h>

#include "jobs/queue_driver.h"

static const struct {
    const char *prefix; /* of the address, taken off before the driver sees it */
    const QueueDriver *driver;
} drivers[] = {
    {"", &queue_sqlite}, /* the last row: any name is that of a file */
};

Queue *queue_open(const char *address, bool may_create, Error *error) {
    size_t row = 0, length;
    while (length = strlen(drivers[row].prefix), strncmp(address, drivers[row].prefix, length) != 0)
        row++;
    return drivers[row].driver->open(address + length, may_create, error);
}

void queue_close(Queue *queue) {
    if (queue) queue->driver->close(queue);
}

bool queue_claim(Queue *queue, const char *purpose, Error *error) {
    return queue->driver->claim(queue, purpose, error);
}

bool queue_purpose(Queue *queue, char purpose[QUEUE_PURPOSE_SIZE], Error *error) {
    return queue->driver->purpose(queue, purpose, error);
}

bool queue_submit(Queue *queue, const Job *jobs, size_t count, Error *error) {
    return queue->driver->submit(queue, jobs, count, error);
}

LeaseAnswer queue_lease(Queue *queue, const char *worker, double seconds, Lease *lease,
                        Error *error) {
    return queue->driver->lease(queue, worker, seconds, lease, error);
}

bool queue_renew(Queue *queue, const Lease *lease, double seconds, bool *is_held, Error *error) {
    return queue->driver->renew(queue, lease, seconds, is_held, error);
}

bool queue_finish(Queue *queue, const Lease *lease, const void *result, size_t length,
                  bool *is_first, Error *error) {
    return queue->driver->finish(queue, lease, result, length, is_first, error);
}

bool queue_fail(Queue *queue, const Lease *lease, const char *reason, Error *error) {
    return queue->driver->fail(queue, lease, reason, error);
}

bool queue_give_back(Queue *queue, const Lease *lease, Error *error) {
    return queue->driver->give_back(queue, lease, error);
}

bool queue_resume(Queue *queue, Error *error) {
    return queue->driver->resume(queue, error);
}

bool queue_results(Queue *queue, QueueVisit *visit, void *context, Error *error) {
    return queue->driver->results(queue, visit, context, error);
}

bool queue_status(Queue *queue, QueueStatus *status, Error *error) {
    return queue->driver->status(queue, status, error);
}
