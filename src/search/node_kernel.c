/* The general search: principal-variation search (PVS) with a transposition table, Multi-ProbCut
 * and the evaluation at its leaves; when the depth reaches the end of the game, it solves, and
 * hands over to the layers of the endgame near the end. docs/search.md says what each step gains.
 * Compiled per instruction set and layout (game/rules_kernel.h).
 *
 * A pass costs no depth. Scores are in 1/SCORE_DISC disc for the side to move. SEARCH_ALONE leaves
 * out what only several threads need, for single-file bots (tools/make-bot). */
#include "game/rules_kernel.h"

#include "search/dispatch.h"
#include "search/endgame_kernel.h"
#include "search/move_list.h"
#include "search/node_outcome_kernel.h"
#include "search/node_position_kernel.h"
#include "search/order.h"

enum {
    TABLE_MIN_DEPTH = 4, /* shallower nodes are cheaper to search than to look up */
    ETC_MIN_DEPTH = 5,   /* enhanced transposition cut-offs from here on */
    STABILITY_MIN_SCORE = 20 * SCORE_DISC, /* below it stability never cuts */
};

static int zero_window_search(Worker *worker, int ply, int alpha, int depth);
static int pv_search(Worker *worker, int ply, int alpha, int beta, int depth);

static int final_score(const Worker *worker, Position position) {
    return endgame_final(worker->shape, position.own, position.opp) * SCORE_DISC;
}

/* --- Moves and their order ----------------------------------------------------------------------
 */

/* Fills the list. Where the children will be looked up in the table, their cache lines are
 * prefetched all at once: fetched one by one, they took 40 % of the time of this file's functions.
 */
static void list_moves(const Worker *worker, const Node *node, uint64_t moves, int depth,
                       MoveList *list) {
    uint64_t own = node->position.own, opp = node->position.opp;
    list->count = 0;
    while (moves) {
        MoveItem *item = &list->items[list->count++];
        int square = item->square = bits_pop(&moves);
        uint64_t flips = item->flips = kernel_flips(worker->shape, square, own, opp);
        item->score = 0;
        item->value = VALUE_UNKNOWN;
        if (depth <= TABLE_MIN_DEPTH) continue;
        item->hash = position_hash((Position){opp ^ flips, own ^ flips ^ bits_square(square)});
        table_prefetch(&worker->shared->table, item->hash);
    }
}

/* Where a move stands in the order: see order.h. */
static int move_score(Worker *worker, const Node *node, int ply, MoveItem *item, int alpha,
                      int depth) {
    const Shape *shape = worker->shape;
    Position next = position_after(node->position, item->square, item->flips);
    if (!next.own) return ORDER_WIPE_OUT;
    int mobility = weighted_mobility(shape, kernel_moves(shape, next.own, next.opp));
    int corner = bits_has(shape->corners, item->square) ? BONUS_CORNER : 0;
    if (depth < ORDER_EVAL_DEPTH) return corner - MOBILITY_PENALTY_SHALLOW * mobility;

    bool is_solve = depth >= node->empties;
    int plies = order_search_depth(depth), value;
    if (plies == 0) {
        item->value = evaluate_after(worker, node, ply, item->square, item->flips);
        value = -item->value;
    } else {
        play(worker, node, ply, item->square, item->flips);
        /* Moves far below alpha come last, whatever their exact score; and an order needs no
         * proof. */
        int floor = alpha - ORDER_SEARCH_FLOOR * SCORE_DISC;
        Selectivity selectivity = worker->selectivity;
        if (selectivity > order_selectivity) worker->selectivity = order_selectivity;
        value = -pv_search(worker, ply + 1, -SCORE_INFINITE, -floor, plies);
        worker->selectivity = selectivity;
    }
    return value - (is_solve ? (int)MOBILITY_PENALTY_ENDGAME
                             : worker->shared->parameters.mobility_penalty) *
                       mobility;
}

/* Scores the moves from `from` on. `second_move` is the table's. */
static void score_moves(Worker *worker, const Node *node, int ply, MoveList *list, int from,
                        int second_move, int alpha, int depth) {
    for (int i = from; i < list->count; i++) {
        MoveItem *item = &list->items[i];
        item->score = item->square == second_move
                          ? ORDER_TABLE_SECOND
                          : move_score(worker, node, ply, item, alpha, depth);
    }
}

