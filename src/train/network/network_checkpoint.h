/* How far a fit of the network is, in a file, so that a killed one goes on.
 *
 * The file has every parameter and what the steps have gathered about it: what comes after it is
 * bit for bit what would have come. A signature of the positions, their labels, the patterns and
 * the settings ties the file to its fit. The file is replaced as a whole. */
#ifndef TRAIN_NETWORK_CHECKPOINT_H
#define TRAIN_NETWORK_CHECKPOINT_H

#include "train/network/network_fit.h"
#include "train/network/network_model.h"

/* What a fit has beside the model. */
typedef struct NetworkState {
    uint64_t steps;    /* taken, in all epochs */
    uint64_t error;    /* sum in this epoch: see step_run() */
    double validation; /* error at the end of the last epoch; negative before the first */
} NetworkState;

/* Differs whenever the result would. The model must be as the fit begins with it. */
uint64_t network_signature(const Dataset *dataset, const Model *model,
                           const NetworkFitOptions *options);

/* Takes over model and state from the file. Leaves both alone if there is no file, or a damaged
 * one, or one of another fit; no state has more than `most` steps. A file of another kind is
 * refused: it would be replaced later on. */
bool network_checkpoint_load(const char *path, uint64_t signature, uint64_t most, Model *model,
                             NetworkState *state, Error *error);

bool network_checkpoint_save(const char *path, uint64_t signature, const Model *model,
                             const NetworkState *state, Error *error);

#endif
