/* Fitting pattern weights to labelled positions: least squares, stage by stage.
 *
 * For each stage the sum of squared errors plus `ridge` times the sum of squared weights is
 * minimised by conjugate gradients, each weight scaled by how often it occurs. The ridge pulls rare
 * weights to 0 as `ridge` made-up positions would. Positions of a few discs before and after a
 * stage count too, with less weight. A stage stops when the error on the validation positions has
 * not fallen for some epochs, and keeps its best weights.
 *
 * Behind the stages comes one more table, for ordering moves near the end (eval/pattern_order.h):
 * fitted in the same way, on the positions of the whole ending, with the first lanes alone.
 *
 * Stages are independent: each is fitted by one thread, and the result does not depend on how many
 * threads there are, nor on how often the fit was killed and went on from its checkpoint. */
#ifndef TRAIN_LINEAR_FIT_H
#define TRAIN_LINEAR_FIT_H

#include "eval/weight_file.h"
#include "train/games/dataset.h"

typedef struct FitOptions {
    int epochs;   /* at most, each stage */
    int patience; /* epochs without progress before a stage stops */
    double ridge; /* in positions */
    int overlap;  /* discs before and after a stage that count as well */
    double overlap_weight;
    bool only_ordering; /* leave out the stages, which a network replaces (network_fit.h) */
    int threads;
    const char *checkpoint; /* where finished stages are kept (train/linear/linear_checkpoint.h);
                             * may be NULL. Whoever has written the weights removes it */
} FitOptions;

/* Errors in discs; rms is the root of the mean square, mae the mean absolute error. */
typedef struct FitErrors {
    size_t positions;
    double rms, mae;
} FitErrors;

typedef struct FitStage {
    int first, last; /* discs */
    int lanes;       /* of the pattern set, that its weights are for */
    int epochs;      /* run */
    FitErrors parts[DATASET_PARTS];
} FitStage;

typedef struct FitResult {
    int stages; /* of the game */
    int tables; /* stages + 1: the last is for ordering */
    uint8_t stage_of[65];
    int16_t bias[65];
    int16_t *tied[PATTERN_STAGES];
    FitStage report[PATTERN_STAGES];
    bool is_done[PATTERN_STAGES];
    int restored; /* stages that came from the checkpoint */
} FitResult;

/* After each epoch of each stage, on any thread but never on two at a time. Returns false to stop.
 */
typedef bool FitProgress(void *context, int stage, int stages, int epoch, double training_rms,
                         double validation_rms);

/* Fills *result, to be released with fit_release(). Fails on lack of memory or of positions, when
 * the checkpoint cannot be written, and when stopped. With only_ordering the tables of the stages
 * are zeros, and there may be no position. */
bool fit_run(const Dataset *dataset, const PatternSet *set, const FitOptions *options,
             FitProgress *progress, void *context, FitResult *result, Error *error);
void fit_release(FitResult *result);

/* The stages of a board by number of discs; returns how many there are. */
int fit_stages(const Shape *shape, uint8_t *stage_of);

/* All stages of the game together. */
FitErrors fit_total(const FitResult *result, DatasetPart part);

#endif
