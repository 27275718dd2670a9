/* Boards for tests: shapes and positions that must exist. */
#ifndef SUPPORT_BOARDS_H
#define SUPPORT_BOARDS_H

#include "game/position.h"

/* Fails the test if there is no such board. */
Shape shape_of(int width, int height);

/* A position from its text ("squares side"); fails the test if it is none. The shape is borrowed.
 */
Board board_of(const Shape *shape, const char *text);

#endif
