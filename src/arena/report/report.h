/* A tournament as one HTML file that needs no other: the cross table, ratings with their intervals
 * as bars, how many discs the games were won by, every game to be replayed, and where games were
 * reviewed, which moves lost them. The page itself, its style and its scripts are in web/report/
 * and embedded in the program. */
#ifndef ARENA_REPORT_REPORT_H
#define ARENA_REPORT_REPORT_H

#include <stdio.h>

#include "arena/report/game_reviews.h"

/* Writes the page. `openings` is as the user wrote it; `reviews` may be NULL: the report then says
 * nothing about single moves. False if there is no memory; errors of the stream are left for the
 * caller to find. */
bool report_write(FILE *out, const Tournament *tournament, const char *openings,
                  const GameReviews *reviews);

#endif
