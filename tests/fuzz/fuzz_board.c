/* Any bytes as a position: a line with the board, then the text. What is read can be written and
 * read again, cut texts are beginnings of the whole one, and the public interface agrees. */
#include "bianca.h"
#include "fuzz/input.h"
#include "record/notation.h"
#include "record/svg.h"

static bool same_board(const Board *a, const Board *b) {
    return a->shape == b->shape && a->side == b->side && a->position.own == b->position.own &&
           a->position.opp == b->position.opp;
}

static void check_round_trip(const Board *board) {
    char text[BOARD_TEXT_SIZE], cut[BOARD_TEXT_SIZE];
    Board again;
    size_t length = board_format(board, text, sizeof text);
    require(length == (size_t)board->shape->squares + 2 && strlen(text) == length);
    require(board_parse(board->shape, text, length, &again, NULL) && same_board(board, &again));
    size_t half = length / 2;
    require(board_format(board, cut, half + 1) == length);
    require(strlen(cut) == half && memcmp(cut, text, half) == 0);
    require(board_format(board, NULL, 0) == length);
    require(svg_format(board, NO_MOVE, NULL, 0) < SVG_TEXT_SIZE);
}

static void check_public(const Board *board, Bytes bytes) {
    BiancaPosition position;
    char text[BOARD_TEXT_SIZE], public_text[BIANCA_POSITION_SIZE];
    require(bianca_position_parse(&position, board->shape->width, board->shape->height, bytes.at,
                                  bytes.length, NULL) == BIANCA_OK);
    require(bianca_position_check(&position, NULL) == BIANCA_OK);
    board_format(board, text, sizeof text);
    bianca_position_format(&position, public_text, sizeof public_text);
    require(strcmp(text, public_text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes rest = {(const char *)data, size};
    Shape shape = take_shape(&rest);
    Board board = {NULL, {1, 2}, WHITE}, before = board;
    Error error = {.status = STATUS_OK};
    int square = -1;
    if (board_parse(&shape, rest.at, rest.length, &board, &error)) {
        require(board.shape == &shape && !(board.position.own & board.position.opp));
        require(!((board.position.own | board.position.opp) & ~shape.playable));
        check_round_trip(&board);
        check_public(&board, rest);
    } else {
        require(error.status == STATUS_BAD_INPUT && error.text[0] != '\0');
        require(same_board(&board, &before));
    }
    if (move_parse(&shape, rest.at, rest.length, &square, NULL)) {
        int again = -1;
        MoveName name = move_name(&shape, square);
        require(square == PASS || (shape.playable >> square & 1));
        require(move_parse(&shape, name.text, strlen(name.text), &again, NULL) && again == square);
    } else {
        require(square == -1);
    }
    return 0;
}
