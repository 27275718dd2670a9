/* GGF: a game with names, time and comments, as servers and NBoard write it.
 *
 *     (;GM[Othello]PB[ann]PW[bob]TY[8]RE[+4.00]BO[8 -------- ... *]B[F5/1.20/3]W[D6//2];)
 *
 * Tags that are not known are read over. A move may carry an evaluation and seconds. Boards that
 * are not square, which the format does not know, are written and read as BO[9x7 ...]. */
#ifndef RECORD_GGF_H
#define RECORD_GGF_H

#include "record/transcript.h"

enum {
    GGF_MAX_TEXT = 80, /* bytes kept of a name, with the NUL; longer ones are cut */
    GGF_TEXT_SIZE = 4096 + RECORD_MAX_MOVES * 8,
};

typedef struct GgfGame {
    char place[GGF_MAX_TEXT], date[GGF_MAX_TEXT];
    char black[GGF_MAX_TEXT], white[GGF_MAX_TEXT];
    char result[GGF_MAX_TEXT]; /* as in the file: "+4.00", "-12.00:r" */
    Transcript moves;
} GgfGame;

/* Reads the next game at the Scan, which then stands behind it; what comes before its "(;" is read
 * over. *shape is filled from the game, and the game borrows it. False at the end of the text, with
 * STATUS_OK in the error, or at a mistake, with the byte (from 0) and the reason; the Scan stands
 * there. On failure *game is left alone and *shape must not be used. */
bool ggf_scan(Scan *scan, Shape *shape, GgfGame *game, Error *error);

/* The same for a text that is one game. */
bool ggf_parse(Shape *shape, GgfGame *game, const char *bytes, size_t length, Error *error);

/* Writes the game on one line without a newline; the result is that of the position unless one is
 * given. Returns the length of the whole text as snprintf does; GGF_TEXT_SIZE is always enough. */
size_t ggf_format(const GgfGame *game, char *buffer, size_t size);

#endif
