/* See network_crew.h. */
#include "train/network_crew.h"

static void do_tasks(Crew *crew, int worker) {
    for (size_t task; (task = atomic_fetch_add(&crew->next, 1)) < crew->tasks;)
        crew->task(crew->context, worker, task);
}

static void *worker_main(void *context) {
    Crew *crew = context;
    uint64_t seen = 0;
    pthread_mutex_lock(&crew->lock);
    int worker = ++crew->hired;
    for (;;) {
        while (crew->round == seen && !crew->is_over)
            pthread_cond_wait(&crew->has_work, &crew->lock);
        if (crew->is_over) break;
        seen = crew->round;
        pthread_mutex_unlock(&crew->lock);
        do_tasks(crew, worker);
        pthread_mutex_lock(&crew->lock);
        if (--crew->busy == 0) pthread_cond_signal(&crew->is_done);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

void crew_start(Crew *crew, int threads) {
    *crew = (Crew){.lock = PTHREAD_MUTEX_INITIALIZER,
                   .has_work = PTHREAD_COND_INITIALIZER,
                   .is_done = PTHREAD_COND_INITIALIZER};
    while (crew->started < threads - 1 && crew->started < CREW_MAX_THREADS &&
           pthread_create(&crew->ids[crew->started], NULL, worker_main, crew) == 0)
        crew->started++;
}

void crew_run(Crew *crew, size_t tasks, CrewTask *task, void *context) {
    pthread_mutex_lock(&crew->lock);
    crew->task = task;
    crew->context = context;
    crew->tasks = tasks;
    atomic_store(&crew->next, 0);
    crew->busy = crew->started;
    crew->round++;
    pthread_cond_broadcast(&crew->has_work);
    pthread_mutex_unlock(&crew->lock);
    do_tasks(crew, 0);
    pthread_mutex_lock(&crew->lock);
    while (crew->busy > 0) pthread_cond_wait(&crew->is_done, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

void crew_stop(Crew *crew) {
    pthread_mutex_lock(&crew->lock);
    crew->is_over = true;
    pthread_cond_broadcast(&crew->has_work);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->started; i++) pthread_join(crew->ids[i], NULL);
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->has_work);
    pthread_cond_destroy(&crew->is_done);
}
