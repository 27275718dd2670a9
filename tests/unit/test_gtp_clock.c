/* The clock of GTP by itself: what time_settings and time_left leave for a move, to the millisecond
 * and without waiting for any of it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "protocol/gtp_clock.h"

static void assert_seconds(double seconds, double expected) {
    if (fabs(seconds - expected) > 1e-9) fail_msg("%f s, expected %f", seconds, expected);
}

static void assert_move_time(const GtpClock *clock, double seconds) {
    PlayerClock shown = gtp_clock_show(clock);
    assert_true(shown.has_move_time);
    assert_false(shown.has_clock);
    assert_seconds(shown.move_seconds, seconds);
}

static void assert_game_time(const GtpClock *clock, double seconds, double increment) {
    PlayerClock shown = gtp_clock_show(clock);
    assert_true(shown.has_clock);
    assert_false(shown.has_move_time);
    assert_seconds(shown.clock_seconds, seconds);
    assert_seconds(shown.increment_seconds, increment);
}

static void without_settings_there_is_no_limit(void **state) {
    (void)state;
    GtpClock clock = {0};
    gtp_clock_spend(&clock, 5);
    PlayerClock shown = gtp_clock_show(&clock);
    assert_false(shown.has_clock || shown.has_move_time);
    gtp_clock_set(&clock, 60, 10, 0); /* a period without moves */
    shown = gtp_clock_show(&clock);
    assert_false(shown.has_clock || shown.has_move_time);
}

static void the_time_left_of_a_period_is_shared_by_its_stones(void **state) {
    (void)state;
    GtpClock clock = {0};
    gtp_clock_left(&clock, 2, 10);
    assert_move_time(&clock, 2.0 / 10 * 0.9);
    gtp_clock_left(&clock, 2, 1);
    assert_move_time(&clock, 1.8);
    gtp_clock_left(&clock, 30, 0);
    assert_game_time(&clock, 30, 0);
}

static void main_time_comes_before_the_periods(void **state) {
    (void)state;
    GtpClock clock = {0};
    gtp_clock_set(&clock, 60, 10, 5);
    assert_game_time(&clock, 60, 2);
    gtp_clock_spend(&clock, 59);
    assert_game_time(&clock, 1, 2);
    gtp_clock_spend(&clock, 1);
    assert_move_time(&clock, 10.0 / 5 * 0.9);
}

static void a_period_begins_again_after_its_last_stone(void **state) {
    (void)state;
    GtpClock clock = {0};
    gtp_clock_set(&clock, 0, 10, 2);
    assert_move_time(&clock, 4.5);
    gtp_clock_spend(&clock, 9);
    assert_move_time(&clock, 0.9);
    gtp_clock_spend(&clock, 0.5);
    assert_move_time(&clock, 4.5);
}

static void main_time_alone_has_no_period_after_it(void **state) {
    (void)state;
    GtpClock clock = {0};
    gtp_clock_set(&clock, 60, 0, 0);
    assert_game_time(&clock, 60, 0);
    gtp_clock_spend(&clock, 61);
    assert_game_time(&clock, -1, 0);
    gtp_clock_set(&clock, 60, 0, 5); /* stones of no period */
    assert_game_time(&clock, 60, 0);
}

static void a_new_game_begins_with_the_settings_again(void **state) {
    (void)state;
    GtpClock clock = {0};
    gtp_clock_set(&clock, 60, 10, 5);
    gtp_clock_left(&clock, 3, 2);
    gtp_clock_restart(&clock);
    assert_game_time(&clock, 60, 2);
    gtp_clock_set(&clock, 0, 10, 5);
    gtp_clock_spend(&clock, 3);
    gtp_clock_restart(&clock);
    assert_move_time(&clock, 1.8);
}

static void negative_times_are_none(void **state) {
    (void)state;
    GtpClock clock = {0};
    gtp_clock_set(&clock, -5, -5, 0);
    assert_game_time(&clock, 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_settings_there_is_no_limit),
        cmocka_unit_test(the_time_left_of_a_period_is_shared_by_its_stones),
        cmocka_unit_test(main_time_comes_before_the_periods),
        cmocka_unit_test(a_period_begins_again_after_its_last_stone),
        cmocka_unit_test(main_time_alone_has_no_period_after_it),
        cmocka_unit_test(a_new_game_begins_with_the_settings_again),
        cmocka_unit_test(negative_times_are_none),
    };
    return cmocka_run_group_tests_name("GTP clock", tests, NULL, NULL);
}
