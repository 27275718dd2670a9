/* The patterns of a board, and the index of each pattern's content in a position.
 *
 * A pattern is a list of at most 10 squares. Its content, read as a number in base 3 (0 empty, 1
 * own, 2 opp, in the view of the side to move), is an index into learned weights (learned.h).
 * Instances that a symmetry of the board sends onto each other form a class and share one table:
 * each instance lists its squares in the order of the class's reference, so that symmetric
 * positions have equal values.
 *
 * Flow: pattern_shapes.c picks the patterns of a board, pattern.c turns them into a PatternSet, the
 * search keeps a PatternState per ply and updates it with every move.
 *
 * The hot functions add vectors of 48 lanes and more: two registers of AVX-512, three of AVX2, six
 * of SSE2 or NEON, chosen by the isa a kernel is compiled for. The text is the same for all, also
 * for PATTERN_PLAIN, which has no vectors, for where they are not allowed (tools/make-bot).
 * Invariant: after any moves the state equals pattern_start() of the position reached. */
#ifndef EVAL_PATTERN_H
#define EVAL_PATTERN_H

#include "base/bits.h"
#include "eval/evaluation.h"

enum {
    PATTERN_INSTANCES = 46,   /* on one board at most; with two rows more a network has 48 */
    PATTERN_FILLED = 48,      /* lanes that a PatternState fills, in whole registers */
    PATTERN_LANES = 64,       /* room for registers of any isa */
    PATTERN_ORDER_LANES = 16, /* the first of them make the small evaluation of pattern_order.h */
    PATTERN_SQUARES = 10,     /* squares of one pattern at most: 3^10 fits 16 bits */
    PATTERN_ENTRIES = 59049,  /* 3^10: weights of one pattern at most */
    PATTERN_STAGES = 64,      /* stages of one game at most */
    PATTERN_NO_SQUARE = 64,
    PATTERN_TURNS = 3, /* discs that most moves turn at most */
    PATTERN_UNROLL = 8 /* the sum takes this many lanes at a time */
};

/* A pattern as its author wrote it; every symmetric image of it is an instance. */
typedef struct PatternReference {
    uint8_t size;
    uint8_t squares[PATTERN_SQUARES];
} PatternReference;

typedef struct PatternClass {
    PatternReference reference;
    uint32_t offset;  /* of its table within the weights of a stage */
    uint32_t entries; /* 3^size */
    int instances;
    /* Symmetries that send the pattern to itself but move its squares: content and moved content
     * have the same weight. mirror[m][k] is the place that place k goes to. */
    int mirrors;
    uint8_t mirror[7][PATTERN_SQUARES];
} PatternClass;

typedef struct PatternSet {
    /* power[q][i]: 3^k if square q is the k-th of instance i, 0 if it is not in it; all 0 for
     * PATTERN_NO_SQUARE. */
    _Alignas(64) uint16_t power[65][PATTERN_LANES];
    /* Where the table of each instance begins within a stage. Lanes without an instance always hold
     * index 0 and point at the zero behind the last table. */
    uint32_t offset[PATTERN_LANES];
    const Shape *shape; /* borrowed */
    int instances;
    int classes;
    uint8_t class_of[PATTERN_LANES];
    uint8_t squares[PATTERN_LANES][PATTERN_SQUARES];
    uint32_t weights; /* of one stage, the zero at the end not counted */
    PatternClass class_list[PATTERN_LANES];
} PatternSet;

/* What the search keeps per ply. `index` is in the view of the side to move; `occupied` is the sum
 * of powers over all discs, which is what swapping the view needs. Both count modulo 2^16. */
typedef struct PatternState {
    _Alignas(64) uint16_t index[PATTERN_LANES];
    _Alignas(64) uint16_t occupied[PATTERN_LANES];
} PatternState;

#if defined(PATTERN_PLAIN)
enum { PATTERN_VECTORS = PATTERN_FILLED };
typedef uint16_t PatternVector;
#else
#if defined(__AVX512BW__)
enum { PATTERN_VECTORS = 2, PATTERN_VECTOR_SIZE = 64 };
#elif defined(__AVX2__)
enum { PATTERN_VECTORS = 3, PATTERN_VECTOR_SIZE = 32 };
#else
enum { PATTERN_VECTORS = 6, PATTERN_VECTOR_SIZE = 16 };
#endif
typedef uint16_t PatternVector __attribute__((vector_size(PATTERN_VECTOR_SIZE), may_alias));
#endif

