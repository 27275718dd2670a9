/* SGF: a tree of properties, as general game programs write it.
 *
 *     (;GM[2]SZ[8]PB[ann]PW[bob];B[f5];W[df](;B[c3])(;B[d3]))
 *
 * Only the main line is read: the first variation at each branching. A square is "f5" or two
 * letters "fe", the row as a letter; a pass is `PA`, `tt` or nothing. SZ[9:7] is 9 columns and 7
 * rows. A game from another position than the usual start says all its discs in AB and AW, and the
 * side to move in PL. */
#ifndef RECORD_SGF_H
#define RECORD_SGF_H

#include "record/game_record.h"

enum { SGF_TEXT_SIZE = 2048 + SHAPE_MAX_SQUARES * 5 + RECORD_MAX_MOVES * 7 };

/* Reads the first game at the Scan. *shape, zeroed or filled before, becomes that of the game, and
 * the game borrows it. On failure the error is the bare reason, the Scan stands at the mistake, and
 * *move is the number of the move (from 1) if it is one that is wrong, else 0; *game must not be
 * used then. */
bool sgf_scan(Scan *scan, Shape *shape, GameRecord *game, int *move, Error *error);

/* The same for a text that is one game; *shape need not be filled before. The error says the move
 * or the byte (from 0). On failure *game and *shape must not be used. */
bool sgf_parse(Shape *shape, GameRecord *game, const char *bytes, size_t length, Error *error);

/* Writes the game on one line without a newline, squares as "f5" and a pass as nothing. Returns the
 * length of the whole text as snprintf does; SGF_TEXT_SIZE is always enough. */
size_t sgf_format(const GameRecord *game, char *buffer, size_t size);

#endif
