/* Trains the network of eval/network.h on labelled positions.
 *
 * Every epoch visits all positions in another random order. For each batch a forward and a backward
 * pass give the gradients of the squared error, and every parameter takes a step of Adam;
 * embeddings of patterns that do not occur in the batch stay as they are. In the end the parameters
 * are quantized to integers, and the errors reported are those of the quantized network, which is
 * the one that plays.
 *
 * A fit may continue from an earlier network with other positions: it starts from that network's
 * dequantized parameters, with the moments of Adam at 0. Embeddings that do not occur stay as they
 * were, and so do the heads and biases of numbers of discs without positions. The result lies
 * between the start and what was learned: a few positions put noise into every parameter, and
 * halfway back most of the noise is gone while most of what they taught remains.
 *
 * The result depends neither on the number of threads nor on how often the fit was killed and
 * resumed from its checkpoint.
 *
 * Flow: network_model.h has the parameters, network_step.h one batch, network_quantize.h the
 * integers, network_checkpoint.h the file; train/fit.c writes the result into a weight file. */
#ifndef TRAIN_NETWORK_FIT_H
#define TRAIN_NETWORK_FIT_H

#include "eval/weight_file.h"
#include "train/fit_report.h"

typedef struct NetworkFitOptions {
    int epochs;
    double rate; /* learning rate: about the largest change of a parameter in one step */
    int threads;
    int phases; /* of the game, with embeddings of their own; 0: as the start, or 1 */
    int width;  /* numbers of an embedding; 0: as the start, or NETWORK_WIDTH */
    uint64_t seed;
    const WeightFile *start; /* borrowed; the network to continue from; NULL: from scratch */
    double keep;             /* share of the start in the result, 0 .. 1 */
    const char *checkpoint;  /* the checkpoint (network_checkpoint.h); may be NULL. The caller
                                removes it once the weights are written */
} NetworkFitOptions;

typedef struct NetworkFitResult {
    int stages, phases, width;
    uint8_t stage_of[65];
    int16_t bias[65];
    /* Phase by phase, NETWORK_WIDTH numbers each, 0 from `width` on: in the order of
     * pattern_ties(), then NETWORK_MOVES for the legal moves of the side to move and as many for
     * the opponent's. */
    int8_t *embeddings;
    size_t embedding_count;
    NetworkHead *heads; /* by stage */
    FitStage report[PATTERN_STAGES];
    double restored;             /* epochs that came from the checkpoint */
    FitErrors before_quantizing; /* of the validation positions */
    FitErrors at_start;          /* the same, of the network it started from */
} NetworkFitResult;

/* The progress of a fit. Errors are mean absolute errors in discs. */
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
