/* See endgame.h. Compiled per instruction level and layout (game/kernel.h). */
#include "game/kernel.h"

#include "search/endgame.h"

enum {
    UNKNOWN = -127, /* below every score */
    ORDERED_MIN = 7 /* from this many empties on, moves are ordered by mobility */
};

/* Stability can only prove an upper bound of squares - 2 * (stable discs of the opponent), so it is
 * not worth asking before alpha is this high, by number of empties. */
static const int8_t stability_alpha[ENDGAME_MAX_EMPTIES + 1] = {99, 99, 99, 99, 8,  10, 12,
                                                                12, 14, 16, 18, 20, 22};

static inline int count_flips(const Shape *shape, int square, uint64_t own, uint64_t opp) {
    return bits_count(kernel_flips(shape, square, own, opp));
}

static int final_score(const Shape *shape, uint64_t own, uint64_t opp) {
    int mine = bits_count(own), theirs = bits_count(opp), empties = shape->squares - mine - theirs;
    if (mine > theirs) return mine - theirs + empties;
    return mine < theirs ? mine - theirs - empties : 0;
}

static inline int solve_1(const Shape *shape, uint64_t own, uint64_t opp, int square) {
    int flips = count_flips(shape, square, own, opp);
    if (flips) return 2 * (bits_count(own) + flips + 1) - shape->squares;
    flips = count_flips(shape, square, opp, own);
    if (flips) return shape->squares - 2 * (bits_count(opp) + flips + 1);
    return final_score(shape, own, opp);
}

/* The position after `own` plays `square`, seen by the opponent; false if that move is illegal. */
static inline bool try_move(const Shape *shape, uint64_t own, uint64_t opp, int square,
                            Position *next) {
    if (!(shape->near[square] & opp)) return false;
    uint64_t flips = kernel_flips(shape, square, own, opp);
    if (!flips) return false;
    *next = (Position){opp ^ flips, own ^ flips ^ bits_square(square)};
    return true;
}

static int solve_2(Worker *worker, uint64_t own, uint64_t opp, int a, int b, int alpha) {
    const Shape *shape = worker->shape;
    worker->nodes++;
    Position next;
    int best = UNKNOWN;
    if (try_move(shape, own, opp, a, &next)) {
        worker->nodes++;
        best = -solve_1(shape, next.own, next.opp, b);
        if (best > alpha) return best;
    }
    if (try_move(shape, own, opp, b, &next)) {
        worker->nodes++;
        int score = -solve_1(shape, next.own, next.opp, a);
        return score > best ? score : best;
    }
    if (best != UNKNOWN) return best;

    best = -UNKNOWN; /* a pass: now the opponent minimises */
    if (try_move(shape, opp, own, a, &next)) {
        worker->nodes++;
        best = solve_1(shape, next.own, next.opp, b);
        if (best <= alpha) return best;
    }
    if (try_move(shape, opp, own, b, &next)) {
        worker->nodes++;
        int score = solve_1(shape, next.own, next.opp, a);
        return score < best ? score : best;
    }
    return best != -UNKNOWN ? best : final_score(shape, own, opp);
}

/* Three squares, the first one in a quarter with an odd number of them: who plays there last is
 * likely to gain, so it goes first. */
static int solve_3(Worker *worker, uint64_t own, uint64_t opp, uint64_t empties, int parity,
                   int alpha) {
    const Shape *shape = worker->shape;
    worker->nodes++;
    uint64_t odd = empties & shape->odd[parity & 15], rest;
    int a = bits_first(odd ? odd : empties);
    rest = empties ^ bits_square(a);
    int b = bits_pop(&rest), c = bits_first(rest);
    Position next;
    int best = UNKNOWN, score;
    if (try_move(shape, own, opp, a, &next)) {
        best = -solve_2(worker, next.own, next.opp, b, c, -alpha - 1);
        if (best > alpha) return best;
    }
    if (try_move(shape, own, opp, b, &next)) {
        score = -solve_2(worker, next.own, next.opp, a, c, -alpha - 1);
        if (score > alpha) return score;
        if (score > best) best = score;
    }
    if (try_move(shape, own, opp, c, &next)) {
        score = -solve_2(worker, next.own, next.opp, a, b, -alpha - 1);
        if (score > best) best = score;
    }
    if (best != UNKNOWN) return best;

    best = -UNKNOWN;
    if (try_move(shape, opp, own, a, &next)) {
        best = solve_2(worker, next.own, next.opp, b, c, alpha);
        if (best <= alpha) return best;
    }
    if (try_move(shape, opp, own, b, &next)) {
        score = solve_2(worker, next.own, next.opp, a, c, alpha);
        if (score <= alpha) return score;
        if (score < best) best = score;
    }
    if (try_move(shape, opp, own, c, &next)) {
        score = solve_2(worker, next.own, next.opp, a, b, alpha);
        if (score < best) best = score;
    }
    return best != -UNKNOWN ? best : final_score(shape, own, opp);
}

/* An upper bound by the opponent's stable discs, asked only where it may help. */
static inline bool is_stability_cut(const Shape *shape, uint64_t own, uint64_t opp, int empties,
                                    int alpha, int *score) {
    if (alpha < stability_alpha[empties]) return false;
    *score = shape->squares - 2 * bits_count(kernel_stable(shape, opp, own));
    return *score <= alpha;
}

