/* Checks what enters the library and converts it to our own types and back. */
#include "engine/api.h"

#include <stdio.h>

_Static_assert((int)BIANCA_OK == STATUS_OK && (int)BIANCA_BAD_INPUT == STATUS_BAD_INPUT &&
                   (int)BIANCA_IO == STATUS_IO && (int)BIANCA_NO_MEMORY == STATUS_NO_MEMORY &&
                   (int)BIANCA_STOPPED == STATUS_STOPPED &&
                   (int)BIANCA_UNSUPPORTED == STATUS_UNSUPPORTED,
               "the public status codes begin with our own");
_Static_assert((int)BIANCA_PASS == PASS && (int)BIANCA_BLACK == BLACK && (int)BIANCA_WHITE == WHITE,
               "passes and sides are written alike inside and outside");

BiancaStatus api_fail(BiancaError *to, const Error *from) {
    if (to != NULL) {
        to->status = (BiancaStatus)from->status;
        snprintf(to->text, sizeof to->text, "%s", from->text);
    }
    return (BiancaStatus)from->status;
}

static uint64_t squares_below(int count) {
    return count < 64 ? ((uint64_t)1 << count) - 1 : ~(uint64_t)0;
}

bool api_open(const BiancaPosition *position, Shape *shape, Board *board, Error *error) {
    const char *fault = NULL;
    if (!shape_init(shape, position->width, position->height, error)) return false;
    if (position->side != BIANCA_BLACK && position->side != BIANCA_WHITE)
        fault = "side is neither Black nor White";
    else if (position->black & position->white)
        fault = "a square holds two discs";
    else if ((position->black | position->white) & ~squares_below(shape->squares))
        fault = "a disc is off the board";
    if (fault != NULL) {
        error_set(error, STATUS_BAD_INPUT, "position: %s", fault);
        return false;
    }
    Side side = (Side)position->side;
    uint64_t black = shape_unpack(shape, position->black);
    uint64_t white = shape_unpack(shape, position->white);
    *board = (Board){shape, {side == BLACK ? black : white, side == BLACK ? white : black}, side};
    return true;
}

bool api_open_on(const BiancaPosition *position, const Shape *shape, Position *out, Error *error) {
    Shape own_shape;
    Board board;
    if (!api_open(position, &own_shape, &board, error)) return false;
    if (own_shape.width != shape->width || own_shape.height != shape->height) {
        error_set(error, STATUS_BAD_INPUT, "the position is on %dx%d, the engine plays %dx%d",
                  own_shape.width, own_shape.height, shape->width, shape->height);
        return false;
    }
    *out = board.position;
    return true;
}

BiancaPosition api_close(const Board *board) {
    return (BiancaPosition){
        .width = board->shape->width,
        .height = board->shape->height,
        .side = (int)board->side,
        .black = shape_pack(board->shape, board_black(board)),
        .white = shape_pack(board->shape, board_white(board)),
    };
}

int api_square_in(const Shape *shape, int square) {
    if (square == BIANCA_PASS) return PASS;
    return square >= 0 && square < shape->squares ? shape_from_index(shape, square) : NO_MOVE;
}

int api_square_out(const Shape *shape, int square) {
    return square == PASS ? BIANCA_PASS : shape_index(shape, square);
}
