/* Runs with priority: it waits for answers within a time. */
/* NBoard: what ends thinking. What is said is in tests/golden/protocol. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "support/child.h"

static Child begin(void) {
    const char *arguments[] = {"nboard", "--player", "engine:hash=1", "--book", "none", NULL};
    Child child = child_start(arguments);
    char line[200];
    child_send(&child, "nboard 2\nset depth 60\n");
    assert_true(child_line(&child, line, sizeof line, 10));
    assert_string_equal(line, "set myname Bianca");
    return child;
}

/* Reads lines until one begins with `wanted`; the seconds that took. */
static double wait_for(Child *child, const char *wanted) {
    char line[1000];
    double start = clock_seconds();
    do assert_true(child_line(child, line, sizeof line, 10));
    while (strncmp(line, wanted, strlen(wanted)) != 0);
    return clock_seconds() - start;
}

/* Begins an endless search, says something, and waits for the answer. */
static void assert_ends(const char *work, const char *said, const char *answer) {
    Child child = begin();
    child_send(&child, work);
    wait_for(&child, "status ");
    clock_sleep_ns(50000000);
    child_send(&child, said);
    assert_true(wait_for(&child, answer) < 0.5);
    child_send(&child, "quit\n");
    assert_int_equal(child_wait(&child, 2), 0);
}

static void whatever_is_said_ends_thinking(void **state) {
    (void)state;
    assert_ends("go\n", "ping 1\n", "pong 1");
    assert_ends("go\n", "move F5\nping 2\n", "pong 2");
    assert_ends("hint 4\n", "ping 3\n", "pong 3");
    assert_ends("analyze\n", "ping 4\n", "pong 4");
    assert_ends("go\n", "learn\n", "learned");
    assert_ends("go\n", "set depth 1\n", "===");
}

static void a_ping_ends_what_has_not_begun(void **state) {
    (void)state;
    Child child = begin();
    child_send(&child, "go\nhint 3\nanalyze\ngo\nping 5\n");
    assert_true(wait_for(&child, "pong 5") < 0.5);
    child_send(&child, "quit\n");
    assert_int_equal(child_wait(&child, 2), 0);
}

static void quit_and_a_closed_input_end_it(void **state) {
    (void)state;
    Child child = begin();
    child_send(&child, "go\n");
    wait_for(&child, "status ");
    child_send(&child, "quit\n");
    assert_int_equal(child_wait(&child, 2), 0);
    child = begin();
    child_close_input(&child);
    assert_int_equal(child_wait(&child, 2), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_is_said_ends_thinking),
        cmocka_unit_test(a_ping_ends_what_has_not_begun),
        cmocka_unit_test(quit_and_a_closed_input_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
