/* Sets of squares in vector registers, for code that plays move after move: moving a position
 * between vector and general registers at each move takes time, and so does the branch on whether
 * the move is legal (docs/search.md). Part of game/rules_kernel.h.
 *
 * A WideSet holds the same set in each of its four lanes; a WideSet called `lanes` holds a set that
 * is the union of its lanes. Without vectors both are the word itself. Operators work on either:
 * `own ^ flips`. */
#ifndef GAME_WIDE_KERNEL_H
#define GAME_WIDE_KERNEL_H

#if defined(__AVX2__)
typedef __m256i WideSet;
#else
typedef uint64_t WideSet;
#endif

static inline WideSet wide_of(uint64_t set) {
#if defined(__AVX2__)
    return _mm256_set1_epi64x((long long)set);
#else
    return set;
#endif
}

static inline uint64_t wide_word(WideSet set) {
#if defined(__AVX2__)
    return (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(set));
#else
    return set;
#endif
}

/* The union of lanes as a word, and in each lane; whether it has any square. */
static inline uint64_t wide_fold(WideSet lanes) {
#if defined(__AVX2__)
    return kernel_fold_or_avx2(lanes);
#else
    return lanes;
#endif
}

static inline WideSet wide_spread(WideSet lanes) {
#if defined(__AVX2__)
    return kernel_spread_or_avx2(lanes);
#else
    return lanes;
#endif
}

static inline bool wide_has_any(WideSet lanes) {
#if defined(__AVX2__)
    return !_mm256_testz_si256(lanes, lanes);
#else
    return lanes != 0;
#endif
}

/* kernel_flips() as lanes. */
static inline WideSet wide_flips(const Shape *shape, int square, WideSet own, WideSet opp) {
#if defined(__AVX512VL__) && defined(__AVX512CD__)
    return kernel_flip_lanes_avx512(shape, square, own, opp);
#elif defined(__AVX2__)
    return kernel_flip_lanes_avx2(shape, square, own, opp);
#else
    return kernel_flips_portable(shape, square, own, opp);
#endif
}

/* kernel_moves(), where the empty squares are known. */
static inline uint64_t wide_moves(const Shape *shape, WideSet own, WideSet opp, uint64_t empties) {
#if defined(__AVX2__)
    return kernel_fold_or_avx2(kernel_move_lanes_avx2(shape, own, opp)) & empties;
#else
    (void)empties;
    return kernel_moves_portable(shape, own, opp);
#endif
}

#endif
