/* See probcut.h. */
#include "search/probcut.h"

#include <math.h>

/* Quantiles: how many deviations a result must lie beyond the bound, by confidence. */
static const double quantiles[CONFIDENCES] = {1.1, 1.5, 2.0, 2.6, 3.3, 100.0};

/* Rough and on the safe side, for evaluations nobody has measured. */
static const ProbcutModel cautious = {
    .middle = {1.6f, 0.03f, -0.10f, 0.0f, 0.0f},
    .ending = {1.9f, 0.0f, -0.08f, 0.0f, 0.0f},
};

static const ProbcutModel learned = {
    .middle = {1.1f, 0.03f, -0.10f, 0.0f, 0.0f},
    .ending = {1.5f, 0.0f, -0.10f, 0.0f, 0.0f},
};

const ProbcutModel *probcut_model_for(const Evaluator *evaluator) {
    return evaluator->pattern ? &learned : &cautious;
}

static int16_t sigma_of(const float *c, int depth, int shallow, int empties) {
    double phase = empties / 64.0;
    double discs = exp((double)c[0] + (double)c[1] * depth + (double)c[2] * shallow +
                       (double)c[3] * phase + (double)c[4] * phase * phase);
    return (int16_t)(fmin(discs, 64.0) * EVAL_DISC);
}

void probcut_init(Probcut *probcut, const ProbcutModel *model) {
    for (int empties = 0; empties <= 64; empties++) {
        for (int shallow = 0; shallow < PROBCUT_SHALLOW; shallow++) {
            for (int depth = 0; depth < 64; depth++)
                probcut->middle[empties][depth][shallow] =
                    sigma_of(model->middle, depth, shallow, empties);
            probcut->ending[empties][shallow] = sigma_of(model->ending, empties, shallow, empties);
        }
    }
    for (int i = 0; i < CONFIDENCES; i++) probcut->quantile[i] = (int16_t)(quantiles[i] * 256);
}

int probcut_shallow_depth(int depth) {
    int shallow = depth / 4 * 2 + (depth & 1);
    if (shallow >= depth) shallow -= 2;
    return shallow < PROBCUT_SHALLOW ? shallow : PROBCUT_SHALLOW - 2 + (depth & 1);
}
