/* Threads that split independent work (thread_pool.h has the contract).
 *
 * Workers sleep until the number of the run changes, then take tasks from one shared counter. The
 * last one to find the counter at the end wakes the caller. */
#include "base/thread_pool.h"

#include <time.h>

enum { NS_PER_SECOND = 1000000000 };

static void do_tasks(ThreadPool *pool, int worker) {
    for (size_t task; (task = atomic_fetch_add(&pool->next, 1)) < pool->tasks;)
        pool->task(pool->context, worker, task);
}

/* Under the lock. */
static void finish_run(ThreadPool *pool) {
    if (--pool->busy == 0) pthread_cond_signal(&pool->is_done);
}

static void *worker_main(void *context) {
    ThreadPool *pool = context;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    int worker = ++pool->numbered;
    for (;;) {
        while (pool->run == seen && !pool->is_stopping)
            pthread_cond_wait(&pool->has_work, &pool->lock);
        if (pool->is_stopping) break;
        seen = pool->run;
        pthread_mutex_unlock(&pool->lock);
        do_tasks(pool, worker);
        pthread_mutex_lock(&pool->lock);
        finish_run(pool);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Worker 0 of a watched run, in the place of the caller. The lock is free once the run is set up.
 */
static void *substitute_main(void *context) {
    ThreadPool *pool = context;
    pthread_mutex_lock(&pool->lock);
    pthread_mutex_unlock(&pool->lock);
    do_tasks(pool, 0);
    pthread_mutex_lock(&pool->lock);
    finish_run(pool);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

void thread_pool_start(ThreadPool *pool, int threads) {
    *pool = (ThreadPool){.lock = PTHREAD_MUTEX_INITIALIZER, .has_work = PTHREAD_COND_INITIALIZER};
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&pool->is_done, &monotonic);
    pthread_condattr_destroy(&monotonic);
    while (pool->started < threads - 1 && pool->started < THREAD_POOL_MAX - 1 &&
           pthread_create(&pool->ids[pool->started], NULL, worker_main, pool) == 0)
        pool->started++;
}

void thread_pool_stop(ThreadPool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->is_stopping = true;
    pthread_cond_broadcast(&pool->has_work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->started; i++) pthread_join(pool->ids[i], NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->has_work);
    pthread_cond_destroy(&pool->is_done);
}

/* Under the lock. `busy`: workers that will call finish_run(). */
static void begin_run(ThreadPool *pool, size_t tasks, ThreadPoolTask *task, void *context,
                      int busy) {
    pool->task = task;
    pool->context = context;
    pool->tasks = tasks;
    atomic_store(&pool->next, 0);
    pool->busy = busy;
    pool->run++;
    pthread_cond_broadcast(&pool->has_work);
}

void thread_pool_run(ThreadPool *pool, size_t tasks, ThreadPoolTask *task, void *context) {
    pthread_mutex_lock(&pool->lock);
    begin_run(pool, tasks, task, context, pool->started);
    pthread_mutex_unlock(&pool->lock);
    do_tasks(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0) pthread_cond_wait(&pool->is_done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

/* Waits until the run is finished, but no longer than until the next tick. */
static bool is_finished(ThreadPool *pool) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += THREAD_POOL_TICK_NS;
    until.tv_sec += until.tv_nsec / NS_PER_SECOND;
    until.tv_nsec %= NS_PER_SECOND;
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0 && pthread_cond_timedwait(&pool->is_done, &pool->lock, &until) == 0)
        continue;
    bool finished = pool->busy == 0;
    pthread_mutex_unlock(&pool->lock);
    return finished;
}

bool thread_pool_run_watched(ThreadPool *pool, size_t tasks, ThreadPoolTask *task,
                             ThreadPoolTick *tick, void *context, Error *error) {
    pthread_t substitute;
    pthread_mutex_lock(&pool->lock);
    bool ok = pthread_create(&substitute, NULL, substitute_main, pool) == 0;
    if (ok) begin_run(pool, tasks, task, context, pool->started + 1);
    pthread_mutex_unlock(&pool->lock);
    if (!ok) {
        error_set(error, STATUS_NO_MEMORY, "no thread could be started");
        return false;
    }
    for (bool finished = false; !finished;) {
        finished = is_finished(pool);
        tick(context);
    }
    pthread_join(substitute, NULL);
    return true;
}
