/* The API without HTTP: bodies in, JSON out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/evaluations.h"
#include "web/api.h"
#include "web/fields.h"
#include "web/think.h"

/* Memory that can be gone, for what this file of the API asks for itself. */
static bool is_memory_gone;

static void *memory_or_none(size_t size) {
    return is_memory_gone ? NULL : malloc(size);
}

#define malloc memory_or_none
#include "web/api.c"
#undef malloc

#define START "---------------------------OX------XO--------------------------- X"

/* Answers a request that must be right. */
static json_t *ask(const char *verb, const char *body) {
    Error error = {0};
    const ApiVerb *found = api_find(verb);
    assert_non_null(found);
    json_t *answer = api_answer(found, body, strlen(body), &error);
    if (!answer) fail_msg("%s %s: %s", verb, body, error.text);
    return answer;
}

/* A request that must be refused with a text that contains `reason`. */
static void assert_refused(const char *verb, const char *body, const char *reason) {
    Error error = {0};
    json_t *answer = api_answer(api_find(verb), body, strlen(body), &error);
    assert_null(answer);
    if (!strstr(error.text, reason)) fail_msg("'%s' is not in '%s'", reason, error.text);
}

static json_t *state_at(json_t *game, size_t ply) {
    return json_array_get(json_object_get(game, "states"), ply);
}

static const char *text_of(const json_t *object, const char *name) {
    return json_string_value(json_object_get(object, name));
}

static void a_game_without_moves_is_the_start(void **state) {
    (void)state;
    json_t *game = ask("game", "{}");
    json_t *start = state_at(game, 0);
    assert_string_equal(text_of(game, "board"), "8x8");
    assert_string_equal(text_of(start, "position"), START);
    assert_string_equal(text_of(start, "side"), "black");
    assert_int_equal(json_object_size(json_object_get(start, "legal")), 4);
    json_t *flips = json_object_get(json_object_get(start, "legal"), "d3");
    assert_int_equal(json_array_size(flips), 1);
    assert_string_equal(json_string_value(json_array_get(flips, 0)), "d4");
    json_decref(game);
}

static void a_game_has_a_state_for_every_position(void **state) {
    (void)state;
    json_t *game = ask("game", "{\"board\":\"6x6\",\"moves\":\"d5 C5\"}");
    assert_int_equal(json_array_size(json_object_get(game, "states")), 3);
    assert_string_equal(text_of(state_at(game, 2), "move"), "c5");
    assert_string_equal(text_of(state_at(game, 2), "side"), "black");
    json_decref(game);
}

static void a_pass_is_marked_and_may_be_played(void **state) {
    (void)state;
    /* Black has no move, White has one. */
    const char *body = "{\"board\":\"4x4\",\"position\":\"OOOOOOOOOOOOOOX- X\"}";
    json_t *here = ask("position", body);
    assert_true(json_is_true(json_object_get(here, "pass")));
    assert_true(json_is_false(json_object_get(here, "over")));
    json_decref(here);
    json_t *after =
        ask("play", "{\"board\":\"4x4\",\"position\":\"OOOOOOOOOOOOOOX- X\",\"move\":\"pass\"}");
    assert_string_equal(text_of(after, "side"), "white");
    json_decref(after);
}

static void a_finished_game_has_a_score_for_black(void **state) {
    (void)state;
    json_t *here = ask("position", "{\"board\":\"4x4\",\"position\":\"OOOOOOOOOOOOOOX- O\"}");
    json_decref(here);
    here = ask("position", "{\"board\":\"4x4\",\"position\":\"OOOO OOOO OOOO OOOX O\"}");
    assert_true(json_is_true(json_object_get(here, "over")));
    assert_int_equal(json_integer_value(json_object_get(here, "score")), -14);
    json_decref(here);
}

