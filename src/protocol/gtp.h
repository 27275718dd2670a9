/* GTP, version 2, as Othello engines speak it: a command a line, one answer each.
 *
 * Strict in what it says and liberal in what it takes. A side that cannot move may pass or may be
 * passed over; passes after the end of a game are accepted, because some controllers end a game
 * with two of them. Commands of our own begin with `bianca-`.
 *
 * While it thinks it keeps reading: `quit` and `bianca-stop` end the search at once, which then
 * answers with its best move so far. */
#ifndef PROTOCOL_GTP_H
#define PROTOCOL_GTP_H

#include <stdio.h>

#include "protocol/session.h"

typedef struct Gtp Gtp;

/* A conversation that answers on `out`. NULL on failure, with the reason. */
Gtp *gtp_new(const Shape *shape, const char *player, FILE *out, Error *error);
void gtp_free(Gtp *gtp);

/* Lets engines play from a book: see session_use_book(). */
bool gtp_use_book(Gtp *gtp, const char *book, Error *error);

/* Obeys one line and answers it, with a flush; an empty line or a comment has no answer. `is_cut`
 * says that the line was longer than what is here. False after `quit`, and without an answer when
 * a player's evaluation, a process of its own, has crashed: then there is nobody left to move. */
bool gtp_obey(Gtp *gtp, const char *bytes, size_t length, bool is_cut);

/* Obeys the lines of `in` until `quit`, or until the input ends, or until nothing reads the
 * answers any more. False if it could not begin, or if the player's evaluation has crashed. */
bool gtp_run(Gtp *gtp, int in, Error *error);

#endif
