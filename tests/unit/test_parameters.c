/* The named numbers of the search: they are read as written or refused whole, and whatever they
 * are, an exact score is the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "engine/parameters_text.h"
#include "reference/endings.h"
#include "support/effort.h"
#include "support/rig.h"

enum { TEXT_SIZE = 512 };

static int value_of(const SearchParameters *parameters, const SearchParameterInfo *row) {
    int value;
    memcpy(&value, (const char *)parameters + row->offset, sizeof value);
    return value;
}

static int count_rows(void) {
    int rows = 0;
    while (search_parameter(rows)) rows++;
    return rows;
}

static void every_standard_value_is_within_its_range(void **state) {
    (void)state;
    SearchParameters standard = search_parameters_standard();
    for (int i = 0; i < count_rows(); i++) {
        const SearchParameterInfo *row = search_parameter(i);
        assert_true(row->least < row->most);
        assert_in_range(row->standard, row->least, row->most);
        assert_int_equal(value_of(&standard, row), row->standard);
        assert_true(strlen(row->meaning) > 0);
    }
}

static void the_rows_cover_every_number_once(void **state) {
    (void)state;
    bool is_seen[sizeof(SearchParameters) / sizeof(int)] = {false};
    assert_int_equal(count_rows(), sizeof is_seen / sizeof is_seen[0]);
    for (int i = 0; i < count_rows(); i++) {
        size_t place = search_parameter(i)->offset / sizeof(int);
        assert_false(is_seen[place]);
        is_seen[place] = true;
        for (int j = 0; j < i; j++)
            assert_string_not_equal(search_parameter(i)->name, search_parameter(j)->name);
    }
}

static void there_is_no_row_outside_the_table(void **state) {
    (void)state;
    assert_null(search_parameter(-1));
    assert_null(search_parameter(count_rows()));
    assert_null(search_parameter(INT32_MAX));
}

/* Each parameter at both ends of its range, alone: no other one changes. */
static void each_name_sets_its_own_number_alone(void **state) {
    (void)state;
    for (int i = 0; i < count_rows(); i++) {
        const SearchParameterInfo *row = search_parameter(i);
        for (int end = 0; end < 2; end++) {
            SearchParameters parameters = search_parameters_standard();
            char text[TEXT_SIZE];
            int value = end ? row->most : row->least;
            snprintf(text, sizeof text, "%s:%d", row->name, value);
            assert_true(search_parameters_parse(&parameters, text, NULL));
            for (int j = 0; j < count_rows(); j++) {
                const SearchParameterInfo *other = search_parameter(j);
                assert_int_equal(value_of(&parameters, other), j == i ? value : other->standard);
            }
        }
    }
}

static void a_list_sets_all_its_names_and_the_last_one_counts(void **state) {
    (void)state;
    SearchParameters parameters = search_parameters_standard();
    assert_true(search_parameters_parse(
        &parameters, "probcut_73:90+reduction_plies:0+probcut_slack:25+probcut_73:95", NULL));
    assert_int_equal(parameters.probcut_73, 95);
    assert_int_equal(parameters.reduction_plies, 0);
    assert_int_equal(parameters.probcut_slack, 25);
    assert_true(search_parameters_parse(&parameters, "", NULL));
    assert_int_equal(parameters.probcut_73, 95);
}

static void a_value_one_beyond_its_range_is_refused(void **state) {
    (void)state;
    for (int i = 0; i < count_rows(); i++) {
        const SearchParameterInfo *row = search_parameter(i);
        for (int end = 0; end < 2; end++) {
            SearchParameters parameters = search_parameters_standard();
            Error error = {0};
            char text[TEXT_SIZE];
            snprintf(text, sizeof text, "%s:%d", row->name, end ? row->most + 1 : row->least - 1);
            assert_false(search_parameters_parse(&parameters, text, &error));
            assert_int_equal(error.status, STATUS_BAD_INPUT);
            assert_non_null(strstr(error.text, row->name));
        }
    }
}

