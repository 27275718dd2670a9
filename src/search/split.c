/* Hands out the moves of split points and puts idle threads to sleep.
 *
 * A move is taken with one atomic step and its score reported under the lock of its split point.
 * The lock of the search guards the list of open split points alone: a thread takes it when it
 * opens or closes a split point, and when it looks for another to join. */
#include "search/split.h"

/* Of a waiting thread before it sleeps, some 0.9 ms: to wake one up takes a system about a tenth of
 * that, and much of the work that is handed out takes no longer. */
enum { SPINS = 20000 };

static inline void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/* Makes waiting threads look for work again, and wakes at most `wanted` of those that sleep. Called
 * with the lock held. */
static void announce(Shared *shared, int wanted) {
    atomic_fetch_add(&shared->changes, 1);
    if (wanted >= shared->sleepers && shared->sleepers > 0)
        pthread_cond_broadcast(&shared->wake);
    else
        for (int i = 0; i < wanted && i < shared->sleepers; i++) pthread_cond_signal(&shared->wake);
}

/* Waits for the next announcement; called and returns with the lock held. */
static void wait_for_change(Shared *shared) {
    unsigned before = atomic_load(&shared->changes);
    atomic_fetch_add(&shared->idle, 1);
    pthread_mutex_unlock(&shared->lock);
    for (int i = 0; i < SPINS && atomic_load(&shared->changes) == before; i++) relax();
    pthread_mutex_lock(&shared->lock);
    shared->sleepers++;
    while (atomic_load(&shared->changes) == before) pthread_cond_wait(&shared->wake, &shared->lock);
    shared->sleepers--;
    atomic_fetch_sub(&shared->idle, 1);
}

/* The deepest search among the split points below `above` that have moves left: it has the most
 * work. In a stopped search there is no work: threads would run in circles between here and
 * split_take(), and masters that want to leave would hardly get the lock. */
static SplitPoint *find_work(Shared *shared, const SplitPoint *above) {
    SplitPoint *best = NULL;
    if (atomic_load(&shared->stop)) return NULL;
    for (SplitPoint *split = shared->open; split; split = split->next) {
        if (atomic_load(&split->taken) >= split->list->count || atomic_load(&split->is_cut))
            continue;
        bool is_below = !above;
        for (const SplitPoint *s = split->parent; s && !is_below; s = s->parent)
            is_below = s == above;
        if (is_below && (!best || split->depth > best->depth)) best = split;
    }
    return best;
}

int split_take(const Shared *shared, SplitPoint *split, int *alpha) {
    if (atomic_load(&split->is_cut) || atomic_load(&shared->stop)) return -1;
    int place = atomic_fetch_add(&split->taken, 1);
    *alpha = atomic_load(&split->alpha);
    return place < split->list->count ? place : -1;
}

void split_report(SplitPoint *split, int square, int score, const Line *line) {
    pthread_mutex_lock(&split->lock);
    if (score > split->best) {
        split->best = score;
        split->best_move = square;
        if (score > atomic_load(&split->alpha)) {
            if (line) split->line = *line;
            if (score >= split->beta)
                atomic_store(&split->is_cut, true);
            else
                atomic_store(&split->alpha, score);
        }
    }
    pthread_mutex_unlock(&split->lock);
}

void split_open(Worker *worker, SplitPoint *split) {
    Shared *shared = worker->shared;
    split->parent = worker->split;
    split->selectivity = worker->selectivity;
    split->helpers = 0;
    atomic_init(&split->is_cut, false);
    pthread_mutex_init(&split->lock, NULL);
    pthread_mutex_lock(&shared->lock);
    split->next = shared->open;
    shared->open = split;
    announce(shared, split->list->count - atomic_load(&split->taken));
    pthread_mutex_unlock(&shared->lock);
    worker->split = split;
}

static void remove_from_open(Shared *shared, SplitPoint *split) {
    for (SplitPoint **link = &shared->open; *link; link = &(*link)->next) {
        if (*link != split) continue;
        *link = split->next;
        return;
    }
}

/* Joins a split point: called and returns with the lock held. */
static void join(Worker *worker, SplitPoint *split, SplitWork *work) {
    Shared *shared = worker->shared;
    SplitPoint *before = worker->split;
    Selectivity selectivity = worker->selectivity;
    split->helpers++;
    pthread_mutex_unlock(&shared->lock);
    worker->split = split;
    worker->selectivity = split->selectivity;
    work(worker, split);
    worker->selectivity = selectivity;
    worker->split = before;
    pthread_mutex_lock(&shared->lock);
    if (--split->helpers == 0) announce(shared, shared->sleepers);
}

void split_close(Worker *worker, SplitPoint *split, SplitWork *work) {
    Shared *shared = worker->shared;
    pthread_mutex_lock(&shared->lock);
    while (split->helpers > 0) {
        SplitPoint *below = find_work(shared, split);
        if (below) {
            join(worker, below, work);
        } else {
            wait_for_change(shared);
            worker->clock_read_ns = 0;
            /* The signal may have been for a move that only another thread can take. */
            if (!find_work(shared, split) && shared->sleepers > 0)
                pthread_cond_signal(&shared->wake);
        }
    }
    remove_from_open(shared, split);
    pthread_mutex_unlock(&shared->lock);
    pthread_mutex_destroy(&split->lock);
    worker->split = split->parent;
}

void split_serve(Worker *worker, SplitWork *work) {
    Shared *shared = worker->shared;
    pthread_mutex_lock(&shared->lock);
    while (!shared->is_quitting) {
        SplitPoint *split = find_work(shared, NULL);
        if (split) {
            join(worker, split, work);
        } else {
            wait_for_change(shared);
            worker->clock_read_ns = 0;
        }
    }
    pthread_mutex_unlock(&shared->lock);
}

void split_quit(Shared *shared) {
    pthread_mutex_lock(&shared->lock);
    shared->is_quitting = true;
    announce(shared, shared->sleepers);
    pthread_mutex_unlock(&shared->lock);
}
