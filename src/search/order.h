/* In which order the moves of a node are tried. Part of node_kernel.c.
 *
 * Scores are in 1/SCORE_DISC disc, high first: by what a
 * static evaluation or a shallow search of the position after the move says, less a price for
 * every reply the opponent has there. Near the end the price is higher: few replies mean small
 * trees. */
#ifndef SEARCH_ORDER_H
#define SEARCH_ORDER_H

#include "search/split.h"

enum {
    ORDER_TABLE_SECOND = 1 << 27, /* the table's second move; its first is tried before all */
    ORDER_WIPE_OUT = 1 << 29,     /* leaves the opponent without a disc */
    ORDER_EVAL_DEPTH = 3,         /* from this depth on the order asks the evaluation */
    ORDER_SEARCH_DEPTH = 17,      /* from this depth on it searches */
    ORDER_SEARCH_STEP = 3,        /* ... one ply deeper for each so many */
    ORDER_SEARCH_MAX = 6,

    /* Prices, in 1/SCORE_DISC disc. */
    MOBILITY_PENALTY_MIDGAME = 30,
    MOBILITY_PENALTY_ENDGAME = 300,
    MOBILITY_PENALTY_SHALLOW = 128, /* where nothing but mobility speaks */
    BONUS_CORNER = 300,
};

/* Of these searches, in a pass that is surer. */
static const Selectivity order_selectivity = SELECTIVITY_87;

static inline int order_search_depth(int depth) {
    if (depth < ORDER_SEARCH_DEPTH) return 0;
    int plies = 1 + (depth - ORDER_SEARCH_DEPTH) / ORDER_SEARCH_STEP;
    return plies < ORDER_SEARCH_MAX ? plies : ORDER_SEARCH_MAX;
}

/* Swaps the best of items[from..] to `from`. Cut-offs mostly come early: sorting more is wasted. */
static inline void order_pick(MoveList *list, int from) {
    int best = from;
    for (int i = from + 1; i < list->count; i++)
        if (list->items[i].score > list->items[best].score) best = i;
    if (best == from) return;
    MoveItem swap = list->items[from];
    list->items[from] = list->items[best];
    list->items[best] = swap;
}

static inline void order_sort(MoveList *list, int from) {
    for (; from < list->count - 1; from++) order_pick(list, from);
}

#endif
