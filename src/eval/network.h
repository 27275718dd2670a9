/* The learned evaluation as a small network over the patterns of eval/pattern.h.
 *
 * Every content of a pattern has, instead of one weight per stage, a row of NETWORK_WIDTH numbers
 * that holds for the whole game; so has every number of legal moves of either side. The rows of a
 * position are added up, cut to 0 .. NETWORK_ONE, and a head of the position's stage makes a value
 * of them: directly, and through NETWORK_HIDDEN cells that let patterns work together. A sum of
 * weights cannot do that: docs/training.md has the errors of both.
 *
 * A row is 32 bytes, half a cache line, so a value asks for as many lines as the sum of weights
 * does. All arithmetic is on integers. Sums cannot overflow: see the limits of the fields.
 *
 * Flow: train/network/network_fit.c learns it, weight_file_read.c loads it beside the PatternSet,
 * the search asks network_value() (network_value.h) with the PatternState it keeps anyway. */
#ifndef EVAL_NETWORK_H
#define EVAL_NETWORK_H

#include "eval/pattern.h"

enum {
    NETWORK_WIDTH = 32,
    NETWORK_HIDDEN = 16,
    NETWORK_MOVES = 32,         /* so many legal moves and more share one row */
    NETWORK_ONE = 127,          /* units of 1 in rows and sums */
    NETWORK_ROW_MOST = 63,      /* of a number in a row, either sign */
    NETWORK_START_MOST = 16383, /* of NetworkHead.start, so that sums have 16 bits */
    NETWORK_HIDDEN_MOST = 63,   /* of NetworkHead.hidden */
    NETWORK_HIDDEN_START_MOST = 1 << 29,
    NETWORK_HIDDEN_SHIFT = 3,  /* hidden cells lose so many bits before they are weighed */
    NETWORK_CELL_MOST = 32767, /* ... and are cut to this */
    NETWORK_LAST_MOST = 4095,  /* of NetworkHead.last: 16 cells of 32767 times this have 31 bits */
    NETWORK_VALUE_SHIFT = 9    /* from the weighed sums to 1/EVAL_DISC disc */
};

/* How a number of a row is kept: with so much on top that it is never negative, and the sum of two
 * still fits a byte. So rows are added two by two as they are, before their numbers are told apart.
 * Without vectors four numbers are added at a time as one word, and each has the 16 bits that the
 * sum of all rows needs: a row is a whole cache line then. */
enum { NETWORK_ON_TOP = 64 };
#if defined(PATTERN_PLAIN)
typedef uint16_t NetworkNumber;
#else
typedef uint8_t NetworkNumber;
#endif

/* What makes a value of the summed rows, for one stage. Limits keep sums within 16 bits where the
 * vectors have no more: four cells of NETWORK_ONE, each times NETWORK_HIDDEN_MOST. */
typedef struct NetworkHead {
    /* By number k of a row, [k % 2][k / 2]: what the sum begins with, what it counts by itself. */
    _Alignas(64) int16_t start[2][NETWORK_WIDTH / 2];
    int16_t direct[2][NETWORK_WIDTH / 2];
    /* Weights of cells 4q to 4q + 3 of the sum side by side: [q][hidden][0 to 3]. */
    int8_t hidden[NETWORK_WIDTH / 4][NETWORK_HIDDEN][4];
    int32_t hidden_start[NETWORK_HIDDEN];
    int16_t last[NETWORK_HIDDEN];
#if defined(PATTERN_PLAIN)
    /* [k][h]: the weights of cell k of the sum for hidden cell h, and 2^32 times those for h + 8;
     * made by network_head_finish(). */
    uint64_t pairs[NETWORK_WIDTH][NETWORK_HIDDEN / 2];
#endif
} NetworkHead;

/* To be called when all other fields are there. */
static inline void network_head_finish(NetworkHead *head) {
#if defined(PATTERN_PLAIN)
    enum { HALF = NETWORK_HIDDEN / 2 };
    for (int k = 0; k < NETWORK_WIDTH; k++)
        for (int h = 0; h < HALF; h++) {
            int64_t low = head->hidden[k / 4][h][k % 4],
                    high = head->hidden[k / 4][h + HALF][k % 4];
            head->pairs[k][h] = (uint64_t)low + ((uint64_t)high << 32);
        }
#else
    (void)head;
#endif
}

/* Only read once made. */
typedef struct Network {
    /* Rows by weight number of the PatternSet, then one of zeros for lanes without an instance,
     * then NETWORK_MOVES for the legal moves of the side to move and as many for the other's. */
    const NetworkNumber *rows;
    const NetworkHead *heads; /* by stage */
} Network;

/* Rows of a network on these patterns. */
static inline size_t network_rows(const PatternSet *set) {
    return (size_t)set->weights + 1 + 2 * NETWORK_MOVES;
}

static inline const NetworkNumber *network_row(const Network *network, size_t row) {
    return network->rows + row * NETWORK_WIDTH;
}

/* The rows of the legal moves. */
static inline size_t network_moves_row(const PatternSet *set, bool is_own, int moves) {
    int most = NETWORK_MOVES - 1;
    return (size_t)set->weights + 1 + (size_t)(is_own ? 0 : NETWORK_MOVES) +
           (size_t)(moves < most ? moves : most);
}

/* Fills `rows`, network_rows() of them, from rows that are tied: `tied` and `numbers` are what
 * pattern_ties() says; those of the legal moves follow. */
static inline void network_spread_rows(const PatternSet *set, const uint32_t *tied,
                                       uint32_t numbers, const int8_t *from, NetworkNumber *rows) {
    size_t count = network_rows(set), zeros = set->weights;
    for (size_t row = 0; row < count; row++, rows += NETWORK_WIDTH) {
        size_t at = row < zeros ? tied[row] : numbers + (row - zeros - 1);
        for (size_t k = 0; k < NETWORK_WIDTH; k++)
            rows[k] = (NetworkNumber)((int)NETWORK_ON_TOP +
                                      (row == zeros ? 0 : from[at * NETWORK_WIDTH + k]));
    }
}

#endif
