/* The evaluation for boards without learned weights: mobility, corners, edges, stability, parity.
 *
 * It works on every shape, needs no data and no memory, and costs a few hundred nanoseconds. Its
 * dozen weights per phase were fitted, not guessed: docs/players.md has the recipe and the
 * figures. */
#ifndef EVAL_HANDMADE_H
#define EVAL_HANDMADE_H

#include "eval/eval.h"

/* Fills *out for a shape, which must outlive it. Fails only if the program was built without any
 * kernel for this machine. */
bool handmade_init(Evaluator *out, const Shape *shape);

#endif
