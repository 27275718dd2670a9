/* Files of games in any format: told by their content, read one by one, the good games of a damaged
 * file kept and the bad ones named with their place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/boards.h"
#include "support/records.h"

#define GGF_START "BO[8 ---------------------------O*------*O--------------------------- *]"

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

static void a_format_is_told_by_its_content(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const RecordFormat *format;
    } cases[] = {
        {"(;GM[Othello]PB[a]" GGF_START ";)", &format_ggf},
        {"\xEF\xBB\xBF\n (;GM[2];B[f5])", &format_sgf},
        {"[Event \"x\"]\n\n1. f5 d6", &format_pgn},
        {"1. f5 d6", &format_pgn},
        {"{\"name\":\"x\",\"args\":[]}", &format_quest},
        {"[ {\"position\":{}} ]", &format_quest},
        {"---------------------------OX------XO--------------------------- X", &format_obf},
        {"% positions\n", &format_obf},
        {"f5d6c3", &format_transcript},
        {"Ｆ５Ｄ６", &format_transcript},
        {"https://example.org/f5d6", &format_transcript},
        {"\x14\x18\1\1\1\0\0\0\0\0\0\0\0\0\0", NULL},
        {"", NULL},
        {"f5\1", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const RecordFormat *format = record_format_guess(cases[i].text, strlen(cases[i].text));
        if (format != cases[i].format)
            fail_msg("%s is taken for %s", cases[i].text, format != NULL ? format->name : "none");
    }
    static const char header[16] = {20, 24, 1, 1, 1};
    assert_ptr_equal(record_format_guess(header, sizeof header), &format_wthor);
    assert_null(record_format_guess(header, sizeof header - 1));
}

static void formats_are_found_by_name_and_extension(void **state) {
    (void)state;
    assert_ptr_equal(record_format_find("wthor"), &format_wthor);
    assert_ptr_equal(record_format_find("wtb"), &format_wthor);
    assert_ptr_equal(record_format_find("json"), &format_quest);
    assert_null(record_format_find("doc"));
}

static void the_good_games_of_a_damaged_file_are_kept(void **state) {
    (void)state;
    read_text("f5d6c3\n# a comment\n\nf5d6a1\n f5f6\nf5,d6,c3,d3,c4,b3,d3\n");
    assert_int_equal(records.games, 2);
    assert_moves(0, "f5d6c3");
    assert_moves(1, "f5f6");
    assert_int_equal(records.bad, 2);
    assert_string_equal(records.error[0].text, "game 2, move 3: a1 turns nothing for Black");
    assert_string_equal(records.error[1].text, "game 4, move 7: d3 is occupied");
}

static void a_ggf_cut_short_costs_itself_only(void **state) {
    (void)state;
    read_text("(;GM[Othello]" GGF_START "B[F5]W[D6];)\n"
              "(;GM[Othello]" GGF_START "B[F5]W[D\n"
              "(;GM[Othello]" GGF_START "B[F5]W[F6];)(;GM[Othello]" GGF_START "B[F5]W[F5];)\n"
              "(;GM[Othello]PB[a;)b]" GGF_START "B[D3];) junk");
    assert_int_equal(records.games, 3);
    assert_moves(0, "f5d6");
    assert_moves(1, "f5f6");
    assert_moves(2, "d3");
    assert_string_equal(records.game[2].black, "a;)b");
    assert_int_equal(records.bad, 2);
    assert_string_equal(records.error[0].text,
                        "game 2, line 2, column 91: a tag that does not end");
    assert_string_equal(records.error[1].text, "game 4, move 2: f5 is occupied");
}

static void an_sgf_collection_is_read_game_by_game(void **state) {
    (void)state;
    read_text("(;GM[2];B[f5](;W[d6])\n(;W[f6]))(;GM[2];B[a1])\n(;GM[2];B[d3\n(;GM[2]C[)];B[c4])");
    assert_int_equal(records.games, 2);
    assert_moves(0, "f5d6");
    assert_moves(1, "c4");
    assert_int_equal(records.bad, 2);
    assert_string_equal(records.error[0].text, "game 2, move 1: a1 turns nothing for Black");
    assert_string_equal(records.error[1].text, "game 3, line 3, column 10: '[' is never closed");
}

static void positions_are_games_without_moves(void **state) {
    (void)state;
    read_text("% two positions\n"
              "---------------------------OX------XO--------------------------- X; f5:+0;\n"
              "--------\n"
              "---------------------------OX------XO--------------------------- O % White\n");
    assert_int_equal(records.games, 2);
    assert_int_equal(records.game[0].moves.end.side, BLACK);
    assert_int_equal(records.game[1].moves.end.side, WHITE);
    assert_int_equal(records.bad, 1);
    assert_string_equal(
        records.error[0].text,
        "game 2, line 3, column 9: 8 squares, 8x8 has 64 and then the side to move");
}

static void a_game_longer_than_the_limit_is_skipped(void **state) {
    (void)state;
    size_t length = 5 * RECORD_MAX_BYTES;
    char *text = malloc(length);
    assert_non_null(text);
    memset(text, ' ', length);
    memcpy(text, "f5d6\nf5", 7);
    memcpy(text + length - 6, "\nf5f6\n", 6);
    Shape board = shape_of(8, 8);
    records_read(&records, NULL, &board, text, length);
    // The end of the long line, a window later, is a line of blanks.
    assert_int_equal(records.games, 2);
    assert_moves(1, "f5f6");
    assert_int_equal(records.bad, 1);
    assert_string_equal(records.error[0].text, "game 2, line 2, column 1: longer than 65536 bytes");
    free(text);
}

/* Games across the borders of the window. */
static void a_file_of_many_games_is_read_to_its_end(void **state) {
    (void)state;
    enum { GAMES = 20000 };
    static const char line[] = "(;GM[Othello]PB[ann]PW[bob]" GGF_START "B[F5]W[D6]B[C3];)\n";
    size_t size = sizeof line - 1;
    char *text = malloc(GAMES * size);
    assert_non_null(text);
    for (int i = 0; i < GAMES; i++) memcpy(text + (size_t)i * size, line, size);
    memcpy(text + 12345 * size + size - 6, "A1", 2);
    Shape board = shape_of(8, 8);
    records_read(&records, NULL, &board, text, GAMES * size);
    assert_int_equal(records.games, GAMES - 1);
    assert_int_equal(records.bad, 1);
    assert_string_equal(records.error[0].text, "game 12346, move 3: a1 turns nothing for Black");
    free(text);
}

