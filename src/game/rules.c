/* The rules for every board, outside of hot code: the any-shape kernel, compiled without special
 * instructions. */
#include "game/rules.h"

#define KERNEL_GRID8 0
#include "base/bits.h"
#include "game/rules_kernel.h"

uint64_t rules_moves(const Shape *shape, uint64_t own, uint64_t opp) {
    return kernel_moves(shape, own, opp);
}

uint64_t rules_flips(const Shape *shape, int square, uint64_t own, uint64_t opp) {
    return kernel_flips(shape, square, own, opp);
}

bool rules_is_over(const Shape *shape, Position position) {
    return !kernel_moves(shape, position.own, position.opp) &&
           !kernel_moves(shape, position.opp, position.own);
}

int rules_difference(Position position) {
    return bits_count(position.own) - bits_count(position.opp);
}

int rules_score(const Shape *shape, Position position) {
    int difference = rules_difference(position);
    int empties = bits_count(position_empties(shape, position));
    if (difference > 0) return difference + empties;
    return difference < 0 ? difference - empties : 0;
}

uint64_t rules_stable(const Shape *shape, uint64_t own, uint64_t opp) {
    return kernel_stable(shape, own, opp);
}

bool rules_find_move(const Shape *shape, Position position, int square, Move *move) {
    uint64_t moves = kernel_moves(shape, position.own, position.opp);
    if (square == PASS) {
        if (moves || !kernel_moves(shape, position.opp, position.own)) return false;
        *move = (Move){PASS, 0};
        return true;
    }
    if (square < 0 || square > 63 || !bits_has(moves, square)) return false;
    *move = (Move){square, kernel_flips(shape, square, position.own, position.opp)};
    return true;
}

int rules_random_move(uint64_t moves, Random *random) {
    for (uint32_t skip = random_below(random, (uint32_t)bits_count(moves)); skip > 0; skip--)
        bits_pop(&moves);
    return bits_first(moves);
}
