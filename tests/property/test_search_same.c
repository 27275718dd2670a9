/* One position, one score: whatever way the board is turned, whichever layout and instructions,
 * with a tiny or a large table, empty or full of other positions. (Threads: test_search_thread.c.)
 * Positions have more empties than minimax could check, so the solver is held against itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/symmetry.h"
#include "reference/endings.h"
#include "support/effort.h"
#include "support/rig.h"

enum { SEED = 40, SMALL_MB = 1, LARGE_MB = 256 };

/* Endings that take the solver milliseconds. */
typedef struct Endings {
    BoardSize size;
    int empties;
    long positions;
} Endings;

static const Endings endings[] = {{{8, 8}, 13, 12}, {{8, 8}, 16, 3}, {{6, 6}, 15, 8},
                                  {{9, 7}, 14, 6},  {{5, 5}, 16, 8}, {{16, 4}, 15, 8}};
enum { ENDINGS = sizeof endings / sizeof endings[0] };

static void a_turned_board_has_the_same_score(void **state) {
    (void)state;
    for (int e = 0; e < ENDINGS; e++) {
        Rig rig;
        SearchResult result;
        rig_open(&rig, &(RigOptions){.size = endings[e].size});
        Sampler sampler = sampler_new(endings[e].size, SEED);
        for (long n = 0; n < effort_rounds(endings[e].positions); n++) {
            Position packed = endings_next(&sampler, endings[e].empties, n);
            Position position = rig_position(&rig, packed);
            int score = rig_solve(&rig, position, &result);
            for (int s = 1; s < rig.shape.symmetries; s++) {
                search_clear(rig.search);
                Position turned = symmetry_position(&rig.shape, s, position);
                assert_int_equal(rig_solve(&rig, turned, &result), score);
            }
        }
        rig_close(&rig);
    }
}

/* Solves the same positions over and over in another order, and asks for the same scores. */
static void check_again(Rig *rig, const Position *positions, const int *scores, int count,
                        bool is_cold) {
    SearchResult result;
    for (int i = count - 1; i >= 0; i--) {
        if (is_cold) search_clear(rig->search);
        assert_int_equal(rig_solve(rig, rig_position(rig, positions[i]), &result), scores[i]);
    }
}

static void tables_of_any_size_cold_and_warm_give_the_same_score(void **state) {
    (void)state;
    enum { MOST = 12 };
    for (int e = 0; e < ENDINGS; e++) {
        Rig small, large;
        Position positions[MOST];
        int scores[MOST], count = (int)effort_rounds(endings[e].positions);
        SearchResult result;
        rig_open(&small, &(RigOptions){.size = endings[e].size, .hash_mb = SMALL_MB});
        rig_open(&large, &(RigOptions){.size = endings[e].size, .hash_mb = LARGE_MB});
        Sampler sampler = sampler_new(endings[e].size, SEED + 1);
        for (int i = 0; i < count; i++) {
            positions[i] = endings_next(&sampler, endings[e].empties, i);
            scores[i] = rig_solve(&small, rig_position(&small, positions[i]), &result);
        }
        check_again(&small, positions, scores, count, false);
        check_again(&small, positions, scores, count, true);
        check_again(&large, positions, scores, count, false);
        check_again(&large, positions, scores, count, false);
        rig_close(&small);
        rig_close(&large);
    }
}

/* What a shallow search of the whole game leaves in the table must not spoil a solve. */
static void selective_searches_before_do_not_change_an_exact_score(void **state) {
    (void)state;
    for (int e = 0; e < ENDINGS; e++) {
        Rig rig;
        SearchResult result;
        rig_open(&rig, &(RigOptions){.size = endings[e].size, .eval = RIG_WILD});
        Sampler sampler = sampler_new(endings[e].size, SEED + 2);
        for (long n = 0; n < effort_rounds(endings[e].positions); n++) {
            Position position = rig_position(&rig, endings_next(&sampler, endings[e].empties, n));
            int score = rig_solve(&rig, position, &result);
            search_clear(rig.search);
            for (int selectivity = 0; selectivity < SELECTIVITIES; selectivity++) {
                SearchLimits limits = {.depth = selectivity % 2 ? 0 : 7,
                                       .selectivity = (Selectivity)selectivity,
                                       .lines = 1 + selectivity % 3};
                search_run(rig.search, position, &limits, NULL, NULL, &result);
                rig_check_legal(&rig, position, &result);
            }
            assert_int_equal(rig_solve(&rig, position, &result), score);
        }
        rig_close(&rig);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turned_board_has_the_same_score),
        cmocka_unit_test(tables_of_any_size_cold_and_warm_give_the_same_score),
        cmocka_unit_test(selective_searches_before_do_not_change_an_exact_score),
    };
    return cmocka_run_group_tests_name("search, same score", tests, NULL, NULL);
}
