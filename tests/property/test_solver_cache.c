/* What the solver remembers of one position never answers for another. Thousands of endings with
 * the same discs of one side lie in the same few slots of its cache: each must score as it does for
 * a solver that remembers nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bits.h"
#include "game/rules.h"
#include "support/effort.h"
#include "support/rig.h"

enum { SEED = 41, OWN = 24, EMPTIES = 8, POSITIONS = 1500 };

static int solve(Rig *rig, Position position) {
    SearchLimits limits = {.selectivity = SELECTIVITY_NONE};
    SearchResult result;
    search_run(rig->search, position, &limits, NULL, NULL, &result);
    return result.lines[0].score;
}

/* So many random squares out of `squares`. */
static uint64_t some_of(uint64_t squares, int count, Random *random) {
    uint64_t chosen = 0;
    while (bits_count(chosen) < count)
        chosen |= squares & bits_square((int)random_below(random, SHAPE_MAX_SQUARES));
    return chosen;
}

static void compare(bool is_own_fixed) {
    Rig remembering, forgetful;
    Random random = random_seeded(SEED);
    rig_open(&remembering, &(RigOptions){.size = {8, 8}});
    rig_open(&forgetful, &(RigOptions){.size = {8, 8}});
    uint64_t fixed = some_of(UINT64_MAX, OWN, &random);
    for (long n = 0; n < effort_rounds(POSITIONS); n++) {
        uint64_t others = ~fixed & ~some_of(~fixed, EMPTIES, &random);
        Position position = is_own_fixed ? (Position){fixed, others} : (Position){others, fixed};
        search_clear(forgetful.search);
        assert_int_equal(solve(&remembering, position), solve(&forgetful, position));
    }
    rig_close(&remembering);
    rig_close(&forgetful);
}

static void positions_with_the_same_own_discs_are_distinguished(void **state) {
    (void)state;
    compare(true);
}

static void positions_with_the_same_discs_of_the_opponent_are_distinguished(void **state) {
    (void)state;
    compare(false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_with_the_same_own_discs_are_distinguished),
        cmocka_unit_test(positions_with_the_same_discs_of_the_opponent_are_distinguished),
    };
    return cmocka_run_group_tests_name("solver's cache", tests, NULL, NULL);
}
