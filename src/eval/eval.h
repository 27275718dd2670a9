/* The contract between an opinion about positions and the search that asks for it.
 *
 * An Evaluator is bound to one shape, is only read after it was made, and may be shared by any
 * number of threads. Values are for the side to move, in units of 1/EVAL_DISC disc, and estimate
 * the final score (empties to the winner); they stay within +-EVAL_LIMIT so that a proven result
 * always outranks an estimate. */
#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include "game/position.h"

enum { EVAL_DISC = 128, EVAL_LIMIT = 64 * EVAL_DISC - 1 };

struct Pattern; /* eval/pattern.h: learned weights; the search keeps its indices incrementally */

typedef struct Evaluator {
    const Shape *shape;
    const char *name;
    const struct Pattern *pattern; /* if not NULL, the search uses this and never calls value() */
    int (*value)(const struct Evaluator *self, Position position);
    const void *data; /* belongs to whoever made the evaluator */
} Evaluator;

/* The value of a position, from scratch, by whichever of the two ways the evaluator has. */
int evaluator_value(const Evaluator *evaluator, Position position);

#endif
