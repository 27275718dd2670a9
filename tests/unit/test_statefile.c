/* The course referee's files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "game/rules.h"
#include "record/statefile.h"
#include "support/effort.h"
#include "support/kills.h"

#define START_8X8                                                                                  \
    "0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n0 0 0 2 1 0 0 0\n0 0 0 1 2 0 0 0\n"        \
    "0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n"

static void assert_parsed(const char *text, int width, int height, Side side) {
    Shape shape;
    Board board;
    Error error;
    if (!state_parse(&shape, &board, text, strlen(text), &error)) fail_msg("%s", error.text);
    assert_int_equal(shape.width, width);
    assert_int_equal(shape.height, height);
    assert_int_equal(board.side, side);
    Board start = board_start(&shape);
    assert_true(board_black(&board) == board_black(&start));
    assert_true(board_white(&board) == board_white(&start));
}

static void assert_refused(const char *text, const char *reason) {
    Shape shape;
    Board board = {.side = WHITE};
    Error error = {.text = "not refused"};
    assert_false(state_parse(&shape, &board, text, strlen(text), &error));
    assert_string_equal(error.text, reason);
    assert_true(board.side == WHITE && board.shape == NULL);
}

static void states_of_every_size_are_read(void **state) {
    (void)state;
    assert_parsed("1\n" START_8X8 "4\n2 3\n3 2\n4 5\n5 4\n", 8, 8, BLACK);
    assert_parsed("2\r\n" START_8X8 "\n4\n\n2 4\n3 5 \n4 2\n5 3", 8, 8, WHITE);
    assert_parsed("1\n0 0 0 0\n0 2 1 0\n0 1 2 0\n0 0 0 0\n4\n0 1\n1 0\n2 3\n3 2\n", 4, 4, BLACK);
    assert_parsed("1\n0 0 0 0 0\n0 2 1 0 0\n0 1 2 0 0\n0 0 0 0 0\n4\n0 1\n1 0\n2 3\n3 2\n", 5, 4,
                  BLACK);
}

static void bad_states_are_refused_with_the_place(void **state) {
    (void)state;
    assert_refused("", "state: line 1, column 1: the player is 1 (black) or 2 (white)");
    assert_refused("3\n", "state: line 1, column 1: the player is 1 (black) or 2 (white)");
    assert_refused("1\n0 0 x 0\n", "state: line 2, column 5: expected a number");
    assert_refused("1\n0 0 0 3\n",
                   "state: line 2, column 1: a square is 0 (empty), 1 (black) or 2 (white)");
    assert_refused("1\n0 0 0 0\n0 0 0\n", "state: line 3, column 1: rows of different lengths");
    assert_refused("1\n" START_8X8, "state: line 9, column 17: the board is not complete");
    assert_refused("1\n0 0 0 0\n0 2 1 0\n0 1 2 0\n4\n",
                   "state: line 5, column 1: board 4x3: each side must be at least 4");
    assert_refused("1\n" START_8X8 "5\n2 3\n3 2\n4 5\n5 4\n",
                   "state: line 14, column 1: expected row and column of a move");
    assert_refused("1\n" START_8X8 "4\n2 3\n3 2\n4 5\n8 4\n",
                   "state: line 14, column 1: a move off the board");
    assert_refused("2\n" START_8X8 "4\n2 3\n3 2\n4 5\n5 4\n",
                   "state: line 14, column 1: the moves listed are not the legal ones");
    assert_refused("1\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0\n",
                   "state: line 6, column 1: there is no legal move");
    assert_refused("1\n0 0 0 100\n", "state: line 2, column 9: the number is too large");
}

static void actions_are_row_and_column(void **state) {
    (void)state;
    Shape shape;
    char line[ACTION_LINE_SIZE];
    assert_true(shape_init(&shape, 9, 7, NULL));
    assert_int_equal(action_format(&shape, shape_square(&shape, 8, 3), line), 4);
    assert_string_equal(line, "3 8\n");
}

static void a_killed_player_leaves_a_legal_move(void **state) {
    (void)state;
    long rounds = effort_rounds(25);
    for (long i = 0; i < rounds; i++)
        kill_player(
            &(Kill){.seed = (uint64_t)i + 1, .least = 0.005, .most = 0.15, .is_patient = true});
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

static void a_state_that_is_written_is_read_again(void **state) {
    (void)state;
    static const int sizes[][2] = {{8, 8}, {6, 6}, {9, 7}, {4, 16}, {16, 4}};
    Random random = random_seeded(1);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        Shape shape, read_shape;
        Error error;
        assert_true(shape_init(&shape, sizes[i][0], sizes[i][1], &error));
        Board board = board_start(&shape), again;
        while (!rules_is_over(&shape, board.position)) {
            uint64_t moves = rules_moves(&shape, board.position.own, board.position.opp);
            int square = moves == 0 ? PASS : rules_random_move(moves, &random);
            if (square != PASS) {
                char text[STATE_TEXT_SIZE];
                size_t length = state_format(&board, text, sizeof text);
                assert_true(length < sizeof text);
                if (!state_parse(&read_shape, &again, text, length, &error))
                    fail_msg("%s", error.text);
                assert_int_equal(again.side, board.side);
                assert_true(again.position.own == board.position.own &&
                            again.position.opp == board.position.opp);
            }
            Move move;
            assert_true(rules_find_move(&shape, board.position, square, &move));
            board_play(&board, move);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_of_every_size_are_read),
        cmocka_unit_test(bad_states_are_refused_with_the_place),
        cmocka_unit_test(actions_are_row_and_column),
        cmocka_unit_test(a_killed_player_leaves_a_legal_move),
        cmocka_unit_test(the_state_file_is_as_the_course_writes_it),
        cmocka_unit_test(the_last_complete_pair_of_an_action_counts),
        cmocka_unit_test(a_state_that_is_written_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
