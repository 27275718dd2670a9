/* The referee's player with a second a move against the course's baselines 2 to 5: it wins every
 * game, with both colours. Takes 5 min on two cores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bits.h"
#include "engine/player.h"
#include "game/rules.h"
#include "record/play.h"
#include "support/boards.h"
#include "support/child.h"

enum { PATH_SIZE = 300 };

static void write_state(const char *path, const Board *board) {
    const Shape *shape = board->shape;
    uint64_t black = board_black(board), white = board_white(board);
    uint64_t moves = rules_moves(shape, board->position.own, board->position.opp);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%d\n", board->side == BLACK ? 1 : 2);
    for (int row = 0; row < shape->height; row++)
        for (int column = 0; column < shape->width; column++) {
            int square = shape_square(shape, column, row);
            fprintf(file, "%d%c",
                    bits_has(black, square)   ? 1
                    : bits_has(white, square) ? 2
                                              : 0,
                    column + 1 < shape->width ? ' ' : '\n');
        }
    fprintf(file, "%d\n", bits_count(moves));
    while (moves) {
        int square = bits_pop(&moves);
        fprintf(file, "%d %d\n", shape_row(shape, square), shape_column(shape, square));
    }
    fclose(file);
}

/* Lets the program move; the last line of the action file counts. */
static int ask_program(const Board *board) {
    char state[PATH_SIZE], action[PATH_SIZE], line[100];
    const char *folder = getenv("TMPDIR");
    snprintf(state, sizeof state, "%s/state", folder ? folder : "/tmp");
    snprintf(action, sizeof action, "%s/action", folder ? folder : "/tmp");
    write_state(state, board);
    const char *arguments[] = {"player", state, action, "--time", "1", NULL};
    Child child = child_start(arguments);
    assert_int_equal(child_wait(&child, 300), 0);
    FILE *file = fopen(action, "r");
    assert_non_null(file);
    int row = -1, column = -1;
    while (fgets(line, sizeof line, file)) assert_int_equal(sscanf(line, "%d%d", &row, &column), 2);
    fclose(file);
    return shape_square(board->shape, column, row);
}

/* The program's discs less the other player's. */
static int play_game(const Shape *shape, Player *other, Side ours) {
    Board board = board_start(shape);
    Move move;
    while (!rules_is_over(shape, board.position)) {
        int square = PASS;
        if (!play_must_pass(&board)) {
            PlayerMove chosen = {.square = NO_MOVE};
            if (board.side != ours) player_move(other, board.position, NULL, &chosen);
            square = board.side == ours ? ask_program(&board) : chosen.square;
        }
        assert_true(play_checked(&board, square, &move, NULL));
    }
    int score = rules_difference(board.position);
    return board.side == ours ? score : -score;
}

static void every_baseline_is_beaten_with_both_colours(void **state) {
    (void)state;
    static Shape shape;
    shape = shape_of(8, 8);
    for (int baseline = 2; baseline <= 5; baseline++) {
        char name[20];
        PlayerSpec spec;
        Error error;
        int length = snprintf(name, sizeof name, "baseline%d", baseline);
        assert_true(player_spec_parse(&spec, name, (size_t)length, &error));
        Player *other = player_new(&spec, &shape, &error);
        assert_non_null(other);
        for (Side ours = BLACK; ours <= WHITE; ours++) {
            int score = play_game(&shape, other, ours);
            print_message("%s: %+d\n", name, score);
            assert_true(score > 0);
        }
        player_free(other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_baseline_is_beaten_with_both_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
