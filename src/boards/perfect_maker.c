/* Solves the positions of a table of perfect play on many threads, and puts the table together. */
#include "boards/perfect_maker.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/thread_pool.h"
#include "boards/perfect_nodes.h"
#include "engine/engine.h"
#include "game/rules.h"
#include "game/symmetry.h"

enum {
    /* Positions with more empties are always stored. They share one transposition table, so that
     * later solves reuse earlier ones. */
    ALWAYS_EMPTIES = 24,
    NEVER_EMPTIES = 19, /* up to here none is: the engine solves it in time */
    OWN_PLIES = 1,      /* roots up to this ply are expanded for both sides */
    FRESH_HASH_MB = 16, /* what a player has: the nodes counted are those that it will need */
    MAX_BEGINNINGS = 1 << 20,
};

/* A thread's two engines: `deep` keeps its table, `fresh` clears it before every position. */
typedef struct MakerWorker {
    Engine *deep, *fresh;
    EngineResult result;
} MakerWorker;

typedef struct Maker {
    const PerfectOrder *order;
    const Shape *shape;
    PerfectNodes nodes;
    MakerWorker *workers;
    Position *beginnings;
    size_t *order_of; /* tasks: those of which least is known first */
    size_t count, own_beginnings;
    _Atomic size_t done;
    _Atomic uint64_t searched; /* nodes of all workers */
    PerfectProgress *progress;
    void *context;
    PerfectReport *report;
} Maker;

static Position after(const Shape *shape, Position position, int square) {
    return position_after(position, square, rules_flips(shape, square, position.own, position.opp));
}

static uint64_t moves_of(const Shape *shape, Position position) {
    return rules_moves(shape, position.own, position.opp);
}

static int empties_of(const Shape *shape, Position position) {
    return bits_count(position_empties(shape, position));
}

static Position canonical(const Shape *shape, Position position, uint64_t *key) {
    int symmetry = 0;
    *key = perfect_key(shape, position, &symmetry);
    return symmetry_position(shape, symmetry, position);
}

static Position position_of_key(const Shape *shape, uint64_t key) {
    Position position = {0, 0};
    for (int i = 0; key; i++, key /= 3) {
        uint64_t bit = bits_square(shape_from_index(shape, i));
        if (key % 3 == 1) position.own |= bit;
        if (key % 3 == 2) position.opp |= bit;
    }
    return position;
}

static bool is_stopped(const Maker *maker) {
    return (maker->order->stop && *maker->order->stop) || maker->nodes.has_failed;
}

/* --- Solving ---------------------------------------------------------------------------------- */

/* Whether the table must have a solved position. */
static bool is_wanted(const Maker *maker, const PerfectNode *node, int empties) {
    return empties > ALWAYS_EMPTIES || node->nodes > (uint64_t)maker->order->cheap_nodes;
}

/* The opponent's remaining loss budget plus 1 (0: not visited). FIRST_ERROR: one error of any size
 * is still allowed. */
enum { FIRST_ERROR = PERFECT_MAX_SLACK + 2, NO_ERROR = 1 };

static Engine *engine_for(Maker *maker, int number, Position position) {
    bool is_deep = empties_of(maker->shape, position) > ALWAYS_EMPTIES;
    return is_deep ? maker->workers[number].deep : maker->workers[number].fresh;
}

/* Searches with the engine for such a position; false if it was stopped. */
static bool search(Maker *maker, int number, Position position, EngineLimits limits) {
    EngineResult *result = &maker->workers[number].result;
    limits.stop = maker->order->stop;
    if (is_stopped(maker)) return false;
    engine_think(engine_for(maker, number, position), position, &limits, NULL, NULL, result);
    atomic_fetch_add(&maker->searched, result->nodes);
    return result->end != ENGINE_STOPPED;
}

/* The score of a position with a move, from the journal or by a solve, which is stored; false if
 * stopped. Node counts are taken with an empty table. */
