/* The start of the game, and playing and undoing moves. */
#include "game/position.h"

#include "base/bits.h"

Position position_start(const Shape *shape) {
    int row = shape->height / 2, column = shape->width / 2;
    uint64_t white = bits_square(shape_square(shape, column - 1, row - 1)) |
                     bits_square(shape_square(shape, column, row));
    uint64_t black = bits_square(shape_square(shape, column, row - 1)) |
                     bits_square(shape_square(shape, column - 1, row));
    return (Position){.own = black, .opp = white};
}

Board board_start(const Shape *shape) {
    return (Board){.shape = shape, .position = position_start(shape), .side = BLACK};
}

void position_play(Position *position, Move move) {
    *position = move.square == PASS ? position_passed(*position)
                                    : position_after(*position, move.square, move.flips);
}

void position_undo(Position *position, Move move) {
    Position before = position_passed(*position);
    if (move.square != PASS) {
        before.own ^= move.flips ^ bits_square(move.square);
        before.opp ^= move.flips;
    }
    *position = before;
}

void board_play(Board *board, Move move) {
    position_play(&board->position, move);
    board->side = side_other(board->side);
}

void board_undo(Board *board, Move move) {
    position_undo(&board->position, move);
    board->side = side_other(board->side);
}
