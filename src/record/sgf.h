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

#include "record/transcript.h"

enum {
    SGF_MAX_TEXT = 80, /* bytes kept of a name, with the NUL; longer ones are cut */
    SGF_TEXT_SIZE = 1024 + SHAPE_MAX_SQUARES * 5 + RECORD_MAX_MOVES * 7,
};

typedef struct SgfGame {
    char black[SGF_MAX_TEXT], white[SGF_MAX_TEXT];
    Transcript moves;
} SgfGame;

/* Reads a text that is one game. *shape is filled from it, and the game borrows it. The error says
 * the byte (from 0) and the reason; *game and *shape must not be used then. */
bool sgf_parse(Shape *shape, SgfGame *game, const char *bytes, size_t length, Error *error);

/* Writes the game on one line without a newline, squares as "f5" and a pass as nothing. Returns the
 * length of the whole text as snprintf does; SGF_TEXT_SIZE is always enough. */
size_t sgf_format(const SgfGame *game, char *buffer, size_t size);

#endif
