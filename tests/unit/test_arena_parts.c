/* The arena's small parts: JSON, command lines, state and action files, course blocks, endings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/bots/ending.h"
#include "arena/bots/json.h"
#include "arena/report/course.h"
#include "record/notation.h"
#include "record/statefile.h"
#include "sandbox/command_line.h"
#include "sandbox/limits.h"

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
}

static void json_numbers_that_are_no_integers_are_told_apart(void **state) {
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
        assert_non_null(strstr(error.text, "json: byte "));
        assert_int_equal(value.length, 77);
    }
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

static void command_lines_are_split_like_in_a_shell(void **state) {
    (void)state;
    CommandLine line;
    Error error;
    assert_true(command_line_parse(&line, " sh -c 'a  b'  \"c\\\"d\" e\\ f '' ", &error));
    assert_int_equal(line.count, 6);
    assert_string_equal(line.words[0], "sh");
    assert_string_equal(line.words[2], "a  b");
    assert_string_equal(line.words[3], "c\"d");
    assert_string_equal(line.words[4], "e f");
    assert_string_equal(line.words[5], "");
    assert_null(line.words[6]);
    assert_int_equal(line.program[0], '/');
    command_line_release(&line);
}

static void existing_files_become_absolute(void **state) {
    (void)state;
    CommandLine line;
    Error error;
    assert_true(command_line_parse(&line, "sh Makefile no-such-file -x ./Makefile", &error));
    assert_int_equal(line.words[1][0], '/');
    assert_string_equal(line.words[2], "no-such-file");
    assert_string_equal(line.words[3], "-x");
    assert_string_equal(line.words[4], line.words[1]);
    command_line_release(&line);
}

static void commands_that_cannot_run_are_refused(void **state) {
    (void)state;
    const char *const bad[][2] = {
        {"", "there is none"},
        {"   ", "there is none"},
        {"sh 'a", "a quote is not closed"},
        {"./no-such-program", "No such file"},
        {"no-such-program-anywhere", "No such file"},
        {"./Makefile", "is not executable"},
        {"./src", "is not a file"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CommandLine line;
        Error error;
        assert_false(command_line_parse(&line, bad[i][0], &error));
        assert_non_null(strstr(error.text, bad[i][1]));
    }
    char *many = calloc(1, 2 * COMMAND_LINE_MAX_BYTES);
    CommandLine line;
    Error error;
    assert_non_null(many);
    for (int i = 0; i <= COMMAND_LINE_MAX_WORDS; i++) strcat(many, "sh ");
    assert_false(command_line_parse(&line, many, &error));
    memset(many, 'x', COMMAND_LINE_MAX_BYTES + 1);
    assert_false(command_line_parse(&line, many, &error));
    free(many);
}

static void the_state_file_is_as_the_course_writes_it(void **state) {
    (void)state;
    Shape shape;
    Error error;
    char text[STATE_TEXT_SIZE];
    assert_true(shape_init(&shape, 8, 8, &error));
    Board board = board_start(&shape);
    size_t length = state_format(&board, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_string_equal(text, "1\n0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n"
                              "0 0 0 2 1 0 0 0\n0 0 0 1 2 0 0 0\n0 0 0 0 0 0 0 0\n"
                              "0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n4\n2 3\n3 2\n4 5\n5 4\n");
}

static bool action(const char *text, long *row, long *column) {
    char shown[32];
    return action_parse(text, strlen(text), row, column, shown, sizeof shown);
}

static void the_last_complete_pair_of_an_action_counts(void **state) {
    (void)state;
    long row = -9, column = -9;
    assert_true(action("2 3\n4 5\n", &row, &column));
    assert_int_equal(row, 4);
    assert_int_equal(column, 5);
    assert_true(action("2 3\n4", &row, &column));
    assert_int_equal(row, 2);
    assert_true(action("1 2\n3 x", &row, &column));
    assert_int_equal(row, 1);
    assert_true(action("-7 999999999999999999999999", &row, &column));
    assert_int_equal(row, -7);
    assert_true(column > 64);
    assert_false(action("", &row, &column));
    assert_false(action("5", &row, &column));
    assert_false(action("d3", &row, &column));
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

static void the_isolation_is_spelled_out(void **state) {
    (void)state;
    char text[ISOLATION_TEXT_SIZE];
    isolation_format(ISOLATION_LIMITS | ISOLATION_SUBREAPER, text);
    assert_string_equal(text, "subreaper+limits");
    isolation_format(31, text);
    assert_string_equal(text, "pid-namespace+subreaper+read-only+own-user+limits");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_botzone_answer_is_read),
        cmocka_unit_test(json_numbers_that_are_no_integers_are_told_apart),
        cmocka_unit_test(bad_json_is_refused_with_the_place),
        cmocka_unit_test(json_nesting_has_a_limit),
        cmocka_unit_test(command_lines_are_split_like_in_a_shell),
        cmocka_unit_test(existing_files_become_absolute),
        cmocka_unit_test(commands_that_cannot_run_are_refused),
        cmocka_unit_test(the_state_file_is_as_the_course_writes_it),
        cmocka_unit_test(the_last_complete_pair_of_an_action_counts),
        cmocka_unit_test(course_blocks_tell_winner_and_draw),
        cmocka_unit_test(every_ending_has_a_name_of_its_own),
        cmocka_unit_test(failure_texts_are_printable),
        cmocka_unit_test(the_isolation_is_spelled_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
