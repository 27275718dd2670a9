/* The endgame layer that orders moves by evaluation: zero-window nodes with 12 to 17 empty squares
 * of an exact solve.
 *
 * Most nodes of a solve that have more than a handful of moves are here, and one move in eight is
 * searched: the time goes into choosing it. So positions do not carry the indices of the full
 * evaluation, moves are ordered by its small twin (eval/pattern_order.h) and the opponent's
 * mobility, and a child's legal moves, found for the order, are handed down to it. Compared with
 * the general search down to 12 empty squares, FFO 40-44, 46 and 48 take 11 to 17 % less time.
 * Compiled per instruction set and layout (game/rules_kernel.h). */
#include "game/rules_kernel.h"

#include <limits.h>

#include "eval/pattern_order.h"
#include "search/endgame_kernel.h"
#include "search/node_kernel.h"

enum {
    STABILITY_ALPHA = 20,        /* below it stability never cuts */
    ETC_MIN_EMPTIES = 13,        /* enhanced transposition cut-offs from here on */
    FULL_EVAL_MIN = 16,          /* from here on the full evaluation has a say in the order */
    MOBILITY_PENALTY = 520,      /* for each reply of the opponent, in 1/SCORE_DISC disc */
    MOBILITY_PENALTY_FULL = 400, /* ... from FULL_EVAL_MIN on */
    TABLE_MOVE_SCORE = 1 << 24,  /* of the table's move: it goes first */
};

typedef struct EvalMove {
    OrderState state; /* after the move */
    uint64_t flips;
    uint64_t replies; /* legal moves of the opponent afterwards */
    uint64_t hash;    /* of the position afterwards */
    int square;
    int score; /* the highest is searched first */
} EvalMove;

/* One position on the way down. */
typedef struct EvalNode {
    uint64_t own, opp;
    int parity, count;
    const PatternState *full; /* indices of the full evaluation; NULL below FULL_EVAL_MIN */
} EvalNode;

static inline Position after(const EvalNode *node, const EvalMove *move) {
    return (Position){node->opp ^ move->flips, node->own ^ move->flips ^ bits_square(move->square)};
}

static inline bool is_stability_cut(const Shape *shape, const EvalNode *node, int alpha,
                                    int *score) {
    if (alpha < STABILITY_ALPHA || !(node->opp & shape->corners)) return false;
    *score = stability_bound(shape, node->own, node->opp);
    return *score <= alpha;
}

/* Lists the moves; false if one of them leaves the opponent without a disc. Where the children will
 * be looked up in the table, their cache lines are prefetched here. */
