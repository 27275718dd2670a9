/* The network's value with AVX-512, an embedding in one register: the twin of
 * network_portable_kernel.h. Part of eval/network_kernel.h. */
#ifndef EVAL_NETWORK_AVX512_KERNEL_H
#define EVAL_NETWORK_AVX512_KERNEL_H

#include <immintrin.h>

#include "eval/learned.h"
#include "eval/network.h"

/* As NetworkSumAvx2. */
typedef struct NetworkSumAvx512 {
    __m512i both, odd;
} NetworkSumAvx512;

static inline void network_add_two_avx512(const NetworkNumber *a, const NetworkNumber *b,
                                          NetworkSumAvx512 *sum) {
    __m512i two = _mm512_add_epi16(_mm512_load_si512(a), _mm512_load_si512(b));
    sum->both = _mm512_add_epi16(sum->both, two);
    sum->odd = _mm512_add_epi16(sum->odd, _mm512_srli_epi16(two, 8));
}

static inline void network_sum_avx512(const PatternSet *set, const NetworkNumber *embeddings,
                                      const PatternState *state, uint32_t own_at, uint32_t opp_at,
                                      NetworkSumAvx512 *sum) {
    const uint32_t *offset = set->offset;
    _Alignas(64) uint32_t at[NETWORK_INPUTS];
    for (int i = 0; i < NETWORK_INPUTS; i++) at[i] = (offset[i] + state->index[i]) * NETWORK_WIDTH;
    at[PATTERN_INSTANCES] = own_at;
    at[PATTERN_INSTANCES + 1] = opp_at;
    *sum = (NetworkSumAvx512){_mm512_setzero_si512(), _mm512_setzero_si512()};
#pragma GCC unroll 1
    for (int i = 0; i < NETWORK_INPUTS; i += 8) {
        network_add_two_avx512(embeddings + at[i], embeddings + at[i + 1], sum);
        network_add_two_avx512(embeddings + at[i + 2], embeddings + at[i + 3], sum);
        network_add_two_avx512(embeddings + at[i + 4], embeddings + at[i + 5], sum);
        network_add_two_avx512(embeddings + at[i + 6], embeddings + at[i + 7], sum);
    }
}

static inline __m512i network_clamp_avx512(__m512i sums) {
    return _mm512_max_epi16(_mm512_min_epi16(sums, _mm512_set1_epi16(NETWORK_ONE)),
                            _mm512_setzero_si512());
}

/* The 64 units of the sum as bytes. *direct receives their own part of the value, in 16 partial
 * sums. */
static inline __m512i network_units_avx512(const NetworkHead *head, const NetworkSumAvx512 *sum,
                                           __m512i *direct) {
    const __m512i zero_point = _mm512_set1_epi16(NETWORK_ZERO_POINT * NETWORK_INPUTS);
    __m512i even = _mm512_sub_epi16(sum->both, _mm512_slli_epi16(sum->odd, 8));
    even = _mm512_add_epi16(even, _mm512_sub_epi16(_mm512_load_si512(head->bias[0]), zero_point));
    __m512i odd =
        _mm512_add_epi16(sum->odd, _mm512_sub_epi16(_mm512_load_si512(head->bias[1]), zero_point));
    even = network_clamp_avx512(even), odd = network_clamp_avx512(odd);
    *direct = _mm512_add_epi32(_mm512_madd_epi16(even, _mm512_load_si512(head->direct[0])),
                               _mm512_madd_epi16(odd, _mm512_load_si512(head->direct[1])));
    return _mm512_or_si512(even, _mm512_slli_epi16(odd, 8));
}

/* Products of units 4q to 4q + 3, which are in each lane of four bytes, and of the next four, with
 * their weights; the two products of a hidden unit are added. */
static inline __m512i network_products_avx512(const NetworkHead *head, int q, __m512i four,
                                              __m512i next) {
    return _mm512_add_epi16(_mm512_maddubs_epi16(four, _mm512_load_si512(head->hidden[q])),
                            _mm512_maddubs_epi16(next, _mm512_load_si512(head->hidden[q + 1])));
}

/* The 16 hidden units, clamped to 16 bits, from the 64 units of the sum as bytes. */
static inline __m256i network_hidden_avx512(const NetworkHead *head, __m512i units) {
    const __m512i ones = _mm512_set1_epi16(1);
    __m512i sum = _mm512_load_si512(head->hidden_bias), sum2 = _mm512_setzero_si512();
#define SIXTEEN(part)                                                                              \
    do {                                                                                           \
        const __m512i sixteen = _mm512_shuffle_i64x2(units, units, (part)*0x55);                   \
        sum = _mm512_add_epi32(                                                                    \
            sum, _mm512_madd_epi16(ones,                                                           \
                                   network_products_avx512(head, 4 * (part),                       \
                                                           _mm512_shuffle_epi32(sixteen, 0x00),    \
                                                           _mm512_shuffle_epi32(sixteen, 0x55)))); \
        sum2 = _mm512_add_epi32(                                                                   \
            sum2,                                                                                  \
            _mm512_madd_epi16(ones, network_products_avx512(                                       \
                                        head, 4 * (part) + 2, _mm512_shuffle_epi32(sixteen, 0xaa), \
                                        _mm512_shuffle_epi32(sixteen, 0xff))));                    \
    } while (0)
    SIXTEEN(0);
    SIXTEEN(1);
    SIXTEEN(2);
    SIXTEEN(3);
#undef SIXTEEN
    sum = _mm512_max_epi32(_mm512_add_epi32(sum, sum2), _mm512_setzero_si512());
    return _mm512_cvtsepi32_epi16(_mm512_srli_epi32(sum, NETWORK_HIDDEN_SHIFT));
}

/* The value without the bias. */
static inline int network_head_avx512(const NetworkHead *head, const NetworkSumAvx512 *sum) {
    __m512i direct, units = network_units_avx512(head, sum, &direct);
    __m256i half =
        _mm256_add_epi32(_mm512_castsi512_si256(direct), _mm512_extracti64x4_epi64(direct, 1));
    return network_output_avx2(head, network_hidden_avx512(head, units), half);
}

#endif
