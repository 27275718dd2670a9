/* Counting move sequences: the classic check of a move generator, and its speed.
 *
 * A pass is one ply; a finished game counts one leaf at whatever depth it ends. */
#ifndef GAME_PERFT_H
#define GAME_PERFT_H

#include "base/isa.h"
#include "game/position.h"

enum { PERFT_MAX_DEPTH = 100 };

/* Leaves `depth` plies below the position, on `threads` threads (1 .. THREAD_POOL_MAX), with the
 * kernels of `isa`, which must be available. Fails only if memory is short. */
bool perft_count(const Shape *shape, Isa isa, Position position, int depth, int threads,
                 uint64_t *leaves, Error *error);

#endif
