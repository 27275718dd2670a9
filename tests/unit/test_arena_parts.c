/* The arena's small parts: JSON of Botzone answers, blocks of the course referee, endings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/bots/ending.h"
#include "arena/bots/foreign.h"
#include "arena/bots/json.h"
#include "arena/report/course.h"
#include "record/notation.h"

static JsonValue parsed(const char *text) {
    JsonValue value;
    Error error;
    if (!json_parse(text, strlen(text), &value, &error)) fail_msg("%s: %s", text, error.text);
    return value;
}

static void a_botzone_answer_is_read(void **state) {
    (void)state;
    JsonValue root = parsed(" {\"debug\":\"a\\\"}{\\u00e9\",\"response\" : {\"x\":-1, \"y\": 7}} ");
    JsonValue response, number;
    long value;
    assert_true(json_member(root, "response", &response));
    assert_true(json_member(response, "x", &number));
    assert_true(json_value_integer(number, &value));
    assert_int_equal(value, -1);
    assert_true(json_member(response, "y", &number));
    assert_true(json_value_integer(number, &value));
    assert_int_equal(value, 7);
    assert_false(json_member(response, "z", &number));
    assert_false(json_member(number, "x", &number));
    assert_false(json_member(parsed("{}"), "x", &number));
    /* Every hexadecimal digit, and the letters beside them. */
    parsed("\"\\u0123\\u4567\\u89ab\\ucdef\\uABCD\\uEF00\"");
    JsonValue refused;
    assert_false(json_parse("\"\\u000g\"", 8, &refused, NULL));
    assert_false(json_parse("\"\\u000`\"", 8, &refused, NULL));
}

