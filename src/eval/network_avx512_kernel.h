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

/* The sum of two embeddings, whose places are the halves of a word. */
static inline __m512i network_two_avx512(const NetworkNumber *embeddings, uint64_t places) {
    return _mm512_add_epi16(_mm512_load_si512(embeddings + (uint32_t)places),
                            _mm512_load_si512(embeddings + (places >> 32)));
}

/* Adds eight embeddings, two by two at a time. */
static inline void network_add_eight_avx512(const NetworkNumber *embeddings,
                                            const uint64_t places[4], NetworkSumAvx512 *sum) {
    __m512i a = network_two_avx512(embeddings, places[0]);
    __m512i b = network_two_avx512(embeddings, places[1]);
    __m512i c = network_two_avx512(embeddings, places[2]);
    __m512i d = network_two_avx512(embeddings, places[3]);
    __m512i both = _mm512_add_epi16(_mm512_add_epi16(a, b), _mm512_add_epi16(c, d));
    sum->both = _mm512_add_epi16(sum->both, both);
    a = _mm512_add_epi16(_mm512_srli_epi16(a, 8), _mm512_srli_epi16(b, 8));
    c = _mm512_add_epi16(_mm512_srli_epi16(c, 8), _mm512_srli_epi16(d, 8));
    sum->odd = _mm512_add_epi16(sum->odd, _mm512_add_epi16(a, c));
}

/* Where the embeddings of eight instances are, counted in numbers. They go from vector registers to
 * others: by way of memory they take longer than the embeddings. */
static inline void network_places_avx512(const PatternSet *set, const PatternState *state, int i,
                                         uint64_t places[4]) {
    __m256i index = _mm256_cvtepu16_epi32(_mm_load_si128((const __m128i *)(state->index + i)));
    __m256i offset = _mm256_loadu_si256((const __m256i *)(set->offset + i));
    __m256i at = _mm256_slli_epi32(_mm256_add_epi32(index, offset), 6);
    __m128i low = _mm256_castsi256_si128(at), high = _mm256_extracti128_si256(at, 1);
    places[0] = (uint64_t)_mm_cvtsi128_si64(low);
    places[1] = (uint64_t)_mm_extract_epi64(low, 1);
    places[2] = (uint64_t)_mm_cvtsi128_si64(high);
    places[3] = (uint64_t)_mm_extract_epi64(high, 1);
}

static inline void network_sum_avx512(const PatternSet *set, const NetworkNumber *embeddings,
                                      const PatternState *state, uint32_t own_at, uint32_t opp_at,
                                      NetworkSumAvx512 *sum) {
    uint64_t places[4];
    *sum = (NetworkSumAvx512){_mm512_setzero_si512(), _mm512_setzero_si512()};
#pragma GCC unroll 6
    for (int i = 0; i < NETWORK_INPUTS; i += 8) {
        network_places_avx512(set, state, i, places);
        if (i == NETWORK_INPUTS - 8) places[3] = (uint64_t)opp_at << 32 | own_at;
        network_add_eight_avx512(embeddings, places, sum);
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