/* 4 to 6 empties: odd quarters first, no lists, no legal-move set. */
static int solve_few(Worker *worker, uint64_t own, uint64_t opp, uint64_t empties, int parity,
                     int count, int alpha) {
    const Shape *shape = worker->shape;
    worker->nodes++;
    int best = UNKNOWN;
    if (is_stability_cut(shape, own, opp, count, alpha, &best)) return best;
    best = UNKNOWN;
    uint64_t odd = empties & shape->odd[parity & 15];
    for (uint64_t set = odd ? odd : empties, later = odd ? empties ^ odd : 0; set;
         set = later, later = 0) {
        while (set) {
            int square = bits_pop(&set);
            Position next;
            if (!try_move(shape, own, opp, square, &next)) continue;
            uint64_t left = empties ^ bits_square(square);
            int quarters = parity ^ shape->quarter[square];
            int score =
                count == 4
                    ? -solve_3(worker, next.own, next.opp, left, quarters, -alpha - 1)
                    : -solve_few(worker, next.own, next.opp, left, quarters, count - 1, -alpha - 1);
            if (score > alpha) return score;
            if (score > best) best = score;
        }
    }
    if (best != UNKNOWN) return best;
    if (!kernel_moves(shape, opp, own)) return final_score(shape, own, opp);
    return -solve_few(worker, opp, own, empties, parity, count, -alpha - 1);
}

typedef struct EndMove {
    Position next;
    uint64_t replies; /* legal moves of the opponent afterwards */
    int square;
    int cost; /* low goes first */
} EndMove;

/* What the order is made of, in units of one reply of the opponent. */
enum { COST_REPLY = 4, COST_CORNER_REPLY = 4, COST_EVEN = 3, COST_NOT_CORNER = 4 };

static int list_moves(const Worker *worker, Position position, uint64_t moves, int parity,
                      int first, EndMove *list) {
    const Shape *shape = worker->shape;
    int count = 0;
    while (moves) {
        int square = bits_pop(&moves);
        EndMove *move = &list[count++];
        uint64_t flips = kernel_flips(shape, square, position.own, position.opp);
        move->next = position_after(position, square, flips);
        move->square = square;
        move->replies = kernel_moves(shape, move->next.own, move->next.opp);
        move->cost = COST_REPLY * bits_count(move->replies) +
                     COST_CORNER_REPLY * bits_count(move->replies & shape->corners);
        if (!(parity & shape->quarter[square])) move->cost += COST_EVEN;
        if (!bits_has(shape->corners, square)) move->cost += COST_NOT_CORNER;
        if (square == first) move->cost = -1000;
        if (!move->next.own) move->cost = -2000;
    }
    return count;
}

static void bring_best_first(EndMove *list, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (list[i].cost < list[best].cost) best = i;
    if (best) {
        EndMove swap = list[0];
        list[0] = list[best];
        list[best] = swap;
    }
}

static int solve_ordered(Worker *worker, Position position, uint64_t moves, int parity, int count,
                         int alpha) {
    const Shape *shape = worker->shape;
    worker->nodes++;
    if (!moves) {
        uint64_t replies = kernel_moves(shape, position.opp, position.own);
        if (!replies) return final_score(shape, position.own, position.opp);
        return -solve_ordered(worker, position_passed(position), replies, parity, count,
                              -alpha - 1);
    }
    int best;
    if (is_stability_cut(shape, position.own, position.opp, count, alpha, &best)) return best;

    EndEntry *entry = &worker->cache[position_hash(position) % END_CACHE_SIZE];
    bool is_known = entry->own == position.own && entry->opp == position.opp;
    int first = -1;
    if (is_known) {
        if (entry->lower > alpha) return entry->lower;
        if (entry->upper <= alpha) return entry->upper;
        first = entry->move;
    }

    EndMove list[ENDGAME_MAX_EMPTIES];
    int length = list_moves(worker, position, moves, parity, first, list);
    uint64_t empties = kernel_empties(shape, position.own, position.opp);
    int best_move = list[0].square;
    best = UNKNOWN;
    for (int i = 0; i < length && best <= alpha; i++) {
        bring_best_first(list + i, length - i);
        const EndMove *move = &list[i];
        int quarters = parity ^ shape->quarter[move->square];
        int score =
            !move->next.own ? shape->squares
            : count > ORDERED_MIN
                ? -solve_ordered(worker, move->next, move->replies, quarters, count - 1, -alpha - 1)
                : -solve_few(worker, move->next.own, move->next.opp,
                             empties ^ bits_square(move->square), quarters, count - 1, -alpha - 1);
        if (score > best) best = score, best_move = move->square;
    }

    if (!is_known)
        *entry = (EndEntry){.own = position.own,
                            .opp = position.opp,
                            .lower = (int8_t)-shape->squares,
                            .upper = (int8_t)shape->squares};
    entry->move = (uint8_t)best_move;
    if (best > alpha)
        entry->lower = (int8_t)best;
    else
        entry->upper = (int8_t)best;
    return best;
}

static int parity_of(const Shape *shape, uint64_t empties) {
    int parity = 0;
    while (empties) parity ^= shape->quarter[bits_pop(&empties)];
    return parity;
}

int KERNEL_NAME(endgame_solve)(Worker *worker, Position position, int alpha) {
    const Shape *shape = worker->shape;
    uint64_t empties = kernel_empties(shape, position.own, position.opp);
    int count = bits_count(empties), parity = parity_of(shape, empties);
    if (count >= ORDERED_MIN)
        return solve_ordered(worker, position, kernel_moves(shape, position.own, position.opp),
                             parity, count, alpha);
    if (count >= 4)
        return solve_few(worker, position.own, position.opp, empties, parity, count, alpha);
    if (count == 3) return solve_3(worker, position.own, position.opp, empties, parity, alpha);
    if (count == 2) {
        int a = bits_pop(&empties);
        return solve_2(worker, position.own, position.opp, a, bits_first(empties), alpha);
    }
    worker->nodes++;
    if (count == 1) return solve_1(shape, position.own, position.opp, bits_first(empties));
    return final_score(shape, position.own, position.opp);
}
