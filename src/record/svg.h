/* A diagram of a position as an SVG image: coordinates, discs, the legal moves of the side to move,
 * the last move, and a caption with the counts. It needs nothing but the file itself. */
#ifndef RECORD_SVG_H
#define RECORD_SVG_H

#include "game/position.h"

/* Enough for every position on every board. */
enum { SVG_TEXT_SIZE = 1 << 15 };

/* Writes the image. `last` is the square to mark as played last, or PASS or NO_MOVE for none.
 * Returns the length of the whole text as snprintf does. */
size_t svg_format(const Board *board, int last, char *buffer, size_t size);

#endif
