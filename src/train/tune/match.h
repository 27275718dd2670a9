/* The pairs of games of a tuning: two searches that differ in their parameters alone play each
 * other from a balanced opening, once with each colour, with equal time or nodes for every move.
 *
 * A pair depends on the seed, its number and the two sets alone, unless time limits the moves:
 * tables are cleared before every game, and each search has one thread. */
#ifndef TRAIN_TUNE_MATCH_H
#define TRAIN_TUNE_MATCH_H

#include "game/shape.h"
#include "search/search.h"
#include "train/tune/spsa.h"

enum {
    TUNE_MAX_PLIES = 20,     /* of an opening */
    TUNE_BALANCE_DEPTH = 8,  /* plies with which openings are judged ... */
    TUNE_BALANCE_DISCS = 2,  /* ... to be so many discs from even at most ... */
    TUNE_BALANCE_TRIES = 64, /* ... and after so many unbalanced ones the next is taken as it is */
};

typedef struct TuneMatchOptions {
    const Shape *shape;         /* borrowed */
    const char *eval, *weights; /* as in evaluation_open() */
    Isa isa;
    int threads;          /* pairs played at the same time */
    int hash_mb;          /* of each player */
    double seconds;       /* for each move; 0: nodes */
    uint64_t nodes;       /* for each move; 0: time */
    const char *openings; /* "balanced:N", N random plies, or an OBF file */
    uint64_t seed;
    int count; /* of the tuned parameters */
    const SearchParameterInfo *tuned[SPSA_MAX_VALUES];
    const _Atomic bool *stop; /* makes pairs end at once, with any score; may be NULL */
} TuneMatchOptions;

typedef struct TuneMatch TuneMatch;

/* Reads names with commas between them, or "all", into options->tuned. */
bool tune_match_choose(TuneMatchOptions *options, const char *names, Error *error);

/* Where a parameter begins, and by how much it is moved. */
SpsaRange tune_match_range(const SearchParameterInfo *parameter);

TuneMatch *tune_match_new(const TuneMatchOptions *options, Error *error);
void tune_match_free(TuneMatch *match);

/* A TunePair; its context is the TuneMatch. */
int tune_match_pair(void *match, int worker, uint64_t pair, const int *plus, const int *minus);

#endif
