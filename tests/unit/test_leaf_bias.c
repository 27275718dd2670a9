/* The bias at the leaves: what was put into scores is found again, with and without exact ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "train/leaf_bias.h"

enum { POSITIONS = 40000, DEEPEST = 9, EXACT_FROM = 18 };

/* Another for odd and even counts, and falling with both. */
static double planted(int empties) {
    return (empties % 2 ? -1.5 : -0.25) + 0.02 * empties;
}

static void make(Random *random, LeafBias *equations, int most) {
    int empties = 12 + (int)random_below(random, (uint32_t)(most - 11));
    double exact = (double)random_below(random, 41) - 20, by_depth[DEEPEST + 1] = {0};
    for (int depth = 1; depth <= DEEPEST; depth++) {
        double noise = (double)random_below(random, 601) / 100 - 3;
        by_depth[depth] = exact + (depth % 2 ? -1 : 1) * planted(empties - depth) + noise;
    }
    leaf_bias_add(equations, empties, DEEPEST, by_depth, empties <= EXACT_FROM ? &exact : NULL);
}

static void a_planted_bias_is_found(void **state) {
    (void)state;
    static LeafBias equations;
    double bias[LEAF_BIAS_COUNTS];
    Random random = random_seeded(11);
    for (int i = 0; i < POSITIONS; i++) make(&random, &equations, 40);
    leaf_bias_solve(&equations, bias);
    for (int empties = 5; empties <= 38; empties++) {
        if (fabs(bias[empties] - planted(empties)) <= 0.15) continue;
        fail_msg("%d empties: %.2f, planted %.2f", empties, bias[empties], planted(empties));
    }
}

static void nothing_measured_is_no_bias(void **state) {
    (void)state;
    static LeafBias equations;
    double bias[LEAF_BIAS_COUNTS];
    leaf_bias_solve(&equations, bias);
    for (int i = 0; i < LEAF_BIAS_COUNTS; i++) assert_true(bias[i] == 0);
}

/* One position that a search misjudges by 40 discs moves nothing by more than the clip. */
static void a_blunder_out_of_sight_is_no_bias(void **state) {
    (void)state;
    static LeafBias equations;
    double bias[LEAF_BIAS_COUNTS], exact = 0, by_depth[3] = {0, 0, 40};
    leaf_bias_add(&equations, 10, 2, by_depth, &exact);
    leaf_bias_solve(&equations, bias);
    assert_true(bias[8] > 0 && bias[8] <= 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_planted_bias_is_found),
        cmocka_unit_test(nothing_measured_is_no_bias),
        cmocka_unit_test(a_blunder_out_of_sight_is_no_bias),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
