/* Games for tests of learning: random moves on 5x4, with scores that mean nothing. */
#ifndef SUPPORT_NOISE_H
#define SUPPORT_NOISE_H

#include "train/games/dataset.h"

/* Makes `dataset` and fills it from so many games; every fifth is for validation. The caller frees
 * it. */
void noise_fill(Dataset *dataset, int games);

#endif
