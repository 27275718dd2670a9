/* Where games begin, so that players who always play the same way still play different games.
 *
 *     start         the usual start
 *     N             all positions after N plies that no symmetry makes equal
 *     balanced:N    those of them that our own search finds even
 *     FILE          positions (OBF) or games (transcripts), one per line
 *
 * The list is shuffled by the seed and does not depend on how many of it are needed, so a longer
 * match with the same seed begins with the same games. */
#ifndef ARENA_TOURNAMENT_OPENINGS_H
#define ARENA_TOURNAMENT_OPENINGS_H

#include <stdatomic.h>

#include "record/transcript.h"

enum {
    OPENINGS_MAX_PLIES = 10,
    OPENINGS_MAX_COUNT = 1 << 20,
    OPENING_MAX_MOVES = 64,      /* of one opening */
    OPENINGS_BALANCE_DISCS = 2,  /* at most so far from even */
    OPENINGS_BALANCE_DEPTH = 10, /* plies of our own search */
};

/* A position and the moves that lead there, packed. */
typedef struct Opening {
    Position start;
    Side side;
    int count;
    uint8_t squares[OPENING_MAX_MOVES];
} Opening;

typedef struct Openings {
    const Shape *shape;
    Opening *list;
    int count;
    bool has_other_starts; /* some begin elsewhere than at the usual start */
} Openings;

/* Reads what the user asked for. Of balanced ones `needed` are looked for, and fewer taken if there
 * are no more; `stop` ends the search early (may be NULL). On success the list is not empty and
 * must be released. */
bool openings_make(Openings *openings, const Shape *shape, const char *what, uint64_t seed,
                   int needed, const _Atomic bool *stop, Error *error);
void openings_release(Openings *openings);

/* The opening of a number; beyond the last one they begin again. */
void openings_get(const Openings *openings, int number, Transcript *transcript);

/* openings_file.c. */
bool openings_read(Openings *openings, const char *path, Error *error);
/* Appends; false if there is no memory or there are too many. */
bool openings_add(Openings *openings, const Opening *opening, Error *error);
/* Takes the moves of a transcript; false if there are too many or the game is over. */
bool opening_from(Opening *opening, const Transcript *transcript);

#endif
