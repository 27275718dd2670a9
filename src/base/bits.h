/* Sets of squares in one 64-bit word, and the few questions asked of them.
 *
 * Every set here is plain uint64_t: bit i is square i (game/shape.h says which square that is).
 * All functions are pure and inline; with -march=x86-64-v2 or later each is one or two
 * instructions, without it the compiler's portable form is used. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline int bits_count(uint64_t set) {
    return __builtin_popcountll(set);
}

/* Index of the lowest square of a set that must not be empty. */
static inline int bits_first(uint64_t set) {
    return __builtin_ctzll(set);
}

/* Index of the highest square of a set that must not be empty. */
static inline int bits_last(uint64_t set) {
    return 63 - __builtin_clzll(set);
}

static inline uint64_t bits_square(int square) {
    return (uint64_t)1 << square;
}

static inline bool bits_has(uint64_t set, int square) {
    return (set >> square) & 1;
}

/* Takes the lowest square out of a non-empty set and returns its index:
 *     while (set) { int square = bits_pop(&set); ... } */
static inline int bits_pop(uint64_t *set) {
    int square = bits_first(*set);
    *set &= *set - 1;
    return square;
}

#endif
