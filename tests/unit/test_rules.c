/* The rules in small pictures: what may be played, what turns, when it is over, who has won. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "game/rules.h"

/* A picture of a board, rows one after the other without blanks: 'X' is the side to move, 'O' the
 * other; '-' or anything else is empty. */
typedef struct Picture {
    Shape shape;
    Position position;
} Picture;

static Picture picture(int width, int height, const char *cells) {
    Picture found = {.position = {0, 0}};
    assert_true(shape_init(&found.shape, width, height, NULL));
    assert_int_equal(strlen(cells), width * height);
    for (int i = 0; cells[i]; i++) {
        uint64_t bit = bits_square(shape_from_index(&found.shape, i));
        if (cells[i] == 'X') found.position.own |= bit;
        if (cells[i] == 'O') found.position.opp |= bit;
    }
    return found;
}

/* The squares of a picture marked with this letter. */
static uint64_t marked(const Picture *board, const char *cells, char mark) {
    uint64_t set = 0;
    for (int i = 0; cells[i]; i++)
        if (cells[i] == mark) set |= bits_square(shape_from_index(&board->shape, i));
    return set;
}

static uint64_t moves_of(const Picture *board) {
    return rules_moves(&board->shape, board->position.own, board->position.opp);
}

static void the_start_has_four_moves(void **state) {
    (void)state;
    Picture board = picture(8, 8,
                            "--------"
                            "--------"
                            "--------"
                            "---OX---"
                            "---XO---"
                            "--------"
                            "--------"
                            "--------");
    assert_int_equal(moves_of(&board), marked(&board,
                                              "--------"
                                              "--------"
                                              "---m----"
                                              "--m-----"
                                              "-----m--"
                                              "----m---"
                                              "--------"
                                              "--------",
                                              'm'));
    assert_int_equal(board.position.own, position_start(&board.shape).own);
}

static void one_move_turns_in_all_eight_directions(void **state) {
    (void)state;
    static const char cells[] = "X--X--X"
                                "-O-O-O-"
                                "--OOO--"
                                "XOO-OOX"
                                "--OOO--"
                                "-O-O-O-"
                                "X--X--X";
    Picture board = picture(7, 7, cells);
    int square = shape_square(&board.shape, 3, 3);
    assert_true(bits_has(moves_of(&board), square));
    assert_int_equal(rules_flips(&board.shape, square, board.position.own, board.position.opp),
                     board.position.opp);
}

static void only_bracketed_discs_turn(void **state) {
    (void)state;
    static const char cells[] = "-OOOOO"
                                "OO----"
                                "O-X---"
                                "X-----"
                                "------"
                                "------";
    Picture board = picture(6, 6, cells);
    /* Row 1 runs to the edge, column 1 and the diagonal end in a disc of the mover. */
    assert_int_equal(rules_flips(&board.shape, 0, board.position.own, board.position.opp),
                     marked(&board,
                            "------"
                            "ff----"
                            "f-----"
                            "------"
                            "------"
                            "------",
                            'f'));
}

static void the_longest_lines_turn_as_a_whole(void **state) {
    (void)state;
    Picture board = picture(16, 4,
                            "-OOOOOOOOOOOOOOX"
                            "----------------"
                            "----------------"
                            "XOOOOOOOOOOOOOO-");
    assert_int_equal(moves_of(&board), bits_square(0) | bits_square(63));
    assert_int_equal(
        bits_count(rules_flips(&board.shape, 0, board.position.own, board.position.opp)), 14);
    assert_int_equal(
        bits_count(rules_flips(&board.shape, 63, board.position.own, board.position.opp)), 14);
}

static void lines_do_not_go_on_in_the_next_row(void **state) {
    (void)state;
    Picture board = picture(9, 7,
                            "-------OO"
                            "X--------"
                            "O--------"
                            "O-------X"
                            "--------O"
                            "O--------"
                            "X--------");
    /* Only column a has lines that begin and end on the board. */
    uint64_t expected = bits_square(shape_square(&board.shape, 0, 4)) |
                        bits_square(shape_square(&board.shape, 8, 5));
    assert_int_equal(moves_of(&board), expected);
}

static void pass_is_forced_when_no_move(void **state) {
    (void)state;
    Picture board = picture(4, 4,
                            "OX--"
                            "----"
                            "----"
                            "----");
    Move move = {NO_MOVE, 0};
    assert_int_equal(moves_of(&board), 0);
    assert_false(rules_is_over(&board.shape, board.position));
    assert_true(rules_find_move(&board.shape, board.position, PASS, &move));
    assert_int_equal(move.square, PASS);
    assert_int_equal(move.flips, 0);
}

static void pass_is_illegal_with_a_move_or_after_the_end(void **state) {
    (void)state;
    Picture can_move = picture(4, 4, "XO--------------");
    Picture over = picture(4, 4, "XX--------------");
    Move move = {NO_MOVE, 0};
    assert_false(rules_find_move(&can_move.shape, can_move.position, PASS, &move));
    assert_false(rules_find_move(&over.shape, over.position, PASS, &move));
    assert_int_equal(move.square, NO_MOVE);
}

static void illegal_squares_are_refused_and_leave_the_move_alone(void **state) {
    (void)state;
    Picture board = picture(6, 6,
                            "XO----"
                            "------"
                            "------"
                            "------"
                            "------"
                            "------");
    /* Taken, empty but turning nothing, off the board in the grid, no square at all. */
    static const int squares[] = {0, 1, 3, 6, 7, 63, -1, NO_MOVE, 1000, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof squares / sizeof squares[0]; i++) {
        Move move = {NO_MOVE, 99};
        assert_false(rules_find_move(&board.shape, board.position, squares[i], &move));
        assert_int_equal(move.square, NO_MOVE);
        assert_int_equal(move.flips, 99);
    }
    Move move;
    assert_true(rules_find_move(&board.shape, board.position, 2, &move));
    assert_int_equal(move.flips, bits_square(1));
}

