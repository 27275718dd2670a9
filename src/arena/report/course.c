/* Writes the blocks of the course referee, byte for byte as the course does. */
#include "arena/report/course.h"

#include "base/bits.h"
#include "base/text.h"
#include "game/rules.h"

enum { STEP_BASE = 61 };

static char letter(Side side) {
    return side == BLACK ? 'O' : 'X';
}

static void write_status(Text *out, const Board *board, CourseState state) {
    int black = bits_count(board_black(board)), white = bits_count(board_white(board));
    if (state == COURSE_TURN)
        text_format(out, "%c's turn\n", letter(board->side));
    else if (state == COURSE_INVALID)
        text_format(out, "Winner is %c (Opponent performed invalid move)\n",
                    letter(side_other(board->side)));
    else if (black == white)
        text_string(out, "Winner is Draw\n");
    else
        text_format(out, "Winner is %c\n", black > white ? 'O' : 'X');
}

static char disc(const Board *board, uint64_t moves, int square) {
    if (bits_has(board_black(board), square)) return letter(BLACK);
    if (bits_has(board_white(board), square)) return letter(WHITE);
    return bits_has(moves, square) ? '.' : ' ';
}

static void write_board(Text *out, const Board *board, uint64_t moves) {
    const Shape *shape = board->shape;
    text_string(out, "+---------------+\n");
    for (int row = 0; row < shape->height; row++) {
        for (int column = 0; column < shape->width; column++)
            text_format(out, "%c%c", column == 0 ? '|' : ' ',
                        disc(board, moves, shape_square(shape, column, row)));
        text_string(out, "|\n");
    }
    text_string(out, "+---------------+\n");
}

size_t course_block(const Board *board, CourseState state, char *buffer, size_t size) {
    const Shape *shape = board->shape;
    Text out = text_into(buffer, size);
    uint64_t moves = rules_moves(shape, board->position.own, board->position.opp);
    text_format(&out, "Timestep #%d\nO: %d; X: %d\n",
                STEP_BASE - bits_count(position_empties(shape, board->position)),
                bits_count(board_black(board)), bits_count(board_white(board)));
    write_status(&out, board, state);
    write_board(&out, board, moves);
    text_format(&out, "%d valid moves: {", bits_count(moves));
    for (bool is_first = true; moves != 0; is_first = false) {
        int square = bits_pop(&moves);
        text_format(&out, "%s(%d,%d)", is_first ? "" : ", ", shape_row(shape, square),
                    shape_column(shape, square));
    }
    text_string(&out, "}\n=================\n");
    return out.length;
}
