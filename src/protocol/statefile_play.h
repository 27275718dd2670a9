/* The course referee's player at work: puts a legal move into the action file at once and a better
 * one after it whenever it finds one, each line as one write. If the referee kills it, the last
 * whole line is a legal move. */
#ifndef PROTOCOL_STATEFILE_PLAY_H
#define PROTOCOL_STATEFILE_PLAY_H

#include "engine/player.h"

typedef struct StatefilePlay {
    const char *state, *action; /* paths */
    PlayerSpec spec;            /* who plays */
    double seconds;             /* for the move */
    double start;               /* of that time, on clock_seconds(): when the program began */
} StatefilePlay;

/* Makes one move. False with the reason if that goes wrong. */
bool statefile_play(const StatefilePlay *play, Error *error);

#endif
