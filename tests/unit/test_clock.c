/* The clock only goes forward, and a sleep is never short. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>

#include <cmocka.h>

#include "base/clock.h"

#define MS INT64_C(1000000)

static void the_clock_never_goes_back(void **state) {
    (void)state;
    int64_t before = clock_ns();
    for (int i = 0; i < 100000; i++) {
        int64_t now = clock_ns();
        assert_true(now >= before);
        before = now;
    }
}

static void both_clocks_tell_the_same_time(void **state) {
    (void)state;
    double before = (double)clock_ns() * 1e-9, between = clock_seconds();
    double after = (double)clock_ns() * 1e-9;
    assert_true(between >= before - 1e-3 && between <= after + 1e-3);
}

static void a_sleep_takes_at_least_its_time(void **state) {
    (void)state;
    int64_t start = clock_ns();
    clock_sleep_ns(20 * MS);
    assert_true(clock_ns() - start >= 20 * MS);
}

static void no_sleep_for_no_time(void **state) {
    (void)state;
    int64_t start = clock_ns();
    clock_sleep_ns(0);
    clock_sleep_ns(-5);
    clock_sleep_ns(INT64_MIN);
    assert_true(clock_ns() - start < 1000 * MS);
}

static volatile sig_atomic_t signals;

static void count_signal(int number) {
    (void)number;
    signals++;
}

static void signals_do_not_shorten_a_sleep(void **state) {
    (void)state;
    struct sigaction action = {.sa_handler = count_signal}, before;
    sigemptyset(&action.sa_mask);
    assert_int_equal(sigaction(SIGALRM, &action, &before), 0);
    struct itimerval often = {{0, 5000}, {0, 5000}}, never = {{0, 0}, {0, 0}};
    assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
    int64_t start = clock_ns();
    clock_sleep_ns(60 * MS);
    int64_t slept = clock_ns() - start;
    assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
    assert_int_equal(sigaction(SIGALRM, &before, NULL), 0);
    assert_true(slept >= 60 * MS);
    assert_true(signals > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_never_goes_back),
        cmocka_unit_test(both_clocks_tell_the_same_time),
        cmocka_unit_test(a_sleep_takes_at_least_its_time),
        cmocka_unit_test(no_sleep_for_no_time),
        cmocka_unit_test(signals_do_not_shorten_a_sleep),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
