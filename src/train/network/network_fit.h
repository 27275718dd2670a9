/* Learning the network of eval/network.h from labelled positions.
 *
 * Every epoch goes through all positions in another random order. Batches of them are valued, the
 * squared error is traced back, and every parameter takes a step of Adam; rows of patterns that do
 * not occur in a batch stay as they are. In the end the parameters are rounded to integers, and the
 * errors reported are those of the rounded network: what is told is what will play.
 *
 * A fit may go on from an earlier network, with other positions: it starts from what the integers
 * of that one stand for, and with the means of Adam at 0. Rows that do not occur stay as they were,
 * and so do the heads and biases of numbers of discs without positions. The result lies between the
 * start and what was learned: what a few positions say goes into every parameter as noise, and
 * halfway back most of that is gone while most of what they taught is still there.
 *
 * The result does not depend on the number of threads, nor on how often the fit was killed and went
 * on from its checkpoint.
 *
 * Flow: network_model.h has the parameters, network_step.h one batch, network_quantize.h the
 * integers, network_checkpoint.h the file; cli/cmd_fit.c writes the result into a weight file. */
#ifndef TRAIN_NETWORK_FIT_H
#define TRAIN_NETWORK_FIT_H

#include "eval/weights.h"
#include "train/linear/linear_fit.h"

typedef struct NetworkFitOptions {
    int epochs;
    double rate; /* of learning: steps are at most about that long; 0.003 is a good one */
    int threads;
    uint64_t seed;
    const Weights *start;   /* borrowed; where to go on from: NULL begins anew */
    double keep;            /* share of the start in the result, 0 .. 1 */
    const char *checkpoint; /* where the progress is kept (network_checkpoint.h); may be NULL.
                             * Whoever has written the weights removes it */
} NetworkFitOptions;

typedef struct NetworkFitResult {
    int stages;
    uint8_t stage_of[65];
    int16_t bias[65];
    /* NETWORK_WIDTH numbers each: in the order of pattern_ties(), then NETWORK_MOVES for the legal
     * moves of the side to move and as many for the other's. */
    int8_t *rows;
    size_t row_count;
    NetworkHead *heads; /* by stage */
    FitStage report[PATTERN_STAGES];
    double restored;           /* epochs that came from the checkpoint */
    FitErrors before_rounding; /* of the validation positions */
    FitErrors at_start;        /* the same, of the network it went on from */
} NetworkFitResult;

/* How far a fit is. Errors are mean absolute ones in discs. */
typedef struct NetworkProgress {
    int epoch, epochs; /* the first is 1 */
    double share;      /* of the epoch; 1 at its end */
    double training;   /* in this epoch so far, by the network as it was then */
    double validation; /* at the end of the last epoch; negative if there is none yet */
} NetworkProgress;

/* After each batch, on the calling thread. Returns false to stop. */
typedef bool NetworkFitProgress(void *context, const NetworkProgress *progress);

/* Fills *result, to be released with network_fit_release(). Fails on lack of memory or of
 * positions, on a start without a network or with one for another board or other patterns, when the
 * checkpoint cannot be written, and when stopped. */
bool network_fit_run(const Dataset *dataset, const PatternSet *set,
                     const NetworkFitOptions *options, NetworkFitProgress *progress, void *context,
                     NetworkFitResult *result, Error *error);
void network_fit_release(NetworkFitResult *result);

#endif
