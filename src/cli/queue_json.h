/* A queue of jobs as JSON: what `bianca jobs --json` prints line by line and the page's API answers
 * in one. No address is in it, and so no password. */
#ifndef CLI_QUEUE_JSON_H
#define CLI_QUEUE_JSON_H

#include <stdio.h>

#include "jobs/queue.h"

/* One object each, without a newline. */
void queue_write_run(FILE *out, const QueueRun *run, const QueueStatus *status);
void queue_write_all(FILE *out, const QueueStatus *status);
void queue_write_worker(FILE *out, const QueueWorker *worker);
void queue_write_failure(FILE *out, const QueueFailure *failure);

/* {"all":..,"runs":[..],"workers":[..],"failed":[..]}, at most QUEUE_JSON_MAX in a list; to be
 * freed. NULL with the reason if the queue cannot be read. `address` is a const char *. */
enum { QUEUE_JSON_MAX = 1000 };
char *queue_look(void *address, const _Atomic bool *stop, Error *error);

#endif
