/* The error model of Multi-ProbCut: how far a shallow search strays from a deep one.
 *
 * For a deep search of depth d and a shallow one of depth s at a position with e empty squares the
 * difference is taken as normal with deviation
 *     sigma = exp(c0 + c1 * d + c2 * s + c3 * e / 64 + c4 * (e / 64)^2)   discs,
 * with coefficients of its own where the deep search goes to the end of the game. The coefficients
 * are data that belong to an evaluation and a board (probcut.c). A cut is made when the shallow
 * result lies beyond the bound by t * sigma, t depending on the confidence wanted. */
#ifndef SEARCH_PROBCUT_H
#define SEARCH_PROBCUT_H

#include "search/search.h"

enum {
    PROBCUT_MIN_DEPTH = 3,
    PROBCUT_TERMS = 5,
    PROBCUT_SHALLOW = 16, /* shallow depths 0 .. 15 */
};

typedef struct ProbcutModel {
    float middle[PROBCUT_TERMS]; /* deep search ends before the game does */
    float ending[PROBCUT_TERMS]; /* deep search goes to the end */
} ProbcutModel;

/* The model as tables, in 1/EVAL_DISC disc. */
typedef struct Probcut {
    int16_t middle[65][64][PROBCUT_SHALLOW]; /* [empties][deep][shallow] */
    int16_t ending[65][PROBCUT_SHALLOW];     /* [empties][shallow] */
    int16_t quantile[CONFIDENCES];           /* t in 1/256 */
} Probcut;

void probcut_init(Probcut *probcut, const ProbcutModel *model);

/* The model that goes with an evaluator. */
const ProbcutModel *probcut_model_for(const Evaluator *evaluator);

/* The shallow depth used for a deep one: about half, of the same parity. */
int probcut_shallow_depth(int depth);

/* t * sigma in 1/EVAL_DISC disc. */
static inline int probcut_margin(const Probcut *probcut, Confidence confidence, int empties,
                                 int depth, int shallow) {
    int sigma = depth >= empties ? probcut->ending[empties][shallow]
                                 : probcut->middle[empties][depth][shallow];
    return sigma * probcut->quantile[confidence] / 256;
}

#endif
