/* Learned weights: what an Evaluation named `pattern` reads.
 *
 * They lie over a PatternSet (pattern.h) and have one of two forms: linear, one weight for every
 * content of a pattern and every stage of the game, added up by linear_value(); or a network
 * (network.h) on the same patterns. Beside either there may be a small table that only orders moves
 * (pattern_order.h).
 *
 * Flow: weight_file_read.c loads them, evaluation_from_weights() makes an Evaluation of them, the
 * search keeps a PatternState per ply and computes values from it. */
#ifndef EVAL_LEARNED_H
#define EVAL_LEARNED_H

#include "eval/pattern.h"

struct Network;

/* A view: borrows everything it points to. Only read once made; threads may share it. */
typedef struct LearnedWeights {
    const PatternSet *set;
    int stages;                            /* linear tables, and the one for ordering if any */
    uint8_t stage_of[65];                  /* by discs on the board */
    int16_t bias[65];                      /* by discs on the board */
    const int16_t *tables[PATTERN_STAGES]; /* each 64-byte aligned, set->weights + 1 entries */
    const int16_t *order;          /* the same for pattern_order.h; NULL if there are none */
    const EvalErrors *errors;      /* NULL: not measured */
    const struct Network *network; /* eval/network.h: used in place of the tables; or NULL */
} LearnedWeights;

/* An evaluation on learned weights, which it borrows. Fails only if the program was built without
 * any kernel for this machine. */
bool evaluation_from_weights(Evaluation *evaluation, const LearnedWeights *learned, Error *error);

/* The value of the linear form for the side to move in 1/EVAL_DISC disc, with `discs` on the
 * board. */
static inline int linear_value(const LearnedWeights *learned, const PatternState *state,
                               int discs) {
    const int16_t *weights = learned->tables[learned->stage_of[discs]];
    const uint32_t *offset = learned->set->offset;
    int sum = learned->bias[discs], sum2 = 0;
    for (int i = 0; i < learned->set->instances; i += PATTERN_UNROLL) {
#pragma GCC unroll 8
        for (int k = 0; k < PATTERN_UNROLL; k += 2) {
            sum += weights[offset[i + k] + state->index[i + k]];
            sum2 += weights[offset[i + k + 1] + state->index[i + k + 1]];
        }
    }
    sum += sum2;
    return sum > EVAL_LIMIT ? EVAL_LIMIT : sum < -EVAL_LIMIT ? -EVAL_LIMIT : sum;
}

#endif