/* --- Cuts ---------------------------------------------------------------------------------------
 */

/* The opponent's stable discs bound the score from above. */
static inline bool is_stability_cut(const Worker *worker, Position position, int alpha,
                                    int *score) {
    if (alpha < STABILITY_MIN_SCORE) return false;
    *score = stability_bound(worker->shape, position.own, position.opp) * SCORE_DISC;
    return *score <= alpha;
}

/* Some move leads to a position that the table already knows to be bad for the opponent. */
static bool is_transposition_cut(const Worker *worker, const MoveList *list, int alpha, int depth,
                                 int *score) {
    for (int i = 0; i < list->count; i++)
        if (is_child_cut(&worker->shared->table, list->items[i].hash, depth - 1,
                         (int)worker->selectivity, alpha, score))
            return true;
    return false;
}

/* Multi-ProbCut: a shallow search whose score lies far enough above alpha replaces the deep one, if
 * the static evaluation says that it is worth trying. Scores far below alpha are left to the
 * children, where they are far above. */
static bool is_probable_cut(Worker *worker, int ply, int alpha, int depth, int *score) {
    const Shared *shared = worker->shared;
    const Node *node = &worker->stack[ply];
    if (worker->selectivity == SELECTIVITY_NONE || depth < PROBCUT_MIN_DEPTH) return false;
    int shallow = probcut_shallow_depth(depth);
    int margin =
        probcut_margin(&shared->probcut, worker->selectivity, node->empties, depth, shallow);
    int slack = margin * shared->parameters.probcut_slack / 100;
    int above = alpha + 1 + margin;
    if (above >= SCORE_MAX || static_value(worker, node) < above - slack ||
        zero_window_search(worker, ply, above - 1, shallow) < above)
        return false;
    *score = alpha + 1;
    return true;
}

/* Futility pruning, which is ProbCut without a search: one or two plies above the leaves a static
 * value that is far enough beyond a bound decides. */
static bool is_futile(Worker *worker, const Node *node, int alpha, int depth, int *score) {
    const Shared *shared = worker->shared;
    if (depth > shared->parameters.futility_depth || depth >= node->empties ||
        worker->selectivity != SELECTIVITY_73)
        return false;
    int margin = probcut_margin(&shared->probcut, worker->selectivity, node->empties, depth, 0) *
                 shared->parameters.futility_margin / 100;
    int value = static_value(worker, node);
    *score = value > alpha ? alpha + 1 : alpha;
    return value > alpha + margin || value <= alpha - margin;
}

/* --- Leaves -------------------------------------------------------------------------------------
 */

/* The move of a set that the last ply tries next. */
static inline int next_square(const Shared *shared, uint64_t moves) {
    uint64_t first = moves & shared->first_squares, middle = moves & ~shared->last_squares;
    return bits_first(first ? first : middle ? middle : moves);
}

/* One ply above the leaves: no table, and an order by squares alone. */
static int search_last_ply(Worker *worker, int ply, uint64_t moves, int alpha) {
    const Node *node = &worker->stack[ply];
    int best = -SCORE_INFINITE;
    while (moves && best <= alpha) {
        int square = next_square(worker->shared, moves);
        uint64_t flips =
            kernel_flips(worker->shape, square, node->position.own, node->position.opp);
        moves &= ~bits_square(square);
        worker->nodes++;
        int score = -evaluate_after(worker, node, ply, square, flips);
        if (score > best) best = score;
    }
    return best;
}

/* --- The moves of a node ------------------------------------------------------------------------
 */

/* Whether threads that meet in a node share its moves. */
static inline bool is_shared(const Worker *worker, int empties, int depth) {
    if (!worker->is_sharing) return false;
    return depth >= (depth >= empties ? worker->shared->share_empties : (int)SHARE_MIN_DEPTH);
}

/* Late-move reduction: the plies by which a move is first searched less deep. An even number keeps
 * the parity of the leaves, which the evaluation depends on. */
static inline int reduction(const Worker *worker, int ply, int depth, int place) {
    const SearchParameters *parameters = &worker->shared->parameters;
    bool is_late = place >= parameters->reduction_move && depth >= parameters->reduction_depth;
    bool is_solve = depth >= worker->stack[ply].empties;
    if (!is_late || is_solve || worker->selectivity != SELECTIVITY_73) return 0;
    return parameters->reduction_plies;
}

