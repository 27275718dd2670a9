/* The tunables of move ordering in the general search (node_kernel.c).
 *
 * A move's score is what a static evaluation or a shallow search says of the position after it,
 * less a mobility penalty for every reply that the opponent has there. In a solve the penalty is
 * larger: few replies mean small trees. Scores are in 1/SCORE_DISC disc. docs/search.md says what
 * the order gains. */
#ifndef SEARCH_ORDER_H
#define SEARCH_ORDER_H

#include "search/search.h"

enum {
    ORDER_TABLE_SECOND = 1 << 27, /* the table's second-best move; its best is tried before all */
    ORDER_WIPE_OUT = 1 << 29,     /* leaves the opponent without a disc */
    ORDER_EVAL_DEPTH = 3,         /* from this depth on moves are scored by the evaluation */
    ORDER_SEARCH_DEPTH = 17,      /* from this depth on by a search */
    ORDER_SEARCH_STEP = 3,        /* ... one ply deeper for each so many */
    ORDER_SEARCH_MAX = 6,
    ORDER_SEARCH_FLOOR = 8, /* discs below alpha at which that search need not be exact */

    MOBILITY_PENALTY_ENDGAME = 300,
    MOBILITY_PENALTY_SHALLOW = 128, /* below ORDER_EVAL_DEPTH, where mobility alone decides */
    BONUS_CORNER = 300,
};

/* Of these searches, in a less selective pass. */
static const Selectivity order_selectivity = SELECTIVITY_87;

static inline int order_search_depth(int depth) {
    if (depth < ORDER_SEARCH_DEPTH) return 0;
    int plies = 1 + (depth - ORDER_SEARCH_DEPTH) / ORDER_SEARCH_STEP;
    return plies < ORDER_SEARCH_MAX ? plies : ORDER_SEARCH_MAX;
}

#endif
