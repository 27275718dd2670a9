/* The value of a position by trying everything, on the reference's board of cells: no table, no
 * order, no knowledge. What the search is compared with.
 *
 * The solvers play on the board they are given and take everything back. */
#ifndef REFERENCE_MINIMAX_H
#define REFERENCE_MINIMAX_H

#include "reference/reference.h"

/* The exact final score for the side to move, empties to the winner, by plain minimax: for a
 * handful of empty squares. */
int minimax_solve(Reference *board);

/* The same by alpha-beta, fail-hard, with nothing added: the score, or the bound it lies beyond. */
int minimax_solve_within(Reference *board, int alpha, int beta);

/* What a position is worth to its side to move, when no more moves are looked at. */
typedef int MinimaxLeaf(const void *context, const Reference *board);

/* The value `depth` plies ahead. A pass costs no depth; the end of the game counts `unit` times
 * the final score wherever moves are still to be looked at, and when no square is empty or a side
 * has no disc; everything else is worth what `leaf` says. */
typedef struct MinimaxLooker {
    MinimaxLeaf *leaf;
    const void *context;
    int unit;
} MinimaxLooker;

int minimax_look(const MinimaxLooker *looker, const Reference *board, int depth, int alpha,
                 int beta);

#endif
