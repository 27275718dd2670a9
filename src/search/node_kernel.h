/* The learned evaluation of a position whose indices are known. Part of the search's kernels. */
#ifndef SEARCH_NODE_KERNEL_H
#define SEARCH_NODE_KERNEL_H

#include "base/bits.h"
#include "eval/network_value.h"
#include "game/rules_kernel.h"

/* The value for the side to move in 1/EVAL_DISC disc. */
static inline int learned_value(const LearnedWeights *learned, Position position,
                                const PatternState *state, int empties) {
    const Shape *shape = learned->set->shape;
    int discs = shape->squares - empties;
    if (!learned->network) return linear_value(learned, state, discs);
    return network_value(learned, state, discs,
                         bits_count(kernel_moves(shape, position.own, position.opp)),
                         bits_count(kernel_moves(shape, position.opp, position.own)));
}

#endif
