/* Private to tournament.c, tournament_worker.c and store.c. */
#ifndef ARENA_TOURNAMENT_TOURNAMENT_WORKER_H
#define ARENA_TOURNAMENT_TOURNAMENT_WORKER_H

#include "arena/tournament/tournament.h"

/* The place of a game among the results; NULL if the tournament has no such game. */
GameResult *tournament_find(Tournament *tournament, int black, int white, int number);

#endif
