/* The endgame layer that orders moves by mobility: zero-window nodes with 11 to 7 empty squares, a
 * private cache of positions, and moves in the order of the opponent's mobility and of the parity
 * of the quarter; and the last six squares (endgame_last_kernel.h), in the same translation unit so
 * that the compiler sees both. Compiled per instruction set and layout (game/rules_kernel.h). */
#include "game/rules_kernel.h"

#include <string.h>

#include "search/endgame_last_kernel.h"

enum {
    MOBILITY_MIN_EMPTIES = 7, /* from this many empties on, moves are ordered by mobility */
    ETC_MIN_EMPTIES = 9       /* enhanced transposition cut-offs from here on */
};

typedef struct EndMove {
    uint64_t flips;
    uint64_t replies; /* legal moves of the opponent afterwards */
    int square;
} EndMove;

/* What keeps a move back in the order, in quarters of one reply of the opponent. */
enum { MOBILITY_PENALTY = 4, EVEN_PENALTY = 3, NO_CORNER_PENALTY = 2 };

/* The moves of a node. A move's key is its penalty and its place in the list, so no two are equal,
 * and the next move is the one with the least key above the last: nothing is swapped or taken out,
 * and nothing depends on a branch. */
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
        int penalty = MOBILITY_PENALTY * weighted_mobility(shape, move->replies);
        penalty += parity & shape->quarter[square] ? 0 : EVEN_PENALTY;
        penalty += bits_has(shape->corners, square) ? 0 : NO_CORNER_PENALTY;
        if (move->flips == opp) penalty = 0;
        unsigned key = (unsigned)penalty << PLACE_BITS | place;
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

static int solve_by_mobility(Worker *worker, uint64_t own, uint64_t opp, uint64_t moves, int parity,
                             int count, int alpha);

/* The score of one move; `replies` are the opponent's moves after it. */
static inline int solve_move(Worker *worker, uint64_t own, uint64_t opp, const EndMove *move,
                             int parity, int count, int alpha) {
    const Shape *shape = worker->shape;
    uint64_t next_own = opp ^ move->flips, next_opp = own ^ move->flips ^ bits_square(move->square);
    int quarters = parity ^ shape->quarter[move->square];
    if (!next_own) return shape->squares;
    if (count > MOBILITY_MIN_EMPTIES)
        return -solve_by_mobility(worker, next_own, next_opp, move->replies, quarters, count - 1,
                                  -alpha - 1);
    return -solve_6(worker, wide_of(next_own), wide_of(next_opp), move->replies,
                    kernel_empties(shape, next_own, next_opp), quarters, -alpha - 1);
}

static inline EndEntry *entry_of(Worker *worker, uint64_t own, uint64_t opp) {
    return &worker->cache[position_hash((Position){own, opp}) % END_CACHE_SIZE];
}

/* Some move leads to a position that the cache already knows to be bad for the opponent. */
static inline bool is_transposition_cut(Worker *worker, uint64_t own, uint64_t opp,
                                        const EndList *list, int length, int alpha, int *best,
                                        int *best_move) {
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
    /* The moves below share the cache: the entry may have been replaced by another position. */
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

static int solve_by_mobility(Worker *worker, uint64_t own, uint64_t opp, uint64_t moves, int parity,
                             int count, int alpha) {
    const Shape *shape = worker->shape;
    worker->nodes++;
    if (!moves) {
        uint64_t replies = kernel_moves(shape, opp, own);
        if (!replies) return endgame_final(shape, own, opp);
        return -solve_by_mobility(worker, opp, own, replies, parity, count, -alpha - 1);
    }
    int best = ENDGAME_UNKNOWN, best_move = 0;
    if (is_stability_cut(shape, own, opp, count, alpha, &best)) return best;
    best = ENDGAME_UNKNOWN;

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
            is_transposition_cut(worker, own, opp, &list, bits_count(moves), alpha, &best,
                                 &best_move))
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
    return solve_by_mobility(worker, own, opp, moves, parity, count, alpha);
}

ALIGNS_STACK int KERNEL_NAME(endgame_solve)(Worker *worker, Position position, int alpha) {
    const Shape *shape = worker->shape;
    uint64_t empties = kernel_empties(shape, position.own, position.opp);
    int count = bits_count(empties), parity = KERNEL_NAME(endgame_parity)(shape, empties);
    if (count >= MOBILITY_MIN_EMPTIES)
        return solve_by_mobility(worker, position.own, position.opp,
                                 kernel_moves(shape, position.own, position.opp), parity, count,
                                 alpha);
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
    if (count == 1) return solve_1(worker, own, opp, bits_first(empties));
    return final_score(shape, own, opp);
}
