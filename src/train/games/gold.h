/* The gold set: positions with true scores that no training ever sees, to judge evaluations by.
 *
 * Positions come from self-play games with a seed of their own. Up to `exact_to` empty squares they
 * are solved; beyond that a deep search gives the score. The set is an OBF file, one best move with
 * its score a line. */
#ifndef TRAIN_GAMES_GOLD_H
#define TRAIN_GAMES_GOLD_H

#include "record/obf.h"
#include "search/search.h"

enum { GOLD_HASH_MB = 64 };

typedef struct GoldOptions {
    int per_empties;                 /* positions for each number of empty squares */
    int exact_least, exact_most;     /* every number of empty squares from .. to: solved */
    int deep_least, deep_most, step; /* and from .. to by steps: searched */
    int depth;                       /* of those searches */
    int threads;
    Isa isa;
    uint64_t seed;
} GoldOptions;

/* A scale that fits the board: on 8x8 exact at 12 to 20 empty squares, deep at 24 to 44. */
GoldOptions gold_options(const Shape *shape);

typedef bool GoldProgress(void *context, int done, int wanted);

/* Makes the set: *entries (malloc, owned by the caller) sorted by empty squares, *count of them.
 * The evaluation plays the games and leads the searches. */
bool gold_build(const Evaluation *evaluation, const GoldOptions *options, GoldProgress *progress,
                void *context, ObfEntry **entries, int *count, Error *error);

/* How an evaluation does on positions with one number of empty squares, in discs. */
typedef struct GoldErrors {
    int count;
    double mae, rms, bias;
} GoldErrors;

typedef struct GoldScore {
    GoldErrors by_empties[65];
    GoldErrors exact; /* 12 to 20 empty squares */
    GoldErrors all;
} GoldScore;

/* Compares the static evaluation with the scores of a set in memory. `name` stands in errors. */
bool gold_score(const Evaluation *evaluation, const char *bytes, size_t length, const char *name,
                GoldScore *score, Error *error);

#endif
