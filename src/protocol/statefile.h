/* The course referee's files: a state to read, actions to write.
 *
 *     1                 the player: 1 black, 2 white
 *     0 0 0 0 0 0 0 0   the board row by row: 0 empty, 1 black, 2 white
 *     ...
 *     4                 the number of legal moves
 *     2 3               row and column from 0, row by row
 *
 * Other boards than 8x8 have other rows; their width is that of the first one, and they end at the
 * line with a single number. The last complete line of the action file counts. */
#ifndef PROTOCOL_STATEFILE_H
#define PROTOCOL_STATEFILE_H

#include "game/position.h"

enum { STATEFILE_MAX_BYTES = 1 << 16, STATEFILE_ACTION_SIZE = 16 };

/* Reads a whole state. Fills *shape and *board, which borrows it. The moves in the file must be
 * those of the rules, and there must be one: nobody is asked to pass. On failure, which names line
 * and column from 1, *board is left alone and *shape must not be used. */
bool statefile_parse(Shape *shape, Board *board, const char *bytes, size_t length, Error *error);

/* The line "row col\n" for a square; returns its length. */
size_t statefile_action(const Shape *shape, int square, char buffer[STATEFILE_ACTION_SIZE]);

#endif
