/* AVX2 twins of the portable kernels: the four axes in the four lanes of one register. Variable
 * shifts give 0 beyond 63 bits, so one text serves both layouts. Part of game/rules_kernel.h. */
#ifndef GAME_RULES_AVX2_KERNEL_H
#define GAME_RULES_AVX2_KERNEL_H

#include <immintrin.h>

static inline __m256i kernel_steps_avx2(const Shape *shape) {
#if KERNEL_GRID8
    (void)shape;
    return _mm256_set_epi64x(7, 9, 8, 1);
#else
    return _mm256_load_si256((const __m256i *)shape->steps);
#endif
}

static inline uint64_t kernel_fold_or_avx2(__m256i lanes) {
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return (uint64_t)_mm_cvtsi128_si64(half);
}

/* The union and the intersection of the four lanes, in each of them. */
static inline __m256i kernel_spread_or_avx2(__m256i lanes) {
    lanes = _mm256_or_si256(lanes, _mm256_permute4x64_epi64(lanes, 0x4e));
    return _mm256_or_si256(lanes, _mm256_shuffle_epi32(lanes, 0x4e));
}

static inline __m256i kernel_spread_and_avx2(__m256i lanes) {
    lanes = _mm256_and_si256(lanes, _mm256_permute4x64_epi64(lanes, 0x4e));
    return _mm256_and_si256(lanes, _mm256_shuffle_epi32(lanes, 0x4e));
}

#define UP(set, count)   _mm256_sllv_epi64(set, count)
#define DOWN(set, count) _mm256_srlv_epi64(set, count)
#define AND(a, b)        _mm256_and_si256(a, b)
#define OR(a, b)         _mm256_or_si256(a, b)

/* Squares next to bracketed discs along each axis; those that are not empty are still among them.
 * `own` and `opp` hold the same set in each lane. */
static inline __m256i kernel_move_lanes_avx2(const Shape *shape, __m256i own, __m256i opp) {
    const __m256i step = kernel_steps_avx2(shape), step2 = _mm256_add_epi64(step, step);
    const __m256i run = AND(opp, _mm256_load_si256((const __m256i *)shape->inner));
    __m256i up = AND(run, UP(own, step)), down = AND(run, DOWN(own, step));
    up = OR(up, AND(run, UP(up, step)));
    down = OR(down, AND(run, DOWN(down, step)));
    const __m256i up2 = AND(run, UP(run, step)), down2 = DOWN(up2, step);
    up = OR(up, AND(up2, UP(up, step2)));
    down = OR(down, AND(down2, DOWN(down, step2)));
    up = OR(up, AND(up2, UP(up, step2)));
    down = OR(down, AND(down2, DOWN(down, step2)));
#if !KERNEL_GRID8
    const __m256i step4 = _mm256_add_epi64(step2, step2);
    const __m256i up4 = AND(up2, UP(up2, step2)), down4 = AND(down2, DOWN(down2, step2));
    for (int round = shape->is_long ? 2 : 1; round > 0; round--) {
        up = OR(up, AND(up4, UP(up, step4)));
        down = OR(down, AND(down4, DOWN(down, step4)));
    }
#endif
    return OR(UP(up, step), DOWN(down, step));
}

static inline uint64_t kernel_moves_avx2(const Shape *shape, uint64_t own, uint64_t opp) {
    const __m256i lanes = kernel_move_lanes_avx2(shape, _mm256_set1_epi64x((long long)own),
                                                 _mm256_set1_epi64x((long long)opp));
    return kernel_fold_or_avx2(lanes) & kernel_empties(shape, own, opp);
}

/* The flips of the four upward and the four downward rays, as four lanes to be combined. The
 * highest stop of a downward ray is found by smearing the stops down the ray: there is no vector
 * count of leading zeros before AVX-512. */