static void only_whole_json_numbers_are_integers(void **state) {
    (void)state;
    long value = 42;
    const char *const others[] = {
        "1.5", "1e3", "\"3\"", "null", "true", "[]", "123456789012345678"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(json_value_integer(parsed(others[i]), &value));
    assert_int_equal(value, 42);
}

static void bad_json_is_refused_with_the_place(void **state) {
    (void)state;
    const char *const bad[] = {
        "",         "{",          "[1,]",  "{\"a\"}", "{\"a\":1,}", "01",      "+1",
        "1.",       ".5",         "nul",   "'a'",     "\"a",        "\"\\x\"", "\"\\u12g4\"",
        "\"a\nb\"", "{\"a\":1}}", "{a:1}", "[1 2]",   "tru",        "1 1",     "-",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        JsonValue value = {.length = 77};
        Error error;
        if (json_parse(bad[i], strlen(bad[i]), &value, &error)) fail_msg("accepted %s", bad[i]);
        assert_true(strncmp(error.text, "json: ", 6) == 0 &&
                    (strstr(error.text, ": character ") || strstr(error.text, ": at the end: ") ||
                     strstr(error.text, ": line 1, column ")));
        assert_int_equal(value.length, 77);
    }
    JsonValue value;
    Error error;
    assert_false(json_parse("1 1", 3, &value, &error));
    assert_string_equal(error.text, "json: character 3: something follows the value");
}

static void json_nesting_has_a_limit(void **state) {
    (void)state;
    char deep[256];
    JsonValue value;
    Error error;
    memset(deep, '[', 100);
    memset(deep + 100, ']', 100);
    assert_false(json_parse(deep, 200, &value, &error));
    assert_non_null(strstr(error.text, "nested deeper"));
    assert_true(json_parse(deep + 100 - JSON_MAX_NESTING, 2 * JSON_MAX_NESTING, &value, &error));
}

static Board board_of(const Shape *shape, const char *text) {
    Board board;
    Error error;
    if (!board_parse(shape, text, strlen(text), &board, &error)) fail_msg("%s", error.text);
    return board;
}

static void course_blocks_tell_winner_and_draw(void **state) {
    (void)state;
    Shape shape;
    Error error;
    char text[COURSE_BLOCK_SIZE];
    assert_true(shape_init(&shape, 8, 8, &error));
    Board board = board_of(&shape, "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOO"
                                   "OOOO X");
    course_block(&board, COURSE_OVER, text, sizeof text);
    assert_string_equal(text, "Timestep #61\nO: 32; X: 32\nWinner is Draw\n+---------------+\n"
                              "|O O O O O O O O|\n|O O O O O O O O|\n|O O O O O O O O|\n"
                              "|O O O O O O O O|\n|X X X X X X X X|\n|X X X X X X X X|\n"
                              "|X X X X X X X X|\n|X X X X X X X X|\n+---------------+\n"
                              "0 valid moves: {}\n=================\n");
    board = board_start(&shape);
    course_block(&board, COURSE_INVALID, text, sizeof text);
    assert_non_null(strstr(text, "\nWinner is X (Opponent performed invalid move)\n"));
    assert_non_null(strstr(text, "4 valid moves: {(2,3), (3,2), (4,5), (5,4)}\n"));
}

static void every_ending_has_a_name_of_its_own(void **state) {
    (void)state;
    for (int i = 0; i < ENDINGS; i++) {
        Ending found;
        assert_non_null(ending_name((Ending)i));
        assert_true(ending_find(ending_name((Ending)i), &found));
        assert_int_equal(found, i);
    }
    Ending untouched = ENDING_CRASHED;
    assert_false(ending_find("nonsense", &untouched));
    assert_int_equal(untouched, ENDING_CRASHED);
}

static void failure_texts_are_printable(void **state) {
    (void)state;
    Failure failure;
    assert_false(failure_set(&failure, ENDING_ILLEGAL_MOVE, "'%s'", "a\x1b[31m\n\xff"));
    assert_string_equal(failure.text, "'a?[31m?"
                                      "?'");
}

/* The referee would refuse such a move too, but only here it is known what the program said. */
static void a_move_against_the_rules_is_refused_with_what_was_said(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    Board start = board_start(&shape);
    Failure failure;
    int square = NO_MOVE;
    static const char *const wrong[] = {"d4", "a1", "pass", "z9"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char shown[16];
        failure = (Failure){.ending = ENDING_PLAYED_OUT};
        snprintf(shown, sizeof shown, "'%s': ", wrong[i]);
        assert_false(foreign_judge(&start, wrong[i], strlen(wrong[i]), &square, &failure));
        assert_int_equal(failure.ending, ENDING_ILLEGAL_MOVE);
        assert_ptr_equal(strstr(failure.text, shown), failure.text);
        assert_int_equal(square, NO_MOVE);
    }
    assert_true(foreign_judge(&start, "d3", 2, &square, &failure));
    assert_int_equal(square, shape_square(&shape, 3, 2));
}

static void every_fault_of_the_sandbox_is_an_ending(void **state) {
    (void)state;
    static const struct {
        FaultKind fault;
        Ending ending;
    } rows[] = {
        {FAULT_NONE, ENDING_PLAYED_OUT},
        {FAULT_TIMEOUT, ENDING_TIMEOUT},
        {FAULT_CRASHED, ENDING_CRASHED},
        {FAULT_OUTPUT_LIMIT, ENDING_OUTPUT_LIMIT},
        {FAULT_PROCESS_LIMIT, ENDING_PROCESS_LIMIT},
        {FAULT_MEMORY_LIMIT, ENDING_MEMORY_LIMIT},
        {FAULT_FILE_LIMIT, ENDING_FILE_LIMIT},
        {FAULT_NOT_STARTED, ENDING_NOT_STARTED},
        {FAULT_STOPPED, ENDING_STOPPED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Fault fault = {.kind = rows[i].fault, .text = "why"};
        Failure failure;
        assert_false(failure_from_fault(&failure, &fault));
        assert_int_equal(failure.ending, rows[i].ending);
        assert_string_equal(failure.text, "why");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_botzone_answer_is_read),
        cmocka_unit_test(only_whole_json_numbers_are_integers),
        cmocka_unit_test(bad_json_is_refused_with_the_place),
        cmocka_unit_test(json_nesting_has_a_limit),
        cmocka_unit_test(course_blocks_tell_winner_and_draw),
        cmocka_unit_test(every_ending_has_a_name_of_its_own),
        cmocka_unit_test(failure_texts_are_printable),
        cmocka_unit_test(a_move_against_the_rules_is_refused_with_what_was_said),
        cmocka_unit_test(every_fault_of_the_sandbox_is_an_ending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
