/* Random positions for property tests: from random games at every phase, and scatterings of discs
 * that no game reaches. The same seed gives the same positions on every machine.
 *
 * Positions come as sets numbered row by row (reference.h), so that one sample serves both layouts
 * of a board: shape_unpack brings it into either. */
#ifndef REFERENCE_SAMPLE_H
#define REFERENCE_SAMPLE_H

#include "base/random.h"
#include "game/position.h"

typedef struct BoardSize {
    int width, height;
} BoardSize;

/* Every kind of board: the usual ones, odd ones, the longest lines, and their transposes. */
extern const BoardSize sample_boards[];
extern const int sample_board_count;

typedef struct Sampler {
    Random random;
    int width, height;
    uint64_t own, opp; /* where the game in progress stands */
} Sampler;

Sampler sampler_new(BoardSize size, uint64_t seed);

/* The next position of a random game; a new game begins where the last one ended. */
Position sampler_from_game(Sampler *sampler);

/* Discs thrown at the board, with a random density and a random share of `own`. */
Position sampler_scatter(Sampler *sampler);

/* Two from games, then one scattered. */
Position sampler_next(Sampler *sampler, long number);

/* A random position of a random game with at most `empties` empty squares, not yet over. */
Position sampler_late(Sampler *sampler, int empties);

#endif
