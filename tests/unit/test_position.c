/* Positions: the start, playing and taking back, and whose discs are whose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bits.h"
#include "game/position.h"

enum { C4 = 26, D4 = 27, E4 = 28, D5 = 35, E5 = 36 }; /* on 8x8 */

static Shape board_of(int width, int height) {
    Shape shape;
    assert_true(shape_init(&shape, width, height, NULL));
    return shape;
}

static void white_starts_on_d4_and_e5(void **state) {
    (void)state;
    Shape shape = board_of(8, 8);
    Board board = board_start(&shape);
    assert_int_equal(board.side, BLACK);
    assert_ptr_equal(board.shape, &shape);
    assert_int_equal(board_white(&board), bits_square(D4) | bits_square(E5));
    assert_int_equal(board_black(&board), bits_square(E4) | bits_square(D5));
    assert_int_equal(board.position.own, board_black(&board));
}

static void odd_boards_start_above_and_left_of_the_middle(void **state) {
    (void)state;
    static const int sizes[][2] = {{9, 7}, {7, 9}, {5, 5}, {5, 12}, {16, 4}, {6, 6}, {4, 4}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        Shape shape = board_of(sizes[i][0], sizes[i][1]);
        int column = sizes[i][0] / 2, row = sizes[i][1] / 2;
        Board board = board_start(&shape);
        assert_int_equal(board_white(&board),
                         bits_square(shape_square(&shape, column - 1, row - 1)) |
                             bits_square(shape_square(&shape, column, row)));
        assert_int_equal(board_black(&board),
                         bits_square(shape_square(&shape, column, row - 1)) |
                             bits_square(shape_square(&shape, column - 1, row)));
        assert_int_equal(bits_count(position_empties(&shape, board.position)), shape.squares - 4);
    }
}

static void a_move_puts_a_disc_turns_the_flips_and_changes_sides(void **state) {
    (void)state;
    Shape shape = board_of(8, 8);
    Board board = board_start(&shape);
    board_play(&board, (Move){C4, bits_square(D4)});
    assert_int_equal(board.side, WHITE);
    assert_int_equal(board_black(&board),
                     bits_square(C4) | bits_square(D4) | bits_square(E4) | bits_square(D5));
    assert_int_equal(board_white(&board), bits_square(E5));
    assert_int_equal(board.position.own, board_white(&board));
}

static void a_pass_changes_nothing_but_the_side(void **state) {
    (void)state;
    Shape shape = board_of(9, 7);
    Board start = board_start(&shape), board = start;
    board_play(&board, (Move){PASS, 0});
    assert_int_equal(board.side, WHITE);
    assert_int_equal(board_black(&board), board_black(&start));
    assert_int_equal(board_white(&board), board_white(&start));
    board_undo(&board, (Move){PASS, 0});
    assert_int_equal(board.side, BLACK);
    assert_int_equal(board.position.own, start.position.own);
    assert_int_equal(board.position.opp, start.position.opp);
}

static void taking_back_restores_the_position(void **state) {
    (void)state;
    Shape shape = board_of(8, 8);
    Board start = board_start(&shape), board = start;
    Move move = {C4, bits_square(D4)};
    board_play(&board, move);
    board_undo(&board, move);
    assert_int_equal(board.side, BLACK);
    assert_int_equal(board.position.own, start.position.own);
    assert_int_equal(board.position.opp, start.position.opp);
}

static void the_last_square_of_the_word_can_be_played(void **state) {
    (void)state;
    Position before = {bits_square(61), bits_square(62)}, position = before;
    Move move = {63, bits_square(62)};
    position_play(&position, move);
    assert_int_equal(position.own, 0);
    assert_int_equal(position.opp, bits_square(61) | bits_square(62) | bits_square(63));
    position_undo(&position, move);
    assert_int_equal(position.own, before.own);
    assert_int_equal(position.opp, before.opp);
}

static void passing_twice_leads_back(void **state) {
    (void)state;
    Position position = {5, 10}, passed = position_passed(position);
    assert_int_equal(passed.own, 10);
    assert_int_equal(passed.opp, 5);
    assert_int_equal(position_passed(passed).own, 5);
    assert_int_equal(side_other(BLACK), WHITE);
    assert_int_equal(side_other(WHITE), BLACK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(white_starts_on_d4_and_e5),
        cmocka_unit_test(odd_boards_start_above_and_left_of_the_middle),
        cmocka_unit_test(a_move_puts_a_disc_turns_the_flips_and_changes_sides),
        cmocka_unit_test(a_pass_changes_nothing_but_the_side),
        cmocka_unit_test(taking_back_restores_the_position),
        cmocka_unit_test(the_last_square_of_the_word_can_be_played),
        cmocka_unit_test(passing_twice_leads_back),
    };
    return cmocka_run_group_tests_name("position", tests, NULL, NULL);
}
