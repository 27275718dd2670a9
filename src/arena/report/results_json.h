/* The results of a tournament as JSON: the one place that writes them for `--json` of `bianca
 * match` and `bianca tournament`, for the report and for pages that watch (docs/arena.md has the
 * names). Players are named; every name is there once. */
#ifndef ARENA_REPORT_RESULTS_JSON_H
#define ARENA_REPORT_RESULTS_JSON_H

#include <stdio.h>

#include "arena/tournament/standings.h"

/* [{"name":..,"player":..,"isolation":..}]: in the order of entry; the last for foreign programs
 * that have played. */
void players_json(FILE *out, const Tournament *tournament);

/* A row of the table as an object: rating, games, and wins, draws and losses against the others in
 * the order of the standings. `row` has what the participant did against each other one, in the
 * order of entry. */
void standing_json(FILE *out, const Tournament *tournament, const Standings *standings, int rank,
                   const Tally *row);
/* All rows as a list, from the games of the tournament. */
void standings_json(FILE *out, const Tournament *tournament, const Standings *standings);

/* {"played_out":10,"timeout":2}: how many games ended so. */
void endings_json(FILE *out, const Tournament *tournament);

/* Members of the object of a game, without its braces: `number` (in the tournament, from 1),
 * `black`, `white`. `result` is one of the tournament's. */
void game_head_json(FILE *out, const Tournament *tournament, const GameResult *result);
/* The same with everything else of a game that is over. */
void game_result_json(FILE *out, const Tournament *tournament, const GameResult *result);

/* The member `start`, with a comma in front, unless a game begins at the usual position. */
void start_json(FILE *out, const Board *start);

#endif
