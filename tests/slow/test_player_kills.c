/* The referee's player at 500 random moments: a legal move is there 50 ms after the start, and at
 * every later moment the last whole line is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/effort.h"
#include "support/kills.h"

static void the_last_whole_line_is_always_legal(void **state) {
    (void)state;
    long rounds = effort_rounds(500);
    for (long i = 0; i < rounds; i++) kill_player((uint64_t)i + 1000, 0.05, 0.5, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_whole_line_is_always_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
