/* The value that a network (network.h) gives to a position, for hot code.
 *
 * network_sum() adds up the embeddings, network_head() makes the value of the sum. Both have a
 * portable text, which is the reference, and twins for AVX2 and AVX-512 that return the same value;
 * tests/property/test_network.c compares them. The instruction set that the including file is
 * compiled for decides which one it gets: the search's kernels include this file once per
 * instruction set, and tools/bot/amalgamate.awk copies it with them. */
#ifndef EVAL_NETWORK_KERNEL_H
#define EVAL_NETWORK_KERNEL_H

#include "eval/learned.h"
#include "eval/network.h"
#include "eval/network_portable_kernel.h"
#if defined(__AVX2__) && !defined(PATTERN_PLAIN)
#include "eval/network_avx2_kernel.h"
#if defined(__AVX512VL__) && !defined(NETWORK_NARROW)
#include "eval/network_avx512_kernel.h"
#endif
#endif

/* AVX-512 here is x86-64-v4, which has its bytes and words too. Narrow embeddings do not fill one
 * of its registers. */
#if defined(__AVX512VL__) && !defined(PATTERN_PLAIN) && !defined(NETWORK_NARROW)
typedef NetworkSumAvx512 NetworkSum;
#elif defined(__AVX2__) && !defined(PATTERN_PLAIN)
typedef NetworkSumAvx2 NetworkSum;
#else
typedef NetworkSumPortable NetworkSum;
#endif

/* Where the embeddings of the legal moves are, counted in numbers. */
static inline uint32_t network_moves_at(const PatternSet *set, bool is_own, int moves) {
    return (uint32_t)network_moves_embedding(set, is_own, moves) * NETWORK_WIDTH;
}

static inline void network_sum(const PatternSet *set, const NetworkNumber *embeddings,
                               const PatternState *state, uint32_t own_at, uint32_t opp_at,
                               NetworkSum *sum) {
#if defined(__AVX512VL__) && !defined(PATTERN_PLAIN) && !defined(NETWORK_NARROW)
    network_sum_avx512(set, embeddings, state, own_at, opp_at, sum);
#elif defined(__AVX2__) && !defined(PATTERN_PLAIN)
    network_sum_avx2(set, embeddings, state, own_at, opp_at, sum);
#else
    network_sum_portable(set, embeddings, state, own_at, opp_at, sum);
#endif
}

static inline int network_head(const NetworkHead *head, const NetworkSum *sum) {
#if defined(__AVX512VL__) && !defined(PATTERN_PLAIN) && !defined(NETWORK_NARROW)
    return network_head_avx512(head, sum);
#elif defined(__AVX2__) && !defined(PATTERN_PLAIN)
    __m256i direct, hidden = network_hidden_avx2(head, sum, &direct);
    return network_output_avx2(head, hidden, direct);
#else
    return network_head_portable(head, sum);
#endif
}

/* The value for the side to move in 1/EVAL_DISC disc, with `discs` on the board; `own_moves` and
 * `opp_moves` are the numbers of legal moves of the side to move and of the other. */
static inline int network_value(const LearnedWeights *learned, const PatternState *state, int discs,
                                int own_moves, int opp_moves) {
    const PatternSet *set = learned->set;
    const Network *network = learned->network;
    int stage = learned->stage_of[discs];
    NetworkSum sum;
    network_sum(set, network->embeddings[stage], state, network_moves_at(set, true, own_moves),
                network_moves_at(set, false, opp_moves), &sum);
    int value = learned->bias[discs] + network_head(&network->heads[stage], &sum);
    return value > EVAL_LIMIT ? EVAL_LIMIT : value < -EVAL_LIMIT ? -EVAL_LIMIT : value;
}

#endif
