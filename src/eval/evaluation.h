/* An evaluation: the estimate of a position's final score that the search asks for at its leaves.
 *
 * This is the contract between eval/ and everything that uses it. An Evaluation is bound to one
 * board. It comes from one of two sources: a classic program (registry.h), which is a formula with
 * a few terms, or learned weights (learned.h), which are tables over the patterns of the board or a
 * network on top of them. Once open it is only read, so any number of threads may share it, and it
 * may be copied while the original stays open.
 *
 * Values are for the side to move, in units of 1/EVAL_DISC disc, and estimate the final score
 * (empties to the winner). They stay within +-EVAL_LIMIT, so that a proven result always outranks
 * an estimate. */
#ifndef EVAL_EVALUATION_H
#define EVAL_EVALUATION_H

#include "game/dispatch.h"
#include "game/position.h"

enum { EVAL_DISC = 128, EVAL_LIMIT = 64 * EVAL_DISC - 1 };

/* How far a shallow search with an evaluation strays from a deep one: the deviation in discs is
 *     exp(c[0] + c[1] * deep + c[2] * shallow + c[3] * x + c[4] * x * x),   x = empties / 64,
 * with other coefficients (and no c[1]) where the deep search goes to the end of the game. The
 * selective search uses it (search/probcut.h); `bianca probcut-fit` measures it. */
enum { EVAL_ERROR_TERMS = 5 };
typedef struct EvalErrors {
    double middle[EVAL_ERROR_TERMS];
    double ending[EVAL_ERROR_TERMS];
} EvalErrors;

struct ClassicProgram;        /* eval/registry.h */
struct LearnedWeights;        /* eval/learned.h */
struct WeightFile;            /* eval/weight_file.h */
typedef struct Plugin Plugin; /* eval/plugin.h */

typedef struct Evaluation {
    const Shape *shape; /* borrowed */
    const char *name;
    /* The value of a position, from scratch. */
    int (*value)(const struct Evaluation *self, Position position);
    /* If not NULL, the search updates the pattern indices move by move and computes the same value
     * from them; it never calls value() at a node. */
    const struct LearnedWeights *learned;
    const EvalErrors *errors; /* NULL: not measured */
    /* For plain alpha-beta and to explain a value: the formula, the legal moves, and the weight of
     * each square (zeros if the program has no table). */
    const struct ClassicProgram *program;
    const GameKernel *rules;
    double square_weights[64];
    struct WeightFile *weight_file; /* owned; NULL unless evaluation_open() read learned weights */
    Plugin *plugin;                 /* owned; NULL unless evaluation_open() opened a plug-in */
} Evaluation;

/* Whether there is an evaluation of that name, on whatever board: a row of the registry, `pattern`
 * for learned weights, or `plugin:FILE`, where the file is opened later. If not, the error names
 * the nearest one. */
bool evaluation_exists(const char *name, Error *error);

/* Opens the evaluation `name` for a board, which must outlive it; NULL or "" means the best there
 * is: learned weights, or `handmade` for a board that has none. `weights` is a weight file to use
 * instead of those inside the program; NULL or "" for none. An unknown name is refused with the
 * nearest one; nothing needs closing then. */
bool evaluation_open(Evaluation *evaluation, const Shape *shape, const char *name,
                     const char *weights, Error *error);
void evaluation_close(Evaluation *evaluation);

/* Whether a plug-in has failed since it was opened; *error (may be NULL) then says how. */
bool evaluation_failure(const Evaluation *evaluation, Error *error);

/* The value of a position for the side to move, from scratch. */
static inline int evaluation_value(const Evaluation *evaluation, Position position) {
    return evaluation->value(evaluation, position);
}

#endif