static inline __m256i kernel_flip_lanes_avx2(const Shape *shape, int square, __m256i own,
                                             __m256i opp) {
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_cmpeq_epi64(zero, zero);
    const __m256i step = kernel_steps_avx2(shape), step2 = _mm256_add_epi64(step, step);
    const __m256i step4 = _mm256_add_epi64(step2, step2);

    __m256i ray = _mm256_load_si256((const __m256i *)&shape->rays[square][0]);
    __m256i stops = _mm256_andnot_si256(opp, ray);
    __m256i end = AND(AND(stops, _mm256_sub_epi64(zero, stops)), own);
    __m256i before = AND(ray, _mm256_add_epi64(end, ones));
    __m256i flips = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), before);

    ray = _mm256_load_si256((const __m256i *)&shape->rays[square][AXES]);
    stops = _mm256_andnot_si256(opp, ray);
    stops = OR(stops, DOWN(stops, step));
    stops = OR(stops, DOWN(stops, step2));
    stops = OR(stops, DOWN(stops, step4));
#if !KERNEL_GRID8
    stops = OR(stops, DOWN(stops, _mm256_add_epi64(step4, step4)));
#endif
    end = AND(_mm256_andnot_si256(DOWN(stops, step), stops), own);
    before = _mm256_andnot_si256(stops, ray);
    return OR(flips, _mm256_andnot_si256(_mm256_cmpeq_epi64(AND(end, ray), zero), before));
}

static inline uint64_t kernel_flips_avx2(const Shape *shape, int square, uint64_t own,
                                         uint64_t opp) {
    return kernel_fold_or_avx2(kernel_flip_lanes_avx2(
        shape, square, _mm256_set1_epi64x((long long)own), _mm256_set1_epi64x((long long)opp)));
}

/* `own` and `stable` hold the same set in each lane, and so does the result: folding it into a word
 * and back took half of the time. */
static inline __m256i kernel_spread_stable_avx2(const Shape *shape, __m256i own, __m256i safe,
                                                __m256i stable) {
    const __m256i reach = _mm256_load_si256((const __m256i *)shape->reach[0]);
    const __m256i across = _mm256_permute4x64_epi64(safe, 0x4e);
    const __m256i pass = AND(AND(own, _mm256_shuffle_epi32(safe, 0x4e)),
                             AND(across, _mm256_shuffle_epi32(across, 0x4e)));
    __m256i distance = kernel_steps_avx2(shape), up = stable, down = stable;
    __m256i pass_up = AND(pass, reach), pass_down = AND(pass, DOWN(reach, distance));
#pragma GCC unroll 4
    for (int k = 0; k < (KERNEL_GRID8 ? 3 : REACH_DOUBLINGS); k++) {
        up = OR(up, AND(pass_up, UP(up, distance)));
        down = OR(down, AND(pass_down, DOWN(down, distance)));
        pass_up = AND(pass_up, UP(pass_up, distance));
        pass_down = AND(pass_down, DOWN(pass_down, distance));
        distance = _mm256_add_epi64(distance, distance);
    }
    return kernel_spread_or_avx2(OR(up, down));
}

static inline uint64_t kernel_stable_avx2(const Shape *shape, uint64_t own, uint64_t opp) {
    const __m256i step = kernel_steps_avx2(shape);
    const __m256i empties = _mm256_set1_epi64x((long long)kernel_empties(shape, own, opp));
    __m256i up = empties, down = empties, distance = step;
#pragma GCC unroll 4
    for (int k = 0; k < (KERNEL_GRID8 ? 3 : REACH_DOUBLINGS); k++) {
        const __m256i reach = _mm256_load_si256((const __m256i *)shape->reach[k]);
        up = OR(up, AND(UP(up, distance), reach));
        down = OR(down, DOWN(AND(down, reach), distance));
        distance = _mm256_add_epi64(distance, distance);
    }
    const __m256i ends = _mm256_load_si256((const __m256i *)shape->ends);
    const __m256i ones = _mm256_cmpeq_epi64(step, step);
    const __m256i safe = OR(_mm256_xor_si256(OR(up, down), ones), ends);
    const __m256i reach = _mm256_load_si256((const __m256i *)shape->reach[0]);
    const __m256i mine = _mm256_set1_epi64x((long long)own);
    __m256i stable = AND(mine, kernel_spread_and_avx2(safe));
    if (_mm256_testz_si256(stable, stable)) return 0;
    stable = kernel_spread_stable_avx2(shape, mine, safe, stable);
    const __m256i near = OR(AND(UP(stable, step), reach), DOWN(AND(stable, reach), step));
    stable = kernel_spread_stable_avx2(shape, mine, OR(safe, near), stable);
    return (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(stable));
}

#undef UP
#undef DOWN
#undef AND
#undef OR

#endif