static bool solve(Maker *maker, int number, Position position, PerfectNode *node) {
    const Shape *shape = maker->shape;
    uint64_t key;
    position = canonical(shape, position, &key);
    if (perfect_nodes_find(&maker->nodes, key, node)) return true;
    if (maker->order->is_dry) return false;
    if (empties_of(shape, position) <= ALWAYS_EMPTIES)
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

static void visit(Maker *maker, int number, Position position, int allowance);

static bool is_known(Maker *maker, Position position) {
    PerfectNode node;
    return perfect_nodes_find(&maker->nodes, perfect_key(maker->shape, position, NULL), &node);
}

/* Whether a position is better than `bound`, from the journal or by a search, which is stored; also
 * true if it was stopped. */
static bool is_above(Maker *maker, int number, Position position, int bound) {
    EngineLimits limits = {.is_outcome_only = true, .outcome_at = bound};
    uint64_t key = perfect_key(maker->shape, position, NULL);
    if (maker->order->is_dry || perfect_nodes_is_above(&maker->nodes, key, bound)) return true;
    if (!search(maker, number, position, limits)) return true;
    bool is_win = maker->workers[number].result.outcome == ENGINE_WIN;
    if (is_win) perfect_nodes_store_bound(&maker->nodes, key, bound);
    return is_win;
}

/* Whether a reply loses no more than the other side may lose; *left is what it may lose after it.
 * The side to move is the one that plays perfectly, and had `score` before the reply. */
static bool is_allowed(Maker *maker, int number, Position position, int score, int allowance,
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
        *left = loss > 0 ? maker->order->slack + NO_ERROR : FIRST_ERROR;
    else
        *left = allowance - loss;
    return *left >= NO_ERROR;
}

/* The other side is to move; the one that plays perfectly has `score`. A side that must pass has
 * no choice, and the other one moves again. */
static void visit_replies(Maker *maker, int number, Position position, int score, int allowance) {
    const Shape *shape = maker->shape;
    uint64_t moves = moves_of(shape, position);
    int left;
    if (empties_of(shape, position) <= NEVER_EMPTIES + 1) return;
    if (!moves) visit(maker, number, position_passed(position), allowance);
    while (moves && !is_stopped(maker)) {
        Position next = after(shape, position, bits_pop(&moves));
        if (rules_is_over(shape, next)) continue;
        if (!moves_of(shape, next))
            visit_replies(maker, number, position_passed(next), score, allowance);
        else if (is_allowed(maker, number, next, score, allowance, &left))
            visit(maker, number, next, left);
    }
}

/* The side that plays perfectly is to move. */
static void visit(Maker *maker, int number, Position position, int allowance) {
    const Shape *shape = maker->shape;
    PerfectNode node;
    if (is_stopped(maker) || !moves_of(shape, position) ||
        empties_of(shape, position) <= NEVER_EMPTIES || !solve(maker, number, position, &node) ||
        !perfect_nodes_raise(&maker->nodes, node.key, allowance))
        return;
    position = position_of_key(shape, node.key);
    if (is_wanted(maker, &node, empties_of(shape, position)))
        visit_replies(maker, number, after(shape, position, shape_from_index(shape, node.square)),
                      node.score, allowance);
}

static void run_task(void *context, int worker, size_t task) {
    Maker *maker = context;
    task = maker->order_of[task];
    bool is_own = task < maker->own_beginnings;
    visit(maker, worker, maker->beginnings[task],
          is_own ? (int)FIRST_ERROR : maker->order->slack + NO_ERROR);
    if (!is_stopped(maker)) atomic_fetch_add(&maker->done, 1);
}

static void update_report(Maker *maker) {
    maker->report->beginnings = maker->count;
    maker->report->done = atomic_load(&maker->done);
    maker->report->nodes = atomic_load(&maker->searched);
    pthread_mutex_lock(&maker->nodes.lock);
    maker->report->solved = maker->nodes.solved;
    pthread_mutex_unlock(&maker->nodes.lock);
}

static void tick(void *context) {
    Maker *maker = context;
    update_report(maker);
    if (maker->progress) maker->progress(maker->context, maker->report);
}

/* --- Beginnings ------------------------------------------------------------------------------- */

static bool has_beginning(const Maker *maker, size_t from, Position position) {
    for (size_t i = from; i < maker->count; i++)
        if (maker->beginnings[i].own == position.own && maker->beginnings[i].opp == position.opp)
            return true;
    return false;
}

/* All positions of the first plies, once each, those of fewer plies first: their solves take
 * longest. */
static bool find_beginnings(Maker *maker, Error *error) {
    const Shape *shape = maker->shape;
    uint64_t key;
    size_t from = 0;
    maker->beginnings = calloc(MAX_BEGINNINGS, sizeof *maker->beginnings);
    if (!maker->beginnings) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the first positions");
        return false;
    }
    maker->beginnings[maker->count++] = canonical(shape, position_start(shape), &key);
    for (int ply = 0; ply < maker->order->plies; ply++) {
        size_t to = maker->count;
        for (size_t i = from; i < to; i++) {
            uint64_t moves = moves_of(shape, maker->beginnings[i]);
            while (moves && maker->count < MAX_BEGINNINGS) {
                Position next =
                    canonical(shape, after(shape, maker->beginnings[i], bits_pop(&moves)), &key);
                if (!has_beginning(maker, to, next)) maker->beginnings[maker->count++] = next;
            }
        }
        from = to;
        if (ply < OWN_PLIES) maker->own_beginnings = maker->count;
    }
    return true;
}

