/* Opening variety: varied openings, for at most the loss in discs that the user sets.
 *
 * In the first moves of a game the engine ranks its best few moves and picks one at random among
 * those that cost at most so many discs. A result that is known exactly is never given away. The
 * player draws from a seed and the position alone, so a game can be played again. */
#ifndef ENGINE_VARIETY_H
#define ENGINE_VARIETY_H

#include "base/random.h"
#include "engine/result.h"
#include "game/position.h"

enum {
    VARIETY_LINES = 4,     /* moves that are ranked: more would take time and be worse anyway */
    VARIETY_SHARE = 5,     /* the first 1/5 of the squares: 12 moves on 8x8 */
    VARIETY_OLD_DEPTH = 2, /* a stopped search ranks some moves by an earlier pass */
};

/* Whether the game is young enough. */
bool variety_applies(const Shape *shape, Position position);

/* Which line of a search with VARIETY_LINES lines to play: its score is at most `discs` below the
 * best. Draws one number. */
int variety_choose(const EngineResult *result, double discs, Random *random);

#endif
