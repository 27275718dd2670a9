/* The positions of a table in the making, by key, with the journal that keeps them.
 *
 * Any thread may store, find and raise; each call holds the lock for a moment. A line of the
 * journal is written whole, so a killed maker loses at most the line it was writing, which reading
 * leaves out: `KEY SCORE SQUARE NODES`, or `KEY > SCORE` for a position that is better than that.
 */
#ifndef BOARDS_PERFECT_NODES_H
#define BOARDS_PERFECT_NODES_H

#include <pthread.h>

#include "base/append_log.h"
#include "game/shape.h"

/* What the solver found of a canonical position. */
typedef struct PerfectNode {
    uint64_t key;
    uint64_t nodes; /* that a solve took */
    int8_t score;
    uint8_t square;   /* its index, on the canonical board */
    int8_t allowance; /* largest loss budget it was expanded with; 0: never */
    bool is_solved;
    bool has_bound; /* its score is more than `bound` */
    int8_t bound;
} PerfectNode;

typedef struct PerfectNodes {
    pthread_mutex_t lock; /* guards everything */
    PerfectNode *slots;
    size_t capacity, count, solved;
    AppendLog journal; /* closed: there is none */
    bool has_failed;   /* memory or the journal: the maker stops */
} PerfectNodes;

/* Reads the journal if there is one; one of another board is refused. */
bool perfect_nodes_open(PerfectNodes *nodes, const Shape *shape, const char *journal, Error *error);
void perfect_nodes_release(PerfectNodes *nodes);

/* Raises the allowance with which a solved position is visited; false if it is as high already. */
bool perfect_nodes_raise(PerfectNodes *nodes, uint64_t key, int allowance);

/* Stores what was found, in the journal too. */
void perfect_nodes_store(PerfectNodes *nodes, const PerfectNode *node);

/* Stores that the score of a position is more than `bound`; and whether that is known. */
void perfect_nodes_store_bound(PerfectNodes *nodes, uint64_t key, int bound);
bool perfect_nodes_is_above(PerfectNodes *nodes, uint64_t key, int bound);

/* The solved position with that key; false if there is none. */
bool perfect_nodes_find(PerfectNodes *nodes, uint64_t key, PerfectNode *node);

#endif
