/* Quantizes the trained parameters to the integers of eval/network.h, measures the quantized
 * network, and dequantizes a network for a fit that continues from it. */
#ifndef TRAIN_NETWORK_QUANTIZE_H
#define TRAIN_NETWORK_QUANTIZE_H

#include "base/thread_pool.h"
#include "eval/weight_file.h"
#include "train/network/network_fit.h"
#include "train/network/network_model.h"

/* Fills embeddings, heads, biases and stages of *result. A stage or a number of discs without
 * training positions copies the nearest that has some, a later one first; but if the model comes
 * from a trained network it stays as it was. False without memory. */
bool quantize_model(const Model *model, const Dataset *dataset, NetworkFitResult *result);

/* Fills the errors of result->report, with the network as it will play. False without memory. */
bool quantize_measure(const Model *model, const Dataset *dataset, ThreadPool *pool,
                      NetworkFitResult *result);

/* Sets the parameters to what the integers of a network stand for, so that quantize_model() gives
 * those integers again. Fails, and leaves the model alone, if the weights have no network, or one
 * for another board or other patterns than the model's. */
bool dequantize_model(const WeightFile *weights, Model *model, Error *error);

#endif
