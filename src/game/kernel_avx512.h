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

/* The moves with all eight directions in one register: a rotation serves both ways, because the
 * squares that wrap around are not inner ones. */
static inline uint64_t kernel_moves_avx512(const Shape *shape, uint64_t own, uint64_t opp) {
    enum { OR_AND = 0xf8 }; /* a | (b & c) */
    const __m256i steps = kernel_steps_avx2(shape);
    const __m512i step = _mm512_inserti64x4(_mm512_castsi256_si512(steps),
                                            _mm256_sub_epi64(_mm256_set1_epi64x(64), steps), 1);
    const __m512i step2 = _mm512_add_epi64(step, step);
    const __m512i inner = _mm512_broadcast_i64x4(_mm256_load_si256((const __m256i *)shape->inner));
    const __m512i run = _mm512_and_si512(_mm512_set1_epi64((long long)opp), inner);
    __m512i found =
        _mm512_and_si512(run, _mm512_rolv_epi64(_mm512_set1_epi64((long long)own), step));
    found = _mm512_ternarylogic_epi64(found, run, _mm512_rolv_epi64(found, step), OR_AND);
    const __m512i run2 = _mm512_and_si512(run, _mm512_rolv_epi64(run, step));
    found = _mm512_ternarylogic_epi64(found, run2, _mm512_rolv_epi64(found, step2), OR_AND);
    found = _mm512_ternarylogic_epi64(found, run2, _mm512_rolv_epi64(found, step2), OR_AND);
#if !KERNEL_GRID8
    const __m512i step4 = _mm512_add_epi64(step2, step2);
    const __m512i run4 = _mm512_and_si512(run2, _mm512_rolv_epi64(run2, step2));
    for (int round = shape->is_long ? 2 : 1; round > 0; round--)
        found = _mm512_ternarylogic_epi64(found, run4, _mm512_rolv_epi64(found, step4), OR_AND);
#endif
    uint64_t moves = (uint64_t)_mm512_reduce_or_epi64(_mm512_rolv_epi64(found, step));
    return moves & kernel_empties(shape, own, opp);
}

#endif
