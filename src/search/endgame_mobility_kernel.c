/* The lower layers of endgame_kernel.h. Compiled per instruction set and layout
 * (game/rules_kernel.h). */
#include "game/rules_kernel.h"

#include <string.h>

#include "search/endgame_kernel.h"

enum {
    UNKNOWN = -127,     /* below every score */
    ORDERED_MIN = 7,    /* from this many empties on, moves are ordered by mobility */
    ETC_MIN_EMPTIES = 9 /* from here on all children are looked up before any is searched */
};

/* Stability can only prove an upper bound of squares - 2 * (stable discs of the opponent), so it is
 * not worth asking before alpha is this high, by number of empties. */
static const int8_t stability_alpha[ENDGAME_MOBILITY_EMPTIES + 1] = {99, 99, 99, 99, 8,  10,
                                                                     12, 12, 14, 16, 18, 20};

/* Positions travel as two sets of lanes in here (game/wide_kernel.h), and never as a struct: gcc 12
 * stores one in halves and loads it whole, and waits for it. */
static inline int final_score(const Shape *shape, WideSet own, WideSet opp) {
    return endgame_final(shape, wide_word(own), wide_word(opp));
}

#if KERNEL_HAS_LAST_FLIP_TABLE
/* Who plays the last square is a branch that no processor guesses: both gains are made and one is
 * chosen (with a branch: 2 % more time). */
static inline int solve_1(const Shape *shape, WideSet own, WideSet opp, int square) {
    unsigned flips = kernel_count_last_flips(shape, square, wide_word(own));
    if (!flips) return final_score(shape, own, opp);
    int mine = (int)(flips >> 8) + 1, theirs = (int)flips;
    int gain = flips > 255 ? mine : -theirs;
    return 2 * (bits_count(wide_word(own)) + gain) - shape->squares;
}
#else
static inline int count_flips(const Shape *shape, int square, WideSet own, WideSet opp) {
    return bits_count(wide_fold(wide_flips(shape, square, own, opp)));
}

static inline int solve_1(const Shape *shape, WideSet own, WideSet opp, int square) {
    int flips = count_flips(shape, square, own, opp);
    if (flips) return 2 * (bits_count(wide_word(own)) + flips + 1) - shape->squares;
    flips = count_flips(shape, square, opp, own);
    if (flips) return shape->squares - 2 * (bits_count(wide_word(opp)) + flips + 1);
    return final_score(shape, own, opp);
}
#endif

/* The discs that turn when `own` plays `square`; false if it may not. The neighbours tell most
 * illegal moves, and in a word they tell them soon: asked in lanes, solving 6 empties takes 7 %
 * more time. */
static inline bool try_flips(const Shape *shape, WideSet own, WideSet opp, int square,
                             WideSet *flips) {
    if (!(shape->near[square] & wide_word(opp))) return false;
    WideSet lanes = wide_flips(shape, square, own, opp);
    *flips = wide_spread(lanes);
    return wide_has_any(lanes);
}

/* What the mover has after playing `square` and turning `flips`. */
static inline WideSet with_move(WideSet own, WideSet flips, int square) {
    return own ^ flips ^ wide_of(bits_square(square));
}

static int solve_2(Worker *worker, WideSet own, WideSet opp, int a, int b, int alpha) {
    const Shape *shape = worker->shape;
    worker->nodes++;
    WideSet flips;
    int best = UNKNOWN;
    if (try_flips(shape, own, opp, a, &flips)) {
        worker->nodes++;
        best = -solve_1(shape, opp ^ flips, with_move(own, flips, a), b);
        if (best > alpha) return best;
    }
    if (try_flips(shape, own, opp, b, &flips)) {
        worker->nodes++;
        int score = -solve_1(shape, opp ^ flips, with_move(own, flips, b), a);
        return score > best ? score : best;
    }
    if (best != UNKNOWN) return best;

    best = -UNKNOWN; /* a pass: now the opponent minimises */
    if (try_flips(shape, opp, own, a, &flips)) {
        worker->nodes++;
        best = solve_1(shape, own ^ flips, with_move(opp, flips, a), b);
        if (best <= alpha) return best;
    }
    if (try_flips(shape, opp, own, b, &flips)) {
        worker->nodes++;
        int score = solve_1(shape, own ^ flips, with_move(opp, flips, b), a);
        return score < best ? score : best;
    }
    return best != -UNKNOWN ? best : final_score(shape, own, opp);
}

