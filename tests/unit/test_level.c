/* Levels: every one is a legal request, more is never less, and the end is always solved. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "engine/level.h"

enum { MOST_EMPTIES = 64 };

static SearchLimits limits_at(int level, int empties) {
    SearchLimits limits = {0};
    level_limits(level, empties, &limits);
    return limits;
}

static bool is_exact(int level, int empties) {
    SearchLimits limits = limits_at(level, empties);
    return limits.depth == empties && limits.selectivity == SELECTIVITY_NONE;
}

static void every_level_looks_ahead_but_not_beyond_the_end(void **state) {
    (void)state;
    for (int level = 1; level <= ENGINE_MAX_LEVEL; level++) {
        for (int empties = 1; empties <= MOST_EMPTIES; empties++) {
            SearchLimits limits = limits_at(level, empties);
            assert_true(limits.depth >= 1 && limits.depth <= empties);
            assert_true(limits.selectivity >= SELECTIVITY_73 && limits.selectivity < SELECTIVITIES);
        }
    }
}

static void levels_out_of_range_are_the_nearest_one(void **state) {
    (void)state;
    for (int empties = 1; empties <= MOST_EMPTIES; empties++) {
        SearchLimits low = limits_at(1, empties), high = limits_at(ENGINE_MAX_LEVEL, empties);
        assert_int_equal(limits_at(0, empties).depth, low.depth);
        assert_int_equal(limits_at(-100, empties).depth, low.depth);
        assert_int_equal(limits_at(1000, empties).depth, high.depth);
        assert_int_equal(limits_at(1000, empties).selectivity, high.selectivity);
    }
}

static void a_higher_level_does_not_look_less_deep(void **state) {
    (void)state;
    for (int empties = 1; empties <= MOST_EMPTIES; empties++)
        for (int level = 2; level <= ENGINE_MAX_LEVEL; level++)
            assert_true(limits_at(level, empties).depth >= limits_at(level - 1, empties).depth);
}

static void a_higher_level_solves_no_later(void **state) {
    (void)state;
    for (int empties = 1; empties <= MOST_EMPTIES; empties++)
        for (int level = 2; level <= ENGINE_MAX_LEVEL; level++)
            if (is_exact(level - 1, empties)) assert_true(is_exact(level, empties));
}

/* Once a game is solved it stays solved: no move later the engine knows less. */
static void what_is_solved_stays_solved(void **state) {
    (void)state;
    for (int level = 1; level <= ENGINE_MAX_LEVEL; level++)
        for (int empties = 2; empties <= MOST_EMPTIES; empties++)
            if (is_exact(level, empties)) assert_true(is_exact(level, empties - 1));
}

static void the_last_squares_are_solved_at_every_level(void **state) {
    (void)state;
    for (int level = 1; level <= ENGINE_MAX_LEVEL; level++) assert_true(is_exact(level, 1));
    for (int empties = 1; empties <= 20; empties++) assert_true(is_exact(21, empties));
}

static void other_limits_are_left_alone(void **state) {
    (void)state;
    SearchLimits limits = {.nodes = 7, .deadline_ns = 8, .soft_ns = 9, .lines = 3};
    level_limits(21, 40, &limits);
    assert_int_equal(limits.nodes, 7);
    assert_int_equal(limits.deadline_ns, 8);
    assert_int_equal(limits.soft_ns, 9);
    assert_int_equal(limits.lines, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_looks_ahead_but_not_beyond_the_end),
        cmocka_unit_test(levels_out_of_range_are_the_nearest_one),
        cmocka_unit_test(a_higher_level_does_not_look_less_deep),
        cmocka_unit_test(a_higher_level_solves_no_later),
        cmocka_unit_test(what_is_solved_stays_solved),
        cmocka_unit_test(the_last_squares_are_solved_at_every_level),
        cmocka_unit_test(other_limits_are_left_alone),
    };
    return cmocka_run_group_tests_name("level", tests, NULL, NULL);
}
