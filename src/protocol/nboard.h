/* The NBoard protocol, version 2: a GUI shows the board, we think about it.
 *
 * Unknown commands are ignored. We never play our own move: the GUI sends it back with `move`.
 * Everything the GUI says while we think ends the thinking; a ping ends even what has not begun. */
#ifndef PROTOCOL_NBOARD_H
#define PROTOCOL_NBOARD_H

#include <stdio.h>

#include "protocol/session.h"

typedef struct NBoard NBoard;

/* A conversation that answers on `out`. NULL on failure, with the reason. */
NBoard *nboard_new(const Shape *shape, const char *player, FILE *out, Error *error);
void nboard_free(NBoard *nboard);

/* Lets engines play from a book: see session_use_book(). */
bool nboard_use_book(NBoard *nboard, const char *book, Error *error);

/* Obeys one line; answers are flushed. False after `quit`. */
bool nboard_obey(NBoard *nboard, const char *bytes, size_t length, bool is_cut);

/* Obeys the lines of `in` until `quit`, or until the input ends, or until nothing reads the
 * answers any more. False only if it could not begin. */
bool nboard_run(NBoard *nboard, int in, Error *error);

#endif
