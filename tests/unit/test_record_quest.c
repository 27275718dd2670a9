/* The JSON of Othello Quest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/boards.h"
#include "support/records.h"

#define GAME(type, moves)                                                                          \
    "{\"gtype\":\"" type                                                                           \
    "\",\"players\":[{\"id\":\"a\",\"name\":\"\\u304a\\u5c3d\\ud83d\\ude00\","                     \
    "\"oldR\":1500.5,\"newR\":null},{\"id\":\"b\",\"name\":\"b\\\"\\/ob\"},{\"x\":[1]}],"          \
    "\"position\":{\"start\":{},\"moves\":[" moves "]},\"tcb\":60000,\"created\":\"2016-04-30\"}"
#define MOVES "{\"t\":1200,\"m\":\"e6\"},{\"m\":\"f4\",\"t\":3},{\"t\":0,\"m\":\"C3\"}"

static Records records;

static void read_text(const char *text) {
    Shape board = shape_of(8, 8);
    records_read(&records, NULL, &board, text, strlen(text));
}

static void assert_moves(int game, const char *expected) {
    char text[TRANSCRIPT_TEXT_SIZE];
    assert_true(game < records.games);
    transcript_format(&records.game[game].moves, text, sizeof text);
    assert_string_equal(text, expected);
}

static void a_message_is_a_game(void **state) {
    (void)state;
    read_text("{\"name\":\"game\",\"args\":[" GAME("reversi1", MOVES) ",{\"gtype\":\"x\"}]}");
    assert_int_equal(records.bad, 0);
    assert_moves(0, "e6f4c3");
    assert_string_equal(records.game[0].black, "お尽\xF0\x9F\x98\x80");
    assert_string_equal(records.game[0].white, "b\"/ob");
    assert_string_equal(records.game[0].date, "2016-04-30");
}

static void lists_and_lines_of_games_are_read(void **state) {
    (void)state;
    read_text("[" GAME("reversi1", MOVES) ",\n" GAME("reversi1", "") "]");
    assert_int_equal(records.games, 2);
    assert_int_equal(records.bad, 0);
    read_text(GAME("reversi1", MOVES) "\n" GAME("reversi1", MOVES));
    assert_int_equal(records.games, 2);
    assert_int_equal(records.bad, 0);
}

static void bad_games_are_named(void **state) {
    (void)state;
    read_text(GAME("reversi1", MOVES ",{\"m\":\"a1\"}") "\n" GAME(
        "reversi2", MOVES) "\n"
                           "{\"name\":\"hello\"}\n{\"position\":{\"moves\":[{\"m\":\"e\n" GAME(
                               "reversi1", MOVES));
    assert_int_equal(records.games, 1);
    assert_int_equal(records.bad, 4);
    assert_string_equal(records.error[0].text, "game 1, move 4: a1 turns nothing for White");
    assert_non_null(strstr(records.error[1].text, "game 2, line 2, column 20: the gtype reversi2"));
    assert_non_null(strstr(records.error[2].text, "a message without the moves of a game"));
    assert_non_null(
        strstr(records.error[3].text, "game 4, move 1: expected the end of the string"));
}

static void what_is_written_is_strict(void **state) {
    (void)state;
    size_t length;
    read_text("[Black \"a\\\"\"]\n\n1. f5 d6");
    char *text = records_write(&format_quest, &records.game[0], &length, NULL);
    text[length] = '\0';
    assert_string_equal(text, "{\"name\":\"game\",\"args\":[{\"gtype\":\"reversi1\",\"players\":[{"
                              "\"id\":\"a\\\"\",\"name\":\"a\\\"\"},{\"id\":\"\",\"name\":\"\"}],"
                              "\"position\":{\"moves\":[{\"t\":0,\"m\":\"f5\"},{\"t\":0,\"m\":"
                              "\"d6\"}]}}]}\n");
    free(text);
    Error error;
    read_text("[Board \"6x6\"]\n\n1. d5");
    assert_null(records_write(&format_quest, &records.game[0], &length, &error));
    assert_string_equal(error.text, "Othello Quest has games on 8x8 only, not 6x6");
}

/* Their games leave passes out; only at the end would one be lost. */
static void a_pass_is_written_at_the_end_alone(void **state) {
    (void)state;
    static const char *const squares[] = {"d3", "c3", "f5", "d2", "d1",
                                          "e1", "b2", "c1", "-",  "a3"};
    for (int count = 9; count <= 10; count++) {
        char game[1000], moves[400] = "";
        for (int i = 0; i < count; i++)
            sprintf(moves + strlen(moves), "%s{\"m\":\"%s\"}", i ? "," : "", squares[i]);
        snprintf(game, sizeof game, GAME("reversi1", "%s"), moves);
        read_text(game);
        assert_int_equal(records.bad, 0);
        size_t length;
        char *text = records_write(&format_quest, &records.game[0], &length, NULL);
        text[length] = '\0';
        const char *end = count == 9 ? "{\"t\":0,\"m\":\"c1\"},{\"t\":0,\"m\":\"-\"}]"
                                     : "{\"t\":0,\"m\":\"c1\"},{\"t\":0,\"m\":\"a3\"}]";
        if (!strstr(text, end)) fail_msg("%s", text);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_a_game),
        cmocka_unit_test(lists_and_lines_of_games_are_read),
        cmocka_unit_test(bad_games_are_named),
        cmocka_unit_test(what_is_written_is_strict),
        cmocka_unit_test(a_pass_is_written_at_the_end_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
