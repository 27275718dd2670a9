/* The upper layers of endgame_kernel.h: zero window nodes with 12 to 17 empty squares of an exact
 * solve.
 *
 * Here most of the tree's nodes with more than a handful of moves are, and one move in eight is
 * searched: the time goes into choosing it. So positions travel without the whole evaluation's
 * indices, moves are ordered by its small twin (eval/pattern_order.h) and the opponent's mobility,
 * and a child's legal moves, found for the order, are handed down. Compared with the general search
 * down to 12 empty squares FFO 40-44, 46 and 48 take 11 to 17 % less time: docs/search.md.
 * Compiled per instruction set and layout (game/rules_kernel.h). */
#include "game/rules_kernel.h"

#include "eval/pattern_order.h"
#include "search/endgame_kernel.h"
#include "search/node_kernel.h"

enum {
    UNKNOWN = -127,         /* below every score */
    STABILITY_ALPHA = 20,   /* below it stability never cuts, and is not asked */
    ETC_MIN_EMPTIES = 13,   /* from here on all children are looked up before any is searched */
    WHOLE_MIN = 16,         /* from here on the whole evaluation has a say in the order */
    MOBILITY_PENALTY = 520, /* of each reply of the opponent, in 1/SCORE_DISC disc */
    MOBILITY_PENALTY_FULL = 400, /* ... from WHOLE_MIN on */
    FIRST_OF_ALL = -(1 << 24)    /* the cost of the table's move */
};

typedef struct UpperMove {
    OrderState state; /* after the move */
    uint64_t flips;
    uint64_t replies; /* legal moves of the opponent afterwards */
    uint64_t hash;    /* of the position afterwards */
    int square;
    int cost; /* low goes first */
} UpperMove;

/* One position on the way down. */
typedef struct Upper {
    uint64_t own, opp;
    int parity, count;
    const PatternState *whole; /* from WHOLE_MIN on, else NULL */
} Upper;

static inline Position after(const Upper *node, const UpperMove *move) {
    return (Position){node->opp ^ move->flips, node->own ^ move->flips ^ bits_square(move->square)};
}

static inline bool is_stability_cut(const Shape *shape, const Upper *node, int alpha, int *score) {
    if (alpha < STABILITY_ALPHA || !(node->opp & shape->corners)) return false;
    *score = shape->squares - 2 * bits_count(kernel_stable(shape, node->opp, node->own));
    return *score <= alpha;
}

static inline bool is_proof(const TableData *data, int count) {
    return data->depth >= count && data->selectivity == SELECTIVITY_NONE;
}

/* Lists the moves; false if one of them leaves the opponent without a disc. Where the children will
 * be looked up, their lines are asked for here. */
static bool list_moves(const Worker *worker, const Upper *node, uint64_t moves, UpperMove *list,
                       int *length) {
    const Shape *shape = worker->shape;
    *length = 0;
    while (moves) {
        UpperMove *move = &list[(*length)++];
        move->square = bits_pop(&moves);
        move->flips = kernel_flips(shape, move->square, node->own, node->opp);
        if (move->flips == node->opp) return false;
        if (node->count < ETC_MIN_EMPTIES) continue;
        move->hash = position_hash(after(node, move));
        table_prefetch(&worker->shared->table, move->hash);
    }
    return true;
}

/* Some move leads to a position that the table already knows to be bad for the opponent. */
static bool is_transposition_cut(const Worker *worker, const Upper *node, const UpperMove *list,
                                 int length, int alpha, int *score) {
    if (node->count < ETC_MIN_EMPTIES) return false;
    for (int i = 0; i < length; i++) {
        TableData data;
        if (!table_probe(&worker->shared->table, list[i].hash, &data)) continue;
        if (!is_proof(&data, node->count - 1) || -data.upper <= alpha * SCORE_DISC) continue;
        *score = -data.upper / SCORE_DISC;
        return true;
    }
    return false;
}

/* How good the position after the move looks for the opponent: the mean of the small evaluation and
 * the whole one, which orders better than either (3 % fewer nodes for each layer). */
static inline int mean_value(const Worker *worker, const Upper *node, const UpperMove *move) {
    PatternState state;
    pattern_after(worker->learned->set, node->whole, move->square, move->flips, &state);
    int value = learned_value(worker->learned, after(node, move), &state, node->count - 1);
    return (value + order_value(worker->learned, &move->state)) / 2;
}

/* What each move is expected to cost; the table's move goes first. */
static void score_moves(const Worker *worker, const Upper *node, const OrderState *state, int first,
                        UpperMove *list, int length) {
    const Shape *shape = worker->shape;
    for (int i = 0; i < length; i++) {
        UpperMove *move = &list[i];
        Position next = after(node, move);
        move->replies = kernel_moves(shape, next.own, next.opp);
        order_after(worker->learned->set, state, move->square, move->flips, &move->state);
        int replies = bits_count(move->replies) + bits_count(move->replies & shape->corners);
        if (move->square == first)
            move->cost = FIRST_OF_ALL;
        else if (node->whole)
            move->cost = MOBILITY_PENALTY_FULL * replies + mean_value(worker, node, move);
        else
            move->cost = MOBILITY_PENALTY * replies + order_value(worker->learned, &move->state);
    }
}

