/* One row of game/dispatch.h: the rules and perft, compiled for one instruction set and layout. */
#include "game/rules_kernel.h"
#include "game/dispatch.h"

static uint64_t list_moves(const Shape *shape, uint64_t own, uint64_t opp) {
    return kernel_moves(shape, own, opp);
}

static uint64_t find_flips(const Shape *shape, int square, uint64_t own, uint64_t opp) {
    return kernel_flips(shape, square, own, opp);
}

static uint64_t stable(const Shape *shape, uint64_t own, uint64_t opp) {
    return kernel_stable(shape, own, opp);
}

static unsigned count_last_flips(const Shape *shape, int square, uint64_t own) {
    return kernel_count_last_flips(shape, square, own);
}

/* The last ply is counted, not played: its leaves are the legal moves, or one for a pass or the
 * end of the game. The sets are passed one by one because gcc 12 stores a Position and reads it
 * back as one vector, which waits for both stores (v3, v4: 17 % slower). */
static uint64_t count(const Shape *shape, uint64_t own, uint64_t opp, int depth) {
    uint64_t squares = kernel_moves(shape, own, opp);
    if (!squares) {
        if (depth == 1 || !kernel_moves(shape, opp, own)) return 1;
        return count(shape, opp, own, depth - 1);
    }
    if (depth == 1) return (uint64_t)bits_count(squares);
    uint64_t leaves = 0;
    while (squares) {
        int square = bits_pop(&squares);
        uint64_t flips = kernel_flips(shape, square, own, opp);
        uint64_t next_own = opp ^ flips, next_opp = own ^ flips ^ bits_square(square);
        if (depth == 2) {
            uint64_t replies = kernel_moves(shape, next_own, next_opp);
            leaves += replies ? (uint64_t)bits_count(replies) : 1;
        } else {
            leaves += count(shape, next_own, next_opp, depth - 1);
        }
    }
    return leaves;
}

static uint64_t perft(const Shape *shape, Position position, int depth) {
    return depth <= 0 ? 1 : count(shape, position.own, position.opp, depth);
}

extern const GameKernel KERNEL_NAME(game_kernel);
const GameKernel KERNEL_NAME(game_kernel) = {list_moves, find_flips, stable, count_last_flips,
                                             perft};
