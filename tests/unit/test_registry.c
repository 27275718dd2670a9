/* The registry: every row is whole, every value is what its terms say, boards are refused or
 * adapted to, and the full search gets values it can use. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "eval/registry.h"
#include "game/symmetry.h"
#include "reference/sample.h"
#include "support/effort.h"

enum { POSITIONS = 300, MIRRORS = 4 };

static Position sampled(Sampler *sampler, const Shape *shape, long number) {
    Position packed = sampler_next(sampler, number);
    return (Position){shape_unpack(shape, packed.own), shape_unpack(shape, packed.opp)};
}

static void every_row_is_whole_and_has_a_name_of_its_own(void **state) {
    (void)state;
    for (int i = 0; i < classic_program_count; i++) {
        const ClassicProgram *row = classic_programs[i];
        assert_true(row->name && row->summary && row->origin && row->boards && row->value);
        assert_true(row->disc > 0 && row->search.plies >= 1);
        assert_ptr_equal(classic_program_find(row->name, strlen(row->name)), row);
        assert_true(strlen(row->name) <= 14); /* the column of `bianca players` */
    }
    assert_null(classic_program_find("e03", 3));
    assert_null(classic_program_find("", 0));
}

static void terms_add_up_to_the_value_on_every_board(void **state) {
    (void)state;
    for (int b = 0; b < sample_board_count; b++) {
        Shape shape;
        assert_true(shape_init(&shape, sample_boards[b].width, sample_boards[b].height, NULL));
        for (int i = 0; i < classic_program_count; i++) {
            Evaluation evaluation;
            if (!evaluation_from_program(&evaluation, classic_programs[i], &shape, NULL)) continue;
            Sampler sampler = sampler_new(sample_boards[b], 4);
            for (long n = 0; n < effort_rounds(POSITIONS); n++) {
                EvalTerms terms;
                Position position = sampled(&sampler, &shape, n);
                double value = evaluation_explain(&evaluation, position, NULL, &terms), sum = 0;
                for (int t = 0; t < terms.count; t++)
                    sum += terms.list[t].value * terms.list[t].weight;
                assert_true(terms.count > 0 && fabs(sum - value) <= 1e-9 * fmax(1, fabs(value)));
            }
        }
    }
}

static void mirrored_positions_have_equal_values(void **state) {
    (void)state;
    for (int b = 0; b < sample_board_count; b++) {
        Shape shape;
        assert_true(shape_init(&shape, sample_boards[b].width, sample_boards[b].height, NULL));
        for (int i = 0; i < classic_program_count; i++) {
            Evaluation evaluation;
            if (!evaluation_from_program(&evaluation, classic_programs[i], &shape, NULL)) continue;
            Sampler sampler = sampler_new(sample_boards[b], 5);
            for (long n = 0; n < effort_rounds(POSITIONS / 10); n++) {
                Position position = sampled(&sampler, &shape, n);
                double value = evaluation_explain(&evaluation, position, NULL, NULL);
                for (int s = 1; s < MIRRORS; s++) {
                    Position mirrored = symmetry_position(&shape, s, position);
                    double other = evaluation_explain(&evaluation, mirrored, NULL, NULL);
                    assert_true(fabs(value - other) <= 1e-9 * fmax(1, fabs(value)));
                }
            }
        }
    }
}

static void the_full_search_gets_values_within_its_limits(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    for (int i = 0; i < classic_program_count; i++) {
        Evaluation evaluation;
        if (!evaluation_from_program(&evaluation, classic_programs[i], &shape, NULL)) continue;
        assert_string_equal(evaluation.name, classic_programs[i]->name);
        Position all = {shape.playable, 0};
        for (int k = 0; k < 2; k++, all = position_passed(all)) {
            int value = evaluation_value(&evaluation, all);
            assert_in_range(value + EVAL_LIMIT, 0, 2 * EVAL_LIMIT);
        }
    }
}

