/* The learned values of many positions that have nothing to do with each other, with the kernels of
 * the machine: several times as fast as evaluation_value() one by one, which every board and every
 * processor shares. For data sets (engine/api_batch.c); the search has indices that moves update.
 */
#ifndef EVAL_LEARNED_BATCH_H
#define EVAL_LEARNED_BATCH_H

#include "base/isa.h"
#include "eval/learned.h"

/* values[i]: of positions[i] for its side to move in 1/EVAL_DISC disc; the same as
 * evaluation_value(). */
typedef void LearnedBatch(const LearnedWeights *learned, const Position *positions, size_t count,
                          int *values);

/* The function for an isa and a shape; NULL if the program was not built with that isa. */
LearnedBatch *learned_batch(const Shape *shape, Isa isa);

#endif
