/* A small seeded random generator. The same seed gives the same numbers on every machine, which
 * is what makes games, tests and data sets repeatable. Not for secrets.
 *
 * The state is one word; the step is a Weyl sequence through a mixing function (splitmix64). */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

/* Mixes all bits of a word: a fixed, invertible scramble, also used for hashing. */
static inline uint64_t random_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static inline Random random_seeded(uint64_t seed) {
    return (Random){random_mix(seed + UINT64_C(0x9e3779b97f4a7c15))};
}

static inline uint64_t random_next(Random *random) {
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    return random_mix(random->state);
}

/* A number in 0 .. limit-1; limit must be positive. The bias is below limit / 2^32. */
static inline uint32_t random_below(Random *random, uint32_t limit) {
    return (uint32_t)(((random_next(random) >> 32) * (uint64_t)limit) >> 32);
}

/* A number in [0, 1). */
static inline double random_unit(Random *random) {
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

/* Puts `count` items of `size` bytes in a random order. */
static inline void random_shuffle(Random *random, void *items, int count, size_t size) {
    unsigned char *bytes = (unsigned char *)items; /* the bots are C++, too */
    for (int i = count - 1; i > 0; i--) {
        unsigned char *one = bytes + (size_t)i * size;
        unsigned char *other = bytes + random_below(random, (uint32_t)i + 1) * size;
        for (size_t k = 0; k < size; k++) {
            unsigned char swapped = one[k];
            one[k] = other[k];
            other[k] = swapped;
        }
    }
}

#endif
