/* The learned evaluation of a position whose indices are known. Part of the search's kernels. */
#ifndef SEARCH_LEARNED_H
#define SEARCH_LEARNED_H

#include "base/bits.h"
#include "eval/network_value.h"
#include "search/worker.h"

static inline int learned_value(const Worker *worker, Position position, const PatternState *state,
                                int empties) {
    const Shape *shape = worker->shape;
    int discs = shape->squares - empties;
    if (!worker->pattern->network) return pattern_value(worker->pattern, state, discs);
    return network_value(worker->pattern, state, discs,
                         bits_count(kernel_moves(shape, position.own, position.opp)),
                         bits_count(kernel_moves(shape, position.opp, position.own)));
}

#endif
