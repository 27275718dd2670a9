/* Measures how far shallow searches stray from deep ones (EvalErrors), and in which direction
 * (leaf_bias.h), on positions of quick games of the engine with itself. Full-width searches only:
 * the model must not lean on itself. */
#ifndef TRAIN_PROBCUT_FIT_H
#define TRAIN_PROBCUT_FIT_H

#include "base/isa.h"
#include "eval/evaluation.h"
#include "train/leaf_bias.h"

enum {
    PROBCUT_FIT_MAX_DEPTH = 14, /* of the deepest search that is compared */
    PROBCUT_FIT_BUCKET = 4,     /* empties that are counted together */
    PROBCUT_FIT_BUCKETS = 64 / PROBCUT_FIT_BUCKET + 1,
};

typedef struct ProbcutFitOptions {
    Isa isa;
    int threads;
    int positions;  /* to measure on */
    int depth;      /* of the deepest search in the middle game */
    int exact_from; /* empties from which positions are solved as well */
    uint64_t seed;
    bool is_written; /* the model becomes part of the weight file, and the bias is taken out */
} ProbcutFitOptions;

/* Squared differences of one kind, in discs. */
typedef struct ProbcutCell {
    double squares;
    int count;
} ProbcutCell;

typedef struct ProbcutFit {
    /* [bucket][deep][shallow] and [bucket][shallow]; shallow 0 is the static evaluation. */
    ProbcutCell middle[PROBCUT_FIT_BUCKETS][PROBCUT_FIT_MAX_DEPTH + 1][PROBCUT_FIT_MAX_DEPTH + 1];
    ProbcutCell ending[PROBCUT_FIT_BUCKETS][PROBCUT_FIT_MAX_DEPTH + 1];
    EvalErrors errors;
    LeafBias leaves;                    /* what the next is solved from */
    double leaf_bias[LEAF_BIAS_COUNTS]; /* discs, by empties */
} ProbcutFit;

/* Called now and then with the number of positions done; returns false to stop. */
typedef bool ProbcutFitProgress(void *context, int done);

/* Measures the evaluation `eval` with the weight file `weights` (as in evaluation_open()), and
 * writes the model into that file if asked to. */
bool probcut_fit_run(const Shape *shape, const char *eval, const char *weights,
                     const ProbcutFitOptions *options, ProbcutFitProgress *progress, void *context,
                     ProbcutFit *fit, Error *error);

#endif