/* The mover of solve_3() has passed. A function of its own, like few_passed(): what it needs of
 * registers would have to be saved on every way through the other (both: 1 % of FFO 40-45). */
static int three_passed(Worker *worker, WideSet own, WideSet opp, int a, int b, int c, int alpha)
    __attribute__((noinline));

static int three_passed(Worker *worker, WideSet own, WideSet opp, int a, int b, int c, int alpha) {
    const Shape *shape = worker->shape;
    WideSet flips;
    int best = -UNKNOWN, score;
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
    return best != -UNKNOWN ? best : final_score(shape, own, opp);
}

/* Three squares, the first one in a quarter with an odd number of them: who plays there last is
 * likely to gain, so it goes first. */
static int solve_3(Worker *worker, WideSet own, WideSet opp, uint64_t empties, int parity,
                   int alpha) {
    const Shape *shape = worker->shape;
    worker->nodes++;
    uint64_t odd = empties & shape->odd[parity & 15], rest;
    int a = bits_first(odd ? odd : empties);
    rest = empties ^ bits_square(a);
    int b = bits_pop(&rest), c = bits_first(rest);
    WideSet flips;
    int best = UNKNOWN, score;
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
    return best != UNKNOWN ? best : three_passed(worker, own, opp, a, b, c, alpha);
}

/* An upper bound by the opponent's stable discs, asked only where it may help: who has no corner
 * rarely has enough of them. */
static inline bool is_stability_cut(const Shape *shape, uint64_t own, uint64_t opp, int empties,
                                    int alpha, int *score) {
    if (alpha < stability_alpha[empties] || !(opp & shape->corners) ||
        2 * bits_count(opp) < shape->squares - alpha)
        return false;
    *score = shape->squares - 2 * bits_count(kernel_stable(shape, opp, own));
    return *score <= alpha;
}

/* 4 to 6 empties: odd quarters first, no lists. `tries` are the legal moves where the caller knows
 * them (6 empties), or else all empty squares. One function for each number of empties: their
 * branches are guessed apart from each other, which takes 2 % of the time. */
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
    int best = UNKNOWN;
    if (is_stability_cut(shape, wide_word(own), wide_word(opp), count, alpha, &best)) return best;
    best = UNKNOWN;
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
    if (best != UNKNOWN) return best;
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

typedef struct EndMove {
    uint64_t flips;
    uint64_t replies; /* legal moves of the opponent afterwards */
    int square;
} EndMove;

/* What the order is made of, in quarters of one reply of the opponent. */
enum { COST_REPLY = 4, COST_CORNER_REPLY = 4, COST_EVEN = 3, COST_NOT_CORNER = 2 };

/* The moves of a node. A move's key is its cost and its place in the list, so no two are equal, and
 * the next one is the least that is greater than the last: nothing is swapped or taken out, and
 * nothing depends on a branch. */
enum { LIST_SIZE = 16, PLACE_BITS = 4, KEY_NONE = UINT16_MAX };

typedef struct EndList {
    _Alignas(32) uint16_t keys[LIST_SIZE];
    EndMove moves[ENDGAME_MOBILITY_EMPTIES];
} EndList;

