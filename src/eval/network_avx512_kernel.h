/* The hidden units of a network with AVX-512: all 16 in one register. Everything else of the value
 * is the text for AVX2. Part of eval/network_kernel.h. */
#ifndef EVAL_NETWORK_AVX512_KERNEL_H
#define EVAL_NETWORK_AVX512_KERNEL_H

#include <immintrin.h>

#include "eval/network.h"

/* Products of units 4q to 4q + 3, which are in each lane of four bytes, and of the next four, with
 * their weights; the two products of a hidden unit are added. */
static inline __m512i network_products_avx512(const NetworkHead *head, int q, __m512i four,
                                              __m512i next) {
    return _mm512_add_epi16(_mm512_maddubs_epi16(four, _mm512_load_si512(head->hidden[q])),
                            _mm512_maddubs_epi16(next, _mm512_load_si512(head->hidden[q + 1])));
}

/* The 16 hidden units, clamped to 16 bits, from the 32 units of the sum as bytes. */
static inline __m256i network_hidden_avx512(const NetworkHead *head, __m256i units) {
    const __m512i ones = _mm512_set1_epi16(1), wide = _mm512_castsi256_si512(units);
    const __m512i low = _mm512_shuffle_i64x2(wide, wide, 0x00);
    const __m512i high = _mm512_shuffle_i64x2(wide, wide, 0x55);
#define UNITS(half, q)                                                                             \
    _mm512_madd_epi16(ones,                                                                        \
                      network_products_avx512(head, q, _mm512_shuffle_epi32(half, (q) % 4 * 0x55), \
                                              _mm512_shuffle_epi32(half, ((q) % 4 + 1) * 0x55)))
    __m512i sum = _mm512_add_epi32(_mm512_load_si512(head->hidden_bias), UNITS(low, 0));
    __m512i sum2 = _mm512_add_epi32(UNITS(low, 2), UNITS(high, 4));
    sum = _mm512_add_epi32(_mm512_add_epi32(sum, UNITS(high, 6)), sum2);
#undef UNITS
    sum = _mm512_srli_epi32(_mm512_max_epi32(sum, _mm512_setzero_si512()), NETWORK_HIDDEN_SHIFT);
    return _mm512_cvtsepi32_epi16(sum);
}

#endif
