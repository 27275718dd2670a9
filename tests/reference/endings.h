/* Positions with an exact number of empty squares, for comparing solvers: two from random games,
 * then one of discs thrown at the board, where a side may be nearly or wholly without discs, must
 * pass, or where the game is over with squares left. Numbered row by row, as in sample.h. */
#ifndef REFERENCE_ENDINGS_H
#define REFERENCE_ENDINGS_H

#include "reference/reference.h"
#include "reference/sample.h"

Position endings_next(Sampler *sampler, int empties, long number);

/* The board of a position on the sampler's board. */
Reference endings_board(const Sampler *sampler, Position position);

#endif
