/* The margins of Multi-ProbCut: deviations of the error model times what the selectivity asks
 * for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/probcut.h"

/* An evaluation that is always off by one disc. */
static const EvalErrors one_disc = {{0}, {0}};
static const Evaluation evaluation = {.errors = &one_disc};

static Probcut with(int percent, int fall) {
    Probcut probcut;
    SearchParameters parameters = search_parameters_standard();
    parameters.probcut_73 = percent;
    parameters.probcut_fall = fall;
    probcut_init(&probcut, &evaluation, &parameters);
    return probcut;
}

static int margin(const Probcut *probcut, Selectivity selectivity, int depth) {
    return probcut_margin(probcut, selectivity, 60, depth, probcut_shallow_depth(depth));
}

static void margins_are_shares_of_a_deviation(void **state) {
    (void)state;
    Probcut probcut = with(150, 0);
    assert_int_equal(margin(&probcut, SELECTIVITY_73, 8), EVAL_DISC * 3 / 2);
    assert_int_equal(margin(&probcut, SELECTIVITY_73, 30), EVAL_DISC * 3 / 2);
    assert_int_equal(margin(&probcut, SELECTIVITY_87, 8), EVAL_DISC * 3 / 2);
    assert_int_equal(margin(&probcut, SELECTIVITY_95, 8), EVAL_DISC * 2);
}

static void the_margin_at_73_falls_beyond_depth_10(void **state) {
    (void)state;
    Probcut probcut = with(200, 20);
    assert_int_equal(margin(&probcut, SELECTIVITY_73, 3), EVAL_DISC * 2);
    assert_int_equal(margin(&probcut, SELECTIVITY_73, 10), EVAL_DISC * 2);
    assert_int_equal(margin(&probcut, SELECTIVITY_73, 15), EVAL_DISC * 180 / 100);
    assert_int_equal(margin(&probcut, SELECTIVITY_73, 20), EVAL_DISC * 160 / 100);
    probcut = with(200, 5);
    assert_int_equal(margin(&probcut, SELECTIVITY_73, 30), EVAL_DISC * 180 / 100);
}

static void it_never_falls_below_half(void **state) {
    (void)state;
    Probcut probcut = with(200, 20);
    assert_int_equal(margin(&probcut, SELECTIVITY_73, 35), EVAL_DISC);
    assert_int_equal(margin(&probcut, SELECTIVITY_73, 36), EVAL_DISC);
    assert_int_equal(margin(&probcut, SELECTIVITY_73, 59), EVAL_DISC);
    probcut = with(200, 100);
    assert_int_equal(margin(&probcut, SELECTIVITY_73, 59), EVAL_DISC);
}

static void surer_margins_do_not_fall(void **state) {
    (void)state;
    Probcut probcut = with(110, 100);
    for (Selectivity selectivity = SELECTIVITY_87; selectivity < SELECTIVITIES; selectivity++)
        assert_int_equal(margin(&probcut, selectivity, 40), margin(&probcut, selectivity, 8));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(margins_are_shares_of_a_deviation),
        cmocka_unit_test(the_margin_at_73_falls_beyond_depth_10),
        cmocka_unit_test(it_never_falls_below_half),
        cmocka_unit_test(surer_margins_do_not_fall),
    };
    return cmocka_run_group_tests_name("probcut margin", tests, NULL, NULL);
}
