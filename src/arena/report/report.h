/* A tournament as one HTML file that needs no other: the cross table, ratings with their intervals
 * as bars, how many discs the games were won by, and every game to be replayed. The page itself,
 * its style and its script are in web/report/ and embedded in the program. */
#ifndef ARENA_REPORT_REPORT_H
#define ARENA_REPORT_REPORT_H

#include <stdio.h>

#include "arena/tournament/tournament.h"

/* Writes the page. `openings` is as the user wrote it. False if there is no memory; errors of the
 * stream are left for the caller to find. */
bool report_write(FILE *out, const Tournament *tournament, const char *openings);

#endif
