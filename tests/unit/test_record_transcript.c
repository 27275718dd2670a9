/* Games as text: what is understood, where passes come from, and how each wrong move is explained.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "game/rules.h"
#include "record/transcript.h"
#include "support/boards.h"

/* The shortest game in which one side loses all its discs. */
#define WIPEOUT "f5d6c5f4e7f6g5e6e3"

static Transcript game_of(const Board *start, const char *text) {
    Transcript game;
    Error error;
    if (!transcript_parse(&game, start, text, strlen(text), &error)) fail_msg("%s", error.text);
    return game;
}

static void assert_text(const Transcript *game, const char *expected) {
    char text[TRANSCRIPT_TEXT_SIZE];
    assert_int_equal(transcript_format(game, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
}

static void assert_position(const Board *board, const char *expected) {
    char text[BOARD_TEXT_SIZE];
    board_format(board, text, sizeof text);
    assert_string_equal(text, expected);
}

static void assert_refused(const Board *start, const char *text, const char *reason) {
    Transcript game, before;
    Error error = {.status = STATUS_OK};
    memset(&game, 0x5a, sizeof game);
    memcpy(&before, &game, sizeof game);
    assert_false(transcript_parse(&game, start, text, strlen(text), &error));
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_string_equal(error.text, reason);
    assert_memory_equal(&game, &before, sizeof game);
}

static void a_game_is_read_in_every_dress(void **state) {
    (void)state;
    static const char *const texts[] = {
        "f5d6c3",
        ("f5\xc2\xa0\xc2\xab"
         "d6\xc2\xbb c3"), // a blank that does not break, and quotes
        "F5D6C3",
        "f5 d6 c3",
        " f5\td6\r\nc3\n",
        "1. f5 2. d6 3. c3",
        "1.f5 d6 2.c3",
        "1.f52.d63.c3",
        "1. f5 1... d6 2. c3",
        "1. f5 2. d6 3. c3 4.",
        "1. F5 d6\n2. C3",
        "f5-d6-c3",
        "f5 - d6 - c3",
        "f5,d6,c3",
        "f5/d6/c3",
        "f5.d6.c3",
        "\"f5d6c3\"",
        "[\"f5\",\"d6\",\"c3\"]",
        "“f5 d6 c3”",
        "「Ｆ５　Ｄ６　Ｃ３」",
        "ｆ５ｄ６ｃ３",
        "f5→d6→c3",
        "\xEF\xBB\xBF f5d6c3",
        "1. f5! {the only one, by {symmetry} d6?! (1... f4 2. e3 (2. c3)) 2. c3",
        "f5d6c3 20-44",
        "f5d6c3 20 - 44",
        "f5 d6 2. c3 1-0",
        "f5 d6 2. c3 1/2-1/2",
        "f5 d6 c3 *",
        "https://example.org/view?id=a1&moves=f5d6c3&size=8",
        "http://www.example.org/f5-d6-c3",
        "WWW.example.org/#F5D6C3",
    };
    Shape shape = shape_of(8, 8);
    Board start = board_start(&shape);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Transcript game = game_of(&start, texts[i]);
        assert_int_equal(game.count, 3);
        assert_text(&game, "f5d6c3");
        assert_position(&game.end,
                        "------------------X--------XX------OXX-----O-------------------- O");
    }
}

static void an_empty_text_is_a_game_without_moves(void **state) {
    (void)state;
    Shape shape = shape_of(9, 7);
    Board start = board_start(&shape);
    Transcript game = game_of(&start, " \n");
    assert_int_equal(game.count, 0);
    assert_text(&game, "");
    assert_int_equal(game.end.position.own, start.position.own);
}

static void passes_left_out_are_put_in(void **state) {
    (void)state;
    Shape shape = shape_of(4, 4);
    Board start = board_start(&shape);
    Transcript game = game_of(&start, "b1c1d1a1a3d4");
    assert_int_equal(game.count, 7);
    assert_int_equal(game.moves[5].square, PASS);
    assert_int_equal(game.moves[5].flips, 0);
    assert_text(&game, "b1c1d1a1a3d4");
    assert_position(&game.end, "OXXX-XX-XXX----X O");
    assert_true(rules_is_over(&shape, game.end.position));
}

static void written_passes_mean_the_same(void **state) {
    (void)state;
    static const char *const texts[] = {"b1c1d1a1a3--d4", "b1 c1 d1 a1 a3 pass d4",
                                        "B1C1D1A1A3PAD4", "b1c1d1a1a3psd4", "b1c1d1a1a3 @@@@ d4"};
    Shape shape = shape_of(4, 4);
    Board start = board_start(&shape);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Transcript game = game_of(&start, texts[i]);
        assert_int_equal(game.count, 7);
        assert_position(&game.end, "OXXX-XX-XXX----X O");
    }
}