/* Searches one move of a node after its first, `place` in its list: with a zero window, first
 * reduced if it is a late one, and again with the whole window if it beats alpha. */
static int search_later_move(Worker *worker, int ply, int alpha, int beta, int depth, int place) {
    int less = reduction(worker, ply, depth, place);
    if (less > 0) {
        int reduced = -zero_window_search(worker, ply + 1, -alpha - 1, depth - 1 - less);
        if (reduced <= alpha || worker_is_cancelled(worker)) return reduced;
    }
    int score = -zero_window_search(worker, ply + 1, -alpha - 1, depth - 1);
    if (score > alpha && score < beta && !worker_is_cancelled(worker))
        score = -pv_search(worker, ply + 1, -beta, -alpha, depth - 1);
    return score;
}

#if !defined(SEARCH_ALONE)
/* Searches move `i` of a PV node, as search_later_move() does. Threads do so for one move at a
 * time: where another has found a better move meanwhile, *is_late is true and the move is to be
 * searched later. */
static int search_later_pv_move(Worker *worker, int ply, Frame *frame, const MoveList *list, int i,
                                uint64_t pending, int bound, int beta, int depth, bool *is_late) {
    frame->bound = bound;
    frame->squares = bits_square(list->items[i].square);
    for (uint64_t left = pending; left;)
        frame->squares |= bits_square(list->items[bits_pop(&left)].square);
    int score = search_later_move(worker, ply, bound, bound + 1, depth, i);
    frame->bound = INT32_MAX;
    *is_late = false;
    if (worker_is_cancelled(worker) || score <= bound || score >= beta) return score;
    *is_late = published_move(worker, frame, list, pending, bound) >= 0;
    if (*is_late) return score;
    publish(worker, frame, bound, score, list->items[i].square);
    return -pv_search(worker, ply + 1, -beta, -bound, depth - 1);
}

/* Searches the moves from `from` on in a node that other threads may be in as well. */
static Outcome search_shared(Worker *worker, int ply, MoveList *list, int from, int alpha, int beta,
                             int depth, Outcome out) {
    BusyMoves *busy = &worker->shared->busy;
    int top = worker->frame_count - 1;
    Frame *frame = &worker->frames[top];
    bool is_pv = beta > alpha + 1;
    move_list_sort(list, from);
    uint64_t pending = (bits_square(list->count - 1) << 1) - bits_square(from);
    while (pending) {
        worker_look_up(worker, top);
        if (worker_is_cancelled(worker)) return out;
        int bound = out.best > alpha ? out.best : alpha, score;
        int better = is_pv ? published_move(worker, frame, list, pending, bound) : -1;
        int i = better >= 0 ? better : next_shared(busy, list, pending, depth);
        bool is_late = false;
        _Atomic uint64_t *entry = busy_enter(busy, busy_key(list->items[i].hash, depth));
        pending &= ~bits_square(i);
        play_item(worker, &worker->stack[ply], ply, &list->items[i]);
        worker->lines[ply + 1].length = 0;
        if (!is_pv)
            score = search_later_move(worker, ply, bound, beta, depth, i);
        else if (better >= 0)
            score = -pv_search(worker, ply + 1, -beta, -bound, depth - 1);
        else
            score = search_later_pv_move(worker, ply, frame, list, i, pending, bound, beta, depth,
                                         &is_late);
        busy_leave(entry);
        if (worker->settled == top && worker->is_improved) {
            worker->settled = -1;
            is_late = true;
        }
        if (worker_is_cancelled(worker)) return out;
        if (is_late) {
            pending |= bits_square(i);
            continue;
        }
        if (note_score(worker, ply, alpha, beta, list->items[i].square, score, &out)) return out;
        if (is_pv && score > bound) publish(worker, frame, bound, score, list->items[i].square);
    }
    return out;
}
#endif

/* Searches the moves in order, the first with the whole window, the others with a zero window
 * first. In a zero-window node (beta = alpha + 1) the two are the same. The table's move is
 * searched before the others are even scored: a cut-off makes that unnecessary. */