/* Lists at least one move and returns the least key. */
static inline unsigned list_moves(const Shape *shape, uint64_t own, uint64_t opp, uint64_t moves,
                                  int parity, EndList *list) {
    const WideSet wide_own = wide_of(own), wide_opp = wide_of(opp);
    const uint64_t empties = kernel_empties(shape, own, opp);
    unsigned place = 0, least = KEY_NONE;
    memset(list->keys, 0xff, sizeof list->keys);
    do {
        EndMove *move = &list->moves[place];
        int square = move->square = bits_pop(&moves);
        WideSet flips = wide_spread(wide_flips(shape, square, wide_own, wide_opp));
        move->flips = wide_word(flips);
        move->replies = wide_moves(shape, wide_opp ^ flips, with_move(wide_own, flips, square),
                                   empties ^ bits_square(square));
        int cost = COST_REPLY * bits_count(move->replies) +
                   COST_CORNER_REPLY * bits_count(move->replies & shape->corners);
        cost += parity & shape->quarter[square] ? 0 : COST_EVEN;
        cost += bits_has(shape->corners, square) ? 0 : COST_NOT_CORNER;
        if (move->flips == opp) cost = 0;
        unsigned key = (unsigned)cost << PLACE_BITS | place;
        list->keys[place++] = (uint16_t)key;
        least = key < least ? key : least;
    } while (moves);
    return least;
}

/* The key after `last`, or KEY_NONE: counted from last + 1 on, keys that were taken are far off. */
static inline unsigned next_key(const EndList *list, unsigned last) {
#if defined(__AVX2__)
    const __m256i keys = _mm256_load_si256((const __m256i *)list->keys);
    const __m256i ahead = _mm256_sub_epi16(keys, _mm256_set1_epi16((short)(last + 1)));
    const __m128i least = _mm_minpos_epu16(
        _mm_min_epu16(_mm256_castsi256_si128(ahead), _mm256_extracti128_si256(ahead, 1)));
    return (uint16_t)((unsigned)_mm_cvtsi128_si32(least) + last + 1);
#else
    uint16_t least = KEY_NONE;
    for (int i = 0; i < LIST_SIZE; i++) {
        uint16_t ahead = (uint16_t)(list->keys[i] - last - 1);
        least = ahead < least ? ahead : least;
    }
    return (uint16_t)(least + last + 1);
#endif
}

/* 7 empties and more: endgame_kernel.h, endgame_by_mobility(). */
static int solve_ordered(Worker *worker, uint64_t own, uint64_t opp, uint64_t moves, int parity,
                         int count, int alpha);

/* The score of one move; `replies` are the opponent's moves after it. */
static inline int solve_move(Worker *worker, uint64_t own, uint64_t opp, const EndMove *move,
                             int parity, int count, int alpha) {
    const Shape *shape = worker->shape;
    uint64_t next_own = opp ^ move->flips, next_opp = own ^ move->flips ^ bits_square(move->square);
    int quarters = parity ^ shape->quarter[move->square];
    if (!next_own) return shape->squares;
    if (count > ORDERED_MIN)
        return -solve_ordered(worker, next_own, next_opp, move->replies, quarters, count - 1,
                              -alpha - 1);
    return -solve_6(worker, wide_of(next_own), wide_of(next_opp), move->replies,
                    kernel_empties(shape, next_own, next_opp), quarters, -alpha - 1);
}

static inline EndEntry *entry_of(Worker *worker, uint64_t own, uint64_t opp) {
    return &worker->cache[position_hash((Position){own, opp}) % END_CACHE_SIZE];
}

/* Some move leads to a position that the cache already knows to be bad for the opponent. */
static inline bool is_known_cut(Worker *worker, uint64_t own, uint64_t opp, const EndList *list,
                                int length, int alpha, int *best, int *best_move) {
    for (const EndMove *move = list->moves; move < list->moves + length; move++) {
        uint64_t next_own = opp ^ move->flips;
        uint64_t next_opp = own ^ move->flips ^ bits_square(move->square);
        const EndEntry *entry = entry_of(worker, next_own, next_opp);
        if (entry->own != next_own || entry->opp != next_opp || -entry->upper <= alpha) continue;
        *best = -entry->upper;
        *best_move = move->square;
        return true;
    }
    return false;
}

