/* Fits pattern weights to labelled positions: least squares, stage by stage.
 *
 * For each stage conjugate gradients minimise the sum of squared errors plus `ridge` times the sum
 * of squared weights, each weight scaled by how often it occurs. The ridge pulls rare weights to 0
 * as `ridge` made-up positions would. Positions of a few discs before and after a stage count too,
 * with less weight. A stage stops when the error on the validation positions has not fallen for
 * some epochs, and keeps its best weights.
 *
 * After the stages comes one more table, for ordering moves near the end (eval/pattern_order.h):
 * fitted in the same way, on the positions of the whole ending, with the first lanes alone.
 *
 * Stages are independent: one thread fits each, and the result depends neither on the number of
 * threads nor on how often the fit was killed and resumed from its checkpoint. */
#ifndef TRAIN_LINEAR_FIT_H
#define TRAIN_LINEAR_FIT_H

#include "eval/weight_file.h"
#include "train/fit_report.h"

typedef struct LinearFitOptions {
    int epochs;   /* at most, each stage */
    int patience; /* epochs without progress before a stage stops */
    double ridge; /* in positions */
    int overlap;  /* discs before and after a stage that count as well */
    double overlap_weight;
    int stage_discs;    /* numbers of discs that share a table; 0: LINEAR_STAGE_DISCS */
    bool only_ordering; /* leave out the stages, which a network replaces (network_fit.h) */
    int threads;
    const char *checkpoint; /* the checkpoint (linear_checkpoint.h); may be NULL. The caller removes
                               it once the weights are written */
} LinearFitOptions;

typedef struct LinearFitResult {
    int stages; /* of the game */
    int tables; /* stages + 1: the last is for ordering */
    uint8_t stage_of[65];
    int16_t bias[65];
    int16_t *tied[PATTERN_STAGES];
    FitStage report[PATTERN_STAGES];
    bool is_done[PATTERN_STAGES];
    int restored; /* stages that came from the checkpoint */
} LinearFitResult;

/* After each epoch of each stage, on any thread but never on two at a time. Returns false to stop.
 */
typedef bool LinearFitProgress(void *context, int stage, int stages, int epoch, double training_rms,
                               double validation_rms);

/* Fills *result, to be released with linear_fit_release(). Fails on lack of memory or of positions,
 * when the checkpoint cannot be written, and when stopped. With only_ordering the tables of the
 * stages are zeros, and there may be no position. */
bool linear_fit_run(const Dataset *dataset, const PatternSet *set, const LinearFitOptions *options,
                    LinearFitProgress *progress, void *context, LinearFitResult *result,
                    Error *error);
void linear_fit_release(LinearFitResult *result);

#endif
