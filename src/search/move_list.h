/* The legal moves of a node of the general search, and picking the next best of them. */
#ifndef SEARCH_MOVE_LIST_H
#define SEARCH_MOVE_LIST_H

#include <stdbool.h>
#include <stdint.h>

typedef struct MoveItem {
    uint64_t flips;
    uint64_t hash; /* of the position after the move; only where the table will be probed for it */
    int score;     /* the highest is searched first */
    int square;
    int value; /* static value of the position after the move, or VALUE_UNKNOWN */
} MoveItem;

typedef struct MoveList {
    int count;
    MoveItem items[64];
} MoveList;

static inline void move_list_swap(MoveList *list, int a, int b) {
    MoveItem swap = list->items[a];
    list->items[a] = list->items[b];
    list->items[b] = swap;
}

/* Puts a move first, if it is in the list. */
static inline bool move_list_bring_first(MoveList *list, int square) {
    for (int i = 0; i < list->count; i++) {
        if (list->items[i].square != square) continue;
        move_list_swap(list, 0, i);
        return true;
    }
    return false;
}

/* Swaps the best of items[from..] to `from`. Cut-offs mostly come early: sorting the whole list is
 * wasted work. */
static inline void move_list_pick(MoveList *list, int from) {
    int best = from;
    for (int i = from + 1; i < list->count; i++)
        if (list->items[i].score > list->items[best].score) best = i;
    if (best != from) move_list_swap(list, from, best);
}

static inline void move_list_sort(MoveList *list, int from) {
    for (; from < list->count - 1; from++) move_list_pick(list, from);
}

#endif