static void the_game_is_over_when_neither_side_can_move(void **state) {
    (void)state;
    Picture wiped_out = picture(4, 4, "XX--X-----------");
    Picture full = picture(4, 4, "XXXXOOOOXXXXOOOO");
    Picture empty = picture(4, 4, "----------------");
    Picture going = picture(4, 4, "XO--------------");
    assert_true(rules_is_over(&wiped_out.shape, wiped_out.position));
    assert_true(rules_is_over(&full.shape, full.position));
    assert_true(rules_is_over(&empty.shape, empty.position));
    assert_false(rules_is_over(&going.shape, going.position));
}

static void empty_squares_go_to_the_winner(void **state) {
    (void)state;
    Picture won = picture(4, 4, "XXX-OO----------");
    assert_int_equal(rules_difference(won.position), 1);
    assert_int_equal(rules_score(&won.shape, won.position), 1 + 11);
    assert_int_equal(rules_score(&won.shape, position_passed(won.position)), -12);
    Picture drawn = picture(4, 4, "XX--OO----------");
    assert_int_equal(rules_score(&drawn.shape, drawn.position), 0);
    assert_int_equal(rules_difference(drawn.position), 0);
    Picture wiped_out = picture(9, 7,
                                "XXX------"
                                "---------"
                                "---------"
                                "---------"
                                "---------"
                                "---------"
                                "---------");
    assert_int_equal(rules_score(&wiped_out.shape, wiped_out.position), 63);
    Picture empty = picture(4, 4, "----------------");
    assert_int_equal(rules_score(&empty.shape, empty.position), 0);
}

static uint64_t stable_of(const Picture *board) {
    return rules_stable(&board->shape, board->position.own, board->position.opp);
}

static void corners_are_stable_and_the_start_is_not(void **state) {
    (void)state;
    Picture corners = picture(4, 4,
                              "X--O"
                              "-XO-"
                              "-OX-"
                              "O--X");
    assert_int_equal(stable_of(&corners), marked(&corners, "X--------------X", 'X'));
    Picture start = picture(4, 4, "-----OX--XO-----");
    assert_int_equal(stable_of(&start), 0);
}

static void discs_along_an_edge_lean_on_the_corner(void **state) {
    (void)state;
    static const char cells[] = "XXXX-X"
                                "XXX---"
                                "XX----"
                                "X-----"
                                "------"
                                "-----O";
    Picture board = picture(6, 6, cells);
    static const char stable[] = "SSSS-S"
                                 "SSS---"
                                 "SS----"
                                 "S-----"
                                 "------"
                                 "------";
    assert_int_equal(stable_of(&board), marked(&board, stable, 'S'));
}

static void on_a_full_board_every_disc_is_stable(void **state) {
    (void)state;
    Picture board = picture(5, 5, "XOXOXOXOXOXOXOXOXOXOXOXOX");
    assert_int_equal(stable_of(&board), board.position.own);
    assert_int_equal(rules_stable(&board.shape, board.position.opp, board.position.own),
                     board.position.opp);
}

static void discs_on_full_lines_alone_are_stable(void **state) {
    (void)state;
    /* The disc in the middle of the left edge: its column is full, its other lines end there. */
    Picture board = picture(4, 5,
                            "O---"
                            "O---"
                            "X---"
                            "O---"
                            "O---");
    assert_int_equal(stable_of(&board), bits_square(shape_square(&board.shape, 0, 2)));
    board.position.opp &= ~bits_square(0);
    assert_int_equal(stable_of(&board), 0);
}

static void a_random_move_is_every_legal_one_about_as_often(void **state) {
    (void)state;
    enum { DRAWS = 8000, MOVES = 4 };
    uint64_t moves = UINT64_C(1) << 19 | UINT64_C(1) << 26 | UINT64_C(1) | UINT64_C(1) << 63;
    int drawn[64] = {0};
    Random random = random_seeded(4);
    for (int i = 0; i < DRAWS; i++) drawn[rules_random_move(moves, &random)]++;
    for (int square = 0; square < 64; square++) {
        if (!bits_has(moves, square))
            assert_int_equal(drawn[square], 0);
        else
            assert_in_range(drawn[square], DRAWS / MOVES * 9 / 10, DRAWS / MOVES * 11 / 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_has_four_moves),
        cmocka_unit_test(one_move_turns_in_all_eight_directions),
        cmocka_unit_test(only_bracketed_discs_turn),
        cmocka_unit_test(the_longest_lines_turn_as_a_whole),
        cmocka_unit_test(lines_do_not_go_on_in_the_next_row),
        cmocka_unit_test(pass_is_forced_when_no_move),
        cmocka_unit_test(pass_is_illegal_with_a_move_or_after_the_end),
        cmocka_unit_test(illegal_squares_are_refused_and_leave_the_move_alone),
        cmocka_unit_test(the_game_is_over_when_neither_side_can_move),
        cmocka_unit_test(empty_squares_go_to_the_winner),
        cmocka_unit_test(corners_are_stable_and_the_start_is_not),
        cmocka_unit_test(discs_along_an_edge_lean_on_the_corner),
        cmocka_unit_test(on_a_full_board_every_disc_is_stable),
        cmocka_unit_test(discs_on_full_lines_alone_are_stable),
        cmocka_unit_test(a_random_move_is_every_legal_one_about_as_often),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
