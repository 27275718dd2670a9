/* Times the portable kernels and their faster twins on positions of random games. bench/kernels.sh
 * compiles this once per instruction set and layout, like a kernel.
 *
 * Two figures each, in nanoseconds a call: `apart`, calls that do not wait for each other, as in
 * perft and move ordering; `chained`, calls that each need the result of the last. */
#include <stdio.h>

#include "base/clock.h"
#include "game/rules_kernel.h"
#include "game/position.h"
#include "game/rules.h"

/* Enough samples that the processor cannot learn the branches of all of them by heart. */
enum { SAMPLES = 40000, RUNS = 100 };

typedef struct Sample {
    uint64_t own, opp;
    int square; /* a legal move */
} Sample;

static Sample samples[SAMPLES];
static volatile uint64_t sink;

/* Keeps the compiler from working on several positions at once, and from seeing that a mask is 0.
 */
#define HIDE(a, b, c) __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c))

/* Defines time_NAME: seconds a call. If chained, every call seems to depend on the last. */
#define TIMER(name, call)                                                                          \
    static inline double loop_##name(const Shape *shape, uint64_t mask, const bool is_chained) {   \
        uint64_t result = 0, sum = 0;                                                              \
        double start = clock_seconds();                                                            \
        for (int i = 0; i < SAMPLES; i++) {                                                        \
            uint64_t own = samples[i].own, opp = samples[i].opp;                                   \
            int square = samples[i].square;                                                        \
            if (is_chained) own ^= result & mask;                                                  \
            HIDE(own, opp, square);                                                                \
            result = (call);                                                                       \
            sum += result;                                                                         \
        }                                                                                          \
        sink = sum;                                                                                \
        return (clock_seconds() - start) / SAMPLES;                                                \
    }                                                                                              \
    static double time_##name(const Shape *shape, bool is_chained) {                               \
        uint64_t mask = 0, a = 0, b = 0;                                                           \
        HIDE(mask, a, b);                                                                          \
        return is_chained ? loop_##name(shape, mask, true) : loop_##name(shape, 0, false);         \
    }

TIMER(moves_portable, kernel_moves_portable(shape, own, opp))
TIMER(flips_portable, kernel_flips_portable(shape, square, own, opp))
TIMER(stable_portable, kernel_stable_portable(shape, own, opp))
#if defined(__AVX2__)
TIMER(moves_avx2, kernel_moves_avx2(shape, own, opp))
TIMER(flips_avx2, kernel_flips_avx2(shape, square, own, opp))
TIMER(stable_avx2, kernel_stable_avx2(shape, own, opp))
#endif
#if defined(__AVX512VL__)
TIMER(flips_avx512, kernel_flips_avx512(shape, square, own, opp))
#endif

static const struct {
    const char *name;
    double (*time)(const Shape *shape, bool is_chained);
} rows[] = {
    {"moves  portable", time_moves_portable},
#if defined(__AVX2__)
    {"moves  avx2", time_moves_avx2},
#endif
    {"flips  portable", time_flips_portable},
#if defined(__AVX2__)
    {"flips  avx2", time_flips_avx2},
#endif
#if defined(__AVX512VL__)
    {"flips  avx512", time_flips_avx512},
#endif
    {"stable portable", time_stable_portable},
#if defined(__AVX2__)
    {"stable avx2", time_stable_avx2},
#endif
};

/* Positions of random games, one after the other, those with a move. */
static void fill_samples(const Shape *shape) {
    Random random = random_seeded(1);
    Position position = position_start(shape);
    for (int i = 0; i < SAMPLES;) {
        uint64_t moves = rules_moves(shape, position.own, position.opp);
        if (!moves) {
            bool is_over = rules_is_over(shape, position);
            position = is_over ? position_start(shape) : position_passed(position);
            continue;
        }
        uint32_t skip = random_below(&random, (uint32_t)bits_count(moves));
        while (skip-- > 0) moves &= moves - 1;
        int square = bits_first(moves);
        samples[i++] = (Sample){position.own, position.opp, square};
        position = position_after(position, square,
                                  rules_flips(shape, square, position.own, position.opp));
    }
}

int main(void) {
    static Shape shape;
    int width = KERNEL_GRID8 ? 8 : 9, height = KERNEL_GRID8 ? 8 : 7;
    if (!shape_init(&shape, width, height, NULL)) return 1;
    fill_samples(&shape);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double best[2] = {1, 1};
        for (int run = 0; run < RUNS; run++) {
            for (int is_chained = 0; is_chained < 2; is_chained++) {
                double seconds = rows[i].time(&shape, is_chained);
                if (seconds < best[is_chained]) best[is_chained] = seconds;
            }
        }
        printf("%dx%d  %-15s  %6.2f  %7.2f\n", width, height, rows[i].name, best[0] * 1e9,
               best[1] * 1e9);
    }
    return 0;
}
