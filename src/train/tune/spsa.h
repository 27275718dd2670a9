/* Simultaneous perturbation stochastic approximation: climbs a hill that can only be felt by
 * playing.
 *
 * All values are moved at once, each up or down by chance, and the two sets that result, one the
 * mirror image of the other, play a pair of games. Every value then moves a little towards the
 * side that won. Steps and perturbations shrink as the pairs go by (Spall's gains).
 *
 * Everything that happens by chance depends on the seed and the number of the pair alone. */
#ifndef TRAIN_TUNE_SPSA_H
#define TRAIN_TUNE_SPSA_H

#include <stdint.h>

enum { SPSA_MAX_VALUES = 32 };

/* One number to be tuned. */
typedef struct SpsaRange {
    int least, most;
    double start;
    double step; /* by which it is moved up and down at the end of the tuning */
} SpsaRange;

typedef struct Spsa {
    int count;
    SpsaRange ranges[SPSA_MAX_VALUES];
    uint64_t seed;
    uint64_t pairs; /* of the whole tuning: the gains depend on it */
    double rate;    /* of a step: the share of the last perturbation that a pair moves a value */
    double values[SPSA_MAX_VALUES];
} Spsa;

/* Begins at the start of every range. */
void spsa_init(Spsa *spsa, const SpsaRange *ranges, int count, uint64_t pairs, double rate,
               uint64_t seed);

/* The two sets that play pair number `pair`, counted from 0, as whole numbers within their ranges.
 * What lies between two whole numbers becomes either, the nearer one more often. */
void spsa_perturb(const Spsa *spsa, uint64_t pair, int *plus, int *minus);

/* Moves the values by what the pair told: the games that `plus` won less those it lost, -2 to 2. */
void spsa_update(Spsa *spsa, uint64_t pair, int score);

#endif
