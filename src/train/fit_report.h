/* How well a fit does: its errors by stage of the game, whatever was fitted.
 *
 * A stage is a range of numbers of discs on the board that shares one table of weights, or one head
 * of the network. train/linear and train/network fill in the reports; `bianca fit` prints them and
 * fit_picture.c draws them. */
#ifndef TRAIN_FIT_REPORT_H
#define TRAIN_FIT_REPORT_H

#include "eval/pattern.h"
#include "train/games/dataset.h"

/* Errors in discs; rms is the root of the mean square, mae the mean absolute error. */
typedef struct FitErrors {
    size_t positions;
    double rms, mae;
} FitErrors;

typedef struct FitStage {
    int first, last; /* discs */
    int lanes;       /* of the pattern set that its weights are for */
    int epochs;      /* run */
    FitErrors parts[DATASET_PARTS];
} FitStage;

typedef struct FitReport {
    int stages; /* of the game */
    int tables; /* the same, or one more: the table for ordering moves, if it was fitted */
    FitStage by_stage[PATTERN_STAGES];
} FitReport;

/* Discs of a stage. The weights of a linear stage are a large table, so two numbers of discs share
 * one. A network's stage is a small head: every number of discs has its own, since what a position
 * is worth depends on whether the number of empty squares is odd. */
enum { LINEAR_STAGE_DISCS = 2, NETWORK_STAGE_DISCS = 1 };

/* The stages of a board by number of discs; returns how many there are. */
int fit_stages(const Shape *shape, int stage_discs, uint8_t *stage_of);

/* All stages of the game together. */
FitErrors fit_total(const FitStage *by_stage, int stages, DatasetPart part);

/* Draws the errors by number of discs as an SVG picture (fit_picture.c). The file is replaced as a
 * whole. */
bool fit_picture_write(const FitReport *report, const Shape *shape, const char *path, Error *error);

#endif