static void store(EndEntry *entry, const Shape *shape, uint64_t own, uint64_t opp, int alpha,
                  int best, int best_move) {
    /* The moves below share the cache: what was known may have made room for another position. */
    if (entry->own != own || entry->opp != opp)
        *entry = (EndEntry){.own = own,
                            .opp = opp,
                            .lower = (int8_t)-shape->squares,
                            .upper = (int8_t)shape->squares};
    entry->move = (uint8_t)best_move;
    if (best > alpha)
        entry->lower = (int8_t)best;
    else
        entry->upper = (int8_t)best;
}

static int solve_ordered(Worker *worker, uint64_t own, uint64_t opp, uint64_t moves, int parity,
                         int count, int alpha) {
    const Shape *shape = worker->shape;
    worker->nodes++;
    if (!moves) {
        uint64_t replies = kernel_moves(shape, opp, own);
        if (!replies) return endgame_final(shape, own, opp);
        return -solve_ordered(worker, opp, own, replies, parity, count, -alpha - 1);
    }
    int best = UNKNOWN, best_move = 0;
    if (is_stability_cut(shape, own, opp, count, alpha, &best)) return best;
    best = UNKNOWN;

    EndEntry *entry = entry_of(worker, own, opp);
    if (entry->own == own && entry->opp == opp) {
        if (entry->lower > alpha) return entry->lower;
        if (entry->upper <= alpha) return entry->upper;
        /* The move that was best before goes first; if it cuts, the others are never listed. */
        EndMove move = {.square = best_move = entry->move};
        move.flips = kernel_flips(shape, move.square, own, opp);
        move.replies =
            kernel_moves(shape, opp ^ move.flips, own ^ move.flips ^ bits_square(move.square));
        best = solve_move(worker, own, opp, &move, parity, count, alpha);
        moves ^= bits_square(move.square);
    }

    if (best <= alpha && moves) {
        EndList list;
        unsigned key = list_moves(shape, own, opp, moves, parity, &list);
        if (count >= ETC_MIN_EMPTIES &&
            is_known_cut(worker, own, opp, &list, bits_count(moves), alpha, &best, &best_move))
            key = KEY_NONE;
        for (; key != KEY_NONE; key = next_key(&list, key)) {
            const EndMove *move = &list.moves[key % (1 << PLACE_BITS)];
            int score = solve_move(worker, own, opp, move, parity, count, alpha);
            if (score <= best) continue;
            best = score, best_move = move->square;
            if (best > alpha) break;
        }
    }
    store(entry, shape, own, opp, alpha, best, best_move);
    return best;
}

ALIGNS_STACK int KERNEL_NAME(endgame_parity)(const Shape *shape, uint64_t empties) {
    int parity = 0;
    while (empties) parity ^= shape->quarter[bits_pop(&empties)];
    return parity;
}

ALIGNS_STACK int KERNEL_NAME(endgame_by_mobility)(Worker *worker, uint64_t own, uint64_t opp,
                                                  uint64_t moves, int parity, int count,
                                                  int alpha) {
    return solve_ordered(worker, own, opp, moves, parity, count, alpha);
}

ALIGNS_STACK int KERNEL_NAME(endgame_solve)(Worker *worker, Position position, int alpha) {
    const Shape *shape = worker->shape;
    uint64_t empties = kernel_empties(shape, position.own, position.opp);
    int count = bits_count(empties), parity = KERNEL_NAME(endgame_parity)(shape, empties);
    if (count >= ORDERED_MIN)
        return solve_ordered(worker, position.own, position.opp,
                             kernel_moves(shape, position.own, position.opp), parity, count, alpha);
    WideSet own = wide_of(position.own), opp = wide_of(position.opp);
    if (count >= 4) {
        SolveFew *solve = count == 4 ? solve_4 : count == 5 ? solve_5 : solve_6;
        return solve(worker, own, opp, empties, empties, parity, alpha);
    }
    if (count == 3) return solve_3(worker, own, opp, empties, parity, alpha);
    if (count == 2) {
        int a = bits_pop(&empties);
        return solve_2(worker, own, opp, a, bits_first(empties), alpha);
    }
    worker->nodes++;
    if (count == 1) return solve_1(shape, own, opp, bits_first(empties));
    return final_score(shape, own, opp);
}
