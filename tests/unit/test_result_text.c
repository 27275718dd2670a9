/* Results as text and JSON: one set of names, whole moves, no surprises in the numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/result_text.h"
#include "game/position.h"

static EngineLine line_of(double score, bool is_exact) {
    return (EngineLine){.score = score,
                        .depth = 20,
                        .selectivity = is_exact ? 100 : 73,
                        .is_exact = is_exact,
                        .length = 3,
                        .pv = {26, PASS, 19}};
}

static const Shape *board(void) {
    static Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    return &shape;
}

static void exact_scores_are_whole_and_estimates_have_two_digits(void **state) {
    (void)state;
    assert_string_equal(score_text(4, true).text, "+4");
    assert_string_equal(score_text(-64, true).text, "-64");
    assert_string_equal(score_text(3.515625, false).text, "+3.52");
    assert_string_equal(score_text(0, true).text, "+0");
}

static void nothing_is_never_negative(void **state) {
    (void)state;
    assert_string_equal(score_text(-0.0, true).text, "+0");
    assert_string_equal(score_text(-0.004, false).text, "+0.00");
}

static void the_depth_says_how_selective_the_search_was(void **state) {
    (void)state;
    EngineLine exact = line_of(4, true), guess = line_of(1, false);
    assert_string_equal(line_depth_text(&exact).text, "exact");
    assert_string_equal(line_depth_text(&guess).text, "20@73%");
}

static void a_long_variation_is_cut_with_dots(void **state) {
    (void)state;
    char bytes[LINE_PV_SIZE];
    EngineLine line = line_of(1, false);
    Text whole = text_into(bytes, sizeof bytes);
    line_pv_text(&whole, board(), &line, 0, 3);
    assert_string_equal(bytes, "c4 pass d3");
    Text cut = text_into(bytes, sizeof bytes);
    line_pv_text(&cut, board(), &line, 0, 2);
    assert_string_equal(bytes, "c4 pass ...");
    Text tail = text_into(bytes, sizeof bytes);
    line_pv_text(&tail, board(), &line, 1, 3);
    assert_string_equal(bytes, "pass d3");
}

static void a_result_has_its_best_line_and_all_lines(void **state) {
    (void)state;
    static EngineResult result;
    static char bytes[RESULT_JSON_SIZE];
    result = (EngineResult){.count = 2, .nodes = 12, .seconds = 0.5, .end = ENGINE_TIME_LIMIT};
    result.lines[0] = line_of(1.5, false);
    result.lines[1] = line_of(-0.0, true);
    result.lines[1].length = 1;
    Text text = text_into(bytes, sizeof bytes);
    result_json(&text, board(), &result);
    assert_string_equal(bytes, "{\"move\":\"c4\",\"score\":1.5,\"depth\":20,\"selectivity\":73,"
                               "\"exact\":false,\"pv\":[\"c4\",\"pass\",\"d3\"],\"nodes\":12,"
                               "\"seconds\":0.500000,\"end\":\"time-limit\",\"lines\":["
                               "{\"move\":\"c4\",\"score\":1.5,\"depth\":20,\"selectivity\":73,"
                               "\"exact\":false,\"pv\":[\"c4\",\"pass\",\"d3\"]},"
                               "{\"move\":\"c4\",\"score\":0,\"depth\":20,\"selectivity\":100,"
                               "\"exact\":true,\"pv\":[\"c4\"]}]}");
}

static void a_finished_game_has_a_score_and_no_move(void **state) {
    (void)state;
    static EngineResult result;
    char bytes[2 * LINE_JSON_SIZE];
    result = (EngineResult){.end = ENGINE_GAME_OVER};
    result.lines[0] = (EngineLine){.score = -12, .selectivity = 100, .is_exact = true};
    Text text = text_into(bytes, sizeof bytes);
    result_json(&text, board(), &result);
    assert_non_null(strstr(bytes, "{\"move\":null,\"score\":-12,"));
    assert_non_null(strstr(bytes, "\"pv\":[],"));
    assert_non_null(strstr(bytes, "\"end\":\"game-over\",\"lines\":[]}"));
}

static void the_longest_result_fits_its_buffer(void **state) {
    (void)state;
    static EngineResult result;
    static char bytes[RESULT_JSON_SIZE];
    Shape shape;
    assert_true(shape_init(&shape, 4, 16, NULL));
    result = (EngineResult){
        .count = ENGINE_MAX_LINES, .nodes = UINT64_MAX, .seconds = 1e9, .end = ENGINE_TIME_LIMIT};
    for (int i = 0; i < ENGINE_MAX_LINES; i++) {
        EngineLine *line = &result.lines[i];
        *line = (EngineLine){.score = -63.9921875, .depth = 64, .selectivity = 100, .length = 64};
        for (int k = 0; k < 64; k++)
            line->pv[k] = k % 2 ? PASS : (uint8_t)shape_from_index(&shape, 63);
    }
    Text text = text_into(bytes, sizeof bytes);
    result_json(&text, &shape, &result);
    assert_true(text.length < sizeof bytes);
    Text pv = text_into(bytes, LINE_PV_SIZE);
    line_pv_text(&pv, &shape, &result.lines[0], 0, 63);
    assert_true(pv.length < LINE_PV_SIZE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_scores_are_whole_and_estimates_have_two_digits),
        cmocka_unit_test(nothing_is_never_negative),
        cmocka_unit_test(the_depth_says_how_selective_the_search_was),
        cmocka_unit_test(a_long_variation_is_cut_with_dots),
        cmocka_unit_test(a_result_has_its_best_line_and_all_lines),
        cmocka_unit_test(a_finished_game_has_a_score_and_no_move),
        cmocka_unit_test(the_longest_result_fits_its_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
