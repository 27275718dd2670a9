/* The referee's player, killed at random moments of random positions. */
#ifndef SUPPORT_KILLS_H
#define SUPPORT_KILLS_H

#include <stdbool.h>
#include <stdint.h>

/* Starts the program on a random position and kills it `least` to `most` seconds later, but not
 * before it has written something unless `is_strict`. Whatever is then the last whole line of the
 * action file must be a legal move; the test fails if it is not. */
void kill_player(uint64_t seed, double least, double most, bool is_strict);

#endif
