/* The symmetries of a board: 8 on squares, 4 on other rectangles. Symmetry 0 changes nothing. */
#ifndef GAME_SYMMETRY_H
#define GAME_SYMMETRY_H

#include "game/position.h"

/* The set of squares that symmetry `s` (0 .. shape->symmetries - 1) sends `set` to. */
uint64_t symmetry_apply(const Shape *shape, int s, uint64_t set);

Position symmetry_position(const Shape *shape, int s, Position position);

/* The symmetry that undoes symmetry `s`. */
int symmetry_inverse(const Shape *shape, int s);

/* One position out of all symmetric ones: the smallest by (own, opp). *s, if not NULL, receives the
 * symmetry that leads there. */
Position symmetry_canonical(const Shape *shape, Position position, int *s);

#endif