static void illegal_moves_are_refused_with_the_reason(void **state) {
    (void)state;
    assert_refused("play", "{\"position\":\"" START "\",\"move\":\"a1\"}", "turns nothing");
    assert_refused("play", "{\"position\":\"" START "\",\"move\":\"d4\"}", "occupied");
    assert_refused("play", "{\"position\":\"" START "\",\"move\":\"z9\"}", "field 'move'");
    assert_refused("play", "{\"position\":\"" START "\"}", "'move' is missing");
    assert_refused("game", "{\"moves\":\"d3d3\"}", "field 'moves'");
}

static void bad_bodies_are_refused_with_the_reason(void **state) {
    (void)state;
    assert_refused("game", "", "not JSON");
    assert_refused("game", "[]", "not a JSON object");
    assert_refused("game", "{\"a\":1}", "unknown field 'a'");
    assert_refused("game", "{\"board\":1}", "must be a text");
    assert_refused("game", "{\"board\":\"3x3\"}", "field 'board'");
    assert_refused("game", "{\"board\":\"8x8\",\"board\":\"6x6\"}", "not JSON");
    assert_refused("game", "{\"board\":\"8x8888888888888888\"}", "longer than");
    assert_refused("position", "{\"position\":\"--\"}", "field 'position'");
    assert_refused("position", "{\"position\":\"a\\u0000b\"}", "NUL");
}

static void a_diagram_is_an_image_or_there_is_no_memory(void **state) {
    (void)state;
    static const char body[] = "{\"position\":\"" START "\"}";
    json_t *answer = ask("diagram", body);
    assert_int_equal(strncmp(text_of(answer, "svg"), "<svg ", 5), 0);
    json_decref(answer);
    is_memory_gone = true;
    assert_refused("diagram", body, "no memory for a diagram");
    is_memory_gone = false;
}

static void deep_nesting_is_refused(void **state) {
    (void)state;
    char body[3000] = "{\"board\":";
    size_t length = strlen(body);
    memset(body + length, '[', 1000);
    memset(body + length + 1000, ']', 1000);
    strcpy(body + length + 2000, "}");
    assert_refused("game", body, "nested");
}

static void evaluations_explain_themselves(void **state) {
    (void)state;
    json_t *answer = ask("evaluate", "{\"position\":\"" START "\",\"eval\":\"miniproject3\"}");
    assert_true(json_number_value(json_object_get(answer, "value")) == 8);
    assert_int_equal(json_array_size(json_object_get(answer, "terms")), 2);
    assert_int_equal(json_array_size(json_object_get(answer, "table")), 64);
    double sum = 0;
    size_t i;
    json_t *term;
    json_array_foreach(json_object_get(answer, "terms"), i, term) sum +=
        json_number_value(json_object_get(term, "product"));
    assert_true(sum == json_number_value(json_object_get(answer, "value")));
    json_decref(answer);
    assert_refused("evaluate", "{\"position\":\"" START "\",\"eval\":\"nobody\"}", "no evaluation");
}

/* A penalty for nothing is 0; "-0" would stand in tables. */
static void no_term_is_worth_minus_nothing(void **state) {
    (void)state;
    Shape shape;
    EvaluationInfo info;
    int seen = 0;
    assert_true(shape_init(&shape, 8, 8, NULL));
    Board board = board_start(&shape);
    for (int i = 0; evaluations_info(i, &info); i++) {
        Evaluation *evaluation = evaluations_open(&shape, info.name, NULL, NULL);
        if (!evaluation) continue; /* it has other boards */
        Explanation why;
        char bytes[EXPLANATION_JSON_SIZE];
        Text text = text_into(bytes, sizeof bytes);
        evaluations_explain(evaluation, board.position, NULL, &why);
        explanation_json(&text, &board, info.name, &why);
        if (strstr(bytes, "-0,") || strstr(bytes, "-0}")) fail_msg("%s: %s", info.name, bytes);
        evaluations_close(evaluation);
        seen++;
    }
    assert_true(seen > 10);
}