static void what_is_pasted_is_one_game(void **state) {
    (void)state;
    Shape board = shape_of(8, 8), shape;
    GameRecord game;
    const RecordFormat *format;
    Error error;
    static const char text[] = "(;GM[2]SZ[6]PB[Ann];B[d5])";
    assert_true(record_parse(&board, &shape, &game, &format, text, strlen(text), &error));
    assert_ptr_equal(format, &format_sgf);
    assert_ptr_equal(game.moves.start.shape, &shape);
    assert_int_equal(shape.squares, 36);
    assert_string_equal(game.black, "Ann");
    assert_false(record_parse(&board, &shape, &game, &format, " \n", 2, &error));
    assert_string_equal(error.text, "games in none of the formats that are known");
    assert_false(record_parse(&board, &shape, &game, &format, "f5f5", 4, &error));
    assert_string_equal(error.text, "transcript: move 2: f5 is occupied");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_format_is_told_by_its_content),
        cmocka_unit_test(formats_are_found_by_name_and_extension),
        cmocka_unit_test(the_good_games_of_a_damaged_file_are_kept),
        cmocka_unit_test(a_ggf_cut_short_costs_itself_only),
        cmocka_unit_test(an_sgf_collection_is_read_game_by_game),
        cmocka_unit_test(positions_are_games_without_moves),
        cmocka_unit_test(a_game_longer_than_the_limit_is_skipped),
        cmocka_unit_test(a_file_of_many_games_is_read_to_its_end),
        cmocka_unit_test(what_is_pasted_is_one_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
