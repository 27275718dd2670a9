/* A few threads that do one list of tasks after another together.
 *
 * Tasks of a list run in any order and on any thread, so what they compute must not depend on that;
 * between two lists everybody has finished. The thread that asks works too: a machine that gives no
 * more threads still gets there. */
#ifndef TRAIN_NETWORK_CREW_H
#define TRAIN_NETWORK_CREW_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { CREW_MAX_THREADS = 256 };

/* `worker` is below the number of threads: for memory that a thread has for itself. */
typedef void CrewTask(void *context, int worker, size_t task);

typedef struct Crew {
    pthread_t ids[CREW_MAX_THREADS];
    int started;          /* threads besides the one that asks */
    pthread_mutex_t lock; /* guards what follows, but for `next` */
    pthread_cond_t has_work, is_done;
    uint64_t round; /* counts the lists */
    int hired;      /* threads that have taken their number */
    int busy;
    bool is_over;
    CrewTask *task;
    void *context;
    size_t tasks;
    _Atomic size_t next;
} Crew;

/* Starts up to `threads` - 1 threads. */
void crew_start(Crew *crew, int threads);

/* Does tasks 0 .. tasks - 1 and returns when all are done. */
void crew_run(Crew *crew, size_t tasks, CrewTask *task, void *context);

void crew_stop(Crew *crew);

#endif
