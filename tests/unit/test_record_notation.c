/* Squares, moves and positions as text: every way of writing them, and every way of getting it
 * wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "record/notation.h"
#include "support/boards.h"

#define START_SQUARES "---------------------------OX------XO---------------------------"

static int move_of(const Shape *shape, const char *text) {
    int square = -1;
    Error error;
    if (!move_parse(shape, text, strlen(text), &square, &error)) fail_msg("%s", error.text);
    return square;
}

static void assert_move_refused(const Shape *shape, const char *text, const char *reason) {
    int square = -7;
    Error error = {.status = STATUS_OK};
    assert_false(move_parse(shape, text, strlen(text), &square, &error));
    assert_int_equal(square, -7);
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_string_equal(error.text, reason);
}

static void assert_board_refused(const Shape *shape, const char *text, const char *reason) {
    Board board = {NULL, {5, 6}, WHITE};
    Error error = {.status = STATUS_OK};
    assert_false(board_parse(shape, text, strlen(text), &board, &error));
    assert_true(board.shape == NULL && board.position.own == 5 && board.position.opp == 6);
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_string_equal(error.text, reason);
}

static void every_square_of_every_board_has_a_name(void **state) {
    (void)state;
    for (int width = SHAPE_MIN_SIDE; width <= SHAPE_MAX_SIDE; width++) {
        for (int height = SHAPE_MIN_SIDE; width * height <= SHAPE_MAX_SQUARES; height++) {
            Shape shape = shape_of(width, height);
            for (uint64_t squares = shape.playable; squares;) {
                int square = bits_pop(&squares);
                assert_int_equal(move_of(&shape, move_name(&shape, square).text), square);
            }
        }
    }
}

static void corners_are_named_by_column_and_row(void **state) {
    (void)state;
    Shape wide = shape_of(16, 4), tall = shape_of(4, 16), usual = shape_of(8, 8);
    assert_int_equal(move_of(&wide, "p4"), shape_square(&wide, 15, 3));
    assert_int_equal(move_of(&tall, "d16"), shape_square(&tall, 3, 15));
    assert_int_equal(move_of(&usual, " H1\r\n"), 7);
    assert_string_equal(move_name(&usual, 8).text, "a2");
    assert_string_equal(move_name(&usual, PASS).text, "pass");
    assert_string_equal(move_name(&usual, NO_MOVE).text, "none");
}

static void passes_are_read_in_all_their_spellings(void **state) {
    (void)state;
    static const char *const words[] = {"pass", "PASS", "Pass", "PA",  "pa",
                                        "PS",   "ps",   "--",   "@@@@"};
    Shape shape = shape_of(16, 4);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_int_equal(move_of(&shape, words[i]), PASS);
}

static void what_is_no_move_is_refused_with_place_and_reason(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8), tall = shape_of(5, 12);
    assert_move_refused(&shape, "", "move: expected a move such as d3, found the end");
    assert_move_refused(&shape, "  5f", "move: expected a move such as d3, found '5'");
    assert_move_refused(&shape, "f", "move: expected a move such as d3, found 'f'");
    assert_move_refused(&shape, "pas", "move: unexpected 's' after the move");
    assert_move_refused(&shape, "@@@", "move: expected a move such as d3, found '@'");
    assert_move_refused(&shape, "f9", "move: f9 is off the board (8x8)");
    assert_move_refused(&shape, "f0", "move: f0 is off the board (8x8)");
    assert_move_refused(&shape, "f05", "move: f05 is off the board (8x8)");
    assert_move_refused(&shape, "i1", "move: i1 is off the board (8x8)");
    assert_move_refused(&shape, "a11111111111111", "move: a11111 is off the board (8x8)");
    assert_move_refused(&shape, "f5 d6", "move: unexpected 'd' after the move");
    assert_move_refused(&shape, "\xc3\xa4",
                        "move: expected a move such as d3, found a character outside of ASCII");
    assert_move_refused(&tall, "a13", "move: a13 is off the board (5x12)");
}

static void positions_are_written_and_read_on_every_board(void **state) {
    (void)state;
    char text[BOARD_TEXT_SIZE];
    for (int width = SHAPE_MIN_SIDE; width <= SHAPE_MAX_SIDE; width++) {
        for (int height = SHAPE_MIN_SIDE; width * height <= SHAPE_MAX_SQUARES; height++) {
            Shape shape = shape_of(width, height);
            Board board = board_start(&shape);
            assert_int_equal(board_format(&board, text, sizeof text), width * height + 2);
            Board again = board_of(&shape, text);
            assert_int_equal(again.side, BLACK);
            assert_int_equal(again.position.own, board.position.own);
            assert_int_equal(again.position.opp, board.position.opp);
        }
    }
}

static void the_start_is_written_row_by_row_from_a1(void **state) {
    (void)state;
    char text[BOARD_TEXT_SIZE];
    Shape shape = shape_of(8, 8);
    Board board = board_start(&shape);
    board_format(&board, text, sizeof text);
    assert_string_equal(text, START_SQUARES " X");
    board = board_of(&shape, START_SQUARES " O");
    assert_int_equal(board.side, WHITE);
    assert_int_equal(board.position.opp, position_start(&shape).own);
}

static void every_letter_for_a_colour_is_understood(void **state) {
    (void)state;
    char text[BOARD_TEXT_SIZE];
    Shape shape = shape_of(4, 4);
    Board board = board_of(&shape, "Xx*B bOoW\tw-.-\n.--- w");
    board_format(&board, text, sizeof text);
    assert_string_equal(text, "XXXXXOOOO------- O");
    for (const char *side = "Xx*BbOoWw"; *side != '\0'; side++) {
        char position[] = "-------------------- ";
        memcpy(position + 16, (char[]){' ', *side, '\0'}, 3);
        assert_int_equal(board_of(&shape, position).side, strchr("OoWw", *side) ? WHITE : BLACK);
    }
}

static void digits_are_refused_because_they_are_ambiguous(void **state) {
    (void)state;
    Shape shape = shape_of(4, 4);
    assert_board_refused(&shape, "-----01--10----- 0",
                         "position: character 6: '0': digits mean opposite colours to different "
                         "programs; write X (black), O (white) and - (empty)");
    assert_board_refused(&shape, "-----OX--XO----- 1",
                         "position: character 18: '1': digits mean opposite colours to different "
                         "programs; write X (black), O (white) and - (empty)");
}

static void wrong_numbers_of_squares_are_counted(void **state) {
    (void)state;
    Shape shape = shape_of(4, 4), usual = shape_of(8, 8);
    assert_board_refused(&shape, "-----OX--XO---- X",
                         "position: at the end: 15 squares before the side to move, 4x4 has 16");
    assert_board_refused(&shape, "-----OX--XO----",
                         "position: at the end: 15 squares, 4x4 has 16 and then the side to move");
    assert_board_refused(&shape, "",
                         "position: at the end: 0 squares, 4x4 has 16 and then the side "
                         "to move");
    assert_board_refused(
        &shape, "-----OX--XO-----",
        "position: at the end: found the end, but after 16 squares (4x4) comes the "
        "side to move, X or O");
    assert_board_refused(
        &shape, "-----OX--XO------ X",
        "position: character 17: found '-', but after 16 squares (4x4) comes the side "
        "to move, X or O");
    assert_board_refused(
        &shape, "-----OX--XO-----XX",
        "position: character 18: unexpected 'X' after 16 squares (4x4) and the side "
        "to move");
    assert_board_refused(&usual, &START_SQUARES[1],
                         "position: at the end: 63 squares, 8x8 has 64 and then the side to move");
}

static void junk_in_a_position_is_shown(void **state) {
    (void)state;
    Shape shape = shape_of(4, 4);
    assert_board_refused(&shape, "-----OX-?XO----- X",
                         "position: character 9: '?' is no square: write X (black), O (white), "
                         "- (empty)");
    assert_board_refused(
        &shape, "-----OX--XO----- X;",
        "position: character 19: unexpected ';' after 16 squares (4x4) and the side "
        "to move");
}

static void bytes_past_the_length_are_not_read(void **state) {
    (void)state;
    // The address sanitizer sees a read past the allocation.
    static const char text[] = "-----OX--XO----- X";
    Shape shape = shape_of(4, 4);
    for (size_t length = 0; length < sizeof text; length++) {
        char *exact = malloc(length > 0 ? length : 1);
        Board board;
        assert_non_null(exact);
        memcpy(exact, text, length);
        assert_int_equal(board_parse(&shape, exact, length, &board, NULL),
                         length == sizeof text - 1);
        free(exact);
    }
}

static void texts_beyond_the_limit_are_refused(void **state) {
    (void)state;
    size_t length = RECORD_MAX_BYTES + 1;
    char *text = malloc(length);
    Shape shape = shape_of(4, 4);
    Board board;
    Error error;
    int square;
    assert_non_null(text);
    memset(text, ' ', length);
    memcpy(text, "-----OX--XO----- X", 18);
    assert_true(board_parse(&shape, text, length - 1, &board, &error));
    assert_false(board_parse(&shape, text, length, &board, &error));
    assert_string_equal(error.text, "position: longer than 65536 bytes");
    assert_false(move_parse(&shape, text, length, &square, &error));
    assert_string_equal(error.text, "move: longer than 65536 bytes");
    free(text);
}

static void a_small_buffer_receives_the_beginning(void **state) {
    (void)state;
    Shape shape = shape_of(4, 4);
    Board board = board_start(&shape);
    char text[8] = "???????";
    assert_int_equal(board_format(&board, text, 7), 18);
    assert_string_equal(text, "-----O");
    assert_int_equal(text[7], '\0');
    assert_int_equal(board_format(&board, text, 1), 18);
    assert_string_equal(text, "");
    assert_int_equal(board_format(&board, NULL, 0), 18);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_square_of_every_board_has_a_name),
        cmocka_unit_test(corners_are_named_by_column_and_row),
        cmocka_unit_test(passes_are_read_in_all_their_spellings),
        cmocka_unit_test(what_is_no_move_is_refused_with_place_and_reason),
        cmocka_unit_test(positions_are_written_and_read_on_every_board),
        cmocka_unit_test(the_start_is_written_row_by_row_from_a1),
        cmocka_unit_test(every_letter_for_a_colour_is_understood),
        cmocka_unit_test(digits_are_refused_because_they_are_ambiguous),
        cmocka_unit_test(wrong_numbers_of_squares_are_counted),
        cmocka_unit_test(junk_in_a_position_is_shown),
        cmocka_unit_test(bytes_past_the_length_are_not_read),
        cmocka_unit_test(texts_beyond_the_limit_are_refused),
        cmocka_unit_test(a_small_buffer_receives_the_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