/* Positions that the journal does not have come first, so that a maker with little time adds most.
 */
static bool order_beginnings(Maker *maker, Error *error) {
    size_t next = 0;
    maker->order_of = malloc(maker->count * sizeof *maker->order_of);
    if (!maker->order_of) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the first positions");
        return false;
    }
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < maker->count; i++)
            if (is_known(maker, maker->beginnings[i]) == (pass == 1)) maker->order_of[next++] = i;
    return true;
}

/* --- The table -------------------------------------------------------------------------------- */

typedef struct Rows {
    PerfectRow *rows;
    size_t count;
    bool is_wrong; /* a score contradicts those one move later */
} Rows;

/* The minimum score over the opponent's replies to a stored move, and the reply that reaches it.
 * Replies beyond the loss budget are not solved; they cannot be the minimum. */
typedef struct Reply {
    int score; /* of the side that plays perfectly */
    int square;
    bool is_complete; /* the table has the positions after all replies */
} Reply;

static Reply best_reply(Maker *maker, Position position) {
    const Shape *shape = maker->shape;
    Reply best = {.score = SHAPE_MAX_SQUARES + 1, .square = PASS, .is_complete = true};
    for (uint64_t moves = moves_of(shape, position); moves;) {
        PerfectNode node;
        int square = bits_pop(&moves);
        Position next = after(shape, position, square);
        if (!perfect_nodes_find(&maker->nodes, perfect_key(shape, next, NULL), &node)) {
            best.is_complete = false;
            if (!rules_is_over(shape, next)) continue;
            node.score = (int8_t)rules_score(shape, next);
        } else if (!node.allowance || !is_wanted(maker, &node, empties_of(shape, next))) {
            best.is_complete = false;
        }
        if (node.score < best.score) best.score = node.score, best.square = square;
    }
    return best;
}

/* The position after a stored move, where the other side is to move: no reply may be better than
 * the score says. A row of its own lets the engine play that side too. */
static void add_reply(Maker *maker, Rows *rows, Position position, int score) {
    const Shape *shape = maker->shape;
    Reply best = best_reply(maker, position);
    int symmetry = 0;
    if (best.square == PASS) return;
    if (best.score < score) rows->is_wrong = true;
    if (best.is_complete || best.score != score) return;
    uint64_t key = perfect_key(shape, position, &symmetry);
    rows->rows[rows->count++] =
        (PerfectRow){key, -score, (uint8_t)shape_index(shape, shape->where[symmetry][best.square])};
}

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const PerfectRow *)a)->key, y = ((const PerfectRow *)b)->key;
    return x < y ? -1 : x > y;
}

