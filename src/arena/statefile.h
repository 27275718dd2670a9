/* The files of the course referee: a state goes in, an action comes out.
 *
 * STATE: the player (1 black, 2 white); one line of numbers per row (0 empty, 1, 2); the number of
 * legal moves; a line `row column` for each, row by row. ACTION: lines `row column`; the last
 * complete pair counts, because a program may be killed while it writes a better one. */
#ifndef ARENA_STATEFILE_H
#define ARENA_STATEFILE_H

#include "arena/contestant.h"

enum { STATE_TEXT_SIZE = 1024, ACTION_MAX = 1 << 20 };

/* Writes the state. Returns the length of the whole text as snprintf does. */
size_t state_format(const Board *board, char *buffer, size_t size);

/* Finds the last complete pair of numbers; false if there is none. `text` (of `size` bytes, may be
 * NULL) receives it as written. */
bool action_read(const char *bytes, size_t length, long *row, long *column, char *text,
                 size_t size);

/* What a program of this protocol wrote as its last action, until its next game; NULL if the
 * contestant is none of those or has written nothing. */
const char *statefile_last_action(const Contestant *contestant, size_t *length);

#endif
