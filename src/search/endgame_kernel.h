/* The endgame: a zero-window solver for positions with few empty squares.
 *
 * Scores here are whole discs for the side to move, empties to the winner. Each layer uses just as
 * much machinery as pays for its number of empty squares:
 *
 *     17 to 12  endgame_eval_kernel.c      the shared table; moves ordered by the small evaluation
 *                                          and mobility, from 16 on by the full evaluation too
 *     11 to 7   endgame_mobility_kernel.c  a small private cache; by mobility and parity
 *     6 to 4    endgame_last_kernel.h      no table, no lists; by parity
 *     3 to 1    endgame_last_kernel.h      written out
 *
 * Above 17 empty squares, in a selective search, and where the weights have no small evaluation,
 * the general search (node_kernel.c) takes the place of the first layer. */
#ifndef SEARCH_ENDGAME_KERNEL_H
#define SEARCH_ENDGAME_KERNEL_H

#include "game/rules_kernel.h"
#include "search/worker.h"

enum {
    ENDGAME_MOBILITY_EMPTIES = 11, /* the most of the layer ordered by mobility */
    ENDGAME_EVAL_EMPTIES = 17,     /* the most of the layer ordered by evaluation */
    ENDGAME_UNKNOWN = -127,        /* below every score */
};

/* The score of the position compared with `alpha`: a result > alpha is a lower bound, one <= alpha
 * an upper bound of the true score. If the search was stopped the result means nothing. At most
 * ENDGAME_MOBILITY_EMPTIES empty squares. */
int KERNEL_NAME(endgame_solve)(Worker *worker, Position position, int alpha);

/* The same for more, up to ENDGAME_EVAL_EMPTIES; the worker's pattern must have order weights. */
int KERNEL_NAME(endgame_by_evaluation)(Worker *worker, const Node *node, int alpha);

/* The layer below, for the layer ordered by evaluation. `moves` are the legal moves, `parity` the
 * quarters with an odd number of empty squares, `count` the number of empty squares. */
int KERNEL_NAME(endgame_by_mobility)(Worker *worker, uint64_t own, uint64_t opp, uint64_t moves,
                                     int parity, int count, int alpha);
int KERNEL_NAME(endgame_parity)(const Shape *shape, uint64_t empties);

/* The score when neither side can move. */
static inline int endgame_final(const Shape *shape, uint64_t own, uint64_t opp) {
    int mine = bits_count(own), theirs = bits_count(opp), empties = shape->squares - mine - theirs;
    return mine - theirs + (mine > theirs ? empties : mine < theirs ? -empties : 0);
}

#endif