static bool list_moves(const Worker *worker, const EvalNode *node, uint64_t moves, EvalMove *list,
                       int *length) {
    const Shape *shape = worker->shape;
    *length = 0;
    while (moves) {
        EvalMove *move = &list[(*length)++];
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
static bool is_transposition_cut(const Worker *worker, const EvalNode *node, const EvalMove *list,
                                 int length, int alpha, int *score) {
    if (node->count < ETC_MIN_EMPTIES) return false;
    for (int i = 0; i < length; i++) {
        if (!is_child_cut(&worker->shared->table, list[i].hash, node->count - 1, SELECTIVITY_NONE,
                          alpha * SCORE_DISC, score))
            continue;
        *score /= SCORE_DISC;
        return true;
    }
    return false;
}

/* The value of the position after the move for the opponent: the mean of the small evaluation and
 * the full one, which orders better than either (3 % fewer nodes for each number of empties). */
static inline int mean_value(const Worker *worker, const EvalNode *node, const EvalMove *move) {
    PatternState state;
    pattern_after(worker->learned->set, node->full, move->square, move->flips, &state);
    int value = learned_value(worker->learned, after(node, move), &state, node->count - 1);
    return (value + order_value(worker->learned, &move->state)) / 2;
}

/* Scores the moves; the table's move goes first. */
static void score_moves(const Worker *worker, const EvalNode *node, const OrderState *state,
                        int first, EvalMove *list, int length) {
    const Shape *shape = worker->shape;
    for (int i = 0; i < length; i++) {
        EvalMove *move = &list[i];
        Position next = after(node, move);
        move->replies = kernel_moves(shape, next.own, next.opp);
        order_after(worker->learned->set, state, move->square, move->flips, &move->state);
        int mobility = weighted_mobility(shape, move->replies);
        if (move->square == first)
            move->score = TABLE_MOVE_SCORE;
        else if (node->full)
            move->score = -MOBILITY_PENALTY_FULL * mobility - mean_value(worker, node, move);
        else
            move->score = -MOBILITY_PENALTY * mobility - order_value(worker->learned, &move->state);
    }
}

static inline void swap_moves(EvalMove *a, EvalMove *b) {
    EvalMove swap = *a;
    *a = *b;
    *b = swap;
}

static inline void pick(EvalMove *list, int from, int length) {
    int best = from;
    for (int i = from + 1; i < length; i++)
        if (list[i].score > list[best].score) best = i;
    if (best != from) swap_moves(&list[from], &list[best]);
}

static void store(const Worker *worker, const EvalNode *node, uint64_t hash, int alpha, int best,
                  int move) {
    TableFinding finding = {.alpha = alpha * SCORE_DISC,
                            .beta = (alpha + 1) * SCORE_DISC,
                            .score = best * SCORE_DISC,
                            .depth = node->count,
                            .selectivity = SELECTIVITY_NONE,
                            .move = move};
    table_store(&worker->shared->table, hash, &finding);
}

static int solve_by_evaluation(Worker *worker, const EvalNode *node, uint64_t moves,
                               const OrderState *state, int alpha);

static inline int solve_move(Worker *worker, const EvalNode *node, const EvalMove *move,
                             int alpha) {
    Position next = after(node, move);
    EvalNode child = {next.own, next.opp, node->parity ^ worker->shape->quarter[move->square],
                      node->count - 1, NULL};
    PatternState full;
    if (child.count >= FULL_EVAL_MIN) {
        pattern_after(worker->learned->set, node->full, move->square, move->flips, &full);
        child.full = &full;
    }
    if (child.count > ENDGAME_MOBILITY_EMPTIES)
        return -solve_by_evaluation(worker, &child, move->replies, &move->state, -alpha - 1);
    return -KERNEL_NAME(endgame_by_mobility)(worker, child.own, child.opp, move->replies,
                                             child.parity, child.count, -alpha - 1);
}

static int solve_pass(Worker *worker, const EvalNode *node, const OrderState *state, int alpha) {
    uint64_t replies = kernel_moves(worker->shape, node->opp, node->own);
    if (!replies) return endgame_final(worker->shape, node->own, node->opp);
    EvalNode child = {node->opp, node->own, node->parity, node->count, NULL};
    OrderState passed;
    order_pass(state, &passed);
    PatternState full;
    if (node->full) {
        pattern_pass(node->full, &full);
        child.full = &full;
    }
    return -solve_by_evaluation(worker, &child, replies, &passed, -alpha - 1);
}

#if !defined(SEARCH_ALONE)
/* The best score and move of a node. */
typedef struct EvalOutcome {
    int best, move;
} EvalOutcome;

/* Brings a move that the fewest threads are searching to `from`, the best of them. */
static inline void pick_shared(const BusyMoves *busy, EvalMove *list, int from, int length,
                               int depth) {
    int best = from, fewest = INT_MAX;
    for (int i = from; i < length; i++) {
        int count = busy_count(busy, busy_key(list[i].hash, depth));
        if (count > fewest || (count == fewest && list[i].score <= list[best].score)) continue;
        best = i;
        fewest = count;
    }
    if (best != from) swap_moves(&list[from], &list[best]);
}

/* Searches the moves in a node that other threads may be in as well. */
static EvalOutcome search_shared(Worker *worker, const EvalNode *node, EvalMove *list, int length,
                                 int alpha) {
    BusyMoves *busy = &worker->shared->busy;
    EvalOutcome out = {ENDGAME_UNKNOWN, TABLE_NO_MOVE};
    for (int i = 0; i < length && out.best <= alpha; i++) {
        if (i == 0)
            pick(list, i, length);
        else
            pick_shared(busy, list, i, length, node->count);
        _Atomic uint64_t *entry = busy_enter(busy, busy_key(list[i].hash, node->count));
        int score = solve_move(worker, node, &list[i], alpha);
        busy_leave(entry);
        if (worker_is_cancelled(worker)) break;
        if (score > out.best) out = (EvalOutcome){score, list[i].square};
        if (out.best > alpha) break;
        worker_look_up(worker, worker->frame_count - 1);
        if (worker_is_cancelled(worker)) break;
    }
    return out;
}

static int solve_shared(Worker *worker, const EvalNode *node, uint64_t hash, EvalMove *list,
                        int length, int alpha) {
    int frame =
        frame_enter(worker, hash, alpha * SCORE_DISC, (alpha + 1) * SCORE_DISC, node->count);
    EvalOutcome out = search_shared(worker, node, list, length, alpha);
    int settled;
    if (frame_leave(worker, frame, &settled)) return settled / SCORE_DISC;
    if (worker_is_cancelled(worker)) return alpha;
    store(worker, node, hash, alpha, out.best, out.move);
    return out.best;
}
#endif

static int solve_by_evaluation(Worker *worker, const EvalNode *node, uint64_t moves,
                               const OrderState *state, int alpha) {
    worker->nodes++;
    if (!moves) return solve_pass(worker, node, state, alpha);
    worker_check_limits(worker);
    if (worker_is_cancelled(worker)) return alpha;

    int score, first = TABLE_NO_MOVE;
    if (is_stability_cut(worker->shape, node, alpha, &score)) return score;
    uint64_t hash = position_hash((Position){node->own, node->opp});
    TableData known;
    if (table_probe(&worker->shared->table, hash, &known) && known.depth >= node->count) {
        bool is_exact = known.selectivity == SELECTIVITY_NONE;
        if (is_exact && known.lower > alpha * SCORE_DISC) return known.lower / SCORE_DISC;
        if (is_exact && known.upper <= alpha * SCORE_DISC) return known.upper / SCORE_DISC;
        first = known.move;
    }
    EvalMove list[SHAPE_MAX_SQUARES / 2];
    int length;
    if (!list_moves(worker, node, moves, list, &length)) return worker->shape->squares;
    /* Scored before they are looked up: the prefetched lines arrive meanwhile (3 % of FFO 47, 48).
     */
    score_moves(worker, node, state, first, list, length);
    if (is_transposition_cut(worker, node, list, length, alpha, &score)) return score;
#if !defined(SEARCH_ALONE)
    if (worker->is_sharing && node->count >= worker->shared->share_empties)
        return solve_shared(worker, node, hash, list, length, alpha);
#endif
    int best = ENDGAME_UNKNOWN, best_move = TABLE_NO_MOVE;
    for (int i = 0; i < length && best <= alpha; i++) {
        pick(list, i, length);
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
    EvalNode top = {own, opp, KERNEL_NAME(endgame_parity)(shape, kernel_empties(shape, own, opp)),
                    node->empties, node->empties >= FULL_EVAL_MIN ? &node->pattern : NULL};
    OrderState state;
    order_start(&node->pattern, &state);
    return solve_by_evaluation(worker, &top, kernel_moves(shape, own, opp), &state, alpha);
}
