/* The checkpoint of a network fit: a file from which a killed fit resumes.
 *
 * The file has every parameter with its two moments of Adam, so that the resumed fit is bit for bit
 * the fit that was not killed. A signature of the positions, their labels, the patterns and the
 * settings ties the file to its fit. The file is replaced as a whole. */
#ifndef TRAIN_NETWORK_CHECKPOINT_H
#define TRAIN_NETWORK_CHECKPOINT_H

#include "train/network/network_fit.h"
#include "train/network/network_model.h"

/* The state of a fit apart from the model. */
typedef struct NetworkState {
    uint64_t steps;    /* taken, in all epochs */
    uint64_t error;    /* sum in this epoch: see step_run() */
    double validation; /* error at the end of the last epoch; negative before the first */
} NetworkState;

/* Differs whenever the result would. The model must be as the fit begins with it. */
uint64_t network_signature(const Dataset *dataset, const Model *model,
                           const NetworkFitOptions *options);

/* Loads model and state from the file. Leaves both alone if there is no file, or a damaged one, or
 * one of another fit; no state has more than `most` steps. A file of another kind is refused:
 * saving would destroy it. */
bool network_checkpoint_load(const char *path, uint64_t signature, uint64_t most, Model *model,
                             NetworkState *state, Error *error);

bool network_checkpoint_save(const char *path, uint64_t signature, const Model *model,
                             const NetworkState *state, Error *error);

#endif
