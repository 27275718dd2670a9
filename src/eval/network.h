/* The learned evaluation as a small network over the patterns of eval/pattern.h.
 *
 * Every content of a pattern has, instead of one weight per stage, an embedding of NETWORK_WIDTH
 * numbers for each phase of the game; so has every number of legal moves of either side. The
 * embeddings of a position are added up, a bias is added, the sums are clamped to 0 .. NETWORK_ONE,
 * and the head of the position's stage makes a value of these units: directly, and through
 * NETWORK_HIDDEN hidden units that let patterns work together. A sum of weights cannot do that:
 * docs/evaluation.md has a picture and the errors of both.
 *
 * A phase is a run of stages that share embeddings, since a pattern does not mean the same early
 * and late. A value reads as much with many phases as with one; the learning needs more games.
 *
 * An embedding is 64 bytes, one cache line, so a value reads as many lines as the sum of weights
 * does. All arithmetic is on integers. Sums cannot overflow: see the limits of the fields.
 *
 * Flow: train/network/network_fit.c learns it, weight_file_network.c loads it beside the
 * PatternSet, the search computes network_value() (network_kernel.h) from the PatternState it keeps
 * anyway. */
#ifndef EVAL_NETWORK_H
#define EVAL_NETWORK_H

#include "eval/pattern.h"

/* Numbers of an embedding at most; a weight file may have fewer, and the others are 0. Single-file
 * bots whose weights have at most 32 keep 32, in half the memory (tools/make-bot). */
#if defined(NETWORK_NARROW)
enum { NETWORK_WIDTH = 32 };
#else
enum { NETWORK_WIDTH = 64 };
#endif

enum {
    NETWORK_WIDTH_STEP = 4, /* the numbers that are in use are a multiple of this */
    NETWORK_HIDDEN = 16,
    NETWORK_PHASES = 8,         /* at most */
    NETWORK_MOVES = 32,         /* so many legal moves and more share one embedding */
    NETWORK_ONE = 127,          /* quantized 1 in embeddings and units */
    NETWORK_EMBEDDING_MAX = 63, /* of a number in an embedding, either sign */
    NETWORK_BIAS_MAX = 16383,   /* of NetworkHead.bias, so that sums have 16 bits */
    NETWORK_HIDDEN_MAX = 63,    /* of NetworkHead.hidden */
    NETWORK_HIDDEN_BIAS_MAX = 1 << 29,
    NETWORK_HIDDEN_SHIFT = 3, /* hidden units lose so many bits before they are weighted */
    NETWORK_UNIT_MAX = 32767, /* ... and are clamped to this */
    NETWORK_OUTPUT_MAX =
        4095,                /* of NetworkHead.output: 16 units of 32767 times this have 31 bits */
    NETWORK_VALUE_SHIFT = 9, /* from the weighted sums to 1/EVAL_DISC disc */
    /* Embeddings of one position: one of zeros for each instance that the board lacks, and the two
     * for legal moves. */
    NETWORK_INPUTS = PATTERN_INSTANCES + 2
};

/* How a number of an embedding is stored: plus a zero point, so that it is never negative and the
 * sum of two still fits a byte. So embeddings are added two by two as they are, before their
 * numbers are widened. Without vectors four numbers are added at a time as one word, and each has
 * the 16 bits that the sum of all embeddings needs: an embedding takes twice the room then. */
enum { NETWORK_ZERO_POINT = 64 };
#if defined(PATTERN_PLAIN)
typedef uint16_t NetworkNumber;
#else
typedef uint8_t NetworkNumber;
#endif

/* Makes a value of the summed embeddings, for one stage. Limits keep sums within 16 bits where the
 * vectors have no more: four units of NETWORK_ONE, each times NETWORK_HIDDEN_MAX. */
