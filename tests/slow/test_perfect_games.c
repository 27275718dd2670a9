/* 6x6 from all positions of four plies, as both sides, against classic programs, a random player
 * and itself: the engine never does worse than perfect play, and takes 50 ms a move at most.
 * Takes 5 minutes on one core. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/perfect_games.h"

/* About what 50 ms are on a core of 2024: so the games are the same on every machine. */
#define ENGINE "engine:nodes=1500000"
#define TIMED  "engine:time=0.05"

static void never_worse_than_perfect_play(void **state) {
    (void)state;
    static const char *const opponents[] = {"e03-myjudge", "e03-judge", "random", "random:seed=2",
                                            ENGINE};
    PerfectGames sum = {0};
    for (size_t i = 0; i < sizeof opponents / sizeof opponents[0]; i++)
        perfect_games_play(ENGINE, opponents[i], 1, &sum);
    printf("%ld games, %ld below, %ld of %ld moves proven best, slowest %.0f ms\n", sum.games,
           sum.below, sum.exact, sum.moves, 1000 * sum.slowest);
    assert_int_equal(sum.games, 5 * 2 * 60);
    assert_int_equal(sum.below, 0);
}

static void no_move_takes_more_than_50_ms(void **state) {
    (void)state;
    static const char *const opponents[] = {"e03-myjudge", "random"};
    double slowest = 1;
    /* A machine that does something else meanwhile gets another chance. */
    for (int round = 0; round < 3 && slowest > 0.05; round++) {
        PerfectGames sum = {0};
        for (int i = 0; i < 2; i++) perfect_games_play(TIMED, opponents[i], 4, &sum);
        slowest = sum.slowest;
        printf("%ld games, slowest move %.1f ms\n", sum.games, 1000 * slowest);
    }
    assert_true(slowest <= 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_worse_than_perfect_play),
        cmocka_unit_test(no_move_takes_more_than_50_ms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
