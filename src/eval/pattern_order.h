/* A small evaluation for ordering moves near the end of the game: the first lanes of the pattern
 * evaluation alone, with weights of their own, one table for the whole ending (train/fit.h).
 *
 * It is far less exact than the whole (eval/pattern.h) but costs a quarter of it, and together with
 * the opponent's mobility it orders moves about as well: docs/search.md. Values are comparable with
 * each other only; there is no bias.
 * Invariant: an OrderState is the first lanes of the position's PatternState. */
#ifndef EVAL_PATTERN_ORDER_H
#define EVAL_PATTERN_ORDER_H

#include <string.h>

#include "eval/learned.h"

typedef struct OrderState {
    _Alignas(32) uint16_t index[PATTERN_ORDER_LANES];
    _Alignas(32) uint16_t occupied[PATTERN_ORDER_LANES];
} OrderState;

#if defined(PATTERN_PLAIN)
enum { ORDER_VECTORS = PATTERN_ORDER_LANES };
typedef uint16_t OrderVector;
#else
#if defined(__AVX2__)
enum { ORDER_VECTORS = 1 };
#else
enum { ORDER_VECTORS = 2 };
#endif
typedef uint16_t OrderVector
    __attribute__((vector_size(2 * PATTERN_ORDER_LANES / ORDER_VECTORS), may_alias));
#endif

static inline void order_start(const PatternState *whole, OrderState *state) {
    memcpy(state->index, whole->index, sizeof state->index);
    memcpy(state->occupied, whole->occupied, sizeof state->occupied);
}

/* pattern_after() for these lanes. */
static inline void order_after(const PatternSet *set, const OrderState *parent, int square,
                               uint64_t flips, OrderState *child) {
    const OrderVector *index = (const OrderVector *)parent->index;
    const OrderVector *occupied = (const OrderVector *)parent->occupied;
    const OrderVector *power = (const OrderVector *)set->power[square];
    OrderVector next[ORDER_VECTORS];
#pragma GCC unroll 2
    for (int v = 0; v < ORDER_VECTORS; v++) {
        OrderVector sum = occupied[v] + power[v];
        next[v] = 3 * sum - power[v] - index[v];
        ((OrderVector *)child->occupied)[v] = sum;
    }
    while (flips) {
        power = (const OrderVector *)set->power[bits_pop(&flips)];
#pragma GCC unroll 2
        for (int v = 0; v < ORDER_VECTORS; v++) next[v] += power[v];
    }
#pragma GCC unroll 2
    for (int v = 0; v < ORDER_VECTORS; v++) ((OrderVector *)child->index)[v] = next[v];
}

static inline void order_pass(const OrderState *parent, OrderState *child) {
    const OrderVector *index = (const OrderVector *)parent->index;
    const OrderVector *occupied = (const OrderVector *)parent->occupied;
    for (int v = 0; v < ORDER_VECTORS; v++) {
        ((OrderVector *)child->index)[v] = 3 * occupied[v] - index[v];
        ((OrderVector *)child->occupied)[v] = occupied[v];
    }
}

/* How good the position looks for the side to move, in 1/EVAL_DISC disc. */
static inline int order_value(const LearnedWeights *learned, const OrderState *state) {
    const int16_t *weights = learned->order;
    const uint32_t *offset = learned->set->offset;
    int sum = 0, sum2 = 0;
#pragma GCC unroll 8
    for (int i = 0; i < PATTERN_ORDER_LANES; i += 2) {
        sum += weights[offset[i] + state->index[i]];
        sum2 += weights[offset[i + 1] + state->index[i + 1]];
    }
    return sum + sum2;
}

#endif