static void assert_text(const json_t *answer, const char *name, const char *expected) {
    assert_string_equal(json_string_value(json_object_get(answer, name)), expected);
}

static void a_game_is_exported_as_every_format(void **state) {
    (void)state;
    json_t *answer = ask("export", "{\"moves\":\"f5d6\",\"black\":\"Ann\"}");
    assert_text(answer, "transcript", "f5d6");
    assert_text(answer, "sgf", "(;GM[2]FF[4]SZ[8]PB[Ann];B[f5];W[d6])");
    const char *ggf = json_string_value(json_object_get(answer, "ggf"));
    assert_non_null(strstr(ggf, "PB[Ann]"));
    assert_non_null(strstr(ggf, "B[F5]W[D6]"));
    json_decref(answer);
    answer = ask("export", "{\"board\":\"4x4\",\"start\":\"XO-------------- X\"}");
    assert_text(answer, "position", "XO-------------- X");
    assert_text(answer, "obf", "XO-------------- X;");
    assert_text(answer, "sgf", "(;GM[2]FF[4]SZ[4]AB[a1]AW[b1]PL[B])");
    json_decref(answer);
    char body[512];
    snprintf(body, sizeof body, "{\"black\":\"%080d\"}", 1);
    assert_refused("export", body, "black");
}

/* --- Import -------------------------------------------------------------------------------------
 */

static json_t *import(const char *text, const char *board) {
    json_t *request = json_pack("{s:s, s:s}", "text", text, "board", board);
    Error error = {0};
    json_t *answer = api_import(request, &error);
    if (!answer) fail_msg("%s: %s", text, error.text);
    json_decref(request);
    return answer;
}

static void assert_import(const char *text, const char *board, const char *format, size_t states) {
    json_t *game = import(text, board);
    assert_string_equal(text_of(game, "format"), format);
    assert_int_equal(json_array_size(json_object_get(game, "states")), states);
    json_decref(game);
}

static void transcripts_are_recognised(void **state) {
    (void)state;
    assert_import("f5d6c3", "8x8", "transcript", 4);
    assert_import(" 1. F5 2. D6\n3. C3 ", "8x8", "transcript", 4);
    assert_import("f5d6c3", "6x6", "transcript", 4); /* not legal there, so it is 8x8 */
}

static void a_game_finds_its_board_by_its_moves(void **state) {
    (void)state;
    json_t *game = import("[Black \"Ann\"]\n\n1. f5 d6 2. c3 d3", "4x4");
    assert_string_equal(text_of(game, "board"), "8x8");
    json_decref(game);
    game = import("[Black \"Ann\"]\n\n1. e4 c5", "8x8");
    assert_string_equal(text_of(game, "board"), "6x6");
    json_decref(game);
    assert_import("{\"position\":{\"moves\":[{\"m\":\"f5\"},{\"m\":\"d6\"}]}}", "4x4", "quest", 3);
    /* What is wrong is said of the board that the moves belong to, not of the one that is shown. */
    json_t *request =
        json_pack("{s:s, s:s}", "text", "[Black \"Ann\"]\n\n1. f5 d6 2. c3 c3", "board", "4x4");
    Error error = {0};
    assert_null(api_import(request, &error));
    if (!strstr(error.text, "move 4: c3 is occupied")) fail_msg("%s", error.text);
    json_decref(request);
}

static void boards_are_recognised_by_their_size(void **state) {
    (void)state;
    assert_import(START, "6x6", "board", 1);
    json_t *game = import("------\n------\n--OX--\n--XO--\n------\n------\nX", "8x8");
    assert_string_equal(text_of(game, "board"), "6x6");
    json_decref(game);
    game = import("---------\n---------\n---OX----\n---XO----\n---------\n---------\n---------\nO",
                  "8x8");
    assert_string_equal(text_of(game, "board"), "9x7");
    assert_string_equal(text_of(state_at(game, 0), "side"), "white");
    json_decref(game);
}

