/* The network's value in portable C: the reference for its AVX2 and AVX-512 twins. Part of
 * eval/network_kernel.h.
 *
 * PATTERN_PLAIN chooses the form for single-file bots that may not use vectors (tools/make-bot):
 * numbers of 16 bits in the tables, and two hidden units per multiplication. */
#ifndef EVAL_NETWORK_PORTABLE_KERNEL_H
#define EVAL_NETWORK_PORTABLE_KERNEL_H

#include <string.h>

#include "eval/learned.h"
#include "eval/network.h"

enum { NETWORK_WORDS = NETWORK_WIDTH / 4 };

/* Sums of embeddings, four numbers to a word of 16 bits each. */
typedef struct NetworkSumPortable {
    uint64_t words[NETWORK_WORDS];
} NetworkSumPortable;

/* network_add_two_portable() adds two embeddings, network_sum_number() returns a number of the
 * sum. */
#if defined(PATTERN_PLAIN)
static inline void network_add_two_portable(const NetworkNumber *a, const NetworkNumber *b,
                                            NetworkSumPortable *sum) {
#pragma GCC unroll 8
    for (int w = 0; w < NETWORK_WORDS; w++) {
        uint64_t left, right;
        memcpy(&left, a + 4 * w, sizeof left);
        memcpy(&right, b + 4 * w, sizeof right);
        sum->words[w] += left + right;
    }
}

static inline int network_sum_number(const NetworkSumPortable *sum, int k) {
    uint16_t number;
    memcpy(&number, (const char *)sum->words + (size_t)k * sizeof number, sizeof number);
    return number;
}
#else
/* Eight numbers of an embedding, the first in the lowest byte. */
static inline uint64_t network_word(const NetworkNumber *numbers) {
    uint64_t word;
    memcpy(&word, numbers, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* Even numbers go to one half of the words, odd ones to the other. */
static inline void network_add_two_portable(const NetworkNumber *a, const NetworkNumber *b,
                                            NetworkSumPortable *sum) {
    const uint64_t low = UINT64_C(0x00ff00ff00ff00ff);
#pragma GCC unroll 4
    for (int w = 0; w < NETWORK_WORDS / 2; w++) {
        uint64_t both = network_word(a + 8 * w) + network_word(b + 8 * w);
        sum->words[w] += both & low;
        sum->words[NETWORK_WORDS / 2 + w] += (both >> 8) & low;
    }
}

static inline int network_sum_number(const NetworkSumPortable *sum, int k) {
    uint64_t word = sum->words[k % 2 * (NETWORK_WORDS / 2) + k / 8];
    return (int)(word >> (8 * (k & 6)) & 0xffff);
}
#endif

static inline void network_sum_portable(const PatternSet *set, const NetworkNumber *embeddings,
                                        const PatternState *state, uint32_t own_at, uint32_t opp_at,
                                        NetworkSumPortable *sum) {
    const NetworkNumber *inputs[NETWORK_INPUTS];
    /* Prefetches all embeddings at once: adding one takes so many instructions that the processor
     * would look ahead to the next few only. */
    for (int i = 0; i < PATTERN_INSTANCES; i++) {
        inputs[i] = network_embedding(embeddings, set->offset[i] + state->index[i]);
        __builtin_prefetch(inputs[i]);
    }
    inputs[PATTERN_INSTANCES] = embeddings + own_at;
    inputs[PATTERN_INSTANCES + 1] = embeddings + opp_at;
    *sum = (NetworkSumPortable){{0}};
    for (int i = 0; i < NETWORK_INPUTS; i += 2)
        network_add_two_portable(inputs[i], inputs[i + 1], sum);
}

/* Adds the weighted units to the hidden units. */
#if defined(PATTERN_PLAIN)
/* One multiplication serves two hidden units, which share a word; units of 0, four in ten, are
 * skipped. */
static inline void network_hidden(const NetworkHead *head, const int *units, int32_t *hidden) {
    enum { HALF = NETWORK_HIDDEN / 2 };
    int nonzero[NETWORK_WIDTH], count = 0;
    for (int k = 0; k < NETWORK_WIDTH; k++) {
        nonzero[count] = k;
        count += units[k] != 0;
    }
    uint64_t sums[HALF] = {0};
    for (int i = 0; i < count; i++) {
        uint64_t unit = (uint64_t)units[nonzero[i]];
#pragma GCC unroll 8
        for (int h = 0; h < HALF; h++) sums[h] += unit * head->pairs[nonzero[i]][h];
    }
    for (int h = 0; h < HALF; h++) {
        int32_t low = (int32_t)sums[h];
        hidden[h] += low;
        hidden[h + HALF] += (int32_t)((sums[h] - (uint64_t)(int64_t)low) >> 32);
    }
}
#else
static inline void network_hidden(const NetworkHead *head, const int *units, int32_t *hidden) {
    for (int q = 0; q < NETWORK_WIDTH / 4; q++)
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            for (int k = 0; k < 4; k++) hidden[h] += units[4 * q + k] * head->hidden[q][h][k];
}
#endif

/* The value without the bias. */
static inline int network_head_portable(const NetworkHead *head, const NetworkSumPortable *sum) {
    int units[NETWORK_WIDTH];
    int32_t hidden[NETWORK_HIDDEN], direct = 0, output = 0;
    for (int k = 0; k < NETWORK_WIDTH; k++) {
        int unit = head->bias[k % 2][k / 2] + network_sum_number(sum, k) -
                   (int)NETWORK_ZERO_POINT * NETWORK_INPUTS;
        unit = unit < (int)NETWORK_ONE ? unit : (int)NETWORK_ONE;
        units[k] = unit < 0 ? 0 : unit;
        direct += units[k] * head->direct[k % 2][k / 2];
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) hidden[h] = head->hidden_bias[h];
    network_hidden(head, units, hidden);
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        int32_t unit = hidden[h] < 0 ? 0 : hidden[h] >> NETWORK_HIDDEN_SHIFT;
        if (unit > NETWORK_UNIT_MAX) unit = NETWORK_UNIT_MAX;
        output += unit * head->output[h];
    }
    return (int)(((int64_t)direct + output) >> NETWORK_VALUE_SHIFT);
}

#endif
