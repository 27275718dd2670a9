/* Solves the positions of a table of perfect play on many threads: from the roots on, the answers
 * of the side that plays perfectly and the replies that the other may give. */
#include "boards/perfect_maker.h"

#include <stdlib.h>
#include <string.h>

#include "base/thread_pool.h"
#include "boards/perfect_private.h"

enum {
    OWN_PLIES = 1,      /* roots up to this ply are expanded for both sides */
    FRESH_HASH_MB = 16, /* what a player has: the nodes counted are those that it will need */
    MAX_ROOTS = 1 << 20,
};

static bool is_stopped(const PerfectMaker *maker) {
    return (maker->options->stop && *maker->options->stop) || maker->nodes.has_failed;
}

/* --- Solving ---------------------------------------------------------------------------------- */

/* The opponent's remaining loss budget plus 1 (0: not visited). FIRST_ERROR: one error of any size
 * is still allowed. */
enum { FIRST_ERROR = PERFECT_MAX_SLACK + 2, NO_ERROR = 1 };

static Engine *engine_for(PerfectMaker *maker, int number, Position position) {
    bool is_deep = perfect_empties_of(maker->shape, position) > PERFECT_ALWAYS_EMPTIES;
    return is_deep ? maker->workers[number].deep : maker->workers[number].fresh;
}

/* Searches with the engine for such a position; false if it was stopped. */
static bool search(PerfectMaker *maker, int number, Position position, EngineLimits limits) {
    EngineResult *result = &maker->workers[number].result;
    limits.stop = maker->options->stop;
    if (is_stopped(maker)) return false;
    engine_think(engine_for(maker, number, position), position, &limits, NULL, NULL, result);
    atomic_fetch_add(&maker->searched, result->nodes);
    return result->end != ENGINE_STOPPED;
}

/* The score of a position with a move, from the journal or by a solve, which is stored; false if
 * stopped. Node counts are taken with an empty table. */
static bool solve(PerfectMaker *maker, int number, Position position, PerfectNode *node) {
    const Shape *shape = maker->shape;
    uint64_t key;
    position = perfect_canonical(shape, position, &key);
    if (perfect_nodes_find(&maker->nodes, key, node)) return true;
    if (maker->options->is_dry) return false;
    if (perfect_empties_of(shape, position) <= PERFECT_ALWAYS_EMPTIES)
        engine_clear(engine_for(maker, number, position));
    if (!search(maker, number, position, (EngineLimits){.lines = 1})) return false;
    const EngineResult *result = &maker->workers[number].result;
    *node = (PerfectNode){.key = key,
                          .nodes = result->nodes,
                          .score = (int8_t)result->lines[0].score,
                          .square = (uint8_t)shape_index(shape, result->lines[0].pv[0])};
    perfect_nodes_store(&maker->nodes, node);
    return true;
}

static void visit(PerfectMaker *maker, int number, Position position, int allowance);

static bool is_known(PerfectMaker *maker, Position position) {
    PerfectNode node;
    return perfect_nodes_find(&maker->nodes, perfect_key(maker->shape, position, NULL), &node);
}

/* Whether a position is better than `bound`, from the journal or by a search, which is stored; also
 * true if it was stopped. */
static bool is_above(PerfectMaker *maker, int number, Position position, int bound) {
    EngineLimits limits = {.is_outcome_only = true, .outcome_at = bound};
    uint64_t key = perfect_key(maker->shape, position, NULL);
    if (maker->options->is_dry || perfect_nodes_is_above(&maker->nodes, key, bound)) return true;
    if (!search(maker, number, position, limits)) return true;
    bool is_win = maker->workers[number].result.outcome == ENGINE_WIN;
    if (is_win) perfect_nodes_store_bound(&maker->nodes, key, bound);
    return is_win;
}

/* Whether a reply loses no more than the other side may lose; *left is what it may lose after it.
 * The side to move is the one that plays perfectly, and had `score` before the reply. */
static bool is_allowed(PerfectMaker *maker, int number, Position position, int score, int allowance,
                       int *left) {
    PerfectNode node;
    bool is_first = allowance == FIRST_ERROR;
    int bound = score + allowance - NO_ERROR;
    if (!is_first && bound < maker->shape->squares && !is_known(maker, position) &&
        is_above(maker, number, position, bound))
        return false;
    if (!solve(maker, number, position, &node)) return false;
    int loss = node.score - score;
    if (is_first)
        *left = loss > 0 ? maker->options->slack + NO_ERROR : FIRST_ERROR;
    else
        *left = allowance - loss;
    return *left >= NO_ERROR;
}

/* The other side is to move; the one that plays perfectly has `score`. A side that must pass has
 * no choice, and the other one moves again. */
static void visit_replies(PerfectMaker *maker, int number, Position position, int score,
                          int allowance) {
    const Shape *shape = maker->shape;
    uint64_t moves = perfect_moves_of(shape, position);
    int left;
    if (perfect_empties_of(shape, position) <= PERFECT_NEVER_EMPTIES + 1) return;
    if (!moves) visit(maker, number, position_passed(position), allowance);
    while (moves && !is_stopped(maker)) {
        Position next = perfect_after(shape, position, bits_pop(&moves));
        if (rules_is_over(shape, next)) continue;
        if (!perfect_moves_of(shape, next))
            visit_replies(maker, number, position_passed(next), score, allowance);
        else if (is_allowed(maker, number, next, score, allowance, &left))
            visit(maker, number, next, left);
    }
}

