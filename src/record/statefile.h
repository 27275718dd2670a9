/* The course referee's files: a state goes to a program, an action comes back.
 *
 * STATE (state_format writes it, state_parse reads it):
 *
 *     1                 the player: 1 black, 2 white
 *     0 0 0 0 0 0 0 0   the board row by row: 0 empty, 1 black, 2 white
 *     ...
 *     4                 the number of legal moves
 *     2 3               row and column from 0, row by row
 *
 * Other boards than 8x8 have other rows; their width is that of the first one, and they end at the
 * line with a single number.
 *
 * ACTION (action_format writes a line, action_parse reads the file): lines `row column`. The last
 * complete pair counts, because the referee may kill a program while it writes a better one. */
#ifndef RECORD_STATEFILE_H
#define RECORD_STATEFILE_H

#include "game/position.h"

enum {
    STATE_MAX_BYTES = 1 << 16,  /* that state_parse accepts */
    STATE_TEXT_SIZE = 1024,     /* of what state_format writes, with the NUL */
    ACTION_MAX_BYTES = 1 << 20, /* of an action file */
    ACTION_LINE_SIZE = 16,      /* of one line with the NUL */
};

/* Reads a whole state. Fills *shape and *board, which borrows it. The moves in the file must be
 * those of the rules, and there must be one: the referee asks no program to pass. On failure, which
 * names line and column from 1, *board is left alone and *shape must not be used. */
bool state_parse(Shape *shape, Board *board, const char *bytes, size_t length, Error *error);

/* Writes the state of a board. Returns the length of the whole text as snprintf does. */
size_t state_format(const Board *board, char *buffer, size_t size);

/* Finds the last complete pair of numbers, on the board or not; false if there is none. `text` (of
 * `size` bytes, may be NULL) receives the pair as written. */
bool action_parse(const char *bytes, size_t length, long *row, long *column, char *text,
                  size_t size);

/* Writes the line "row column\n" for a square. Returns its length. */
size_t action_format(const Shape *shape, int square, char buffer[ACTION_LINE_SIZE]);

#endif