static Outcome search_moves(Worker *worker, int ply, MoveList *list, const TableData *known,
                            int alpha, int beta, int depth) {
    const Node *node = &worker->stack[ply];
    Outcome out = {-SCORE_INFINITE, TABLE_NO_MOVE};
    /* In a solve, a move that only looked best from shallow depth may have a large tree below it;
     * move_score() prefers small ones. */
    if (known && depth >= node->empties && known->depth < depth) known = NULL;
    int scored_from = known && move_list_bring_first(list, known->move) ? 1 : 0;
    for (int i = 0; i < list->count; i++) {
        int bound = out.best > alpha ? out.best : alpha;
        if (i == scored_from)
            score_moves(worker, node, ply, list, i, known ? known->second_move : -1, alpha, depth);
#if !defined(SEARCH_ALONE)
        if (i > 0 && is_shared(worker, node->empties, depth))
            return search_shared(worker, ply, list, i, alpha, beta, depth, out);
#endif
        if (i >= scored_from) move_list_pick(list, i);
        play_item(worker, node, ply, &list->items[i]);
        worker->lines[ply + 1].length = 0;
        int score = i > 0 || beta == alpha + 1
                        ? search_later_move(worker, ply, bound, beta, depth, i)
                        : -pv_search(worker, ply + 1, -beta, -bound, depth - 1);
        if (worker_is_cancelled(worker)) return out;
        if (note_score(worker, ply, alpha, beta, list->items[i].square, score, &out)) break;
    }
    return out;
}

/* --- Nodes --------------------------------------------------------------------------------------
 */

static int zero_window_search(Worker *worker, int ply, int alpha, int depth) {
    const Node *node = &worker->stack[ply];
    const Shape *shape = worker->shape;

    // Step 1. Leaves: the evaluation, or a layer of the endgame.
    if (depth >= node->empties) {
        depth = node->empties;
        if (depth <= ENDGAME_MOBILITY_EMPTIES)
            return KERNEL_NAME(endgame_solve)(worker, node->position, alpha >> 7) * SCORE_DISC;
        if (depth <= ENDGAME_EVAL_EMPTIES && worker->selectivity == SELECTIVITY_NONE &&
            worker->learned && worker->learned->order)
            return KERNEL_NAME(endgame_by_evaluation)(worker, node, alpha >> 7) * SCORE_DISC;
    }
    worker->nodes++;
    if (depth <= 0) return evaluate(worker, node);
    worker_check_limits(worker);
    if (worker_is_cancelled(worker)) return alpha;

    // Step 2. Stability cut, only in a solve: an estimate may exceed what stability allows, and
    // mixed with such bounds the search would contradict itself.
    int score;
    if (depth == node->empties && is_stability_cut(worker, node->position, alpha, &score))
        return score;

    // Step 3. Table probe: its bounds here, its moves in step 7.
    uint64_t hash = position_hash(node->position);
    TableData known;
    bool is_known = depth >= TABLE_MIN_DEPTH && table_probe(&worker->shared->table, hash, &known);
    if (is_known && table_is_sufficient(&known, depth, (int)worker->selectivity)) {
        if (known.lower > alpha) return known.lower;
        if (known.upper <= alpha) return known.upper;
    }

    // Step 4. Legal moves: a pass hands the turn over, two end the game. Futility pruning, and the
    // last ply.
    uint64_t moves = kernel_moves(shape, node->position.own, node->position.opp);
    if (!moves) {
        if (!kernel_moves(shape, node->position.opp, node->position.own))
            return final_score(worker, node->position);
        play_pass(worker, node, ply);
        return -zero_window_search(worker, ply + 1, -alpha - 1, depth);
    }
    if (is_futile(worker, node, alpha, depth, &score)) return score;
    if (depth == 1) return search_last_ply(worker, ply, moves, alpha);

    // Step 5. Enhanced transposition cut-off.
    MoveList list;
    list_moves(worker, node, moves, depth, &list);
    if (depth >= ETC_MIN_DEPTH && is_transposition_cut(worker, &list, alpha, depth, &score))
        return score;

    // Step 6. Multi-ProbCut.
    int frame = is_shared(worker, node->empties, depth)
                    ? frame_enter(worker, hash, alpha, alpha + 1, depth)
                    : MAX_FRAMES;
    Outcome out;
    bool is_cut = is_probable_cut(worker, ply, alpha, depth, &score);

    // Step 7. The moves, best first.
    if (!is_cut)
        out = search_moves(worker, ply, &list, is_known ? &known : NULL, alpha, alpha + 1, depth);
    int settled;
    if (frame_leave(worker, frame, &settled)) return settled;
    if (is_cut) return score;
    if (worker_is_cancelled(worker)) return alpha;
    if (depth >= TABLE_MIN_DEPTH) store(worker, hash, alpha, alpha + 1, depth, out);
    return out.best;
}