/* A position may be there twice, once for each side that plays perfectly. */
static void remove_doubles(Rows *rows) {
    size_t kept = 0;
    if (rows->count > 0) qsort(rows->rows, rows->count, sizeof *rows->rows, by_key);
    for (size_t i = 0; i < rows->count; i++) {
        bool is_double = kept > 0 && rows->rows[kept - 1].key == rows->rows[i].key;
        if (is_double && rows->rows[kept - 1].score != rows->rows[i].score) rows->is_wrong = true;
        if (!is_double) rows->rows[kept++] = rows->rows[i];
    }
    rows->count = kept;
}

static void collect(Maker *maker, Rows *rows) {
    const Shape *shape = maker->shape;
    for (size_t i = 0; i < maker->nodes.capacity; i++) {
        PerfectNode node = maker->nodes.slots[i];
        if (!node.allowance || !node.is_solved) continue;
        Position position = position_of_key(shape, node.key);
        if (!is_wanted(maker, &node, empties_of(shape, position))) continue;
        rows->rows[rows->count++] = (PerfectRow){node.key, node.score, node.square};
        add_reply(maker, rows, after(shape, position, shape_from_index(shape, node.square)),
                  node.score);
    }
    remove_doubles(rows);
}

static uint8_t *put_together(Maker *maker, size_t *length, Error *error) {
    Rows rows = {.rows = malloc(2 * maker->nodes.solved * sizeof(PerfectRow) + 1)};
    uint8_t *bytes = NULL;
    if (rows.rows) {
        collect(maker, &rows);
        maker->report->rows = rows.count;
        if (!rows.is_wrong)
            bytes = perfect_encode(maker->shape->width, maker->shape->height, rows.rows, rows.count,
                                   length);
    }
    if (rows.is_wrong)
        error_set(error, STATUS_BAD_INPUT, "the scores of the table contradict each other");
    else if (!bytes)
        error_set(error, STATUS_NO_MEMORY, "no memory for the table");
    free(rows.rows);
    return bytes;
}

/* --- The whole -------------------------------------------------------------------------------- */

static bool open_workers(Maker *maker, Error *error) {
    const PerfectOrder *order = maker->order;
    maker->workers = calloc((size_t)order->threads, sizeof *maker->workers);
    if (!maker->workers) {
        error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", order->threads);
        return false;
    }
    EngineOptions deep = {.threads = 1, .hash_mb = order->hash_mb};
    EngineOptions fresh = {.threads = 1, .hash_mb = FRESH_HASH_MB};
    for (int i = 0; i < order->threads; i++) {
        maker->workers[i].deep = engine_new(maker->shape, &deep, error);
        maker->workers[i].fresh = engine_new(maker->shape, &fresh, error);
        if (!maker->workers[i].deep || !maker->workers[i].fresh) return false;
    }
    return true;
}

static bool solve_all(Maker *maker, Error *error) {
    ThreadPool pool;
    thread_pool_start(&pool, maker->order->threads);
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

static void release(Maker *maker) {
    for (int i = 0; maker->workers && i < maker->order->threads; i++) {
        engine_free(maker->workers[i].deep);
        engine_free(maker->workers[i].fresh);
    }
    free(maker->workers);
    free(maker->beginnings);
    free(maker->order_of);
    perfect_nodes_release(&maker->nodes);
}

uint8_t *perfect_make(const PerfectOrder *order, PerfectProgress *progress, void *context,
                      PerfectReport *report, size_t *length, Error *error) {
    Maker maker = {.order = order,
                   .shape = order->shape,
                   .progress = progress,
                   .context = context,
                   .report = report};
    uint8_t *bytes = NULL;
    *report = (PerfectReport){0};
    if (!perfect_nodes_open(&maker.nodes, order->shape, order->journal, error)) return NULL;
    if (find_beginnings(&maker, error) && order_beginnings(&maker, error) &&
        open_workers(&maker, error) && solve_all(&maker, error))
        bytes = put_together(&maker, length, error);
    release(&maker);
    return bytes;
}
