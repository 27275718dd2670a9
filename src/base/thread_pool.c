/* See thread_pool.h. */
#include "base/thread_pool.h"

static void do_tasks(ThreadPool *pool, int worker) {
    for (size_t task; (task = atomic_fetch_add(&pool->next, 1)) < pool->tasks;)
        pool->task(pool->context, worker, task);
}

static void *worker_main(void *context) {
    ThreadPool *pool = context;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    int worker = ++pool->hired;
    for (;;) {
        while (pool->round == seen && !pool->is_over)
            pthread_cond_wait(&pool->has_work, &pool->lock);
        if (pool->is_over) break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        do_tasks(pool, worker);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0) pthread_cond_signal(&pool->is_done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

void thread_pool_start(ThreadPool *pool, int threads) {
    *pool = (ThreadPool){.lock = PTHREAD_MUTEX_INITIALIZER,
                         .has_work = PTHREAD_COND_INITIALIZER,
                         .is_done = PTHREAD_COND_INITIALIZER};
    while (pool->started < threads - 1 && pool->started < THREAD_POOL_MAX &&
           pthread_create(&pool->ids[pool->started], NULL, worker_main, pool) == 0)
        pool->started++;
}

void thread_pool_run(ThreadPool *pool, size_t tasks, ThreadPoolTask *task, void *context) {
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->context = context;
    pool->tasks = tasks;
    atomic_store(&pool->next, 0);
    pool->busy = pool->started;
    pool->round++;
    pthread_cond_broadcast(&pool->has_work);
    pthread_mutex_unlock(&pool->lock);
    do_tasks(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0) pthread_cond_wait(&pool->is_done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void thread_pool_stop(ThreadPool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->is_over = true;
    pthread_cond_broadcast(&pool->has_work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->started; i++) pthread_join(pool->ids[i], NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->has_work);
    pthread_cond_destroy(&pool->is_done);
}
