/* The lower layers of endgame.h. Compiled per instruction level and layout (game/kernel.h). */
#include "game/kernel.h"

#include "search/endgame.h"

#define solve_ordered KERNEL_NAME(endgame_ordered)

enum {
    UNKNOWN = -127, /* below every score */
    ORDERED_MIN = 7 /* from this many empties on, moves are ordered by mobility */
};

/* Stability can only prove an upper bound of squares - 2 * (stable discs of the opponent), so it is
 * not worth asking before alpha is this high, by number of empties. */
static const int8_t stability_alpha[ENDGAME_MAX_EMPTIES + 1] = {99, 99, 99, 99, 8,  10,
                                                                12, 12, 14, 16, 18, 20};

static inline int count_flips(const Shape *shape, int square, uint64_t own, uint64_t opp) {
    return bits_count(kernel_flips(shape, square, own, opp));
}

static inline int solve_1(const Shape *shape, uint64_t own, uint64_t opp, int square) {
    int flips = count_flips(shape, square, own, opp);
    if (flips) return 2 * (bits_count(own) + flips + 1) - shape->squares;
    flips = count_flips(shape, square, opp, own);
    if (flips) return shape->squares - 2 * (bits_count(opp) + flips + 1);
    return endgame_final(shape, own, opp);
}

/* The discs that turn when `own` plays `square`; the neighbours tell most illegal moves. Positions
 * travel as two separate sets in here: as a struct, gcc 12 stores them in halves and loads them
 * whole, and waits for it. */
static inline uint64_t try_flips(const Shape *shape, uint64_t own, uint64_t opp, int square) {
    return shape->near[square] & opp ? kernel_flips(shape, square, own, opp) : 0;
}

static int solve_2(Worker *worker, uint64_t own, uint64_t opp, int a, int b, int alpha) {
    const Shape *shape = worker->shape;
    worker->nodes++;
    uint64_t flips;
    int best = UNKNOWN;
    if ((flips = try_flips(shape, own, opp, a))) {
        worker->nodes++;
        best = -solve_1(shape, opp ^ flips, own ^ flips ^ bits_square(a), b);
        if (best > alpha) return best;
    }
    if ((flips = try_flips(shape, own, opp, b))) {
        worker->nodes++;
        int score = -solve_1(shape, opp ^ flips, own ^ flips ^ bits_square(b), a);
        return score > best ? score : best;
    }
    if (best != UNKNOWN) return best;

    best = -UNKNOWN; /* a pass: now the opponent minimises */
    if ((flips = try_flips(shape, opp, own, a))) {
        worker->nodes++;
        best = solve_1(shape, own ^ flips, opp ^ flips ^ bits_square(a), b);
        if (best <= alpha) return best;
    }
    if ((flips = try_flips(shape, opp, own, b))) {
        worker->nodes++;
        int score = solve_1(shape, own ^ flips, opp ^ flips ^ bits_square(b), a);
        return score < best ? score : best;
    }
    return best != -UNKNOWN ? best : endgame_final(shape, own, opp);
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
    uint64_t flips;
    int best = UNKNOWN, score;
    if ((flips = try_flips(shape, own, opp, a))) {
        best = -solve_2(worker, opp ^ flips, own ^ flips ^ bits_square(a), b, c, -alpha - 1);
        if (best > alpha) return best;
    }
    if ((flips = try_flips(shape, own, opp, b))) {
        score = -solve_2(worker, opp ^ flips, own ^ flips ^ bits_square(b), a, c, -alpha - 1);
        if (score > alpha) return score;
        if (score > best) best = score;
    }
    if ((flips = try_flips(shape, own, opp, c))) {
        score = -solve_2(worker, opp ^ flips, own ^ flips ^ bits_square(c), a, b, -alpha - 1);
        if (score > best) best = score;
    }
    if (best != UNKNOWN) return best;

    best = -UNKNOWN;
    if ((flips = try_flips(shape, opp, own, a))) {
        best = solve_2(worker, own ^ flips, opp ^ flips ^ bits_square(a), b, c, alpha);
        if (best <= alpha) return best;
    }
    if ((flips = try_flips(shape, opp, own, b))) {
        score = solve_2(worker, own ^ flips, opp ^ flips ^ bits_square(b), a, c, alpha);
        if (score <= alpha) return score;
        if (score < best) best = score;
    }
    if ((flips = try_flips(shape, opp, own, c))) {
        score = solve_2(worker, own ^ flips, opp ^ flips ^ bits_square(c), a, b, alpha);
        if (score < best) best = score;
    }
    return best != -UNKNOWN ? best : endgame_final(shape, own, opp);
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
            uint64_t flips = try_flips(shape, own, opp, square);
            if (!flips) continue;
            uint64_t next_own = opp ^ flips, next_opp = own ^ flips ^ bits_square(square);
            uint64_t left = empties ^ bits_square(square);
            int quarters = parity ^ shape->quarter[square];
            int score =
                count == 4
                    ? -solve_3(worker, next_own, next_opp, left, quarters, -alpha - 1)
                    : -solve_few(worker, next_own, next_opp, left, quarters, count - 1, -alpha - 1);
            if (score > alpha) return score;
            if (score > best) best = score;
        }
    }
    if (best != UNKNOWN) return best;
    if (!kernel_moves(shape, opp, own)) return endgame_final(shape, own, opp);
    return -solve_few(worker, opp, own, empties, parity, count, -alpha - 1);
}

