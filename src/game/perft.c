/* See perft.h. Threads share a list of the positions a few plies down and take the next one when
 * they are done with theirs: the list is long enough that nobody waits at the end. */
#include "game/perft.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/bits.h"
#include "game/dispatch.h"
#include "game/rules.h"

enum { SPLIT_PLIES = 5, SPLIT_MAX = 8192 };

typedef struct Work {
    const Shape *shape;
    const GameKernel *kernel;
    Position *positions;
    int *depths; /* what is left to count below each position */
    int count;
    atomic_int next;
    atomic_uint_fast64_t leaves;
} Work;

/* Lists the positions `plies` plies down. A finished game is an entry of its own: perft counts it
 * as one leaf at any depth. */
static void split(Work *work, Position position, int plies, int depth) {
    uint64_t moves = rules_moves(work->shape, position.own, position.opp);
    if (plies == 0 || (!moves && rules_is_over(work->shape, position))) {
        work->positions[work->count] = position;
        work->depths[work->count++] = depth;
        return;
    }
    if (!moves) split(work, position_passed(position), plies - 1, depth - 1);
    while (moves) {
        int square = bits_pop(&moves);
        uint64_t flips = rules_flips(work->shape, square, position.own, position.opp);
        split(work, position_after(position, square, flips), plies - 1, depth - 1);
    }
}

static void *run(void *argument) {
    Work *work = argument;
    uint64_t leaves = 0;
    for (int i; (i = atomic_fetch_add(&work->next, 1)) < work->count;)
        leaves += work->kernel->perft(work->shape, work->positions[i], work->depths[i]);
    atomic_fetch_add(&work->leaves, leaves);
    return NULL;
}

static bool run_threads(Work *work, int threads, Error *error) {
    pthread_t handles[PERFT_MAX_THREADS];
    int started = 0;
    while (started < threads - 1 && pthread_create(&handles[started], NULL, run, work) == 0)
        started++;
    bool ok = started == threads - 1;
    if (ok)
        run(work);
    else
        atomic_store(&work->next, work->count);
    for (int i = 0; i < started; i++) pthread_join(handles[i], NULL);
    if (!ok) error_set(error, STATUS_NO_MEMORY, "perft: cannot start %d threads", threads);
    return ok;
}

bool perft_count(const Shape *shape, Isa isa, Position position, int depth, int threads,
                 uint64_t *leaves, Error *error) {
    Work work = {.shape = shape, .kernel = game_kernel(shape, isa)};
    if (threads <= 1 || depth <= SPLIT_PLIES) {
        *leaves = work.kernel->perft(shape, position, depth);
        return true;
    }
    if (threads > PERFT_MAX_THREADS) threads = PERFT_MAX_THREADS;
    work.positions = malloc(SPLIT_MAX * sizeof *work.positions);
    work.depths = malloc(SPLIT_MAX * sizeof *work.depths);
    bool ok = work.positions && work.depths;
    if (!ok) {
        error_set(error, STATUS_NO_MEMORY, "perft: no memory");
    } else {
        int plies = SPLIT_PLIES;
        while (work.kernel->perft(shape, position, plies) > SPLIT_MAX) plies--;
        split(&work, position, plies, depth);
        ok = run_threads(&work, threads, error);
        if (ok) *leaves = atomic_load(&work.leaves);
    }
    free(work.positions);
    free(work.depths);
    return ok;
}
