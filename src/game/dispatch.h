/* The rules' hot functions as a table, one per instruction set and layout. Perft runs through
 * it; tests compare all its rows. The search has its own table of the same kind. */
#ifndef GAME_DISPATCH_H
#define GAME_DISPATCH_H

#include "base/isa.h"
#include "game/position.h"

typedef struct GameKernel {
    uint64_t (*moves)(const Shape *shape, uint64_t own, uint64_t opp);
    uint64_t (*flips)(const Shape *shape, int square, uint64_t own, uint64_t opp);
    uint64_t (*stable)(const Shape *shape, uint64_t own, uint64_t opp);
    unsigned (*count_last_flips)(const Shape *shape, int square, uint64_t own);
    uint64_t (*perft)(const Shape *shape, Position position, int depth);
} GameKernel;

/* The kernel for an isa and a shape; NULL if the program was not built with that isa. */
const GameKernel *game_kernel(const Shape *shape, Isa isa);

#endif
