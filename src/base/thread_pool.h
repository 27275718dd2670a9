/* A few threads that do one list of tasks after another together.
 *
 * Tasks of a list run in any order and on any thread, so what they compute must not depend on that;
 * between two lists everybody has finished. The thread that asks works too: a machine that gives no
 * more threads still gets there. */
#ifndef BASE_THREAD_POOL_H
#define BASE_THREAD_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { THREAD_POOL_MAX = 256 };

/* `worker` is below the number of threads: for memory that a thread has for itself. */
typedef void ThreadPoolTask(void *context, int worker, size_t task);

typedef struct ThreadPool {
    pthread_t ids[THREAD_POOL_MAX];
    int started;          /* threads besides the one that asks */
    pthread_mutex_t lock; /* guards what follows, but for `next` */
    pthread_cond_t has_work, is_done;
    uint64_t round; /* counts the lists */
    int hired;      /* threads that have taken their number */
    int busy;
    bool is_over;
    ThreadPoolTask *task;
    void *context;
    size_t tasks;
    _Atomic size_t next;
} ThreadPool;

/* Starts up to `threads` - 1 threads. */
void thread_pool_start(ThreadPool *pool, int threads);

/* Does tasks 0 .. tasks - 1 and returns when all are done. */
void thread_pool_run(ThreadPool *pool, size_t tasks, ThreadPoolTask *task, void *context);

void thread_pool_stop(ThreadPool *pool);

#endif
