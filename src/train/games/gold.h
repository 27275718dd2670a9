/* The gold set: positions with true scores that training never sees, to judge evaluations by.
 *
 * Positions come from self-play games with a seed of their own. Up to `exact_max` empty squares
 * they are solved; beyond that a deep search gives the score. The set is an OBF file, one best move
 * with its score a line; sets of chosen numbers of empty squares are solved and list all best
 * moves. gold.c builds sets, gold_score.c judges by them. */
#ifndef TRAIN_GAMES_GOLD_H
#define TRAIN_GAMES_GOLD_H

#include "record/obf.h"
#include "search/search.h"

enum { GOLD_HASH_MB = 64 };

typedef struct GoldOptions {
    int per_empties;              /* positions for each number of empty squares */
    int exact_min, exact_max;     /* every number of empty squares from .. to: solved */
    int deep_min, deep_max, step; /* and from .. to by steps: searched */
    int depth;                    /* of those searches */
    uint64_t solved; /* bit e: e empty squares. If any is set, positions with these alone, solved,
                      * with all of their best moves */
    int threads;
    Isa isa;
    uint64_t seed;
    const _Atomic bool *stop; /* becomes true: end at once, also in a search; may be NULL */
} GoldOptions;

/* A scale that fits the board: on 8x8 exact at 12 to 20 empty squares, deep at 24 to 44. */
GoldOptions gold_options(const Shape *shape);

typedef bool GoldProgress(void *context, int done, int wanted);

/* Makes a set and writes it to `path`, replacing the file as a whole; *count: its positions. The
 * evaluation (`eval` and `weights` as in evaluation_open()) plays the games and leads the searches.
 * The progress function returns false to stop. What was scored until a stop or a kill is kept in
 * PATH.part, and the same order goes on from there. */
bool gold_build(const char *path, const Shape *shape, const char *eval, const char *weights,
                const GoldOptions *options, GoldProgress *progress, void *context, int *count,
                Error *error);

/* How an evaluation or a search does on positions with one number of empty squares, in discs. */
typedef struct GoldErrors {
    int count;
    double mae, rms, bias;
    double best;  /* share of the positions in which it finds a best move of the set */
    double nodes; /* a position */
} GoldErrors;

typedef struct GoldScore {
    GoldErrors by_empties[65];
    GoldErrors exact; /* 12 to 20 empty squares */
    GoldErrors all;
} GoldScore;

typedef struct GoldJudge {
    int depth; /* of the searches that are judged; 0: the static value, with the move of depth 1 */
    uint64_t nodes; /* if not 0, searches end after so many, and the depth is not limited */
    Selectivity selectivity;
    const char *search; /* other parameters of the search, as text; NULL: the standard ones */
    int threads;
    Isa isa;
    const _Atomic bool *stop; /* as in GoldOptions */
} GoldJudge;

/* Compares the evaluation (`eval` and `weights` as above), or searches with it, with the scores of
 * the set in a file. */
bool gold_score(const char *path, const Shape *shape, const char *eval, const char *weights,
                const GoldJudge *judge, GoldScore *score, Error *error);

#endif
