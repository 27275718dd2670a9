/* A tournament as it is played, for those who watch: the games on the boards now, the latest
 * results, the table, and how the ratings came about.
 *
 *     threads that play --live_move/live_game--> Live --live_news--> any number of watchers
 *
 * It adds up the results itself, so watching takes no lock of the tournament and no time from its
 * games. Everything that it keeps is bounded, whatever the number of games. Any thread. */
#ifndef ARENA_REPORT_LIVE_H
#define ARENA_REPORT_LIVE_H

#include "arena/tournament/tournament.h"

enum {
    LIVE_MAX_BOARDS = 64,   /* games that are shown while they are played */
    LIVE_MAX_RESULTS = 200, /* sent to a new client */
    LIVE_POINTS = 100,      /* of the curve of the ratings, about */
};

typedef struct Live Live;

/* Before the first game is played; results from the store are taken over. The tournament is
 * borrowed. `openings` is what the user asked for. NULL if there is no memory. */
Live *live_new(const Tournament *tournament, const char *openings, Error *error);
void live_free(Live *live);

/* For TournamentOptions.on_move and on_game. */
void live_move(Live *live, const GameResult *result, const PlayedGame *record);
void live_game(Live *live, const GameResult *result);

/* No more games will come. */
void live_end(Live *live);

/* What is new since *seen, which is 0 at first and is then kept by the watcher, as JSON that the
 * caller frees; docs/api.md has the fields. NULL if nothing is new, or without memory. `live` is a
 * Live: the type fits the contract of the server (web/live.h). */
char *live_news(void *live, uint64_t *seen);

#endif