static void a_pass_at_the_end_is_kept(void **state) {
    (void)state;
    Shape shape = shape_of(4, 4);
    Board start = board_start(&shape);
    Transcript without = game_of(&start, "b1c1d1a1a3"), with = game_of(&start, "b1c1d1a1a3--");
    assert_int_equal(without.end.side, WHITE);
    assert_int_equal(with.end.side, BLACK);
    assert_text(&without, "b1c1d1a1a3");
    assert_text(&with, "b1c1d1a1a3pass");
    assert_int_equal(game_of(&start, "b1c1d1a1a3pass").count, 6);
}

static void tall_boards_have_rows_of_two_digits(void **state) {
    (void)state;
    static const char text[] = "d7b8a5d6c8a6a7a8a9b9c9e8b5a10a11b4";
    Shape shape = shape_of(5, 12);
    Board start = board_start(&shape);
    Transcript game = game_of(&start, text);
    assert_int_equal(game.count, 16);
    assert_text(&game, text);
    game = game_of(&start, "1.d7 2.b8 3.a5");
    assert_int_equal(game.count, 3);
}

static void an_illegal_move_is_named_placed_and_explained(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    Board start = board_start(&shape);
    assert_refused(&start, "f5d6c3d6", "transcript: move 4: d6 is occupied");
    assert_refused(&start, "f5 d6 a1", "transcript: move 3: a1 turns nothing for Black");
    assert_refused(&start, "f5f5", "transcript: move 2: f5 is occupied");
    assert_refused(&start, "f5i9", "transcript: move 2: i9 is off the board (8x8)");
    assert_refused(&start, "f5pass", "transcript: move 2: White can move and may not pass");
    assert_refused(&start, WIPEOUT "a1", "transcript: move 10: a1: the game is over");
    assert_refused(&start, WIPEOUT "--", "transcript: move 10: pass: the game is over");
    assert_refused(&start, "f5\xc3\xa9",
                   "transcript: move 2: expected a move such as d3, "
                   "found a character outside of ASCII");
    assert_refused(&start, "f5 {d6", "transcript: move 2: '{' is never closed");
    assert_refused(&start, "f5 (d6 {)}",
                   "transcript: move 2: expected a move such as d3, "
                   "found '}'");
    assert_refused(&start, "f5 40-24 d6", "transcript: move 2: unexpected 'd' after the result");
    assert_refused(&start, "f5 40-25 d6",
                   "transcript: move 2: a number is neither a move nor, without a dot after it, "
                   "the number of one");
    assert_refused(&start, "http://example.org/f5",
                   "transcript: move 1: there are no moves in this address");
    assert_refused(&start, "http://example.org/f5d6a1",
                   "transcript: move 3: a1 turns nothing for Black");
    assert_refused(&start, "f5 d",
                   "transcript: move 2: expected a move such as d3, "
                   "found 'd'");
    assert_refused(&start, "f5 66",
                   "transcript: move 2: a number is neither a move nor, without a dot "
                   "after it, the number of one");
    assert_refused(&start, "1234. f5",
                   "transcript: move 1: a number is neither a move nor, without a dot "
                   "after it, the number of one");
}

static void the_wipeout_ends_the_game(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    Board start = board_start(&shape);
    Transcript game = game_of(&start, WIPEOUT);
    assert_int_equal(game.end.side, WHITE);
    assert_true(rules_is_over(&shape, game.end.position));
    assert_int_equal(rules_score(&shape, game.end.position), -64);
    assert_int_equal(rules_difference(game.end.position), -13);
}

