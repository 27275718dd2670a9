/* From the learned parameters to the integers of eval/network.h, and what these are worth. */
#ifndef TRAIN_NETWORK_ROUND_H
#define TRAIN_NETWORK_ROUND_H

#include "train/network_crew.h"
#include "train/network_fit.h"
#include "train/network_model.h"

/* Fills rows, heads, biases and stages of *result. A stage or a number of discs without positions
 * to learn from takes over from the nearest that has some, a later one first. False without
 * memory. */
bool round_model(const Model *model, const Dataset *dataset, NetworkFitResult *result);

/* Fills the errors of result->report, with the network as it will play. False without memory. */
bool round_measure(const Model *model, const Dataset *dataset, Crew *crew,
                   NetworkFitResult *result);

#endif
