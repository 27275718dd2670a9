/* GGF: a game with names, time and comments, as servers and NBoard write it.
 *
 *     (;GM[Othello]PB[ann]PW[bob]TY[8]RE[+4.00]BO[8 -------- ... *]B[F5/1.20/3]W[D6//2];)
 *
 * Tags that are not known are read over. A move may carry an evaluation and seconds. Boards that
 * are not square, which the format does not know, are written and read as BO[9x7 ...]. */
#ifndef RECORD_GGF_H
#define RECORD_GGF_H

#include "record/game_record.h"

enum { GGF_TEXT_SIZE = 4096 + RECORD_MAX_MOVES * 8 };

/* Reads the next game at the Scan, which then stands after it; what comes before its "(;" is read
 * over. *shape, zeroed or filled before, becomes that of the game, and the game borrows it. False
 * at the end of the text, with STATUS_OK in the error, or at a mistake, with the bare reason; the
 * Scan stands there and *move is the number of the move (from 1) if it is one that is wrong, else
 * 0. On failure *game is left alone. */
bool ggf_scan(Scan *scan, Shape *shape, GameRecord *game, int *move, Error *error);

/* The same for a text that is one game; *shape need not be filled before. The error says the move
 * or the byte (from 0). On failure *shape must not be used. */
bool ggf_parse(Shape *shape, GameRecord *game, const char *bytes, size_t length, Error *error);

/* Writes the game on one line without a newline; the result is that of the position unless one is
 * given. Returns the length of the whole text as snprintf does; GGF_TEXT_SIZE is always enough. */
size_t ggf_format(const GameRecord *game, char *buffer, size_t size);

#endif