static void moves_are_added_and_taken_back(void **state) {
    (void)state;
    Shape shape = shape_of(4, 4);
    Board start = board_start(&shape);
    Transcript game = game_of(&start, "b1c1d1a1a3");
    Error error;
    int d4 = shape_square(&shape, 3, 3);
    assert_false(transcript_add(&game, d4, false, &error));
    assert_string_equal(error.text, "White has no move and must pass");
    assert_int_equal(game.count, 5);
    assert_false(transcript_add(&game, shape_square(&shape, 0, 3), true, &error));
    assert_string_equal(error.text, "a4 turns nothing for Black");
    assert_int_equal(game.count, 5);
    assert_true(transcript_add(&game, d4, true, &error));
    assert_int_equal(game.count, 7);
    for (int left = 7; left > 0; left--) assert_true(transcript_undo(&game));
    assert_false(transcript_undo(&game));
    assert_int_equal(game.end.position.own, start.position.own);
    assert_int_equal(game.end.side, BLACK);
}

static void texts_beyond_the_limit_are_refused(void **state) {
    (void)state;
    size_t length = RECORD_MAX_BYTES + 1;
    char *text = malloc(length);
    Shape shape = shape_of(8, 8);
    Board start = board_start(&shape);
    Transcript game;
    Error error;
    assert_non_null(text);
    memset(text, ' ', length);
    assert_true(transcript_parse(&game, &start, text, length - 1, &error));
    assert_false(transcript_parse(&game, &start, text, length, &error));
    assert_string_equal(error.text, "transcript: longer than 65536 bytes");
    free(text);
}

static void a_game_comes_back_from_its_bytes(void **state) {
    (void)state;
    Shape shape = shape_of(4, 4);
    Board start = board_start(&shape);
    Transcript game = game_of(&start, "b1c1d1a1a3d4"), read;
    uint8_t bytes[TRANSCRIPT_MAX_BYTES + 1];
    size_t length = transcript_encode(&game, bytes);
    assert_int_equal(length, TRANSCRIPT_BYTES_HEAD + game.count);
    assert_true(transcript_decode(&read, &shape, bytes, length));
    assert_int_equal(read.count, game.count);
    assert_int_equal(read.end.side, game.end.side);
    assert_int_equal(read.end.position.own, game.end.position.own);
    assert_int_equal(read.end.position.opp, game.end.position.opp);
}

static void bytes_that_are_no_game_are_refused(void **state) {
    (void)state;
    Shape shape = shape_of(4, 4);
    Board start = board_start(&shape);
    Transcript game = game_of(&start, "b1c1"), read;
    uint8_t bytes[TRANSCRIPT_MAX_BYTES + 1] = {0};
    size_t length = transcript_encode(&game, bytes);
    for (size_t cut = 0; cut < length; cut++)
        assert_false(transcript_decode(&read, &shape, bytes, cut));
    assert_false(transcript_decode(&read, &shape, bytes, length + 1));
    bytes[length - 1] = bytes[length - 2]; /* an occupied square */
    assert_false(transcript_decode(&read, &shape, bytes, length));
    length = transcript_encode(&game, bytes);
    bytes[9] = 1; /* a disc beyond the board */
    assert_false(transcript_decode(&read, &shape, bytes, length));
    length = transcript_encode(&game, bytes);
    memcpy(bytes + 10, bytes + 2, 8); /* discs of both sides on one square */
    assert_false(transcript_decode(&read, &shape, bytes, length));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_read_in_every_dress),
        cmocka_unit_test(an_empty_text_is_a_game_without_moves),
        cmocka_unit_test(passes_left_out_are_put_in),
        cmocka_unit_test(written_passes_mean_the_same),
        cmocka_unit_test(a_pass_at_the_end_is_kept),
        cmocka_unit_test(tall_boards_have_rows_of_two_digits),
        cmocka_unit_test(an_illegal_move_is_named_placed_and_explained),
        cmocka_unit_test(the_wipeout_ends_the_game),
        cmocka_unit_test(moves_are_added_and_taken_back),
        cmocka_unit_test(texts_beyond_the_limit_are_refused),
        cmocka_unit_test(a_game_comes_back_from_its_bytes),
        cmocka_unit_test(bytes_that_are_no_game_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
