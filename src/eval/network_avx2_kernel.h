/* The network's value with AVX2, the twin of network_portable_kernel.h. Part of
 * eval/network_kernel.h. */
#ifndef EVAL_NETWORK_AVX2_KERNEL_H
#define EVAL_NETWORK_AVX2_KERNEL_H

#include <immintrin.h>

#include "eval/learned.h"
#include "eval/network.h"

enum { NETWORK_HALVES = NETWORK_WIDTH / 32 }; /* registers of an embedding */

/* A word of 16 bits of an embedding is an even number and 256 times the odd one after it. `both` is
 * the sum of words modulo 2^16, `odd` that of the odd numbers; both - 256 * odd are the even ones.
 */
typedef struct NetworkSumAvx2 {
    __m256i both[NETWORK_HALVES], odd[NETWORK_HALVES];
} NetworkSumAvx2;

/* The sum of two embeddings, one register of it. */
static inline __m256i network_two_avx2(const NetworkNumber *a, const NetworkNumber *b, int i) {
    return _mm256_add_epi16(_mm256_load_si256((const __m256i *)a + i),
                            _mm256_load_si256((const __m256i *)b + i));
}

/* Adds four embeddings, two by two at a time. */
static inline void network_add_four_avx2(const NetworkNumber *embeddings, const uint32_t at[4],
                                         NetworkSumAvx2 *sum) {
    const NetworkNumber *e[4] = {embeddings + at[0], embeddings + at[1], embeddings + at[2],
                                 embeddings + at[3]};
#pragma GCC unroll 2
    for (int i = 0; i < NETWORK_HALVES; i++) {
        __m256i a = network_two_avx2(e[0], e[1], i), b = network_two_avx2(e[2], e[3], i);
        sum->both[i] = _mm256_add_epi16(sum->both[i], _mm256_add_epi16(a, b));
        sum->odd[i] = _mm256_add_epi16(
            sum->odd[i], _mm256_add_epi16(_mm256_srli_epi16(a, 8), _mm256_srli_epi16(b, 8)));
    }
}

/* Eight embeddings at a time: unrolled as a whole, the loop takes 10 % more time (gcc 12). */
static inline void network_sum_avx2(const PatternSet *set, const NetworkNumber *embeddings,
                                    const PatternState *state, uint32_t own_at, uint32_t opp_at,
                                    NetworkSumAvx2 *sum) {
    const uint32_t *offset = set->offset;
    _Alignas(64) uint32_t at[NETWORK_INPUTS];
    for (int i = 0; i < NETWORK_INPUTS; i++) at[i] = (offset[i] + state->index[i]) * NETWORK_WIDTH;
    at[PATTERN_INSTANCES] = own_at;
    at[PATTERN_INSTANCES + 1] = opp_at;
    for (int i = 0; i < NETWORK_HALVES; i++) sum->both[i] = sum->odd[i] = _mm256_setzero_si256();
#pragma GCC unroll 1
    for (int i = 0; i < NETWORK_INPUTS; i += 8) {
        network_add_four_avx2(embeddings, at + i, sum);
        network_add_four_avx2(embeddings, at + i + 4, sum);
    }
}

static inline __m256i network_clamp_avx2(__m256i sums) {
    return _mm256_max_epi16(_mm256_min_epi16(sums, _mm256_set1_epi16(NETWORK_ONE)),
                            _mm256_setzero_si256());
}

/* 32 units of the sum as bytes. Adds their own part of the value to *direct, in eight partial sums.
 */
static inline __m256i network_units_avx2(const NetworkHead *head, const NetworkSumAvx2 *sum,
                                         int half, __m256i *direct) {
    const __m256i zero_point = _mm256_set1_epi16(NETWORK_ZERO_POINT * NETWORK_INPUTS);
    const __m256i *bias = (const __m256i *)head->bias + half;
    const __m256i *by = (const __m256i *)head->direct + half;
    __m256i even = _mm256_sub_epi16(sum->both[half], _mm256_slli_epi16(sum->odd[half], 8));
    even = network_clamp_avx2(_mm256_add_epi16(even, _mm256_sub_epi16(bias[0], zero_point)));
    __m256i odd = network_clamp_avx2(
        _mm256_add_epi16(sum->odd[half], _mm256_sub_epi16(bias[NETWORK_HALVES], zero_point)));
    *direct = _mm256_add_epi32(*direct, _mm256_madd_epi16(even, by[0]));
    *direct = _mm256_add_epi32(*direct, _mm256_madd_epi16(odd, by[NETWORK_HALVES]));
    return _mm256_or_si256(even, _mm256_slli_epi16(odd, 8));
}