/* The side that plays perfectly is to move. */
static void visit(PerfectMaker *maker, int number, Position position, int allowance) {
    const Shape *shape = maker->shape;
    PerfectNode node;
    if (is_stopped(maker) || !perfect_moves_of(shape, position) ||
        perfect_empties_of(shape, position) <= PERFECT_NEVER_EMPTIES ||
        !solve(maker, number, position, &node) ||
        !perfect_nodes_raise(&maker->nodes, node.key, allowance))
        return;
    position = perfect_position(shape, node.key);
    if (perfect_is_wanted(maker, &node, perfect_empties_of(shape, position)))
        visit_replies(maker, number,
                      perfect_after(shape, position, shape_from_index(shape, node.square)),
                      node.score, allowance);
}

static void run_task(void *context, int worker, size_t task) {
    PerfectMaker *maker = context;
    task = maker->order_of[task];
    bool is_own = task < maker->own_roots;
    visit(maker, worker, maker->roots[task],
          is_own ? (int)FIRST_ERROR : maker->options->slack + NO_ERROR);
    if (!is_stopped(maker)) atomic_fetch_add(&maker->done, 1);
}

static void update_report(PerfectMaker *maker) {
    maker->report->roots = maker->count;
    maker->report->done = atomic_load(&maker->done);
    maker->report->nodes = atomic_load(&maker->searched);
    pthread_mutex_lock(&maker->nodes.lock);
    maker->report->solved = maker->nodes.solved;
    pthread_mutex_unlock(&maker->nodes.lock);
}

static void tick(void *context) {
    PerfectMaker *maker = context;
    update_report(maker);
    if (maker->progress) maker->progress(maker->context, maker->report);
}

/* --- Roots ------------------------------------------------------------------------------------ */

static bool has_root(const PerfectMaker *maker, size_t from, Position position) {
    for (size_t i = from; i < maker->count; i++)
        if (maker->roots[i].own == position.own && maker->roots[i].opp == position.opp) return true;
    return false;
}

/* All positions of the first plies, once each, those of fewer plies first: their solves take
 * longest. */
static bool find_roots(PerfectMaker *maker, Error *error) {
    const Shape *shape = maker->shape;
    uint64_t key;
    size_t from = 0;
    maker->roots = calloc(MAX_ROOTS, sizeof *maker->roots);
    if (!maker->roots) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the first positions");
        return false;
    }
    maker->roots[maker->count++] = perfect_canonical(shape, position_start(shape), &key);
    for (int ply = 0; ply < maker->options->plies; ply++) {
        size_t to = maker->count;
        for (size_t i = from; i < to; i++) {
            uint64_t moves = perfect_moves_of(shape, maker->roots[i]);
            while (moves && maker->count < MAX_ROOTS) {
                Position next = perfect_canonical(
                    shape, perfect_after(shape, maker->roots[i], bits_pop(&moves)), &key);
                if (!has_root(maker, to, next)) maker->roots[maker->count++] = next;
            }
        }
        from = to;
        if (ply < OWN_PLIES) maker->own_roots = maker->count;
    }
    return true;
}

/* Positions that the journal does not have come first, so that a maker with little time adds most.
 */
static bool order_roots(PerfectMaker *maker, Error *error) {
    size_t next = 0;
    maker->order_of = malloc(maker->count * sizeof *maker->order_of);
    if (!maker->order_of) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the first positions");
        return false;
    }
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < maker->count; i++)
            if (is_known(maker, maker->roots[i]) == (pass == 1)) maker->order_of[next++] = i;
    return true;
}

/* --- The whole -------------------------------------------------------------------------------- */

static bool open_workers(PerfectMaker *maker, Error *error) {
    const PerfectMakerOptions *options = maker->options;
    maker->workers = calloc((size_t)options->threads, sizeof *maker->workers);
    if (!maker->workers) {
        error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", options->threads);
        return false;
    }
    EngineOptions deep = {.threads = 1, .hash_mb = options->hash_mb};
    EngineOptions fresh = {.threads = 1, .hash_mb = FRESH_HASH_MB};
    for (int i = 0; i < options->threads; i++) {
        maker->workers[i].deep = engine_new(maker->shape, &deep, error);
        maker->workers[i].fresh = engine_new(maker->shape, &fresh, error);
        if (!maker->workers[i].deep || !maker->workers[i].fresh) return false;
    }
    return true;
}

static bool solve_all(PerfectMaker *maker, Error *error) {
    ThreadPool pool;
    thread_pool_start(&pool, maker->options->threads);
    bool ok = thread_pool_run_watched(&pool, maker->count, run_task, tick, maker, error);
    thread_pool_stop(&pool);
    update_report(maker);
    if (ok && maker->nodes.has_failed)
        error_set(error, STATUS_IO,
                  "the positions cannot be kept: no room on the disk or no memory");
    else if (ok && is_stopped(maker))
        error_set(error, STATUS_STOPPED, "stopped after %zu positions", maker->report->solved);
    return ok && !is_stopped(maker);
}

static void release(PerfectMaker *maker) {
    for (int i = 0; maker->workers && i < maker->options->threads; i++) {
        engine_free(maker->workers[i].deep);
        engine_free(maker->workers[i].fresh);
    }
    free(maker->workers);
    free(maker->roots);
    free(maker->order_of);
    perfect_nodes_release(&maker->nodes);
}

uint8_t *perfect_make(const PerfectMakerOptions *options, PerfectProgress *progress, void *context,
                      PerfectReport *report, size_t *length, Error *error) {
    PerfectMaker maker = {.options = options,
                          .shape = options->shape,
                          .progress = progress,
                          .context = context,
                          .report = report};
    uint8_t *bytes = NULL;
    *report = (PerfectReport){0};
    if (!perfect_nodes_open(&maker.nodes, options->shape, options->journal, error)) return NULL;
    if (find_roots(&maker, error) && order_roots(&maker, error) && open_workers(&maker, error) &&
        solve_all(&maker, error))
        bytes = perfect_rows_make(&maker, length, error);
    release(&maker);
    return bytes;
}
