/* A tournament's table: the results and ratings of all participants, best first. */
#ifndef ARENA_TOURNAMENT_STANDINGS_H
#define ARENA_TOURNAMENT_STANDINGS_H

#include "arena/tournament/ratings.h"
#include "arena/tournament/tournament.h"

typedef struct Standing {
    int participant;
    Tally tally; /* against all others */
    Rating rating;
} Standing;

typedef struct Standings {
    int count;
    Standing list[TOURNAMENT_MAX_PARTICIPANTS]; /* by rating; equals in the order of entry */
} Standings;

/* From what every participant did against every other: `tallies` holds the results of participant i
 * against k at i * count + k. Fails only if there is no memory. */
bool standings_from_tallies(Standings *standings, int count, const Tally *tallies, Error *error);

/* The same for the games of a tournament that count. */
bool standings_make(Standings *standings, const Tournament *tournament, Error *error);

#endif