/* Products of units 4q to 4q + 3, which are in each lane of four bytes, and of the next four, with
 * their weights; the two products of a hidden unit are added. */
static inline __m256i network_products_avx2(const __m256i *weights, __m256i four, __m256i next) {
    const __m256i two =
        _mm256_add_epi16(_mm256_maddubs_epi16(four, _mm256_load_si256(weights)),
                         _mm256_maddubs_epi16(next, _mm256_load_si256(weights + 2)));
    return _mm256_madd_epi16(_mm256_set1_epi16(1), two);
}

/* The 16 hidden units, clamped to 16 bits, and in *direct the units' own part of the value. */
static inline __m256i network_hidden_avx2(const NetworkHead *head, const NetworkSumAvx2 *sum,
                                          __m256i *direct) {
    const __m256i *bias = (const __m256i *)head->hidden_bias;
    __m256i first = _mm256_load_si256(bias), second = _mm256_load_si256(bias + 1);
    *direct = _mm256_setzero_si256();
#pragma GCC unroll 2
    for (int half = 0; half < NETWORK_HALVES; half++) {
        const __m256i units = network_units_avx2(head, sum, half, direct);
        const __m256i sixteens[2] = {_mm256_permute4x64_epi64(units, 0x44),
                                     _mm256_permute4x64_epi64(units, 0xee)};
#pragma GCC unroll 2
        for (int i = 0; i < 2; i++) {
            const __m256i *weights = (const __m256i *)head->hidden[8 * half + 4 * i];
            __m256i a = _mm256_shuffle_epi32(sixteens[i], 0x00),
                    b = _mm256_shuffle_epi32(sixteens[i], 0x55);
            first = _mm256_add_epi32(first, network_products_avx2(weights, a, b));
            second = _mm256_add_epi32(second, network_products_avx2(weights + 1, a, b));
            a = _mm256_shuffle_epi32(sixteens[i], 0xaa),
            b = _mm256_shuffle_epi32(sixteens[i], 0xff);
            first = _mm256_add_epi32(first, network_products_avx2(weights + 4, a, b));
            second = _mm256_add_epi32(second, network_products_avx2(weights + 5, a, b));
        }
    }
    const __m256i zero = _mm256_setzero_si256();
    first = _mm256_srli_epi32(_mm256_max_epi32(first, zero), NETWORK_HIDDEN_SHIFT);
    second = _mm256_srli_epi32(_mm256_max_epi32(second, zero), NETWORK_HIDDEN_SHIFT);
    /* Packing clamps to 16 bits, and works within halves of a register: bring the quarters back
     * into order. */
    return _mm256_permute4x64_epi64(_mm256_packs_epi32(first, second), 0xd8);
}

/* The value without the bias, from the hidden units and what the units count directly. */
static inline int network_output_avx2(const NetworkHead *head, __m256i hidden, __m256i direct) {
    __m256i output = _mm256_madd_epi16(hidden, _mm256_load_si256((const __m256i *)head->output));
    /* Each of the two sums has 32 bits, both together may have more. */
    __m128i left =
        _mm_add_epi32(_mm256_castsi256_si128(output), _mm256_extracti128_si256(output, 1));
    __m128i right =
        _mm_add_epi32(_mm256_castsi256_si128(direct), _mm256_extracti128_si256(direct, 1));
    __m128i both = _mm_hadd_epi32(left, right);
    both = _mm_hadd_epi32(both, both);
    return (int)(((int64_t)_mm_cvtsi128_si32(both) + _mm_extract_epi32(both, 1)) >>
                 NETWORK_VALUE_SHIFT);
}

#endif