/* A PV node near the end: zero-window searches climb from alpha to the score. */
static int solve_pv(Worker *worker, Position position, int alpha, int beta) {
    int score = alpha;
    do {
        alpha = score;
        score = KERNEL_NAME(endgame_solve)(worker, position, alpha >> 7) * SCORE_DISC;
    } while (score > alpha && score < beta && !worker_is_cancelled(worker));
    return score;
}

/* Where threads tell each other about the root: the others' scores never settle it, because its
 * best move is asked for, and with excluded moves it is another position. */
static uint64_t root_key(const Worker *worker, uint64_t hash) {
    return ~hash + worker->shared->excluded * 0x9e3779b97f4a7c15;
}

static int pv_search(Worker *worker, int ply, int alpha, int beta, int depth) {
    const Node *node = &worker->stack[ply];
    const Shape *shape = worker->shape;
    worker->lines[ply].length = 0;
    if (depth >= node->empties) {
        depth = node->empties;
        if (depth <= ENDGAME_MOBILITY_EMPTIES && ply > 0)
            return solve_pv(worker, node->position, alpha, beta);
    }
    worker->nodes++;
    if (depth <= 0) return evaluate(worker, node);
    worker_check_limits(worker);
    if (worker_is_cancelled(worker)) return alpha;

    uint64_t moves = kernel_moves(shape, node->position.own, node->position.opp);
    if (!moves) {
        if (!kernel_moves(shape, node->position.opp, node->position.own))
            return final_score(worker, node->position);
        play_pass(worker, node, ply);
        int score = -pv_search(worker, ply + 1, -beta, -alpha, depth);
        set_line(&worker->lines[ply], PASS, &worker->lines[ply + 1]);
        if (ply == 0 && !worker_is_cancelled(worker)) note_root_best(worker, score);
        return score;
    }
    if (ply == 0) moves &= ~worker->shared->excluded;

    uint64_t hash = position_hash(node->position);
    TableData known;
    bool is_known = depth >= TABLE_MIN_DEPTH && table_probe(&worker->shared->table, hash, &known);
    if (is_known && ply > 0 && table_is_sufficient(&known, depth, (int)worker->selectivity)) {
        if (known.lower >= beta) return known.lower;
        if (known.upper <= alpha) return known.upper;
        if (known.lower == known.upper) return known.lower;
    }
    MoveList list;
    list_moves(worker, node, moves, depth, &list);
    int frame = MAX_FRAMES;
    if (is_shared(worker, node->empties, depth))
        frame = ply > 0 ? frame_enter(worker, hash, alpha, beta, depth)
                        : frame_enter(worker, root_key(worker, hash), INT32_MIN, INT32_MAX, depth);
    Outcome out = search_moves(worker, ply, &list, is_known ? &known : NULL, alpha, beta, depth);
    int settled;
    /* Where another thread was first its score counts: threads with scores that differ by a hair
     * would search the moves above with different windows, and not share what they find. */
    if (frame < MAX_FRAMES && !worker_is_cancelled(worker)) worker_look_up(worker, frame);
    if (frame_leave(worker, frame, &settled)) {
        if (out.best != settled || worker_is_cancelled(worker)) worker->lines[ply].length = 0;
        return settled;
    }
    if (worker_is_cancelled(worker)) return alpha;
    if (depth >= TABLE_MIN_DEPTH && (ply > 0 || !worker->shared->excluded))
        store(worker, hash, alpha, beta, depth, out);
    return out.best;
}

extern const SearchKernel KERNEL_NAME(search_kernel);
const SearchKernel KERNEL_NAME(search_kernel) = {place, pv_search, zero_window_search};