static void tables_of_8x8_go_by_the_distance_from_the_edges_elsewhere(void **state) {
    (void)state;
    /* The 9x7 table as the tournament's program has it. */
    static const int rows[4][9] = {
        {100, -10, 11, 6, 6, 6, 11, -10, 100},
        {-10, -20, 1, 2, 2, 2, 1, -20, -10},
        {10, 1, 5, 4, 4, 4, 5, 1, 10},
        {6, 2, 4, 2, 2, 2, 4, 2, 6},
    };
    Shape shape;
    Evaluation evaluation;
    assert_true(shape_init(&shape, 9, 7, NULL));
    assert_true(evaluation_from_program(&evaluation, classic_program_find("nine-by-seven", 13),
                                        &shape, NULL));
    for (int row = 0; row < 7; row++)
        for (int column = 0; column < 9; column++) {
            double weight = evaluation.square_weights[shape_square(&shape, column, row)];
            assert_true(weight == rows[row < 4 ? row : 6 - row][column]);
        }
}

static void a_board_that_is_not_supported_is_refused(void **state) {
    (void)state;
    Shape shape;
    Evaluation evaluation;
    Error error;
    assert_true(shape_init(&shape, 9, 7, NULL));
    assert_false(evaluation_from_program(&evaluation, classic_program_find("e03-myjudge", 11),
                                         &shape, &error));
    assert_int_equal(error.status, STATUS_UNSUPPORTED);
    assert_string_equal(error.text, "e03-myjudge plays on 6x6 only, not on 9x7");
    assert_false(evaluation_from_program(&evaluation, classic_program_find("alpha-othello", 13),
                                         &shape, &error));
    assert_true(evaluation_from_program(&evaluation, classic_program_find("miniproject3", 12),
                                        &shape, &error));
}

static void nine_by_seven_values_the_line_and_not_the_position(void **state) {
    (void)state;
    Shape shape;
    Evaluation evaluation;
    assert_true(shape_init(&shape, 9, 7, NULL));
    assert_true(evaluation_from_program(&evaluation, classic_program_find("nine-by-seven", 13),
                                        &shape, NULL));
    Position position = {UINT64_C(0x1f), UINT64_C(0x60)};
    assert_true(evaluation_explain(&evaluation, position, NULL, NULL) == 3);
    EvalLine line = {.begin = {UINT64_C(0x7), UINT64_C(0x60)}, .last_square = 8};
    assert_true(evaluation_explain(&evaluation, position, &line, NULL) == 2 + 100);
}

static void evaluations_open_by_name(void **state) {
    (void)state;
    Shape shape;
    Evaluation evaluation;
    Error error;
    assert_true(shape_init(&shape, 5, 5, NULL));
    assert_true(evaluation_open(&evaluation, &shape, NULL, NULL, &error));
    assert_string_equal(evaluation.name, "handmade"); /* nothing is learned for 5x5 */
    evaluation_close(&evaluation);
    assert_true(evaluation_open(&evaluation, &shape, "botzone", NULL, &error));
    assert_string_equal(evaluation.name, "botzone");
    evaluation_close(&evaluation);
    assert_false(evaluation_open(&evaluation, &shape, "pattern", NULL, &error));
    assert_int_equal(error.status, STATUS_UNSUPPORTED);
    assert_false(evaluation_open(&evaluation, &shape, "botzoen", NULL, &error));
    assert_string_equal(error.text, "unknown evaluation 'botzoen', did you mean 'botzone'?");
    assert_false(evaluation_open(&evaluation, &shape, "botzone", "some.weights", &error));
    assert_false(evaluation_open(&evaluation, &shape, NULL, "/nowhere/some.weights", &error));
    assert_int_equal(error.status, STATUS_IO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_whole_and_has_a_name_of_its_own),
        cmocka_unit_test(terms_add_up_to_the_value_on_every_board),
        cmocka_unit_test(mirrored_positions_have_equal_values),
        cmocka_unit_test(the_full_search_gets_values_within_its_limits),
        cmocka_unit_test(tables_of_8x8_go_by_the_distance_from_the_edges_elsewhere),
        cmocka_unit_test(a_board_that_is_not_supported_is_refused),
        cmocka_unit_test(nine_by_seven_values_the_line_and_not_the_position),
        cmocka_unit_test(evaluations_open_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
