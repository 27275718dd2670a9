/* Starts and ends the passes of all threads, and puts idle threads to sleep. */
#include "search/pass.h"

/* Of a waiting thread before it sleeps, some 0.9 ms: to wake one up takes a system about a tenth of
 * that, and the next pass often begins sooner. */
enum { SPINS = 20000 };

enum {
    WAKE_DEPTH = 10, /* shallower passes are over before helpers are awake */
    AHEAD = 2,       /* see is_ahead() */
};

static inline void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/* Begins the next pass, or the end. */
static void announce(Shared *shared) {
    pthread_mutex_lock(&shared->lock);
    atomic_fetch_add(&shared->passes, 1);
    pthread_cond_broadcast(&shared->wake);
    pthread_mutex_unlock(&shared->lock);
}

/* Waits until `passes` is no longer `before`. */
static void wait_for_pass(Shared *shared, unsigned before) {
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load(&shared->passes) != before) return;
        relax();
    }
    pthread_mutex_lock(&shared->lock);
    while (atomic_load(&shared->passes) == before) pthread_cond_wait(&shared->wake, &shared->lock);
    pthread_mutex_unlock(&shared->lock);
}

/* In the midgame half of many threads search AHEAD plies deeper than they are asked to, for the
 * table alone: the next passes find much of their work done. On 16 cores three middle-game searches
 * take 0.7 s with it, 1.3 s without, 4.3 s on one thread. Two threads do better without. */
static bool is_ahead(const Worker *worker, const Pass *pass) {
    int threads = worker->shared->threads;
    return threads >= MANY_THREADS && 2 * worker->index >= threads &&
           pass->depth + AHEAD < worker->stack[pass->ply].empties;
}

/* Searches as one of several; the first that is done has the result. */
static void take_part(Worker *worker, const SearchKernel *kernel) {
    Shared *shared = worker->shared;
    Pass pass = shared->pass;
    bool is_for_table = is_ahead(worker, &pass);
    if (is_for_table) pass.depth += AHEAD;
    worker_share(worker, true);
    int score = pass_alone(worker, kernel, &pass);
    worker_share(worker, false);
    if (is_for_table) {
        worker->root.is_set = false;
        return;
    }
    int none = -1;
    if (worker_is_cancelled(worker) ||
        !atomic_compare_exchange_strong(&shared->winner, &none, worker->index))
        return;
    shared->pass_score = score;
    atomic_store(&shared->cancel, true);
}

static void wait_for_helpers(Shared *shared) {
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load(&shared->running) == 0) return;
        relax();
    }
    pthread_mutex_lock(&shared->lock);
    while (atomic_load(&shared->running) > 0) pthread_cond_wait(&shared->done, &shared->lock);
    pthread_mutex_unlock(&shared->lock);
}

static void helper_is_done(Shared *shared) {
    if (atomic_fetch_sub(&shared->running, 1) > 1) return;
    pthread_mutex_lock(&shared->lock);
    pthread_cond_signal(&shared->done);
    pthread_mutex_unlock(&shared->lock);
}

/* The best root move: the winner's, or the best that any thread has found in a stopped pass. */
static void collect_root(Worker *const *workers) {
    Shared *shared = workers[0]->shared;
    int winner = atomic_load(&shared->winner);
    shared->root.is_set = false;
    for (int i = 0; i < shared->threads; i++) {
        const RootBest *root = &workers[i]->root;
        if (!root->is_set || (winner >= 0 && winner != i)) continue;
        if (!shared->root.is_set || root->score > shared->root.score) shared->root = *root;
    }
}

int pass_search(Worker *const *workers, const SearchKernel *kernel, const Pass *pass) {
    Shared *shared = workers[0]->shared;
    if (shared->threads == 1 || atomic_load(&shared->stop) || pass->depth < WAKE_DEPTH) {
        int score = pass_alone(workers[0], kernel, pass);
        if (pass->ply == 0) shared->root = workers[0]->root;
        return score;
    }
    shared->pass = *pass;
    shared->pass.position = workers[0]->stack[pass->ply].position;
    atomic_store(&shared->winner, -1);
    atomic_store(&shared->running, shared->threads - 1);
    announce(shared);
    take_part(workers[0], kernel);
    wait_for_helpers(shared);
    workers[0]->clock_read_ns = 0;
    if (pass->ply == 0) collect_root(workers);
    /* A stop holds for the passes to come. */
    if (!atomic_load(&shared->stop)) atomic_store(&shared->cancel, false);
    return atomic_load(&shared->winner) >= 0 ? shared->pass_score : pass->alpha;
}

void pass_serve(Worker *worker, const SearchKernel *kernel) {
    Shared *shared = worker->shared;
    unsigned seen = 0;
    for (;;) {
        wait_for_pass(shared, seen);
        seen = atomic_load(&shared->passes);
        if (atomic_load(&shared->is_quitting)) return;
        worker->clock_read_ns = 0;
        kernel->place(worker, shared->pass.ply, shared->pass.position);
        take_part(worker, kernel);
        helper_is_done(shared);
    }
}

void pass_quit(Shared *shared) {
    atomic_store(&shared->is_quitting, true);
    announce(shared);
}
