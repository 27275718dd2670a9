/* From the learned parameters to the integers of eval/network.h, what these are worth, and the way
 * back, for a fit that goes on from an earlier network. */
#ifndef TRAIN_NETWORK_QUANTIZE_H
#define TRAIN_NETWORK_QUANTIZE_H

#include "base/thread_pool.h"
#include "eval/weights.h"
#include "train/network/network_fit.h"
#include "train/network/network_model.h"

/* Fills rows, heads, biases and stages of *result. A stage or a number of discs without positions
 * to learn from takes over from the nearest that has some, a later one first; but if the model
 * comes from a learned network it stays as it was. False without memory. */
bool round_model(const Model *model, const Dataset *dataset, NetworkFitResult *result);

/* Fills the errors of result->report, with the network as it will play. False without memory. */
bool round_measure(const Model *model, const Dataset *dataset, ThreadPool *pool,
                   NetworkFitResult *result);

/* Sets the parameters to what the integers of a network stand for, so that round_model() gives
 * them back. Fails, and leaves the model alone, if the weights have no network, or one for another
 * board or other patterns than the model's. */
bool round_undo(const Weights *weights, Model *model, Error *error);

#endif
