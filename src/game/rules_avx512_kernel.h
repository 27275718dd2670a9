/* AVX-512 twin of the flips: with a vector count of leading zeros both directions are a handful of
 * instructions, none of which waits for a mask. Part of game/rules_kernel.h. */
#ifndef GAME_RULES_AVX512_KERNEL_H
#define GAME_RULES_AVX512_KERNEL_H

/* `own` and `opp` hold the same set in each lane. */
static inline __m256i kernel_flip_lanes_avx512(const Shape *shape, int square, __m256i own,
                                               __m256i opp) {
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi64x(-1);

    const __m256i high = _mm256_load_si256((const __m256i *)&shape->rays[square][0]);
    const __m256i high_stops = _mm256_andnot_si256(opp, high);
    const __m256i high_end =
        _mm256_and_si256(_mm256_and_si256(high_stops, _mm256_sub_epi64(zero, high_stops)), own);
    /* end - 1 where something is bracketed, 0 elsewhere */
    const __m256i below = _mm256_min_epu64(_mm256_add_epi64(high_end, ones), high_end);

    const __m256i low = _mm256_load_si256((const __m256i *)&shape->rays[square][AXES]);
    const __m256i low_stops = _mm256_andnot_si256(opp, low);
    /* twice the end: 1 rotated right by the leading zeros is the square above the highest stop, or
     * square 0 where there is none, which is above no other */
    const __m256i low_end =
        _mm256_and_si256(_mm256_rorv_epi64(_mm256_set1_epi64x(1), _mm256_lzcnt_epi64(low_stops)),
                         _mm256_add_epi64(own, own));
    const __m256i above = _mm256_sub_epi64(zero, low_end);

    return _mm256_or_si256(_mm256_and_si256(high, below), _mm256_and_si256(low, above));
}

static inline uint64_t kernel_flips_avx512(const Shape *shape, int square, uint64_t own,
                                           uint64_t opp) {
    return kernel_fold_or_avx2(kernel_flip_lanes_avx512(
        shape, square, _mm256_set1_epi64x((long long)own), _mm256_set1_epi64x((long long)opp)));
}

#endif
