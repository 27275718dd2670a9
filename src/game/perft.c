/* Counts move sequences on one thread or several (perft.h).
 *
 * Several threads share a list of the positions a few plies down; the list is long enough that they
 * finish at nearly the same time. */
#include "game/perft.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/thread_pool.h"
#include "game/dispatch.h"
#include "game/rules.h"

enum { SPLIT_PLIES = 5, SPLIT_MAX = 8192 };

typedef struct Work {
    const Shape *shape;
    const GameKernel *kernel;
    Position *positions;
    int *depths; /* what is left to count below each position */
    int count;
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

static void count_entry(void *context, int worker, size_t entry) {
    Work *work = context;
    (void)worker;
    uint64_t leaves = work->kernel->perft(work->shape, work->positions[entry], work->depths[entry]);
    atomic_fetch_add(&work->leaves, leaves);
}

bool perft_count(const Shape *shape, Isa isa, Position position, int depth, int threads,
                 uint64_t *leaves, Error *error) {
    Work work = {.shape = shape, .kernel = game_kernel(shape, isa)};
    if (threads <= 1 || depth <= SPLIT_PLIES) {
        *leaves = work.kernel->perft(shape, position, depth);
        return true;
    }
    work.positions = malloc(SPLIT_MAX * sizeof *work.positions);
    work.depths = malloc(SPLIT_MAX * sizeof *work.depths);
    bool ok = work.positions && work.depths;
    if (!ok) {
        error_set(error, STATUS_NO_MEMORY, "perft: no memory");
    } else {
        int plies = SPLIT_PLIES;
        while (work.kernel->perft(shape, position, plies) > SPLIT_MAX) plies--;
        split(&work, position, plies, depth);
        ThreadPool pool;
        thread_pool_start(&pool, threads);
        thread_pool_run(&pool, (size_t)work.count, count_entry, &work);
        thread_pool_stop(&pool);
        *leaves = atomic_load(&work.leaves);
    }
    free(work.positions);
    free(work.depths);
    return ok;
}
