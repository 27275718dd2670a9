/* PGN-like texts: what web sites and programs write is read, what is written is strict. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/boards.h"
#include "support/records.h"

static Records records;

static void read_text(const char *text) {
    Shape board = shape_of(8, 8);
    records_read(&records, &format_pgn, &board, text, strlen(text));
}

static void assert_moves(int game, const char *expected) {
    char text[TRANSCRIPT_TEXT_SIZE];
    assert_true(game < records.games);
    transcript_format(&records.game[game].moves, text, sizeof text);
    assert_string_equal(text, expected);
}

static void tags_name_the_game(void **state) {
    (void)state;
    int score;
    read_text(
        "[Event \"Open \\\"A\\\"\"]\r\n[Site \"?\"]\r\n[Date \"2024.05.31\"]\r\n[Round \"3\"]\r\n"
        "[Black ann]\r\n[White \"J\xE9r\xF4me\"]\r\n[Result \"20-44\"]\r\n\r\n"
        "1. F5 d6 2. C3 {good} d3 20-44\r\n");
    assert_int_equal(records.bad, 0);
    assert_moves(0, "f5d6c3d3");
    const GameRecord *game = &records.game[0];
    assert_string_equal(game->event, "Open \"A\"");
    assert_string_equal(game->place, "");
    assert_string_equal(game->date, "2024.05.31");
    assert_string_equal(game->black, "ann");
    assert_string_equal(game->white, "Jérôme");
    assert_true(record_score(game, &score));
    assert_int_equal(score, -24);
    assert_int_equal(record_year(game), 2024);
}

static void games_end_where_the_next_one_begins(void **state) {
    (void)state;
    read_text(
        "[Event \"a\"]\n\n1. f5 d6\n2. c3 {a line\n\n[with] tags\n1. in it} d3\n[Event \"b\"]\n"
        "[Black \"x\"]\n\n[Event \"c\"]\n\n1. f5 f6 *\n\n\n1. f5 f4\n1. d3 c3\n");
    assert_int_equal(records.bad, 0);
    assert_int_equal(records.games, 5);
    assert_moves(0, "f5d6c3d3");
    assert_moves(1, "");
    assert_moves(2, "f5f6");
    assert_string_equal(records.game[2].event, "c");
    assert_moves(3, "f5f4");
    assert_moves(4, "d3c3");
}

static void other_boards_and_starts_have_tags(void **state) {
    (void)state;
    read_text("[Board \"6x6\"]\n\n1. d5\n\n"
              "[Board \"4x4\"]\n[FEN \"OXXX-XX-XXO----- O\"]\n\n1... pass 2. d4 *\n\n"
              "[Board \"3x3\"]\n\n1. a1\n\n[FEN \"8/8/8/3pP3/3Pp3/8/8/8 b\"]\n\n1. f5\n");
    assert_int_equal(records.games, 2);
    assert_int_equal(records.shape[0].squares, 36);
    assert_int_equal(records.game[1].moves.start.side, WHITE);
    assert_int_equal(records.game[1].moves.count, 2);
    assert_int_equal(records.bad, 2);
    assert_non_null(strstr(records.error[0].text, "game 3, line 10, column 1: board 3x3"));
    assert_string_equal(
        records.error[1].text,
        "game 4, line 14, column 1: a FEN with rows and numbers is one of chess; here "
        "it is the squares row by row as X, O and -, then the side: \"---XO--- ... X\"");
}

/* Whatever moves follow: also none. */
static void a_wrong_start_spoils_its_game(void **state) {
    (void)state;
    static const char *const texts[] = {"[Board \"3x3\"]\n\n*\n", "[FEN \"nonsense\"]\n\n*\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        read_text(texts[i]);
        assert_int_equal(records.bad, 1);
        assert_int_equal(records.games, 0);
    }
}

static void mistakes_are_named_with_their_place(void **state) {
    (void)state;
    read_text("[Event \"a\n\n1. f5\n\n1. f5 f5\n\n1. f5 {x\n");
    assert_int_equal(records.games, 0);
    assert_int_equal(records.bad, 3);
    assert_string_equal(records.error[0].text,
                        "game 1, line 1, column 1: a tag that does not end on its line");
    assert_string_equal(records.error[1].text, "game 2, move 2: f5 is occupied");
    assert_string_equal(records.error[2].text, "game 3, move 2: '{' is never closed");
}

static void assert_writes(const char *text, const char *expected) {
    size_t length;
    read_text(text);
    char *written = records_write(&format_pgn, &records.game[0], &length, NULL);
    assert_non_null(written);
    written[length] = '\0';
    assert_string_equal(written, expected);
    free(written);
}

static void what_is_written_is_strict(void **state) {
    (void)state;
    assert_writes("[Event \"a\\\"b\"]\nf5-d6-c3",
                  "[Event \"a\\\"b\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                  "[Black \"?\"]\n[White \"?\"]\n[Result \"*\"]\n\n1. f5 d6 2. c3 *\n\n");
    assert_writes("[Board \"4x4\"]\n[FEN \"OXXX-XX-XXO----- O\"]\n\npass d4",
                  "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                  "[Black \"?\"]\n[White \"?\"]\n[Result \"15-1\"]\n[Board \"4x4\"]\n"
                  "[FEN \"OXXX-XX-XXO----- O\"]\n\n1... pass 2. d4 15-1\n\n");
}

static void a_result_without_discs_names_the_winner(void **state) {
    (void)state;
    static const struct {
        const char *result;
        RecordWinner winner;
    } cases[] = {{"1-0", RECORD_BLACK_WINS},   {"0-1", RECORD_WHITE_WINS},
                 {"1/2-1/2", RECORD_DRAW},     {"40-24", RECORD_BLACK_WINS},
                 {"*", RECORD_WINNER_UNKNOWN}, {"0-0", RECORD_WINNER_UNKNOWN}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[100];
        int score;
        snprintf(text, sizeof text, "[Result \"%s\"]\n\n1. f5 d6\n", cases[i].result);
        read_text(text);
        assert_int_equal(record_winner(&records.game[0]), cases[i].winner);
        assert_int_equal(record_score(&records.game[0], &score), i == 2 || i == 3);
        snprintf(text, sizeof text, "1. f5 d6 %s\n", cases[i].result);
        read_text(text);
        assert_int_equal(record_winner(&records.game[0]), cases[i].winner);
    }
    // Discs say more than the winner alone, wherever they stand.
    int score;
    read_text("[Result \"40-24\"]\n\n1. f5 d6 1-0\n");
    assert_true(record_score(&records.game[0], &score));
    assert_int_equal(score, 16);
    assert_writes("[Result \"0-1\"]\n\n1. f5\n",
                  "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                  "[Black \"?\"]\n[White \"?\"]\n[Result \"0-1\"]\n\n1. f5 0-1\n\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_name_the_game),
        cmocka_unit_test(games_end_where_the_next_one_begins),
        cmocka_unit_test(other_boards_and_starts_have_tags),
        cmocka_unit_test(a_wrong_start_spoils_its_game),
        cmocka_unit_test(mistakes_are_named_with_their_place),
        cmocka_unit_test(what_is_written_is_strict),
        cmocka_unit_test(a_result_without_discs_names_the_winner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
