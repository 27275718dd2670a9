/* The last squares, exactly: a null-window solver for positions with few empty squares.
 *
 * Scores here are whole discs for the side to move, empties to the winner. Each layer uses just as
 * much machinery as pays at its size:
 *   11-7 empties  a small private cache, stability, order by the opponent's mobility and parity
 *    6-5          parity of the quarters, the opponent's neighbourhood
 *    4-1          written out; the last disc is counted, not played
 * Above that, the general search (node_kernel.c) with table and evaluation takes over. */
#ifndef SEARCH_ENDGAME_H
#define SEARCH_ENDGAME_H

#include "search/worker.h"

/* The largest number of empty squares this solver is meant for. */
enum { ENDGAME_MAX_EMPTIES = 11 };

/* The score of the position compared with `alpha`: a result > alpha is a lower bound, one <= alpha
 * an upper bound of the true score. If the search was stopped the result means nothing. */
int KERNEL_NAME(endgame_solve)(Worker *worker, Position position, int alpha);

#endif
