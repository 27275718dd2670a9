/* The last squares, exactly: a zero window solver for positions with few empty squares.
 *
 * Scores here are whole discs for the side to move, empties to the winner. Each layer uses just as
 * much machinery as pays at its size:
 * - 17-12 empties (endgame_eval_kernel.c): the shared table, order by the small evaluation,
 *   from 16 on by the whole one too, and by mobility
 * - 11-7 (endgame_mobility_kernel.c, like the rest): a small private cache, stability, order by
 * mobility and parity
 * - 6-5: parity of the quarters, the opponent's neighbourhood
 * - 4-1: written out; the last disc is counted, not played
 *
 * Above that, the general search (node_kernel.c) with the whole evaluation takes over. */
#ifndef SEARCH_ENDGAME_KERNEL_H
#define SEARCH_ENDGAME_KERNEL_H

#include "base/bits.h"
#include "search/worker.h"

/* The largest numbers of empty squares that the lower and the upper layers are meant for. */
enum { ENDGAME_MOBILITY_EMPTIES = 11, ENDGAME_EVAL_EMPTIES = 17 };

/* The score of the position compared with `alpha`: a result > alpha is a lower bound, one <= alpha
 * an upper bound of the true score. If the search was stopped the result means nothing. */
int KERNEL_NAME(endgame_solve)(Worker *worker, Position position, int alpha);

/* The same for more than ENDGAME_MOBILITY_EMPTIES; the worker's pattern must have order weights. */
int KERNEL_NAME(endgame_by_evaluation)(Worker *worker, const Node *node, int alpha);

/* For the layers themselves. `moves` are the legal moves, `parity` the quarters with an odd number
 * of empty squares, `count` the number of empty squares. */
int KERNEL_NAME(endgame_by_mobility)(Worker *worker, uint64_t own, uint64_t opp, uint64_t moves,
                                     int parity, int count, int alpha);
int KERNEL_NAME(endgame_parity)(const Shape *shape, uint64_t empties);

/* The score when neither side can move. */
static inline int endgame_final(const Shape *shape, uint64_t own, uint64_t opp) {
    int mine = bits_count(own), theirs = bits_count(opp), empties = shape->squares - mine - theirs;
    return mine - theirs + (mine > theirs ? empties : mine < theirs ? -empties : 0);
}

#endif