/* The good first pair must not be taken over from a list that is refused. */
static void what_is_refused_changes_nothing(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "probcut_slack:10+probcut",
        "probcut_slack:10+probcut_73:",
        "probcut_slack:10+:5",
        "probcut_slack:10+probcut_73:ten",
        "probcut_slack:10+probcut_73:1e2",
        "probcut_slack:10++probcut_73:90",
        "probcut_slack:10+probcut_73=90",
        "probcut_slack:10+Probcut_73:90",
        "probcut_slack:10+probcut_73:90:90",
        "probcut_slack:10+probcut_73:99999999999999999999",
        "probcut_slack:10+aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:9",
    };
    SearchParameters standard = search_parameters_standard();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        SearchParameters parameters = standard;
        Error error = {0};
        if (search_parameters_parse(&parameters, wrong[i], &error)) fail_msg("read: %s", wrong[i]);
        assert_int_equal(error.status, STATUS_BAD_INPUT);
        assert_memory_equal(&parameters, &standard, sizeof standard);
    }
}

static void an_unknown_name_is_answered_with_the_nearest(void **state) {
    (void)state;
    SearchParameters parameters = search_parameters_standard();
    Error error = {0};
    assert_false(search_parameters_parse(&parameters, "probcut_37:90", &error));
    assert_non_null(strstr(error.text, "'probcut_37'"));
    assert_non_null(strstr(error.text, "'probcut_73'"));
}

/* All numbers at one end of their ranges; a solve passes through selective passes on its way. */
static void exact_scores_do_not_depend_on_them(void **state) {
    (void)state;
    enum { EMPTIES = 15, POSITIONS = 12 };
    Rig rig;
    rig_open(&rig, &(RigOptions){.size = {8, 8}});
    for (int end = 0; end < 2; end++) {
        SearchParameters parameters = search_parameters_standard();
        for (int i = 0; i < count_rows(); i++) {
            const SearchParameterInfo *row = search_parameter(i);
            char text[TEXT_SIZE];
            snprintf(text, sizeof text, "%s:%d", row->name, end ? row->most : row->least);
            assert_true(search_parameters_parse(&parameters, text, NULL));
        }
        Rig other = rig;
        other.search = search_new(
            &rig.evaluation,
            &(SearchOptions){
                .isa = isa_best(), .threads = 1, .hash_mb = 1, .parameters = &parameters},
            NULL);
        assert_non_null(other.search);
        Sampler sampler = sampler_new((BoardSize){8, 8}, 71);
        for (long n = 0; n < effort_rounds(POSITIONS); n++) {
            Position position = rig_position(&rig, endings_next(&sampler, EMPTIES, n));
            SearchResult result;
            assert_int_equal(rig_solve(&other, position, &result),
                             rig_solve(&rig, position, &result));
        }
        search_free(other.search);
    }
    rig_close(&rig);
}

/* The numbers reach the search: a margin that never cuts takes more nodes. */
static void estimates_do_depend_on_them(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig, &(RigOptions){.size = {8, 8}});
    SearchLimits limits = {.depth = 8, .selectivity = SELECTIVITY_73};
    SearchResult shipped, cautious;
    search_run(rig.search, position_start(&rig.shape), &limits, NULL, NULL, &shipped);
    SearchParameters parameters = search_parameters_standard();
    assert_true(search_parameters_parse(&parameters,
                                        "probcut_73:300+futility_depth:0+reduction_plies:0", NULL));
    Search *other = search_new(
        &rig.evaluation,
        &(SearchOptions){.isa = isa_best(), .threads = 1, .hash_mb = 1, .parameters = &parameters},
        NULL);
    assert_non_null(other);
    search_run(other, position_start(&rig.shape), &limits, NULL, NULL, &cautious);
    assert_true(cautious.nodes > 2 * shipped.nodes);
    search_free(other);
    rig_close(&rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_standard_value_is_within_its_range),
        cmocka_unit_test(the_rows_cover_every_number_once),
        cmocka_unit_test(there_is_no_row_outside_the_table),
        cmocka_unit_test(each_name_sets_its_own_number_alone),
        cmocka_unit_test(a_list_sets_all_its_names_and_the_last_one_counts),
        cmocka_unit_test(a_value_one_beyond_its_range_is_refused),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(an_unknown_name_is_answered_with_the_nearest),
        cmocka_unit_test(exact_scores_do_not_depend_on_them),
        cmocka_unit_test(estimates_do_depend_on_them),
    };
    return cmocka_run_group_tests_name("search parameters", tests, NULL, NULL);
}
