/* What the general search (node_kernel.c) and the layers of the endgame (endgame_*_kernel.c) share:
 * the learned evaluation of a node, weighted mobility, the bound by stable discs, and the cut-off
 * by a child that the table knows. Their loops over the moves are their own: docs/search.md says
 * why. Compiled per instruction set and layout (game/rules_kernel.h). */
#ifndef SEARCH_NODE_KERNEL_H
#define SEARCH_NODE_KERNEL_H

#include "base/bits.h"
#include "eval/network_kernel.h"
#include "game/rules_kernel.h"
#include "search/table.h"

/* The learned value of a position whose indices are known, for the side to move in 1/EVAL_DISC
 * disc. */
static inline int learned_value(const LearnedWeights *learned, Position position,
                                const PatternState *state, int empties) {
    const Shape *shape = learned->set->shape;
    int discs = shape->squares - empties;
    if (!learned->network) return linear_value(learned, state, discs);
    return network_value(learned, state, discs,
                         bits_count(kernel_moves(shape, position.own, position.opp)),
                         bits_count(kernel_moves(shape, position.opp, position.own)));
}

/* The number of legal moves in a set, corners counted twice: every layer's mobility penalty is for
 * each of these. */
static inline int weighted_mobility(const Shape *shape, uint64_t moves) {
    return bits_count(moves) + bits_count(moves & shape->corners);
}

/* The most that `own` can score, in discs: the opponent keeps his stable discs. */
static inline int stability_bound(const Shape *shape, uint64_t own, uint64_t opp) {
    return shape->squares - 2 * bits_count(kernel_stable(shape, opp, own));
}

/* Enhanced transposition cut-off: the table knows the position after a move to be so bad for the
 * opponent that the move beats alpha. `depth` is that of the child. */
static inline bool is_child_cut(const Table *table, uint64_t hash, int depth, int selectivity,
                                int alpha, int *score) {
    TableData data;
    if (!table_probe(table, hash, &data) || !table_is_sufficient(&data, depth, selectivity) ||
        -data.upper <= alpha)
        return false;
    *score = -data.upper;
    return true;
}

#endif
