/* Where the pairs of a tuning begin: random moves to an even position, or positions of a file.
 *
 * `balanced:N` differs from that of matches (arena/tournament/openings.h), which lists all
 * positions after N plies: a tuning has more pairs than such a list has places, and a worker
 * anywhere must find the opening of a pair by its number alone. */
#ifndef TRAIN_TUNE_OPENINGS_H
#define TRAIN_TUNE_OPENINGS_H

#include "search/search.h"

typedef struct TuneOpenings {
    const Shape *shape;
    uint64_t seed;
    int plies;           /* random ones; 0 if the positions are of a file */
    Position *positions; /* of a file, shuffled by the seed */
    int count;
} TuneOpenings;

/* Reads "balanced:N" or the name of an OBF file. The shape is borrowed. */
bool tune_openings_open(TuneOpenings *openings, const Shape *shape, const char *what, uint64_t seed,
                        Error *error);
void tune_openings_release(TuneOpenings *openings);

/* The position in which pair number `pair` begins. `search`, which is cleared, judges random ones.
 */
Position tune_openings_get(const TuneOpenings *openings, uint64_t pair, Search *search);

#endif
