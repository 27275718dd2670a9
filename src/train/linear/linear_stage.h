/* One stage of linear_fit.h as a sparse least squares problem, and its solution.
 *
 * Rows are positions, columns are tied weights and, after them, one bias per number of discs. A
 * row has a 1 in the column of every pattern on the board (added up where two patterns share one)
 * and in its bias. */
#ifndef TRAIN_LINEAR_STAGE_H
#define TRAIN_LINEAR_STAGE_H

#include "train/linear/linear_fit.h"

/* What all stages share, only read. */
typedef struct LinearGeometry {
    const PatternSet *set;
    const uint32_t *tied;         /* pattern_ties() of the set */
    uint32_t numbers;             /* tied weights of a stage */
    uint32_t base[PATTERN_LANES]; /* the first column of each lane's class */
} LinearGeometry;

typedef bool LinearEpoch(void *context, int epoch, double training_rms, double validation_rms);

/* Fits the weights of the first report->lanes lanes for positions with report->first ..
 * report->last discs; the others are 0. `weights` (numbers of
 * them) and `bias` (indexed by discs) receive the solution in discs; *report the errors.
 * A stage without any position gets zeros. False on lack of memory or when `epoch` says stop. */
bool linear_stage_fit(const LinearGeometry *geometry, const Dataset *dataset,
                      const LinearFitOptions *options, LinearEpoch *epoch, void *context,
                      float *weights, float *bias, FitStage *report, Error *error);

#endif
