/* AVX-512 twin of the flips: with a vector count of leading zeros both directions are a handful of
 * instructions, and the test for "bracketed" is a mask. Part of game/kernel.h. */
#ifndef GAME_KERNEL_AVX512_H
#define GAME_KERNEL_AVX512_H

static inline __m256i kernel_flip_lanes_avx512(const Shape *shape, int square, uint64_t own,
                                               uint64_t opp) {
    const __m256i self = _mm256_set1_epi64x((long long)own);
    const __m256i other = _mm256_set1_epi64x((long long)opp);
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi64x(-1);

    const __m256i high = _mm256_load_si256((const __m256i *)&shape->rays[square][0]);
    const __m256i high_stops = _mm256_andnot_si256(other, high);
    const __m256i high_end =
        _mm256_and_si256(_mm256_and_si256(high_stops, _mm256_sub_epi64(zero, high_stops)), self);
    /* end - 1 where something is bracketed, 0 elsewhere */
    const __m256i below =
        _mm256_maskz_add_epi64(_mm256_test_epi64_mask(high_end, high_end), high_end, ones);

    const __m256i low = _mm256_load_si256((const __m256i *)&shape->rays[square][AXES]);
    const __m256i low_stops = _mm256_andnot_si256(other, low);
    const __m256i low_end =
        _mm256_and_si256(_mm256_srlv_epi64(_mm256_set1_epi64x((long long)(UINT64_C(1) << 63)),
                                           _mm256_lzcnt_epi64(low_stops)),
                         self);
    /* all squares above `end`, which is 0 where nothing is bracketed */
    const __m256i above = _mm256_sub_epi64(zero, _mm256_add_epi64(low_end, low_end));

    return _mm256_or_si256(_mm256_and_si256(high, below), _mm256_and_si256(low, above));
}

static inline uint64_t kernel_flips_avx512(const Shape *shape, int square, uint64_t own,
                                           uint64_t opp) {
    return kernel_fold_or_avx2(kernel_flip_lanes_avx512(shape, square, own, opp));
}

#endif
