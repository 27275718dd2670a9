/* The referee's player killed at 500 random moments: the last whole line of its action is always a
 * legal move, and the first one is there within 50 ms. Takes 1 min on two cores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/effort.h"
#include "support/kills.h"
#include "support/load.h"

enum { KILLS = 500, FIRST_LINES = 50 };

static void the_last_whole_line_is_always_legal(void **state) {
    (void)state;
    double first[KILLS];
    int rounds = (int)effort_rounds(KILLS);
    if (rounds > KILLS) rounds = KILLS;
    for (int i = 0; i < rounds; i++) {
        Kill how = {.seed = (uint64_t)i + 1000, .least = 0.05, .most = 0.5, .is_patient = true};
        first[i] = kill_player(&how).first;
    }
    double median = load_percentile(first, rounds, 50);
    print_message("%d kills; first move after %.1f ms in the median, %.1f ms at most\n", rounds,
                  1000 * median, 1000 * first[rounds - 1]);
}

/* In processor time, which does not depend on what else the machine does. */
static void the_first_move_takes_less_than_50_ms(void **state) {
    (void)state;
    double most = 0;
    for (int i = 0; i < FIRST_LINES; i++) {
        Killed killed = kill_player(&(Kill){.seed = (uint64_t)i + 1, .is_patient = true});
        if (killed.cpu > most) most = killed.cpu;
    }
    print_message("killed at its first move: %.1f ms of processor time at most\n", 1000 * most);
    assert_true(1000 * most < load_patience(50));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_whole_line_is_always_legal),
        cmocka_unit_test(the_first_move_takes_less_than_50_ms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
