/* The rules and perft for one instruction level and layout: see game/kernel.h, game/dispatch.h. */
#include "game/dispatch.h"
#include "game/kernel.h"

static uint64_t moves(const Shape *shape, uint64_t own, uint64_t opp) {
    return kernel_moves(shape, own, opp);
}

static uint64_t flips(const Shape *shape, int square, uint64_t own, uint64_t opp) {
    return kernel_flips(shape, square, own, opp);
}

static uint64_t stable(const Shape *shape, uint64_t own, uint64_t opp) {
    return kernel_stable(shape, own, opp);
}

/* The last ply is counted, not played: its leaves are the legal moves, or one for a pass or the
 * end of the game. */
static uint64_t perft(const Shape *shape, Position position, int depth) {
    if (depth <= 0) return 1;
    uint64_t squares = kernel_moves(shape, position.own, position.opp);
    if (!squares) {
        if (depth == 1 || !kernel_moves(shape, position.opp, position.own)) return 1;
        return perft(shape, position_passed(position), depth - 1);
    }
    if (depth == 1) return (uint64_t)bits_count(squares);
    uint64_t leaves = 0;
    while (squares) {
        int square = bits_pop(&squares);
        uint64_t turned = kernel_flips(shape, square, position.own, position.opp);
        Position next = position_after(position, square, turned);
        if (depth == 2) {
            uint64_t replies = kernel_moves(shape, next.own, next.opp);
            leaves += replies ? (uint64_t)bits_count(replies) : 1;
        } else {
            leaves += perft(shape, next, depth - 1);
        }
    }
    return leaves;
}

extern const GameKernel KERNEL_NAME(game_kernel);
const GameKernel KERNEL_NAME(game_kernel) = {moves, flips, stable, perft};
