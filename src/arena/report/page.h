/* The parts of the report (report.h) that are the same for every tournament, and its pictures. */
#ifndef ARENA_REPORT_PAGE_H
#define ARENA_REPORT_PAGE_H

#include <stdio.h>

#include "arena/tournament/standings.h"

extern const char report_style[];  /* CSS */
extern const char report_script[]; /* the list of games and the board to replay them on */

/* Text into HTML, and into a JSON string inside of a script: nothing in it can end either. Bytes
 * that are not UTF-8 become U+FFFD. */
void report_text(FILE *out, const char *text);
void report_json(FILE *out, const char *text);

/* Ratings with their intervals; and how many discs the games of each player were decided by. */
void report_rating_chart(FILE *out, const Tournament *tournament, const Standings *standings);
void report_disc_charts(FILE *out, const Tournament *tournament, const Standings *standings);

#endif
