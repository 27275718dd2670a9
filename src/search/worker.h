/* What one searching thread owns. Everything a search touches hangs on its worker, so that threads
 * share nothing but the table, the split points and the stop flag. */
#ifndef SEARCH_WORKER_H
#define SEARCH_WORKER_H

#include "game/position.h"
#include "search/search.h"
#include "search/table.h"

enum {
    END_CACHE_SIZE = 1 << 13, /* entries of the private endgame cache: 192 KB, inside L2 */
};

/* What the endgame knows of a position with few empty squares; bounds are in discs. */
typedef struct EndEntry {
    uint64_t own, opp;
    int8_t lower, upper;
    uint8_t move;
} EndEntry;

typedef struct Worker {
    const Shape *shape;
    Table *table;
    uint64_t nodes;
    EndEntry cache[END_CACHE_SIZE];
} Worker;

#endif