static void obf_brings_its_scores(void **state) {
    (void)state;
    json_t *game = import("% a comment\n" START "; d3:+0; c4:-2;", "8x8");
    assert_string_equal(text_of(game, "format"), "obf");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(game, "scores"), "c4")),
                     -2);
    json_decref(game);
}

static void ggf_brings_names_and_passes(void **state) {
    (void)state;
    json_t *game = import("(;GM[Othello]PC[x]PB[one \\] two]PW[three]TY[8]BO[8 -------- -------- "
                          "-------- ---O*--- ---*O--- -------- -------- -------- *]B[F5/1.2/3]"
                          "W[D6//4];)",
                          "6x6");
    assert_string_equal(text_of(game, "format"), "ggf");
    assert_string_equal(text_of(game, "black"), "one ] two");
    assert_int_equal(json_array_size(json_object_get(game, "states")), 3);
    json_decref(game);
}

static void tags_and_messages_bring_names(void **state) {
    (void)state;
    json_t *game = import("[Black \"Ann\"]\n\n1. f5 d6 40-24", "8x8");
    assert_string_equal(text_of(game, "format"), "pgn");
    assert_string_equal(text_of(game, "black"), "Ann");
    json_decref(game);
    assert_import("{\"position\":{\"moves\":[{\"m\":\"f5\"},{\"m\":\"d6\"}]}}", "8x8", "quest", 3);
    assert_import("https://example.org/?moves=f5d6", "8x8", "transcript", 3);
}

static void sgf_takes_both_kinds_of_squares_and_the_main_line(void **state) {
    (void)state;
    assert_import("(;GM[2]SZ[8];B[f5];W[df];B[c3](;W[d3])(;W[c4]))", "8x8", "sgf", 5);
    assert_import("(;GM[2]SZ[6]PB[a];B[d5])", "8x8", "sgf", 2);
}

static void assert_import_refused(const char *text, const char *reason) {
    json_t *request = json_pack("{s:s}", "text", text);
    Error error = {0};
    assert_null(api_import(request, &error));
    if (!strstr(error.text, reason)) fail_msg("'%s' is not in '%s'", reason, error.text);
    json_decref(request);
}

static void what_cannot_be_imported_is_refused_with_the_reason(void **state) {
    (void)state;
    assert_import_refused("", "nothing");
    assert_import_refused("hello", "transcript");
    assert_import_refused("f5f5", "move 2");
    assert_import_refused("--------------------OX", "no board I know");
    assert_import_refused("(;GM[1];B[aa])", "another game");
    assert_import_refused("(;GM[2]B[f5", "never closed");
    assert_import_refused("(;GM[2]B[a1])", "turns nothing");
    assert_import_refused("(;GM[2]SZ[19])", "column 11");
    assert_import_refused("(;GM[Othello]BO[8 --])", "ggf");
}

/* --- What thinks ---------------------------------------------------------------------------------
 */

static bool plan(const char *verb, const char *body, Error *error) {
    WebJobWork work;
    char session[SESSION_MAX + 1];
    const ThinkVerb *found = think_find(verb);
    assert_non_null(found);
    if (!think_read(found, body, strlen(body), &work, session, error)) return false;
    work.release(work.plan);
    return true;
}

static void assert_plan(const char *verb, const char *body) {
    Error error = {0};
    if (!plan(verb, body, &error)) fail_msg("%s %s: %s", verb, body, error.text);
}

static void assert_no_plan(const char *verb, const char *body, const char *reason) {
    Error error = {0};
    assert_false(plan(verb, body, &error));
    if (!strstr(error.text, reason)) fail_msg("'%s' is not in '%s'", reason, error.text);
}

