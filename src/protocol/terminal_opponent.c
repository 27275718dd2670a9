/* See terminal_opponent.h. A plain alpha-beta search a few plies deep; the last squares are played
 * out. What it knows: moves are worth more than discs, corners and what rests on them stay, and a
 * disc beside an empty corner helps to lose that corner. */
#include "protocol/terminal_opponent.h"

#include "base/bits.h"
#include "game/rules.h"

enum {
    PLIES = 6,
    SOLVE_EMPTIES = 11, /* from here on the game is searched to its end */
    INFINITE = 1 << 28,
    FINAL_DISC = 1 << 16, /* a disc at the end outweighs every guess */
    MOVE_VALUE = 8,
    STABLE_VALUE = 24,
    CORNER_VALUE = 40,
    FRONTIER_VALUE = -2,      /* an own disc beside an empty square */
    BESIDE_CORNER_VALUE = -14 /* an own disc beside an empty corner */
};

static int worth_of(const Shape *shape, uint64_t own, uint64_t opp) {
    uint64_t empties = shape->playable & ~(own | opp);
    uint64_t danger = shape_neighbours(shape, shape->corners & empties);
    return MOVE_VALUE * bits_count(rules_moves(shape, own, opp)) +
           STABLE_VALUE * bits_count(rules_stable(shape, own, opp)) +
           CORNER_VALUE * bits_count(own & shape->corners) +
           FRONTIER_VALUE * bits_count(own & shape_neighbours(shape, empties)) +
           BESIDE_CORNER_VALUE * bits_count(own & danger);
}

/* The value for the side to move, exact within (alpha, beta). */
static int search(const Shape *shape, Position position, int depth, int alpha, int beta) {
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    if (!moves) {
        if (!rules_moves(shape, position.opp, position.own))
            return FINAL_DISC * rules_score(shape, position);
        return -search(shape, position_passed(position), depth, -beta, -alpha);
    }
    if (depth == 0)
        return worth_of(shape, position.own, position.opp) -
               worth_of(shape, position.opp, position.own);
    // Corners first: they are good often enough to cut most of the rest.
    uint64_t groups[2] = {moves & shape->corners, moves & ~shape->corners};
    int best = -INFINITE;
    for (int group = 0; group < 2; group++) {
        while (groups[group]) {
            int square = bits_pop(&groups[group]);
            uint64_t flips = rules_flips(shape, square, position.own, position.opp);
            Position after = position_after(position, square, flips);
            int value = -search(shape, after, depth - 1, -beta, -(alpha > best ? alpha : best));
            if (value > best) best = value;
            if (best >= beta) return best;
        }
    }
    return best;
}

int choose_move(const Board *board) {
    const Shape *shape = board->shape;
    Position position = board->position;
    int empties = bits_count(position_empties(shape, position));
    int depth = empties <= SOLVE_EMPTIES ? empties : PLIES;
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    int best = -INFINITE, best_square = bits_first(moves);
    while (moves) {
        int square = bits_pop(&moves);
        uint64_t flips = rules_flips(shape, square, position.own, position.opp);
        Position after = position_after(position, square, flips);
        int value = -search(shape, after, depth - 1, -INFINITE, -best);
        if (value > best) best = value, best_square = square;
    }
    return best_square;
}
