/* The beginner: an opponent for people who play their first games.
 *
 * It looks one to three plies ahead with the engine, and judges each move with a random error of
 * several discs; both get better with its number, 1 to PLAYER_MAX_BEGINNER. engine/player.c
 * searches with these limits and plays the line chosen here. */
#ifndef ENGINE_BEGINNER_H
#define ENGINE_BEGINNER_H

#include "base/random.h"
#include "engine/engine.h"
#include "engine/player_spec.h"

/* How far beginner `number` looks: a depth, and every move ranked. */
EngineLimits beginner_limits(int number);

/* Which line looks best to beginner `number`. Draws two numbers for each line. */
int beginner_choose(const EngineResult *result, int number, Random *random);

#endif
