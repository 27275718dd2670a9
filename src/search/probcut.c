/* Fills the tables of the error model, and chooses shallow depths. */
#include "search/probcut.h"

#include <math.h>

/* How many deviations a result must lie beyond the bound, by selectivity. That of
 * SELECTIVITY_73 is a parameter of the search. */
static const double quantiles[SELECTIVITIES] = {0, 1.5, 2.0, 2.6, 3.3, 100.0};

/* For evaluations without a measured model: that of the hand-made one, rounded up. */
static const EvalErrors cautious = {
    .middle = {1.6, 0.03, -0.10, 0.0, 0.0},
    .ending = {1.9, 0.0, -0.08, 0.0, 0.0},
};

static int16_t sigma_of(const double *c, int depth, int shallow, int empties) {
    double phase = empties / 64.0;
    double discs = exp(c[0] + c[1] * depth + c[2] * shallow + c[3] * phase + c[4] * phase * phase);
    return (int16_t)(fmin(discs, 64.0) * EVAL_DISC);
}

/* The margin of SELECTIVITY_73 in percent of a deviation. */
static int percent_73(const SearchParameters *parameters, int depth) {
    enum { FULL_DEPTH = 10, FALL_PLIES = 10, LEAST = 50 };
    int fall =
        depth > FULL_DEPTH ? parameters->probcut_fall * (depth - FULL_DEPTH) / FALL_PLIES : 0;
    return parameters->probcut_73 * (100 - fall < LEAST ? LEAST : 100 - fall) / 100;
}

void probcut_init(Probcut *probcut, const Evaluation *evaluation,
                  const SearchParameters *parameters) {
    const EvalErrors *model = evaluation->errors ? evaluation->errors : &cautious;
    for (int empties = 0; empties <= 64; empties++) {
        for (int shallow = 0; shallow < PROBCUT_SHALLOW; shallow++) {
            for (int depth = 0; depth < 64; depth++)
                probcut->middle[empties][depth][shallow] =
                    sigma_of(model->middle, depth, shallow, empties);
            probcut->ending[empties][shallow] = sigma_of(model->ending, 0, shallow, empties);
        }
    }
    for (int depth = 0; depth < 64; depth++) {
        for (int i = 0; i < SELECTIVITIES; i++)
            probcut->quantile[i][depth] = (int16_t)(quantiles[i] * 256);
        probcut->quantile[SELECTIVITY_73][depth] =
            (int16_t)(percent_73(parameters, depth) * 256 / 100);
    }
}

int probcut_shallow_depth(int depth) {
    int shallow = depth / 4 * 2 + (depth & 1);
    if (shallow >= depth) shallow -= 2;
    return shallow < PROBCUT_SHALLOW ? shallow : PROBCUT_SHALLOW - 2 + (depth & 1);
}
