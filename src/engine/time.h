/* The time policy: from what the clock shows to the moments at which a search must or should end.
 *
 * engine/ turns clocks into limits here, and search/ only sees the limits. A deadline is absolute,
 * so nothing that happens on the way moves it. A margin is kept for the jitter of the machine and
 * the way back to the caller. */
#ifndef ENGINE_TIME_H
#define ENGINE_TIME_H

#include "search/search.h"

/* `seconds` for this move alone: used up, less a margin. Nothing left (or less) means to answer as
 * soon as a first look is done. Keeps an earlier deadline that is already set. */
void time_for_move(int64_t now_ns, double seconds, SearchLimits *limits);

/* `seconds` for the rest of the game and `increment` after each move, with `empties` squares to go:
 * a share of it is the target (soft_ns), several times that the deadline. */
void time_for_game(int64_t now_ns, double seconds, double increment, int empties,
                   SearchLimits *limits);

#endif
