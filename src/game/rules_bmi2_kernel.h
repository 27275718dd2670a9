/* Looks up the flips of the last square, with the instruction that gathers bits (pext). AMD's
 * processors before Zen 3 have it and take longer for it than for the flips themselves:
 * isa_gathers_fast(). Part of game/rules_kernel.h; single-file bots do without. */
#ifndef GAME_RULES_BMI2_KERNEL_H
#define GAME_RULES_BMI2_KERNEL_H

#include <immintrin.h>

#define KERNEL_HAS_LAST_FLIP_TABLE 1

/* Whether to look up: what the processor does well, which is certain where it has AVX-512. */
static inline bool kernel_looks_up(bool gathers_fast) {
#if defined(__AVX512VL__)
    (void)gathers_fast;
    return true;
#else
    return gathers_fast;
#endif
}

static inline unsigned kernel_count_last_flips_gather(const Shape *shape, int square,
                                                      uint64_t own) {
    unsigned flips = 0;
#pragma GCC unroll 4
    for (int axis = 0; axis < AXES; axis++)
        flips += shape->last_flips[shape->last_flip_rows[square][axis] +
                                   _pext_u64(own, shape->last_flip_masks[square][axis])];
    return flips;
}

#endif
