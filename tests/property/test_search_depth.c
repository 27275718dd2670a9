/* A search of fixed depth that prunes nothing on a guess has the value of plain minimax of that
 * depth with the same evaluation: windows, table, order and cut-offs may save work, but not change
 * the answer. Equal to the last 1/128 disc, with every kind of evaluation.
 *
 * Stable discs are the one place where the search knows more than the evaluation: it may cut with
 * what they prove. RIG_WILD never says more than they allow; with the other evaluations only
 * positions are compared whose values stay where such cuts are not tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/bits.h"
#include "game/rules.h"
#include "reference/endings.h"
#include "reference/minimax.h"
#include "support/effort.h"
#include "support/rig.h"

enum {
    SEED = 60,
    BOUND = 64 * EVAL_DISC + 1,
    QUIET = 10 * EVAL_DISC, /* values within this need no stability to be found */
};

typedef struct Plan {
    BoardSize size;
    int depth;
    long positions;
} Plan;

static int leaf_value(const void *context, const Reference *board) {
    const Rig *rig = context;
    Position packed = {reference_own(board), reference_opp(board)};
    return evaluation_value(&rig->evaluation, rig_position(rig, packed));
}

static int look(const Rig *rig, Position packed, int depth) {
    MinimaxLooker looker = {.leaf = leaf_value, .context = rig, .unit = EVAL_DISC};
    Reference board;
    reference_set(&board, rig->shape.width, rig->shape.height, packed.own, packed.opp);
    return minimax_look(&looker, &board, depth, -BOUND, BOUND);
}

static bool is_quiet(const Rig *rig, Position packed, int depth) {
    for (; depth > 0; depth--)
        if (abs(look(rig, packed, depth)) > QUIET) return false;
    return true;
}

static void compare(Rig *rig, Position packed, int depth) {
    Position position = rig_position(rig, packed);
    SearchLimits limits = {.depth = depth, .selectivity = SELECTIVITY_NONE};
    SearchResult result;
    search_clear(rig->search);
    search_run(rig->search, position, &limits, NULL, NULL, &result);
    rig_check_legal(rig, position, &result);
    int expected = look(rig, packed, depth);
    if (result.lines[0].score != expected)
        fail_msg("%dx%d, %s, depth %d: own %016llx opp %016llx (row by row): %d, expected %d",
                 rig->shape.width, rig->shape.height, rig->evaluation.name, depth,
                 (unsigned long long)packed.own, (unsigned long long)packed.opp,
                 result.lines[0].score, expected);
}

/* Returns how many positions were compared. */
static long compare_plan(const Plan *plan, RigEval eval) {
    Rig rig;
    rig_open(&rig, &(RigOptions){.size = plan->size, .eval = eval});
    Sampler sampler = sampler_new(plan->size, SEED + (uint64_t)plan->depth);
    long wanted = effort_rounds(plan->positions), compared = 0;
    for (long n = 0; n < wanted; n++) {
        Position packed = sampler_next(&sampler, n);
        if (eval != RIG_WILD && !is_quiet(&rig, packed, plan->depth)) continue;
        compare(&rig, packed, plan->depth);
        compared++;
    }
    rig_close(&rig);
    return compared;
}

static const Plan plans[] = {
    {{8, 8}, 1, 400}, {{8, 8}, 2, 300}, {{8, 8}, 3, 120}, {{8, 8}, 4, 30}, {{8, 8}, 5, 6},
    {{6, 6}, 2, 200}, {{6, 6}, 4, 60},  {{6, 6}, 5, 20},  {{6, 6}, 6, 8},  {{4, 4}, 3, 200},
    {{4, 4}, 6, 60},  {{4, 4}, 8, 30},  {{5, 5}, 4, 60},  {{5, 5}, 7, 6},  {{9, 7}, 2, 100},
    {{9, 7}, 4, 20},  {{16, 4}, 3, 60}, {{16, 4}, 5, 10}, {{4, 6}, 6, 20}, {{5, 12}, 3, 60},
};
enum { PLANS = sizeof plans / sizeof plans[0] };

static void compare_plans(RigEval eval) {
    long compared = 0;
    for (int p = 0; p < PLANS; p++) compared += compare_plan(&plans[p], eval);
    assert_true(compared >= effort_rounds(200));
}

static void a_wild_evaluation_is_searched_as_by_minimax(void **state) {
    (void)state;
    compare_plans(RIG_WILD);
}

static void a_pattern_evaluation_is_searched_as_by_minimax(void **state) {
    (void)state;
    compare_plans(RIG_PATTERN);
}

static void the_engines_evaluation_is_searched_as_by_minimax(void **state) {
    (void)state;
    compare_plans(RIG_BEST);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wild_evaluation_is_searched_as_by_minimax),
        cmocka_unit_test(a_pattern_evaluation_is_searched_as_by_minimax),
        cmocka_unit_test(the_engines_evaluation_is_searched_as_by_minimax),
    };
    return cmocka_run_group_tests_name("search, fixed depth", tests, NULL, NULL);
}
