/* The time policy: deadlines are in the future but never beyond what the clock shows, absurd times
 * are survived, and a game's time lasts to its end. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/time.h"

#define MS INT64_C(1000000)
static const int64_t now = 5000 * MS;

static void a_move_time_is_used_up_but_for_a_margin(void **state) {
    (void)state;
    static const double seconds[] = {0.02, 0.05, 0.1, 1, 10, 3600};
    for (size_t i = 0; i < sizeof seconds / sizeof seconds[0]; i++) {
        SearchLimits limits = {0};
        time_for_move(now, seconds[i], &limits);
        double used = (double)(limits.deadline_ns - now) / 1e9;
        assert_true(used < seconds[i]);
        assert_true(used > seconds[i] * 0.5);
        if (seconds[i] >= 1) assert_true(used > seconds[i] * 0.9);
    }
}

static void no_time_means_now_and_not_for_ever(void **state) {
    (void)state;
    static const double none[] = {0, -0.0, -1, -1e300, 1e-9, 0.001};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        SearchLimits limits = {0};
        time_for_move(now, none[i], &limits);
        assert_true(limits.deadline_ns != 0);
        assert_true(limits.deadline_ns <= now + MS);
        limits = (SearchLimits){0};
        time_for_game(now, none[i], 0, 30, &limits);
        assert_true(limits.deadline_ns != 0 && limits.soft_ns != 0);
        assert_true(limits.deadline_ns <= now + MS);
    }
}

static void a_clock_that_begins_at_zero_still_has_a_deadline(void **state) {
    (void)state;
    SearchLimits limits = {0};
    time_for_move(0, 0, &limits);
    assert_true(limits.deadline_ns != 0);
}

static void absurd_times_stay_in_range(void **state) {
    (void)state;
    const double absurd[] = {1e12, 1e300, (double)INFINITY};
    for (size_t i = 0; i < sizeof absurd / sizeof absurd[0]; i++) {
        SearchLimits limits = {0};
        time_for_move(now, absurd[i], &limits);
        assert_true(limits.deadline_ns > now + 1000000 * MS);
        limits = (SearchLimits){0};
        time_for_game(now, absurd[i], absurd[i], 60, &limits);
        assert_true(limits.deadline_ns > now && limits.soft_ns > now);
    }
    SearchLimits limits = {0};
    time_for_move(now, (double)NAN, &limits);
    assert_true(limits.deadline_ns != 0);
    time_for_game(now, (double)NAN, (double)NAN, 60, &limits);
    assert_true(limits.deadline_ns != 0);
}

static void an_earlier_deadline_is_kept(void **state) {
    (void)state;
    SearchLimits limits = {.deadline_ns = now + 3 * MS};
    time_for_move(now, 100, &limits);
    assert_int_equal(limits.deadline_ns, now + 3 * MS);
    time_for_game(now, 100, 0, 60, &limits);
    assert_int_equal(limits.deadline_ns, now + 3 * MS);
}

static void the_target_comes_before_the_deadline(void **state) {
    (void)state;
    for (int empties = 1; empties <= 60; empties++) {
        for (double seconds = 0.01; seconds < 10000; seconds *= 3) {
            SearchLimits limits = {0};
            time_for_game(now, seconds, empties % 3, empties, &limits);
            assert_true(limits.soft_ns <= limits.deadline_ns);
            assert_true((double)(limits.deadline_ns - now) / 1e9 < seconds);
        }
    }
}

/* Plays a game in which every move takes until its deadline: the worst that can happen. */
static void a_game_never_runs_out_of_time(void **state) {
    (void)state;
    for (double seconds = 0.05; seconds < 4000; seconds *= 4) {
        for (int increment = 0; increment < 3; increment++) {
            double left = seconds;
            for (int empties = 60; empties > 0; empties -= 2) {
                SearchLimits limits = {0};
                time_for_game(now, left, increment, empties, &limits);
                left -= (double)(limits.deadline_ns - now) / 1e9;
                assert_true(left > 0);
                left += increment;
            }
        }
    }
}

/* Moves that take as long as they are meant to take leave neither much nor nothing. */
static void a_game_spends_most_of_its_time_before_the_solver_takes_over(void **state) {
    (void)state;
    double left = 300;
    for (int empties = 60; empties > 20; empties -= 2) {
        SearchLimits limits = {0};
        time_for_game(now, left, 0, empties, &limits);
        left -= (double)(limits.soft_ns - now) / 1e9;
    }
    assert_true(left > 10 && left < 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_time_is_used_up_but_for_a_margin),
        cmocka_unit_test(no_time_means_now_and_not_for_ever),
        cmocka_unit_test(a_clock_that_begins_at_zero_still_has_a_deadline),
        cmocka_unit_test(absurd_times_stay_in_range),
        cmocka_unit_test(an_earlier_deadline_is_kept),
        cmocka_unit_test(the_target_comes_before_the_deadline),
        cmocka_unit_test(a_game_never_runs_out_of_time),
        cmocka_unit_test(a_game_spends_most_of_its_time_before_the_solver_takes_over),
    };
    return cmocka_run_group_tests_name("time", tests, NULL, NULL);
}