/* The default patterns of a board, which always fit a PatternSet; returns how many were written, at
 * most PATTERN_INSTANCES. The first ones are those worth most. */
int pattern_references(const Shape *shape, PatternReference *references);

/* Fills *set, which must be 64-byte aligned, from references on `shape`, which must outlive it.
 * Fails, leaving *set in no usable state, if a reference is no pattern of that board, two
 * references have an instance in common, or the instances do not fit. */
bool pattern_set_init(PatternSet *set, const Shape *shape, const PatternReference *references,
                      int count, Error *error);

/* Numbers the weights of one stage so that those a mirror makes equal get one number:
 * tied[w] for w in 0 .. set->weights - 1. Returns how many numbers there are. */
uint32_t pattern_ties(const PatternSet *set, uint32_t *tied);

/* How many lanes the classes take that lie within the first PATTERN_ORDER_LANES as a whole. */
int pattern_order_lanes(const PatternSet *set);

/* The state of a position, from scratch. */
static inline void pattern_start(const PatternSet *set, Position position, PatternState *state) {
    PatternVector *index = (PatternVector *)state->index;
    PatternVector *occupied = (PatternVector *)state->occupied;
    for (int v = 0; v < PATTERN_VECTORS; v++) {
        PatternVector owns = {0}, opps = {0};
        for (uint64_t discs = position.own; discs;)
            owns += ((const PatternVector *)set->power[bits_pop(&discs)])[v];
        for (uint64_t discs = position.opp; discs;)
            opps += ((const PatternVector *)set->power[bits_pop(&discs)])[v];
        index[v] = owns + 2 * opps;
        occupied[v] = owns + opps;
    }
}

/* Takes the first square out of a set and returns its powers; zeros if the set is empty. */
static inline const uint16_t *pattern_pop_power(const PatternSet *set, uint64_t *squares) {
    int square = *squares ? bits_first(*squares) : (int)PATTERN_NO_SQUARE;
    *squares &= *squares - 1;
    return set->power[square];
}

/* The state after the side to move plays `square` and turns `flips`. `child` may be `parent`.
 * In the other side's view a digit d > 0 is 3 - d, so the index is 3 * occupied - index; the new
 * disc is a 2 there, and turned discs go from 1 to 2. How many are turned is a branch that is often
 * guessed wrong, so the first PATTERN_TURNS are added whether they are there or not. */
static inline void pattern_after(const PatternSet *set, const PatternState *parent, int square,
                                 uint64_t flips, PatternState *child) {
    const PatternVector *index = (const PatternVector *)parent->index;
    const PatternVector *occupied = (const PatternVector *)parent->occupied;
    const PatternVector *power = (const PatternVector *)set->power[square];
    PatternVector next[PATTERN_VECTORS];
#pragma GCC unroll 8
    for (int v = 0; v < PATTERN_VECTORS; v++) {
        PatternVector sum = occupied[v] + power[v];
        next[v] = 3 * sum - power[v] - index[v];
        ((PatternVector *)child->occupied)[v] = sum;
    }
#pragma GCC unroll 3
    for (int i = 0; i < PATTERN_TURNS; i++) {
        power = (const PatternVector *)pattern_pop_power(set, &flips);
#pragma GCC unroll 8
        for (int v = 0; v < PATTERN_VECTORS; v++) next[v] += power[v];
    }
    while (flips) {
        power = (const PatternVector *)set->power[bits_pop(&flips)];
#pragma GCC unroll 8
        for (int v = 0; v < PATTERN_VECTORS; v++) next[v] += power[v];
    }
#pragma GCC unroll 8
    for (int v = 0; v < PATTERN_VECTORS; v++) ((PatternVector *)child->index)[v] = next[v];
}

/* The state after a pass. `child` may be `parent`. */
static inline void pattern_pass(const PatternState *parent, PatternState *child) {
    const PatternVector *index = (const PatternVector *)parent->index;
    const PatternVector *occupied = (const PatternVector *)parent->occupied;
    for (int v = 0; v < PATTERN_VECTORS; v++) {
        ((PatternVector *)child->index)[v] = 3 * occupied[v] - index[v];
        ((PatternVector *)child->occupied)[v] = occupied[v];
    }
}

#endif
