/* The referee's player killed at 500 random moments: a legal move is there 50 ms after the start,
 * and at every later moment the last whole line is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/effort.h"
#include "support/kills.h"

static void the_last_whole_line_is_always_legal(void **state) {
    (void)state;
    long rounds = effort_rounds(500);
    double sum = 0, slowest = 0;
    for (long i = 0; i < rounds; i++) {
        double first = kill_player(&(Kill){.seed = (uint64_t)i + 1000, .least = 0.05, .most = 0.5});
        sum += first;
        if (first > slowest) slowest = first;
    }
    print_message("%ld kills; first move after %.1f ms on average, %.1f ms at most\n", rounds,
                  1000 * sum / (double)rounds, 1000 * slowest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_whole_line_is_always_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
