/* Openings have names: a table of positions (openings.inc), found whichever way the board is turned
 * and whichever order of moves led there. On 8x8 only. */
#ifndef RECORD_OPENING_H
#define RECORD_OPENING_H

#include "record/transcript.h"

typedef struct Opening {
    Position position;   /* canonical (game/symmetry.h), after the last move of the line */
    const char *line;    /* one order of its moves: "f5d6c3d3c4" */
    const char *english; /* "Tiger" */
    const char
        *japanese; /* "虎定石"; "" if it is not known. Several names stand with '/' between */
} Opening;

/* All of them, in the order of their positions. */
extern const Opening openings[];
extern const int opening_count;

/* The opening of this very position, or NULL. */
const Opening *opening_at(const Board *board);

/* The opening of a game: the last position of it that has a name, or NULL. */
const Opening *opening_of(const Transcript *game);

/* "Tiger (虎定石)", or "Tiger" without `has_unicode`. Returns the length as snprintf does. */
size_t opening_format(const Opening *opening, bool has_unicode, char *buffer, size_t size);

enum { OPENING_TEXT_SIZE = 128 };

#endif
