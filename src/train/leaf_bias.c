/* Least squares for the bias of an evaluation at the leaves (leaf_bias.h). */
#include "train/leaf_bias.h"

#include <math.h>
#include <stddef.h>

enum { LEAST_DEPTH = 2 }; /* the leaves of one ply are still next to a game */

static const double clip = 10;        /* discs: a blunder out of sight is no bias */
static const double smoothness = 100; /* how many positions a neighbour counts */
static const double ridge = 0.1;

/* One equation: the sum of `signs` times the biases at `at` is `value`. */
static void add_row(LeafBias *equations, const int *at, const double *signs, int count,
                    double value) {
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) equations->a[at[i]][at[j]] += signs[i] * signs[j];
        equations->a[at[i]][LEAF_BIAS_COUNTS] += signs[i] * value;
    }
}

void leaf_bias_add(LeafBias *equations, int empties, int deepest, const double *by_depth,
                   const double *exact) {
    double truth = exact ? *exact : by_depth[deepest];
    for (int depth = LEAST_DEPTH; depth < deepest + (exact != NULL); depth++) {
        int at[2] = {empties - depth, empties - deepest};
        double signs[2] = {depth % 2 ? -1 : 1, deepest % 2 ? 1 : -1};
        double value = fmax(-clip, fmin(clip, by_depth[depth] - truth));
        add_row(equations, at, signs, exact ? 1 : 2, value);
    }
}

static void add_neighbours(LeafBias *equations) {
    double root = sqrt(smoothness);
    for (int e = 2; e < LEAF_BIAS_COUNTS; e++)
        add_row(equations, (int[]){e, e - 2}, (double[]){root, -root}, 2, 0);
    for (int e = 0; e < LEAF_BIAS_COUNTS; e++) equations->a[e][e] += ridge;
}

/* The matrix is symmetric and positive, so elimination needs no pivots. */
void leaf_bias_solve(LeafBias *equations, double bias[LEAF_BIAS_COUNTS]) {
    enum { N = LEAF_BIAS_COUNTS };
    add_neighbours(equations);
    for (int i = 0; i < N; i++) {
        for (int r = i + 1; r < N; r++) {
            double factor = equations->a[r][i] / equations->a[i][i];
            for (int c = i; c <= N; c++) equations->a[r][c] -= factor * equations->a[i][c];
        }
    }
    for (int i = N - 1; i >= 0; i--) {
        double rest = equations->a[i][N];
        for (int c = i + 1; c < N; c++) rest -= equations->a[i][c] * bias[c];
        bias[i] = rest / equations->a[i][i];
    }
}
