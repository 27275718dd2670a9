/* A tournament's table: everybody's results and ratings, best first. */
#ifndef ARENA_TOURNAMENT_STANDINGS_H
#define ARENA_TOURNAMENT_STANDINGS_H

#include "arena/tournament/ratings.h"
#include "arena/tournament/tournament.h"

typedef struct Standing {
    int entrant;
    Tally tally; /* against everybody */
    Rating rating;
} Standing;

typedef struct Standings {
    int count;
    Standing list[TOURNAMENT_MAX_ENTRANTS]; /* by rating; equals in the order of entry */
} Standings;

/* Fails only for want of memory. */
bool standings_make(Standings *standings, const Tournament *tournament, Error *error);

#endif
