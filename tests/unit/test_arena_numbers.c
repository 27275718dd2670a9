/* What the arena calculates: Elo and its interval, sequential tests, ratings, openings. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/tournament/openings.h"
#include "arena/tournament/ratings.h"
#include "arena/tournament/stats.h"
#include "base/random.h"
#include "game/rules.h"
#include "game/symmetry.h"

static void assert_near(double value, double expected, double tolerance) {
    if (fabs(value - expected) > tolerance) fail_msg("%g, expected %g", value, expected);
}

static Tally pairs_of(int lost, int behind, int even, int ahead, int won) {
    Tally tally = {0};
    for (int i = 0; i < lost; i++) tally_pair(&tally, -2, -4);
    for (int i = 0; i < behind; i++) tally_pair(&tally, -2, 0);
    for (int i = 0; i < even; i++) tally_pair(&tally, 10, -64);
    for (int i = 0; i < ahead; i++) tally_pair(&tally, 2, 0);
    for (int i = 0; i < won; i++) tally_pair(&tally, 2, 2);
    return tally;
}

static void four_hundred_elo_are_ten_to_one(void **state) {
    (void)state;
    assert_near(elo_to_score(400), 10.0 / 11, 1e-12);
    assert_near(elo_from_score(10.0 / 11), 400, 1e-9);
    assert_near(elo_to_score(0), 0.5, 0);
    assert_true(isinf(elo_from_score(1)) && elo_from_score(1) > 0);
    assert_true(isinf(elo_from_score(0)) && elo_from_score(0) < 0);
}

static void games_are_counted_by_result_and_discs(void **state) {
    (void)state;
    Tally tally = {0};
    tally_game(&tally, 64), tally_game(&tally, -2), tally_game(&tally, 0), tally_game(&tally, 2);
    assert_int_equal(tally.wins, 2);
    assert_int_equal(tally.draws, 1);
    assert_int_equal(tally.losses, 1);
    assert_int_equal(tally.discs, 64);
    assert_near(tally_score(&tally), 0.625, 0);
    assert_near(tally_score(&(Tally){0}), 0.5, 0);
}

static void equal_players_are_found_equal(void **state) {
    (void)state;
    Tally tally = pairs_of(100, 0, 200, 0, 100);
    EloEstimate estimate = elo_estimate(&tally);
    assert_near(estimate.elo, 0, 1e-9);
    assert_near(estimate.superiority, 0.5, 1e-9);
    assert_near(estimate.low, -estimate.high, 1e-9);
    /* 800 independent games: a standard deviation of 1/sqrt(8 * 400) in the score. */
    assert_near(estimate.high, elo_from_score(0.5 + 1.96 / sqrt(8 * 400)), 0.5);
}

/* Of 2000 simulated matches about 95 % must contain the truth in their interval. */
static void the_interval_holds_what_it_promises(void **state) {
    (void)state;
    Random random = random_seeded(1);
    double truth = 60, score = elo_to_score(truth);
    int inside = 0;
    for (int match = 0; match < 2000; match++) {
        Tally tally = {0};
        for (int pair = 0; pair < 100; pair++)
            tally_pair(&tally, random_unit(&random) < score ? 1 : -1,
                       random_unit(&random) < score ? 1 : -1);
        EloEstimate estimate = elo_estimate(&tally);
        inside += estimate.low <= truth && truth <= estimate.high;
    }
    if (inside < 1850 || inside > 1940) fail_msg("%d of 2000", inside);
}

static void few_games_prove_nothing(void **state) {
    (void)state;
    EloEstimate nothing = elo_estimate(&(Tally){0});
    assert_true(isinf(nothing.low) && isinf(nothing.high));
    assert_near(nothing.superiority, 0.5, 0);
    Tally one = {0};
    tally_single(&one, 64);
    EloEstimate estimate = elo_estimate(&one);
    assert_true(isinf(estimate.elo) && estimate.low < 0 && estimate.superiority < 0.95);
    Tally all_won = pairs_of(0, 0, 0, 0, 100);
    estimate = elo_estimate(&all_won);
    assert_true(estimate.low > 300 && estimate.superiority > 0.999);
}

/* Both errors of the test stay near the 5 % it promises. */
static void the_sequential_test_errs_rarely(void **state) {
    (void)state;
    Sprt sprt = {0, 50};
    int wrong[2] = {0};
    for (int truth = 0; truth < 2; truth++) {
        double score = elo_to_score(truth == 0 ? sprt.elo0 : sprt.elo1);
        for (int run = 0; run < 400; run++) {
            Random random = random_seeded((uint64_t)(truth * 1000 + run));
            Tally tally = {0};
            SprtVerdict verdict = SPRT_UNDECIDED;
            while (verdict == SPRT_UNDECIDED) {
                tally_pair(&tally, random_unit(&random) < score ? 1 : -1,
                           random_unit(&random) < score ? 1 : -1);
                verdict = sprt_verdict(&sprt, &tally);
            }
            wrong[truth] += verdict == (truth == 0 ? SPRT_ACCEPTED : SPRT_REJECTED);
        }
    }
    assert_true(wrong[0] < 36 && wrong[1] < 36);
}

