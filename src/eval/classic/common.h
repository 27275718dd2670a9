/* What several classic evaluations count. All of it is own minus opponent's. */
#ifndef EVAL_CLASSIC_COMMON_H
#define EVAL_CLASSIC_COMMON_H

#include "base/bits.h"
#include "eval/registry.h"

static inline int mine_less_theirs(const EvalInput *input, uint64_t squares) {
    return bits_count(input->mine & squares) - bits_count(input->theirs & squares);
}

static inline double sum_of_weights(const double *weights, uint64_t squares) {
    double sum = 0;
    while (squares) sum += weights[bits_pop(&squares)];
    return sum;
}

/* The table of the evaluation over all discs. */
static inline double table_sum(const EvalInput *input) {
    return sum_of_weights(input->weights, input->mine) -
           sum_of_weights(input->weights, input->theirs);
}

static inline uint64_t my_moves(const EvalInput *input) {
    return input->rules->moves(input->shape, input->mine, input->theirs);
}

static inline uint64_t their_moves(const EvalInput *input) {
    return input->rules->moves(input->shape, input->theirs, input->mine);
}

static inline int corner_difference(const EvalInput *input) {
    return mine_less_theirs(input, input->shape->corners);
}

/* The squares diagonally next to a corner: neighbours of corners that are not on the edge. */
static inline uint64_t x_squares(const Shape *shape) {
    return shape_neighbours(shape, shape->corners) & ~(shape->ends[0] | shape->ends[1]);
}

/* The larger share in percent, positive if it is mine: the measure of Kukreja's family. */
static inline double ratio(int mine, int theirs) {
    if (mine == theirs) return 0;
    return (mine > theirs ? 100.0 * mine : -100.0 * theirs) / (mine + theirs);
}

#endif
