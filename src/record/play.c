/* Plays moves as people give them, and says why one cannot be played. */
#include "record/play.h"

#include "base/bits.h"
#include "record/notation.h"

bool play_must_pass(const Board *board) {
    Move move;
    return rules_find_move(board->shape, board->position, PASS, &move);
}

static void explain(const Board *board, int square, Error *error) {
    const Shape *shape = board->shape;
    const char *side = side_name(board->side);
    MoveName name = move_name(shape, square);
    uint64_t discs = board->position.own | board->position.opp;
    bool is_square = square >= 0 && square < SHAPE_MAX_SQUARES && bits_has(shape->playable, square);
    if (rules_is_over(shape, board->position))
        error_set(error, STATUS_BAD_INPUT, "%s: the game is over", name.text);
    else if (square == PASS)
        error_set(error, STATUS_BAD_INPUT, "%s can move and may not pass", side);
    else if (!is_square)
        error_set(error, STATUS_BAD_INPUT, "square %d is off the board", square);
    else if (bits_has(discs, square))
        error_set(error, STATUS_BAD_INPUT, "%s is occupied", name.text);
    else if (play_must_pass(board))
        error_set(error, STATUS_BAD_INPUT, "%s has no move and must pass", side);
    else
        error_set(error, STATUS_BAD_INPUT, "%s turns nothing for %s", name.text, side);
}

bool play_checked(Board *board, int square, Move *move, Error *error) {
    if (!rules_find_move(board->shape, board->position, square, move)) {
        explain(board, square, error);
        return false;
    }
    board_play(board, *move);
    return true;
}
