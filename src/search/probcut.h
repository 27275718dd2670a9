/* The error model of Multi-ProbCut: how far a shallow search strays from a deep one.
 *
 * For a deep search of depth d and a shallow one of depth s at a position with e empty squares the
 * difference is taken as normal, with the deviation that the evaluation's error model gives
 * (EvalErrors in eval/evaluation.h). A cut is made when the shallow result lies beyond the bound by
 * t * deviation, t depending on the selectivity; at the lowest one it falls with the depth. */
#ifndef SEARCH_PROBCUT_H
#define SEARCH_PROBCUT_H

#include "search/search.h"

enum {
    PROBCUT_MIN_DEPTH = 3, /* with a shallow search; below it see futility_depth */
    PROBCUT_SHALLOW = 16,  /* shallow depths 0 .. 15 */
};

/* The model as tables, in 1/EVAL_DISC disc. */
typedef struct Probcut {
    int16_t middle[65][64][PROBCUT_SHALLOW]; /* [empties][deep][shallow] */
    int16_t ending[65][PROBCUT_SHALLOW];     /* [empties][shallow] */
    int16_t quantile[SELECTIVITIES][64];     /* t in 1/256, by depth */
} Probcut;

/* Fills the tables for an evaluation: from its own model, or a cautious one if it has none. The
 * margin at SELECTIVITY_73 depends on the parameters. */
void probcut_init(Probcut *probcut, const Evaluation *evaluation,
                  const SearchParameters *parameters);

/* The shallow depth used for a deep one: about half, of the same parity. */
int probcut_shallow_depth(int depth);

/* t * sigma in 1/EVAL_DISC disc. */
static inline int probcut_margin(const Probcut *probcut, Selectivity selectivity, int empties,
                                 int depth, int shallow) {
    int sigma = depth >= empties ? probcut->ending[empties][shallow]
                                 : probcut->middle[empties][depth][shallow];
    return sigma * probcut->quantile[selectivity][depth] / 256;
}

#endif
