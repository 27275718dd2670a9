/* The last six empty squares: zero-window nodes without lists or tables, odd quarters of the board
 * first. Part of endgame_mobility_kernel.c, which hands over to solve_6().
 *
 * - 6 to 4 empties: the parity of the quarters is the order; a look at the neighbours finds most
 *   illegal moves
 * - 3 to 1: written out; the last disc is counted, not played */
#ifndef SEARCH_ENDGAME_LAST_KERNEL_H
#define SEARCH_ENDGAME_LAST_KERNEL_H

#include "search/endgame_kernel.h"
#include "search/node_kernel.h"

/* Stable discs of the opponent prove an upper bound only, so they are not counted before alpha is
 * this high, by number of empties. */
static const int8_t stability_alpha[ENDGAME_MOBILITY_EMPTIES + 1] = {99, 99, 99, 99, 8,  10,
                                                                     12, 12, 14, 16, 18, 20};

/* Positions travel as two sets of lanes in here (game/wide_kernel.h), and never as a struct: gcc 12
 * stores one in halves and loads it whole, and waits for it. */
static inline int final_score(const Shape *shape, WideSet own, WideSet opp) {
    return endgame_final(shape, wide_word(own), wide_word(opp));
}

#if defined(KERNEL_HAS_LAST_FLIP_TABLE)
/* Which side plays the last square is a branch that no processor predicts: both gains are computed
 * and one is selected (with a branch: 2 % more time). */
static inline int look_up_1(const Shape *shape, WideSet own, WideSet opp, int square) {
    unsigned flips = kernel_count_last_flips(shape, square, wide_word(own));
    if (!flips) return final_score(shape, own, opp);
    int mine = (int)(flips >> 8) + 1, theirs = (int)flips;
    int gain = flips > 255 ? mine : -theirs;
    return 2 * (bits_count(wide_word(own)) + gain) - shape->squares;
}
#endif

static inline int count_flips(const Shape *shape, int square, WideSet own, WideSet opp) {
    return bits_count(wide_fold(wide_flips(shape, square, own, opp)));
}

static inline int solve_1(const Worker *worker, WideSet own, WideSet opp, int square) {
    const Shape *shape = worker->shape;
#if defined(KERNEL_HAS_LAST_FLIP_TABLE)
    if (kernel_looks_up(worker->gathers_fast)) return look_up_1(shape, own, opp, square);
#endif
    int flips = count_flips(shape, square, own, opp);
    if (flips) return 2 * (bits_count(wide_word(own)) + flips + 1) - shape->squares;
    flips = count_flips(shape, square, opp, own);
    if (flips) return shape->squares - 2 * (bits_count(wide_word(opp)) + flips + 1);
    return final_score(shape, own, opp);
}

/* The discs that flip when `own` plays `square`; false if it may not. The neighbours rule out
 * most illegal moves; tested in a word, because in lanes solving 6 empties takes 7 % more time. */
static inline bool try_flips(const Shape *shape, WideSet own, WideSet opp, int square,
                             WideSet *flips) {
    if (!(shape->near[square] & wide_word(opp))) return false;
    WideSet lanes = wide_flips(shape, square, own, opp);
    *flips = wide_spread(lanes);
    return wide_has_any(lanes);
}

/* What the mover has after playing `square` and flipping `flips`. */
static inline WideSet with_move(WideSet own, WideSet flips, int square) {
    return own ^ flips ^ wide_of(bits_square(square));
}

static int solve_2(Worker *worker, WideSet own, WideSet opp, int a, int b, int alpha) {
    const Shape *shape = worker->shape;
    worker->nodes++;
    WideSet flips;
    int best = ENDGAME_UNKNOWN;
    if (try_flips(shape, own, opp, a, &flips)) {
        worker->nodes++;
        best = -solve_1(worker, opp ^ flips, with_move(own, flips, a), b);
        if (best > alpha) return best;
    }
    if (try_flips(shape, own, opp, b, &flips)) {
        worker->nodes++;
        int score = -solve_1(worker, opp ^ flips, with_move(own, flips, b), a);
        return score > best ? score : best;
    }
    if (best != ENDGAME_UNKNOWN) return best;

    best = -ENDGAME_UNKNOWN; /* a pass: now the opponent minimises */
    if (try_flips(shape, opp, own, a, &flips)) {
        worker->nodes++;
        best = solve_1(worker, own ^ flips, with_move(opp, flips, a), b);
        if (best <= alpha) return best;
    }
    if (try_flips(shape, opp, own, b, &flips)) {
        worker->nodes++;
        int score = solve_1(worker, own ^ flips, with_move(opp, flips, b), a);
        return score < best ? score : best;
    }
    return best != -ENDGAME_UNKNOWN ? best : final_score(shape, own, opp);
}

/* The mover of solve_3() has passed. A function of its own, like few_passed(): what it needs of
 * registers would have to be saved on every way through the other (both: 1 % of FFO 40-45). */
static int three_passed(Worker *worker, WideSet own, WideSet opp, int a, int b, int c, int alpha)
    __attribute__((noinline));

static int three_passed(Worker *worker, WideSet own, WideSet opp, int a, int b, int c, int alpha) {
    const Shape *shape = worker->shape;
    WideSet flips;
    int best = -ENDGAME_UNKNOWN, score;
    if (try_flips(shape, opp, own, a, &flips)) {
        best = solve_2(worker, own ^ flips, with_move(opp, flips, a), b, c, alpha);
        if (best <= alpha) return best;
    }
    if (try_flips(shape, opp, own, b, &flips)) {
        score = solve_2(worker, own ^ flips, with_move(opp, flips, b), a, c, alpha);
        if (score <= alpha) return score;
        if (score < best) best = score;
    }
    if (try_flips(shape, opp, own, c, &flips)) {
        score = solve_2(worker, own ^ flips, with_move(opp, flips, c), a, b, alpha);
        if (score < best) best = score;
    }
    return best != -ENDGAME_UNKNOWN ? best : final_score(shape, own, opp);
}