typedef struct NetworkHead {
    /* By number k of an embedding, [k % 2][k / 2]: added to the sum; the weight of the unit in the
     * value itself. */
    _Alignas(64) int16_t bias[2][NETWORK_WIDTH / 2];
    int16_t direct[2][NETWORK_WIDTH / 2];
    /* Weights of units 4q to 4q + 3 of the sum side by side: [q][hidden][0 to 3]. */
    int8_t hidden[NETWORK_WIDTH / 4][NETWORK_HIDDEN][4];
    int32_t hidden_bias[NETWORK_HIDDEN];
    int16_t output[NETWORK_HIDDEN];
#if defined(PATTERN_PLAIN)
    /* [k][h]: the weights of unit k of the sum for hidden unit h, and 2^32 times those for h + 8;
     * made by network_head_finish(). */
    uint64_t pairs[NETWORK_WIDTH][NETWORK_HIDDEN / 2];
#endif
} NetworkHead;

/* Computes the fields that follow from the others. */
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
    int phases;
    int width; /* the first so many numbers of an embedding are in use, the others 0 */
    const NetworkHead *heads; /* by stage */
    /* By stage, those of its phase: by weight number of the PatternSet, then one of zeros for lanes
     * without an instance, then NETWORK_MOVES for the legal moves of the side to move and as many
     * for the opponent's. */
    const NetworkNumber *embeddings[PATTERN_STAGES];
} Network;

/* The phase of a stage, with `stages` in the whole game. */
static inline int network_phase(int stage, int stages, int phases) {
    return stage * phases / stages;
}

/* How many embeddings a phase of a network on these patterns has. */
static inline size_t network_embedding_count(const PatternSet *set) {
    return (size_t)set->weights + 1 + 2 * NETWORK_MOVES;
}

/* A network with these heads and embeddings, one phase after another, which it borrows. */
static inline Network network_of(const PatternSet *set, const NetworkNumber *embeddings, int phases,
                                 const NetworkHead *heads, int stages) {
    Network network = {.phases = phases, .heads = heads};
    for (int stage = 0; stage < stages; stage++)
        network.embeddings[stage] = embeddings + (size_t)network_phase(stage, stages, phases) *
                                                     network_embedding_count(set) * NETWORK_WIDTH;
    return network;
}

static inline const NetworkNumber *network_embedding(const NetworkNumber *embeddings,
                                                     size_t number) {
    return embeddings + number * NETWORK_WIDTH;
}

/* The number of the embedding of so many legal moves. */
static inline size_t network_moves_embedding(const PatternSet *set, bool is_own, int moves) {
    int max = NETWORK_MOVES - 1;
    return (size_t)set->weights + 1 + (size_t)(is_own ? 0 : NETWORK_MOVES) +
           (size_t)(moves < max ? moves : max);
}

/* How many numbers the embeddings of a phase have in a weight file, where tied contents share one;
 * `numbers` is what pattern_ties() says. */
static inline size_t network_tied_size(uint32_t numbers) {
    return ((size_t)numbers + 2 * NETWORK_MOVES) * NETWORK_WIDTH;
}

/* Fills the `embeddings` of a phase, network_embedding_count() of them, from those of a weight
 * file: `tied` and `numbers` are what pattern_ties() says; those of the legal moves follow. */
static inline void network_expand_embeddings(const PatternSet *set, const uint32_t *tied,
                                             uint32_t numbers, const int8_t *from,
                                             NetworkNumber *embeddings) {
    size_t count = network_embedding_count(set), zeros = set->weights;
    for (size_t i = 0; i < count; i++, embeddings += NETWORK_WIDTH) {
        size_t at = i < zeros ? tied[i] : numbers + (i - zeros - 1);
        for (size_t k = 0; k < NETWORK_WIDTH && i != zeros; k++)
            embeddings[k] = (NetworkNumber)(NETWORK_ZERO_POINT + from[at * NETWORK_WIDTH + k]);
        for (size_t k = 0; k < NETWORK_WIDTH && i == zeros; k++) embeddings[k] = NETWORK_ZERO_POINT;
    }
}

#endif
