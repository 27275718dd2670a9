/* The referee's player, killed at random moments of random positions. */
#ifndef SUPPORT_KILLS_H
#define SUPPORT_KILLS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Kill {
    const char *bot; /* path of a program for the referee; NULL: `$BIANCA player` */
    uint64_t seed;
    double least, most; /* seconds from the start at which it is killed */
    bool is_patient;    /* but not before it has written something */
} Kill;

/* Seconds from the start to the first line, and of processor time to the end. */
typedef struct Killed {
    double first, cpu;
} Killed;

/* Starts the program on a random position and kills it at a random moment. Whatever is then the
 * last whole line of the action file must be a legal move; the test fails if it is not. */
Killed kill_player(const Kill *how);

#endif