static inline void bring_cheapest(UpperMove *list, int from, int length) {
    int best = from;
    for (int i = from + 1; i < length; i++)
        if (list[i].cost < list[best].cost) best = i;
    if (best == from) return;
    UpperMove swap = list[from];
    list[from] = list[best];
    list[best] = swap;
}

static void store(const Worker *worker, const Upper *node, uint64_t hash, int alpha, int best,
                  int move) {
    TableFinding finding = {.alpha = alpha * SCORE_DISC,
                            .beta = (alpha + 1) * SCORE_DISC,
                            .score = best * SCORE_DISC,
                            .depth = node->count,
                            .selectivity = SELECTIVITY_NONE,
                            .move = move};
    table_store(&worker->shared->table, hash, &finding);
}

static int solve_upper(Worker *worker, const Upper *node, uint64_t moves, const OrderState *state,
                       int alpha);

static inline int solve_move(Worker *worker, const Upper *node, const UpperMove *move, int alpha) {
    Position next = after(node, move);
    Upper child = {next.own, next.opp, node->parity ^ worker->shape->quarter[move->square],
                   node->count - 1, NULL};
    PatternState whole;
    if (child.count >= WHOLE_MIN) {
        pattern_after(worker->learned->set, node->whole, move->square, move->flips, &whole);
        child.whole = &whole;
    }
    if (child.count > ENDGAME_MOBILITY_EMPTIES)
        return -solve_upper(worker, &child, move->replies, &move->state, -alpha - 1);
    return -KERNEL_NAME(endgame_by_mobility)(worker, child.own, child.opp, move->replies,
                                             child.parity, child.count, -alpha - 1);
}

static int solve_pass(Worker *worker, const Upper *node, const OrderState *state, int alpha) {
    uint64_t replies = kernel_moves(worker->shape, node->opp, node->own);
    if (!replies) return endgame_final(worker->shape, node->own, node->opp);
    Upper child = {node->opp, node->own, node->parity, node->count, NULL};
    OrderState passed;
    order_pass(state, &passed);
    PatternState whole;
    if (node->whole) {
        pattern_pass(node->whole, &whole);
        child.whole = &whole;
    }
    return -solve_upper(worker, &child, replies, &passed, -alpha - 1);
}

static int solve_upper(Worker *worker, const Upper *node, uint64_t moves, const OrderState *state,
                       int alpha) {
    worker->nodes++;
    if (!moves) return solve_pass(worker, node, state, alpha);
    worker_check_limits(worker);
    if (worker_is_cancelled(worker)) return alpha;

    int score, first = TABLE_NO_MOVE;
    if (is_stability_cut(worker->shape, node, alpha, &score)) return score;
    uint64_t hash = position_hash((Position){node->own, node->opp});
    TableData known;
    if (table_probe(&worker->shared->table, hash, &known) && known.depth >= node->count) {
        if (is_proof(&known, node->count) && known.lower > alpha * SCORE_DISC)
            return known.lower / SCORE_DISC;
        if (is_proof(&known, node->count) && known.upper <= alpha * SCORE_DISC)
            return known.upper / SCORE_DISC;
        first = known.move;
    }
    UpperMove list[SHAPE_MAX_SQUARES / 2];
    int length;
    if (!list_moves(worker, node, moves, list, &length)) return worker->shape->squares;
    /* Scored before they are looked up: the table's lines arrive meanwhile (3 % of FFO 47, 48). */
    score_moves(worker, node, state, first, list, length);
    if (is_transposition_cut(worker, node, list, length, alpha, &score)) return score;
    int best = UNKNOWN, best_move = TABLE_NO_MOVE;
    for (int i = 0; i < length && best <= alpha; i++) {
        bring_cheapest(list, i, length);
        score = solve_move(worker, node, &list[i], alpha);
        if (score > best) best = score, best_move = list[i].square;
    }
    if (worker_is_cancelled(worker)) return alpha;
    store(worker, node, hash, alpha, best, best_move);
    return best;
}

int KERNEL_NAME(endgame_by_evaluation)(Worker *worker, const Node *node, int alpha) {
    const Shape *shape = worker->shape;
    uint64_t own = node->position.own, opp = node->position.opp;
    Upper top = {own, opp, KERNEL_NAME(endgame_parity)(shape, kernel_empties(shape, own, opp)),
                 node->empties, node->empties >= WHOLE_MIN ? &node->pattern : NULL};
    OrderState state;
    order_start(&node->pattern, &state);
    return solve_upper(worker, &top, kernel_moves(shape, own, opp), &state, alpha);
}
