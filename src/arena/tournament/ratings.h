/* Ratings of many players from the results of all their games: the Bradley-Terry model by maximum
 * likelihood, in Elo, with the average player at 0.
 *
 * A draw is half a win and half a loss. Each player is also given one imaginary draw against an
 * average player, so that one who lost or won every game gets a rating, and players who never met
 * have something in common; with many real games it hardly matters. */
#ifndef ARENA_TOURNAMENT_RATINGS_H
#define ARENA_TOURNAMENT_RATINGS_H

#include <stdbool.h>

#include "base/status.h"

enum { RATINGS_MAX_PLAYERS = 64 };

typedef struct Rating {
    double elo;
    double margin; /* half of the 95 % interval */
} Rating;

/* scores[i * count + j] is what player i scored in its games against j: wins and half the draws.
 * Fails only if there is no memory. */
bool ratings_fit(int count, const double *scores, Rating *ratings, Error *error);

#endif
