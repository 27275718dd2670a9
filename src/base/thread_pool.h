/* A pool of threads that split independent work.
 *
 * The caller names a number of tasks; the workers of the pool take one after another until all are
 * done. Tasks run in any order and on any worker, so what they compute must not depend on either:
 * the caller gives each task, or each worker, memory of its own. When a run returns, all its tasks
 * are finished and what they wrote is visible to the caller.
 *
 * A pool has at least one worker. If the machine refuses threads it has fewer than asked for, and
 * the work takes longer. One thread at a time uses a pool; tasks must not use the pool they run on.
 */
#ifndef BASE_THREAD_POOL_H
#define BASE_THREAD_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "base/status.h"

enum {
    THREAD_POOL_MAX = 256,              /* workers */
    THREAD_POOL_TICK_NS = 200 * 1000000 /* between two calls of a ThreadPoolTick */
};

/* Does task number `task`. `worker` is 0 .. threads - 1, and no two tasks that run at the same time
 * have the same one: it is an index for memory that a worker has for itself. */
typedef void ThreadPoolTask(void *context, int worker, size_t task);

/* Called on the caller's thread while the workers are busy, and once when all tasks are done. */
typedef void ThreadPoolTick(void *context);

typedef struct ThreadPool {
    pthread_t ids[THREAD_POOL_MAX];
    int started;          /* threads that the pool owns: workers 1 .. started */
    pthread_mutex_t lock; /* guards what follows, except `next` */
    pthread_cond_t has_work, is_done;
    uint64_t run; /* counts the runs, so that a waiting worker notices a new one */
    int numbered; /* threads that have taken their worker number */
    int busy;     /* workers that have not finished the current run */
    bool is_stopping;
    ThreadPoolTask *task;
    void *context;
    size_t tasks;
    _Atomic size_t next; /* the first task that no worker has taken */
} ThreadPool;

/* The number of threads for an option where 0 means one per processor; 1 .. THREAD_POOL_MAX. */
static inline int thread_pool_size(int wanted) {
    long count = wanted > 0 ? wanted : sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > THREAD_POOL_MAX ? THREAD_POOL_MAX : (int)count;
}

/* Starts a pool of `threads` workers (1 .. THREAD_POOL_MAX), the calling thread being one of them.
 * The pool must stay where it is until thread_pool_stop(). */
void thread_pool_start(ThreadPool *pool, int threads);

/* Ends and joins the threads. No run may be in progress. */
void thread_pool_stop(ThreadPool *pool);

/* Does tasks 0 .. tasks - 1, some of them on the calling thread. */
void thread_pool_run(ThreadPool *pool, size_t tasks, ThreadPoolTask *task, void *context);

/* The same with as many workers, while the calling thread calls `tick` every THREAD_POOL_TICK_NS to
 * report progress; tasks and ticks share `context`. Fails, before any task runs, only if the thread
 * that takes the caller's place cannot be started. */
bool thread_pool_run_watched(ThreadPool *pool, size_t tasks, ThreadPoolTask *task,
                             ThreadPoolTick *tick, void *context, Error *error);

#endif