static void limits_have_limits(void **state) {
    (void)state;
    assert_plan("best", "{\"position\":\"" START "\",\"level\":60,\"lines\":64,\"seconds\":60}");
    assert_no_plan("best", "{\"position\":\"" START "\",\"level\":61}", "field 'level'");
    assert_no_plan("best", "{\"position\":\"" START "\",\"level\":0}", "field 'level'");
    assert_no_plan("best", "{\"position\":\"" START "\",\"seconds\":61}", "field 'seconds'");
    assert_no_plan("best", "{\"position\":\"" START "\",\"seconds\":-1}", "field 'seconds'");
    assert_no_plan("best", "{\"position\":\"" START "\",\"lines\":0}", "field 'lines'");
    assert_no_plan("best", "{\"position\":\"" START "\",\"session\":\"a b\"}", "field 'session'");
    assert_no_plan("search", "{\"position\":\"" START "\",\"seconds\":601}", "field 'seconds'");
    assert_no_plan("tree", "{\"position\":\"" START "\",\"depth\":7}", "field 'depth'");
    assert_no_plan("tree", "{\"position\":\"" START "\",\"order\":\"up\"}", "field 'order'");
    assert_no_plan("review", "{\"level\":31}", "field 'level'");
}

static void players_can_be_named_but_files_and_commands_cannot(void **state) {
    (void)state;
    static const char *const good[] = {"engine",
                                       "engine:level=3",
                                       "engine:level=3,variety=1.5,seed=9",
                                       "engine:variety=1",
                                       "random",
                                       "random:seed=1",
                                       "beginner:1",
                                       "beginner:5,seed=4",
                                       "alphabeta:eval=discs,depth=2",
                                       "miniproject3:pruning=no",
                                       "miniproject3",
                                       "miniproject3:depth=2"};
    static const char *const bad[] = {"",
                                      "engine:level=61",
                                      "engine:weights=/etc/passwd",
                                      "engine:level=3,weights=/etc/passwd",
                                      "engine:variety=1,threads=64",
                                      "engine:hash=100000",
                                      "engine:search=reduction_plies:0",
                                      "engine:variety=-1",
                                      "gtp:sh",
                                      "statefile:sh",
                                      "beginner:9",
                                      "nobody:depth=3",
                                      "engine:",
                                      "plugin:/bin/false",
                                      "alphabeta:eval=plugin:/tmp/x.so",
                                      "miniproject3:depth=0",
                                      "beginner:-1",
                                      "alphabeta:weights=/etc/passwd",
                                      "random:seed=x"};
    char body[300];
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        snprintf(body, sizeof body, "{\"position\":\"" START "\",\"player\":\"%s\"}", good[i]);
        assert_plan("move", body);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(body, sizeof body, "{\"position\":\"" START "\",\"player\":\"%s\"}", bad[i]);
        assert_no_plan("move", body, "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_without_moves_is_the_start),
        cmocka_unit_test(a_game_has_a_state_for_every_position),
        cmocka_unit_test(a_pass_is_marked_and_may_be_played),
        cmocka_unit_test(a_finished_game_has_a_score_for_black),
        cmocka_unit_test(illegal_moves_are_refused_with_the_reason),
        cmocka_unit_test(bad_bodies_are_refused_with_the_reason),
        cmocka_unit_test(a_diagram_is_an_image_or_there_is_no_memory),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(evaluations_explain_themselves),
        cmocka_unit_test(no_term_is_worth_minus_nothing),
        cmocka_unit_test(a_game_is_exported_as_every_format),
        cmocka_unit_test(transcripts_are_recognised),
        cmocka_unit_test(boards_are_recognised_by_their_size),
        cmocka_unit_test(obf_brings_its_scores),
        cmocka_unit_test(ggf_brings_names_and_passes),
        cmocka_unit_test(tags_and_messages_bring_names),
        cmocka_unit_test(sgf_takes_both_kinds_of_squares_and_the_main_line),
        cmocka_unit_test(a_game_finds_its_board_by_its_moves),
        cmocka_unit_test(what_cannot_be_imported_is_refused_with_the_reason),
        cmocka_unit_test(limits_have_limits),
        cmocka_unit_test(players_can_be_named_but_files_and_commands_cannot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
