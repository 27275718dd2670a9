/* SGF: a tree of properties, as general game programs write it.
 *
 *     (;GM[2]SZ[8]PB[ann]PW[bob];B[f5];W[df](;B[c3])(;B[d3]))
 *
 * Only the main line is read: the first variation at each branching. A square is "f5" or two
 * letters "fe", the row as a letter; a pass is `PA`, `tt` or nothing. SZ[9:7] is 9 columns and 7
 * rows. */
#ifndef RECORD_SGF_H
#define RECORD_SGF_H

#include "record/transcript.h"

enum { SGF_MAX_TEXT = 80 /* bytes kept of a name, with the NUL; longer ones are cut */ };

typedef struct SgfGame {
    char black[SGF_MAX_TEXT], white[SGF_MAX_TEXT];
    Transcript moves;
} SgfGame;

/* Reads a text that is one game. *shape is filled from it, and the game borrows it. The error says
 * the byte (from 0) and the reason; *game and *shape must not be used then. */
bool sgf_parse(Shape *shape, SgfGame *game, const char *bytes, size_t length, Error *error);

#endif
