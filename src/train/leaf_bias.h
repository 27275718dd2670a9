/* How much too high the evaluation is at the leaves of a search, on average, by empty squares.
 *
 * Leaves are positions that no good player would reach, and there an evaluation learned from
 * games is off by a tempo: too low for the side to move, more so with an odd number of empty
 * squares. A score of depth d is then off by the bias of the leaves with d squares less, with the
 * sign of the side that moves there; so scores of odd and even depths differ. From scores of all
 * depths and exact ones this finds the bias by least squares, where b(e) and b(e + 2) are
 * neighbours. probcut_fit.c feeds it and writes the result into the weight file. */
#ifndef TRAIN_LEAF_BIAS_H
#define TRAIN_LEAF_BIAS_H

#include <stdbool.h>

enum { LEAF_BIAS_COUNTS = 65 }; /* empty squares: 0 to 64 */

/* Normal equations; all zero to begin with. */
typedef struct LeafBias {
    double a[LEAF_BIAS_COUNTS][LEAF_BIAS_COUNTS + 1];
} LeafBias;

/* Adds one position: its scores by depth, 1 to `deepest`, in discs; `exact` is NULL if unknown. */
void leaf_bias_add(LeafBias *equations, int empties, int deepest, const double *by_depth,
                   const double *exact);

/* The bias in discs by empty squares; 0 where nothing near was measured. Uses up the equations. */
void leaf_bias_solve(LeafBias *equations, double bias[LEAF_BIAS_COUNTS]);

#endif
