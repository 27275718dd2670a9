/* A Botzone bot at work: reads a turn, lets a player think until its time is nearly over, answers;
 * once, or again and again if it is kept running. */
#ifndef PROTOCOL_BOTZONE_PLAY_H
#define PROTOCOL_BOTZONE_PLAY_H

#include <stdio.h>

#include "engine/player.h"

typedef struct BotzonePlay {
    FILE *in, *out;
    Player *player; /* on 8x8 */
    const PlayerSpec *spec;
    const Shape *shape;
    double seconds;     /* for each move */
    double start;       /* of the first turn's time, on clock_seconds(): when the program began */
    bool keeps_running; /* ask to be kept running */
} BotzonePlay;

/* Plays until the input ends (or once); false with the reason if that goes wrong. */
bool botzone_play(const BotzonePlay *play, Error *error);

#endif