/* Three squares, the first one in a quarter with an odd number of them: the side that plays there
 * last is likely to gain, so it goes first. */
static int solve_3(Worker *worker, WideSet own, WideSet opp, uint64_t empties, int parity,
                   int alpha) {
    const Shape *shape = worker->shape;
    worker->nodes++;
    uint64_t odd = empties & shape->odd[parity & 15], rest;
    int a = bits_first(odd ? odd : empties);
    rest = empties ^ bits_square(a);
    int b = bits_pop(&rest), c = bits_first(rest);
    WideSet flips;
    int best = ENDGAME_UNKNOWN, score;
    if (try_flips(shape, own, opp, a, &flips)) {
        best = -solve_2(worker, opp ^ flips, with_move(own, flips, a), b, c, -alpha - 1);
        if (best > alpha) return best;
    }
    if (try_flips(shape, own, opp, b, &flips)) {
        score = -solve_2(worker, opp ^ flips, with_move(own, flips, b), a, c, -alpha - 1);
        if (score > alpha) return score;
        if (score > best) best = score;
    }
    if (try_flips(shape, own, opp, c, &flips)) {
        score = -solve_2(worker, opp ^ flips, with_move(own, flips, c), a, b, -alpha - 1);
        if (score > best) best = score;
    }
    return best != ENDGAME_UNKNOWN ? best : three_passed(worker, own, opp, a, b, c, alpha);
}

/* An upper bound by the opponent's stable discs, counted only where it may help: a side without a
 * corner rarely has enough of them. */
static inline bool is_stability_cut(const Shape *shape, uint64_t own, uint64_t opp, int empties,
                                    int alpha, int *score) {
    if (alpha < stability_alpha[empties] || !(opp & shape->corners) ||
        2 * bits_count(opp) < shape->squares - alpha)
        return false;
    *score = stability_bound(shape, own, opp);
    return *score <= alpha;
}

/* 4 to 6 empties: odd quarters first, no lists. `tries` are the legal moves where the caller knows
 * them (6 empties), or else all empty squares. One function for each number of empties: the
 * processor predicts their branches separately, which saves 2 % of the time. */
typedef int SolveFew(Worker *worker, WideSet own, WideSet opp, uint64_t tries, uint64_t empties,
                     int parity, int alpha);
static SolveFew solve_4, solve_5, solve_6;

static int few_passed(Worker *worker, WideSet own, WideSet opp, uint64_t empties, int parity,
                      int alpha, SolveFew *solve_same) __attribute__((noinline));

static int few_passed(Worker *worker, WideSet own, WideSet opp, uint64_t empties, int parity,
                      int alpha, SolveFew *solve_same) {
    uint64_t replies = wide_moves(worker->shape, opp, own, empties);
    if (!replies) return final_score(worker->shape, own, opp);
    return -solve_same(worker, opp, own, replies, empties, parity, -alpha - 1);
}

static inline int solve_few(Worker *worker, WideSet own, WideSet opp, uint64_t tries,
                            uint64_t empties, int parity, int alpha, int count,
                            SolveFew *solve_same, SolveFew *solve_less)
    __attribute__((always_inline));

static inline int solve_few(Worker *worker, WideSet own, WideSet opp, uint64_t tries,
                            uint64_t empties, int parity, int alpha, int count,
                            SolveFew *solve_same, SolveFew *solve_less) {
    const Shape *shape = worker->shape;
    worker->nodes++;
    int best = ENDGAME_UNKNOWN;
    if (is_stability_cut(shape, wide_word(own), wide_word(opp), count, alpha, &best)) return best;
    best = ENDGAME_UNKNOWN;
    uint64_t odd = tries & shape->odd[parity & 15];
    for (uint64_t set = odd ? odd : tries, later = odd ? tries ^ odd : 0; set;
         set = later, later = 0) {
        while (set) {
            int square = bits_pop(&set);
            WideSet flips;
            if (!try_flips(shape, own, opp, square, &flips)) continue;
            WideSet next_own = opp ^ flips, next_opp = with_move(own, flips, square);
            uint64_t left = empties ^ bits_square(square);
            int quarters = parity ^ shape->quarter[square];
            int score =
                count == 4
                    ? -solve_3(worker, next_own, next_opp, left, quarters, -alpha - 1)
                    : -solve_less(worker, next_own, next_opp, left, left, quarters, -alpha - 1);
            if (score > alpha) return score;
            if (score > best) best = score;
        }
    }
    if (best != ENDGAME_UNKNOWN) return best;
    return few_passed(worker, own, opp, empties, parity, alpha, solve_same);
}

static int solve_4(Worker *worker, WideSet own, WideSet opp, uint64_t tries, uint64_t empties,
                   int parity, int alpha) {
    return solve_few(worker, own, opp, tries, empties, parity, alpha, 4, solve_4, NULL);
}

static int solve_5(Worker *worker, WideSet own, WideSet opp, uint64_t tries, uint64_t empties,
                   int parity, int alpha) {
    return solve_few(worker, own, opp, tries, empties, parity, alpha, 5, solve_5, solve_4);
}

static int solve_6(Worker *worker, WideSet own, WideSet opp, uint64_t tries, uint64_t empties,
                   int parity, int alpha) {
    return solve_few(worker, own, opp, tries, empties, parity, alpha, 6, solve_6, solve_5);
}

#endif
