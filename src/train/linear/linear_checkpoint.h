/* The checkpoint of a linear fit: its finished stages in a file from which a killed fit resumes.
 *
 * Stages are independent, so those from the file and those fitted afterwards make exactly the
 * weights of an undisturbed fit. A signature of the positions, their labels, the patterns and the
 * settings ties the file to its fit. The file is replaced as a whole. */
#ifndef TRAIN_LINEAR_CHECKPOINT_H
#define TRAIN_LINEAR_CHECKPOINT_H

#include "train/linear/linear_stage.h"

/* Differs whenever the weights would. */
uint64_t linear_signature(const Dataset *dataset, const LinearGeometry *geometry,
                          const LinearFitOptions *options);

/* Fills in the finished stages of the file: result->is_done says which. None if there is no file,
 * or a damaged one, or one of another fit. A file of another kind is refused: saving would destroy
 * it. */
bool linear_checkpoint_load(const char *path, uint64_t signature, uint32_t numbers,
                            LinearFitResult *result, Error *error);

bool linear_checkpoint_save(const char *path, uint64_t signature, uint32_t numbers,
                            const LinearFitResult *result, Error *error);

#endif
