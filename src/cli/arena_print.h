/* How the arena's commands print games and numbers. All of it goes to standard output. */
#ifndef CLI_ARENA_PRINT_H
#define CLI_ARENA_PRINT_H

#include "cli/arena_session.h"

/* "+35", "-120", "+inf". */
ShortText elo_text(double elo);

/* A number for JSON, null where it is infinite. */
void print_json_number(const char *name, double value, int digits);

void print_game_json(const Tournament *tournament, const GameResult *result);

/* A game move by move: who plays; the last move with its score, and the board; the result. */
void print_game_begin(const Tournament *tournament, const GameResult *result,
                      const PlayedGame *record);
void print_position(const PlayedGame *record);
void print_game_end(const Tournament *tournament, const GameResult *result);

/* How the games that count ended, and under which isolation foreign programs ran: some lines. */
void print_endings(const Tournament *tournament);
/* The fields that the JSON summaries of a match and a tournament share, with a comma in front. */
void print_summary_json(const ArenaSession *session);

/* "12 games, 8 of 12 were there already, 3.4 s" */
void print_effort(const Tournament *tournament);

#endif