static void ratings_find_the_truth_again(void **state) {
    (void)state;
    enum { PLAYERS = 4 };
    const double truth[PLAYERS] = {150, 50, -50, -150};
    double scores[PLAYERS * PLAYERS] = {0};
    Rating ratings[PLAYERS];
    Error error;
    for (int i = 0; i < PLAYERS; i++)
        for (int k = 0; k < PLAYERS; k++)
            if (i != k) scores[i * PLAYERS + k] = 10000 * elo_to_score(truth[i] - truth[k]);
    assert_true(ratings_fit(PLAYERS, scores, ratings, &error));
    for (int i = 0; i < PLAYERS; i++) {
        assert_near(ratings[i].elo, truth[i], 0.1);
        assert_true(ratings[i].margin > 1 && ratings[i].margin < 6);
    }
}

static void a_player_that_wins_or_loses_all_still_gets_a_rating(void **state) {
    (void)state;
    double scores[9] = {0, 20, 20, 0, 0, 20, 0, 0, 0};
    Rating ratings[3];
    Error error;
    assert_true(ratings_fit(3, scores, ratings, &error));
    assert_true(isfinite(ratings[0].elo) && isfinite(ratings[2].margin));
    assert_true(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo);
    assert_near(ratings[0].elo + ratings[1].elo + ratings[2].elo, 0, 1e-6);
    double nothing[4] = {0};
    assert_true(ratings_fit(2, nothing, ratings, &error));
    assert_near(ratings[0].elo, 0, 1e-9);
}

static Openings made(const Shape *shape, const char *what, uint64_t seed, int needed) {
    Openings openings;
    Error error;
    if (!openings_make(&openings, shape, what, seed, needed, NULL, &error))
        fail_msg("%s: %s", what, error.text);
    return openings;
}

/* Known numbers of distinct positions on 8x8, counted by hand for the first two. */
static void openings_are_all_different_positions(void **state) {
    (void)state;
    Shape shape;
    Error error;
    assert_true(shape_init(&shape, 8, 8, &error));
    const int expected[] = {1, 1, 3, 14, 60};
    for (int plies = 0; plies < 5; plies++) {
        char what[16];
        snprintf(what, sizeof what, "%d", plies);
        Openings openings = made(&shape, what, 1, 1);
        assert_int_equal(openings.count, expected[plies]);
        for (int i = 0; i < openings.count; i++) {
            Transcript one;
            openings_get(&openings, i, &one);
            assert_int_equal(one.count, plies);
            Position position = symmetry_canonical(&shape, one.end.position, NULL);
            for (int k = 0; k < i; k++) {
                Transcript two;
                openings_get(&openings, k, &two);
                Position other = symmetry_canonical(&shape, two.end.position, NULL);
                assert_false(other.own == position.own && other.opp == position.opp);
            }
        }
        openings_release(&openings);
    }
}

static void the_seed_alone_decides_the_order(void **state) {
    (void)state;
    Shape shape;
    Error error;
    assert_true(shape_init(&shape, 8, 8, &error));
    Openings one = made(&shape, "5", 7, 1), two = made(&shape, "5", 7, 100);
    Openings other = made(&shape, "5", 8, 1);
    assert_int_equal(one.count, two.count);
    assert_memory_equal(one.list, two.list, (size_t)one.count * sizeof one.list[0]);
    assert_int_equal(one.count, other.count);
    assert_memory_not_equal(one.list, other.list, (size_t)one.count * sizeof one.list[0]);
    openings_release(&one), openings_release(&two), openings_release(&other);
}

static void openings_begin_again_after_the_last(void **state) {
    (void)state;
    Shape shape;
    Error error;
    Transcript one, two;
    assert_true(shape_init(&shape, 9, 7, &error));
    Openings openings = made(&shape, "2", 1, 1);
    openings_get(&openings, 1, &one);
    openings_get(&openings, 1 + openings.count, &two);
    assert_int_equal(one.end.position.own, two.end.position.own);
    openings_release(&openings);
}

static void balanced_openings_are_a_part_of_all(void **state) {
    (void)state;
    Shape shape;
    Error error;
    assert_true(shape_init(&shape, 6, 6, &error));
    Openings few = made(&shape, "balanced:4", 3, 2), more = made(&shape, "balanced:4", 3, 5);
    assert_true(few.count <= 2 && more.count <= 5 && more.count >= few.count);
    assert_memory_equal(few.list, more.list, (size_t)few.count * sizeof few.list[0]);
    openings_release(&few), openings_release(&more);
}

static void wrong_openings_are_refused(void **state) {
    (void)state;
    Shape shape;
    Error error;
    Openings openings = {.count = 77};
    assert_true(shape_init(&shape, 4, 4, &error));
    const char *const bad[] = {"11",          "balanced:",    "balanced:x",
                               "balanced:99", "no-such-file", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(openings_make(&openings, &shape, bad[i], 1, 1, NULL, &error));
        assert_int_equal(openings.count, 77);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_hundred_elo_are_ten_to_one),
        cmocka_unit_test(games_are_counted_by_result_and_discs),
        cmocka_unit_test(equal_players_are_found_equal),
        cmocka_unit_test(the_interval_holds_what_it_promises),
        cmocka_unit_test(few_games_prove_nothing),
        cmocka_unit_test(the_sequential_test_errs_rarely),
        cmocka_unit_test(ratings_find_the_truth_again),
        cmocka_unit_test(a_player_that_wins_or_loses_all_still_gets_a_rating),
        cmocka_unit_test(openings_are_all_different_positions),
        cmocka_unit_test(the_seed_alone_decides_the_order),
        cmocka_unit_test(openings_begin_again_after_the_last),
        cmocka_unit_test(balanced_openings_are_a_part_of_all),
        cmocka_unit_test(wrong_openings_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
