/* The results of a tournament as JSON, for the report and for those who watch it live. Every
 * function writes one value, except start_json(). */
#ifndef ARENA_REPORT_RESULTS_JSON_H
#define ARENA_REPORT_RESULTS_JSON_H

#include <stdio.h>

#include "arena/tournament/standings.h"

/* [{"name":..,"player":..,"isolation":..}]: in the order of entry; the last for foreign programs
 * that have played. */
void players_json(FILE *out, const Tournament *tournament);

/* A row of the table: rating, games, and wins, draws and losses against the others in the order of
 * the standings. `row` has what the participant did against each other one, in the order of entry.
 */
void standing_json(FILE *out, const Standings *standings, int rank, const Tally *row);

/* A game that is over. `review` is JSON, or NULL. */
void game_result_json(FILE *out, const Tournament *tournament, const GameResult *result,
                      const char *review);

/* The field `start`, with a comma in front, unless a game begins at the usual position. */
void start_json(FILE *out, const Board *start);

#endif
