/* The rules of Othello for code that is not hot: every board, portable. The hot paths (perft,
 * search) use the same functions compiled for their isa and layout: game/rules_kernel.h. */
#ifndef GAME_RULES_H
#define GAME_RULES_H

#include "base/random.h"
#include "game/position.h"

/* All squares where `own` may play: each brackets at least one disc of `opp`. */
uint64_t rules_moves(const Shape *shape, uint64_t own, uint64_t opp);

/* The discs that flip when `own` plays on `square`: empty if the move is illegal. The square must
 * be empty and on the board. */
uint64_t rules_flips(const Shape *shape, int square, uint64_t own, uint64_t opp);

/* True if neither side can move. */
bool rules_is_over(const Shape *shape, Position position);

/* The final score for `own`: difference in discs, empty squares to the winner. */
int rules_score(const Shape *shape, Position position);

/* Plain difference in discs for `own`. */
int rules_difference(Position position);

/* Discs of `own` that can never be flipped again: a safe lower bound, not always all of them. */
uint64_t rules_stable(const Shape *shape, uint64_t own, uint64_t opp);

/* Fills *move for `square` (or PASS) if it is legal in the position. A pass is legal only when the
 * side to move has no move and the game is not over. */
bool rules_find_move(const Shape *shape, Position position, int square, Move *move);

/* One square of `moves`, which must not be empty, each as likely. Draws one number. */
int rules_random_move(uint64_t moves, Random *random);

#endif
