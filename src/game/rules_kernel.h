/* The rules as inline functions for hot code: legal moves, flips, stable discs.
 *
 * A file named *_kernel.c is compiled once per instruction set and layout, with
 *     KERNEL_ISA     base, v2, v3 or v4
 *     KERNEL_GRID8   1: 8 bits a row, shifts are constants; 0: any shape, shifts come from Shape
 * and everything it includes from here takes the form that suits that isa. The portable text is
 * the reference; the AVX2 and AVX-512 twins have the same contract, are compared with it on random
 * positions (tests/property/test_kernels.c), and earn their place by the figures in docs/speed.md.
 *
 * kernel_moves(shape, own, opp)          squares where `own` may play
 * kernel_flips(shape, square, own, opp)  discs that flip, empty if illegal; the square is empty
 * kernel_stable(shape, own, opp)         discs of `own` that can never flip (a lower bound)
 * kernel_count_last_flips(shape, square, own)
 *                                        `square` is the only empty one: 256 times the discs that
 *                                        flip if `own` plays there, plus those that flip if the
 *                                        other side does; fast if KERNEL_HAS_LAST_FLIP_TABLE */
#ifndef GAME_RULES_KERNEL_H
#define GAME_RULES_KERNEL_H

#ifndef KERNEL_GRID8
#error "compile this as part of a kernel: see the comment above"
#endif

#include "base/bits.h"
#include "game/shape.h"

#define KERNEL_PASTE(name, isa, grid)  name##_##isa##_##grid
#define KERNEL_EXPAND(name, isa, grid) KERNEL_PASTE(name, isa, grid)
#if KERNEL_GRID8
#define KERNEL_NAME(name) KERNEL_EXPAND(name, KERNEL_ISA, grid8)
#else
#define KERNEL_NAME(name) KERNEL_EXPAND(name, KERNEL_ISA, any)
#endif

/* For functions that are called from other files, where the file is compiled to find an aligned
 * stack (the Makefile says which). */
#if defined(__x86_64__)
#define ALIGNS_STACK __attribute__((force_align_arg_pointer))
#else
#define ALIGNS_STACK
#endif

/* Distance between neighbours along an axis; a constant after unrolling on the 8x8 grid. */
static inline int kernel_step(const Shape *shape, int axis) {
#if KERNEL_GRID8
    (void)shape;
    return axis == 0 ? 1 : axis == 1 ? 8 : axis == 2 ? 9 : 7;
#else
    return (int)shape->steps[axis];
#endif
}

static inline uint64_t kernel_empties(const Shape *shape, uint64_t own, uint64_t opp) {
    return shape->playable & ~(own | opp);
}

#include "game/rules_portable_kernel.h"
#if defined(__AVX2__)
#include "game/rules_avx2_kernel.h"
#endif
#if defined(__AVX512VL__) && defined(__AVX512CD__)
#include "game/rules_avx512_kernel.h"
#endif
#if KERNEL_GRID8 && defined(__BMI2__)
#include "game/rules_bmi2_kernel.h"
#endif

static inline uint64_t kernel_moves(const Shape *shape, uint64_t own, uint64_t opp) {
#if defined(__AVX2__)
    return kernel_moves_avx2(shape, own, opp);
#else
    return kernel_moves_portable(shape, own, opp);
#endif
}

static inline uint64_t kernel_flips(const Shape *shape, int square, uint64_t own, uint64_t opp) {
#if defined(__AVX512VL__) && defined(__AVX512CD__)
    return kernel_flips_avx512(shape, square, own, opp);
#elif defined(__AVX2__)
    return kernel_flips_avx2(shape, square, own, opp);
#else
    return kernel_flips_portable(shape, square, own, opp);
#endif
}

static inline uint64_t kernel_stable(const Shape *shape, uint64_t own, uint64_t opp) {
#if defined(__AVX2__)
    return kernel_stable_avx2(shape, own, opp);
#else
    return kernel_stable_portable(shape, own, opp);
#endif
}

static inline unsigned kernel_count_last_flips(const Shape *shape, int square, uint64_t own) {
#if defined(KERNEL_HAS_LAST_FLIP_TABLE)
    return kernel_count_last_flips_gather(shape, square, own);
#else
    return kernel_count_last_flips_portable(shape, square, own);
#endif
}

#include "game/wide_kernel.h"

#endif
