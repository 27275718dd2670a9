/* Games on 6x6 of an engine that should never err, from every position of four plies. */
#ifndef TESTS_SUPPORT_PERFECT_GAMES_H
#define TESTS_SUPPORT_PERFECT_GAMES_H

#include "game/position.h"

typedef struct PerfectGames {
    long games;
    long below;     /* games that ended worse for the engine than perfect play from the opening */
    long exact;     /* moves of the engine that were proven best, of */
    long moves;     /* all its moves */
    double slowest; /* seconds of its slowest move */
} PerfectGames;

/* Plays from each `step`-th position of four plies, once as either side, against the opponent (a
 * player string), and adds the games up. Prints the games that end below. The engine is a player
 * string too. */
void perfect_games_play(const char *engine, const char *opponent, int step, PerfectGames *sum);

#endif