typedef struct EndMove {
    uint64_t flips;
    uint64_t replies; /* legal moves of the opponent afterwards */
    int square;
    int cost; /* low goes first */
} EndMove;

/* What the order is made of, in quarters of one reply of the opponent. */
enum {
    COST_REPLY = 4,
    COST_CORNER_REPLY = 4,
    COST_EVEN = 3,
    COST_NOT_CORNER = 2,
    COST_NEVER = 999
};

static int list_moves(const Shape *shape, uint64_t own, uint64_t opp, uint64_t moves, int parity,
                      EndMove *list) {
    int count = 0;
    while (moves) {
        EndMove *move = &list[count++];
        int square = move->square = bits_pop(&moves);
        uint64_t flips = move->flips = kernel_flips(shape, square, own, opp);
        move->replies = kernel_moves(shape, opp ^ flips, own ^ flips ^ bits_square(square));
        move->cost = COST_REPLY * bits_count(move->replies) +
                     COST_CORNER_REPLY * bits_count(move->replies & shape->corners);
        if (!(parity & shape->quarter[square])) move->cost += COST_EVEN;
        if (!bits_has(shape->corners, square)) move->cost += COST_NOT_CORNER;
        if (flips == opp) move->cost = -COST_NEVER;
    }
    return count;
}

static inline const EndMove *take_cheapest(EndMove *list, int *count) {
    int best = 0;
    for (int i = 1; i < *count; i++)
        if (list[i].cost < list[best].cost) best = i;
    EndMove move = list[best];
    list[best] = list[--*count];
    list[*count] = move;
    return &list[*count];
}

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
    return -solve_few(worker, next_own, next_opp, kernel_empties(shape, next_own, next_opp),
                      quarters, count - 1, -alpha - 1);
}

static void remember(EndEntry *entry, const Shape *shape, uint64_t own, uint64_t opp, int alpha,
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

int solve_ordered(Worker *worker, uint64_t own, uint64_t opp, uint64_t moves, int parity, int count,
                  int alpha) {
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

    EndEntry *entry = &worker->cache[position_hash((Position){own, opp}) % END_CACHE_SIZE];
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

    if (best <= alpha) {
        EndMove list[ENDGAME_MAX_EMPTIES];
        int length = list_moves(shape, own, opp, moves, parity, list);
        while (length > 0 && best <= alpha) {
            const EndMove *move = take_cheapest(list, &length);
            int score = solve_move(worker, own, opp, move, parity, count, alpha);
            if (score > best) best = score, best_move = move->square;
        }
    }
    remember(entry, shape, own, opp, alpha, best, best_move);
    return best;
}

int KERNEL_NAME(endgame_parity)(const Shape *shape, uint64_t empties) {
    int parity = 0;
    while (empties) parity ^= shape->quarter[bits_pop(&empties)];
    return parity;
}

int KERNEL_NAME(endgame_solve)(Worker *worker, Position position, int alpha) {
    const Shape *shape = worker->shape;
    uint64_t empties = kernel_empties(shape, position.own, position.opp);
    int count = bits_count(empties), parity = KERNEL_NAME(endgame_parity)(shape, empties);
    if (count >= ORDERED_MIN)
        return solve_ordered(worker, position.own, position.opp,
                             kernel_moves(shape, position.own, position.opp), parity, count, alpha);
    if (count >= 4)
        return solve_few(worker, position.own, position.opp, empties, parity, count, alpha);
    if (count == 3) return solve_3(worker, position.own, position.opp, empties, parity, alpha);
    if (count == 2) {
        int a = bits_pop(&empties);
        return solve_2(worker, position.own, position.opp, a, bits_first(empties), alpha);
    }
    worker->nodes++;
    if (count == 1) return solve_1(shape, position.own, position.opp, bits_first(empties));
    return endgame_final(shape, position.own, position.opp);
}
