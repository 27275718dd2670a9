/* Levels 1 to ENGINE_MAX_LEVEL (engine/engine.h): how deep to look, and from where on to solve. The
 * engine turns a level into limits here; search/ knows no levels. */
#ifndef ENGINE_LEVEL_H
#define ENGINE_LEVEL_H

#include "search/search.h"

/* The depth and selectivity of a level at a position with this many empty squares. A depth equal to
 * `empties` means to the end of the game; with SELECTIVITY_NONE the result is then exact. */
void level_limits(int level, int empties, SearchLimits *limits);

#endif
