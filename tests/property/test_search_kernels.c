/* The search has one text and many compilations: on one thread the 8x8 code, the any-shape code
 * and every instruction set visit the same nodes and give the same answer, and so does the same
 * search a second time, or on a processor that does not look up the last flips. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reference/endings.h"
#include "search/driver.h"
#include "support/effort.h"
#include "support/rig.h"

enum { SEED = 70, MOST_SUBJECTS = 3 * ISA_COUNT };

/* The search of one way to compile it, on a board of its own. */
typedef struct Subjects {
    int count;
    Rig rigs[MOST_SUBJECTS];
} Subjects;

static Rig *next_subject(Subjects *subjects, const RigOptions *options) {
    Rig *rig = &subjects->rigs[subjects->count++];
    rig_open(rig, options);
    return rig;
}

/* Both layouts only where they number the squares alike: elsewhere positions hash differently. */
static void subjects_open(Subjects *subjects, BoardSize size, RigEval eval) {
    int layouts = size.width == 8 && size.height == 8 ? 2 : 1;
    subjects->count = 0;
    for (int isa = 0; isa < ISA_COUNT; isa++) {
        if (!isa_available((Isa)isa)) continue;
        RigOptions options = {.size = size, .eval = eval, .has_isa = true, .isa = (Isa)isa};
        Worker *worker = next_subject(subjects, &options)->search->workers[0];
        worker->gathers_fast = true;
        worker = next_subject(subjects, &options)->search->workers[0];
        worker->gathers_fast = false;
        options.is_any = true;
        if (layouts > 1) next_subject(subjects, &options);
    }
}

static void subjects_close(Subjects *subjects) {
    for (int i = 0; i < subjects->count; i++) rig_close(&subjects->rigs[i]);
}

static void check_same(const SearchResult *one, const SearchResult *two) {
    assert_int_equal(one->nodes, two->nodes);
    assert_int_equal(one->count, two->count);
    assert_int_equal(one->end, two->end);
    for (int i = 0; i < one->count; i++) {
        const SearchLine *x = &one->lines[i], *y = &two->lines[i];
        assert_int_equal(x->score, y->score);
        assert_int_equal(x->depth, y->depth);
        assert_int_equal(x->length, y->length);
        assert_memory_equal(x->pv, y->pv, (size_t)x->length);
    }
}

static SearchLimits some_limits(long number) {
    SearchLimits limits = {.selectivity = SELECTIVITY_NONE, .depth = 1 + (int)(number % 6)};
    if (number % 5 == 1) limits = (SearchLimits){.selectivity = SELECTIVITY_73, .depth = 9};
    if (number % 5 == 3)
        limits = (SearchLimits){.selectivity = SELECTIVITY_95, .nodes = 20000, .lines = 3};
    return limits;
}

/* Tables stay warm, so that a difference anywhere shows up later too. */
static void compare(BoardSize size, RigEval eval, long positions) {
    static Subjects subjects;
    subjects_open(&subjects, size, eval);
    assert_true(subjects.count > 0);
    Sampler sampler = sampler_new(size, SEED);
    for (long n = 0; n < effort_rounds(positions); n++) {
        SearchLimits limits = some_limits(n);
        Position packed = sampler_next(&sampler, n);
        SearchResult first, result;
        for (int i = 0; i < subjects.count; i++) {
            Rig *rig = &subjects.rigs[i];
            SearchResult *out = i ? &result : &first;
            search_run(rig->search, rig_position(rig, packed), &limits, NULL, NULL, out);
            if (i) check_same(&first, &result);
        }
    }
    subjects_close(&subjects);
}

static void layouts_and_isas_visit_the_same_nodes_on_8x8(void **state) {
    (void)state;
    for (RigEval eval = RIG_BEST; eval <= RIG_WILD; eval++) compare((BoardSize){8, 8}, eval, 25);
}

static void isas_visit_the_same_nodes_on_other_boards(void **state) {
    (void)state;
    static const BoardSize boards[] = {{6, 6}, {9, 7}, {5, 5}, {16, 4}, {4, 16}, {7, 8}};
    for (int b = 0; b < (int)(sizeof boards / sizeof boards[0]); b++)
        for (RigEval eval = RIG_BEST; eval <= RIG_PATTERN; eval++) compare(boards[b], eval, 10);
}

static void endings_visit_the_same_nodes(void **state) {
    (void)state;
    static Subjects subjects;
    subjects_open(&subjects, (BoardSize){8, 8}, RIG_BEST);
    Sampler sampler = sampler_new((BoardSize){8, 8}, SEED + 1);
    for (long n = 0; n < effort_rounds(30); n++) {
        Position packed = endings_next(&sampler, 6 + (int)(n % 10), n);
        SearchResult first, result;
        for (int i = 0; i < subjects.count; i++) {
            Rig *rig = &subjects.rigs[i];
            rig_solve(rig, rig_position(rig, packed), i ? &result : &first);
            if (i) check_same(&first, &result);
        }
    }
    subjects_close(&subjects);
}

static void the_same_search_again_visits_the_same_nodes(void **state) {
    (void)state;
    static const BoardSize boards[] = {{8, 8}, {9, 7}};
    for (int b = 0; b < 2; b++) {
        Rig rig;
        rig_open(&rig, &(RigOptions){.size = boards[b]});
        Sampler sampler = sampler_new(boards[b], SEED + 2);
        for (long n = 0; n < effort_rounds(60); n++) {
            SearchLimits limits = some_limits(n);
            Position position = rig_position(&rig, sampler_next(&sampler, n));
            SearchResult first, result;
            search_clear(rig.search);
            search_run(rig.search, position, &limits, NULL, NULL, &first);
            search_clear(rig.search);
            search_run(rig.search, position, &limits, NULL, NULL, &result);
            check_same(&first, &result);
        }
        rig_close(&rig);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_and_isas_visit_the_same_nodes_on_8x8),
        cmocka_unit_test(isas_visit_the_same_nodes_on_other_boards),
        cmocka_unit_test(endings_visit_the_same_nodes),
        cmocka_unit_test(the_same_search_again_visits_the_same_nodes),
    };
    return cmocka_run_group_tests_name("search, kernels", tests, NULL, NULL);
}
