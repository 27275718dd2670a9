/* A pair of games as a job: what is sent to a worker and what comes back, as bytes. */
#ifndef ARENA_TOURNAMENT_TOURNAMENT_PAIR_H
#define ARENA_TOURNAMENT_TOURNAMENT_PAIR_H

#include <stdio.h>

#include "arena/tournament/tournament.h"

/* `one` is Black in the first game, `two` in the second, if there are two. */
typedef struct PairOfGames {
    int one, two;
    int number; /* of the first game, within its pairing */
    int games;
    Transcript opening;
} PairOfGames;

enum { PAIR_HEAD = 7 /* one, two, games: a byte each; number 4 */ };
enum { PAIR_BYTES = PAIR_HEAD + TRANSCRIPT_MAX_BYTES };

size_t pair_encode(const PairOfGames *pair, uint8_t bytes[PAIR_BYTES]);
/* False if the bytes are no pair of games between so many players on that board. */
bool pair_decode(PairOfGames *pair, const uint8_t *bytes, size_t length, const Shape *shape,
                 int players);

/* What is kept of a game. Who played it is known to both sides. */
void result_encode(const GameResult *result, FILE *out);
/* Reads one and moves *at past it. The reason, if any, is the caller's to free. */
bool result_decode(const uint8_t **at, const uint8_t *end, const Shape *shape, GameResult *result);

#endif
