/* Positions and moves of include/bianca.h, which is their specification. */
#include "base/bits.h"
#include "engine/api.h"
#include "game/dispatch.h"
#include "game/perft.h"
#include "game/rules.h"
#include "game/symmetry.h"
#include "record/notation.h"
#include "record/play.h"

const char *bianca_version(void) {
    return PROGRAM_VERSION;
}

const char *bianca_status_name(BiancaStatus status) {
    return status == BIANCA_TOO_SMALL ? "too-small" : status_name((Status)status);
}

BiancaStatus bianca_position_start(BiancaPosition *position, int width, int height,
                                   BiancaError *error) {
    Shape shape;
    Error reason;
    if (!shape_init(&shape, width, height, &reason)) return api_fail(error, &reason);
    Board board = board_start(&shape);
    *position = api_close(&board);
    return BIANCA_OK;
}

BiancaStatus bianca_position_check(const BiancaPosition *position, BiancaError *error) {
    Shape shape;
    Board board;
    Error reason;
    return api_open(position, &shape, &board, &reason) ? BIANCA_OK : api_fail(error, &reason);
}

uint64_t bianca_position_hash(const BiancaPosition *position) {
    Shape shape;
    Board board;
    if (!api_open(position, &shape, &board, NULL)) return 0;
    int rest = (int)board.side << 16 | shape.width << 8 | shape.height;
    return position_hash(board.position) ^ random_mix((uint64_t)rest);
}

void bianca_position_canonical(const BiancaPosition *position, BiancaPosition *canonical,
                               int *symmetry) {
    Shape shape;
    Board board;
    int found = 0;
    if (api_open(position, &shape, &board, NULL)) {
        board.position = symmetry_canonical(&shape, board.position, &found);
        *canonical = api_close(&board);
    } else {
        *canonical = *position;
    }
    if (symmetry != NULL) *symmetry = found;
}

int bianca_symmetry_square(int width, int height, int symmetry, int square) {
    Shape shape;
    if (!shape_init(&shape, width, height, NULL)) return square;
    bool is_symmetry = symmetry >= 0 && symmetry < shape.symmetries;
    if (!is_symmetry || square < 0 || square >= shape.squares) return square;
    return api_square_out(&shape, shape.where[symmetry][api_square_in(&shape, square)]);
}

uint64_t bianca_legal_moves(const BiancaPosition *position) {
    Shape shape;
    Board board;
    if (!api_open(position, &shape, &board, NULL)) return 0;
    return shape_pack(&shape, rules_moves(&shape, board.position.own, board.position.opp));
}

int bianca_must_pass(const BiancaPosition *position) {
    Shape shape;
    Board board;
    return api_open(position, &shape, &board, NULL) && play_must_pass(&board);
}

int bianca_is_over(const BiancaPosition *position) {
    Shape shape;
    Board board;
    return !api_open(position, &shape, &board, NULL) || rules_is_over(&shape, board.position);
}

BiancaStatus bianca_play(BiancaPosition *position, int square, BiancaMove *move,
                         BiancaError *error) {
    Shape shape;
    Board board;
    Move played;
    Error reason;
    if (!api_open(position, &shape, &board, &reason)) return api_fail(error, &reason);
    int inside = api_square_in(&shape, square);
    if (inside == NO_MOVE) {
        error_set(&reason, STATUS_BAD_INPUT, "square %d is off the board (%dx%d)", square,
                  shape.width, shape.height);
        return api_fail(error, &reason);
    }
    if (!play_checked(&board, inside, &played, &reason)) return api_fail(error, &reason);
    *position = api_close(&board);
    if (move != NULL) *move = (BiancaMove){square, shape_pack(&shape, played.flips)};
    return BIANCA_OK;
}

/* Takes the move back and checks that playing it again turns the same discs. */
static bool undo_checked(Board *board, Move move) {
    uint64_t own = board->position.own, opp = board->position.opp;
    Move again;
    if (move.square != PASS) {
        // Otherwise undoing would put discs on top of each other.
        bool is_there = bits_has(opp, move.square);
        if (!is_there || (move.flips & ~opp) || (move.flips & own)) return false;
    }
    board_undo(board, move);
    return rules_find_move(board->shape, board->position, move.square, &again) &&
           again.flips == move.flips;
}

BiancaStatus bianca_undo(BiancaPosition *position, const BiancaMove *move, BiancaError *error) {
    Shape shape;
    Board board;
    Error reason;
    if (!api_open(position, &shape, &board, &reason)) return api_fail(error, &reason);
    int square = api_square_in(&shape, move->square);
    bool is_known = square != NO_MOVE && (shape.squares == 64 || !(move->flips >> shape.squares));
    if (!is_known || !undo_checked(&board, (Move){square, shape_unpack(&shape, move->flips)})) {
        error_set(&reason, STATUS_BAD_INPUT, "undo: this move did not lead to this position");
        return api_fail(error, &reason);
    }
    *position = api_close(&board);
    return BIANCA_OK;
}

int bianca_score(const BiancaPosition *position, BiancaScoring scoring) {
    Shape shape;
    Board board;
    if (!api_open(position, &shape, &board, NULL)) return 0;
    return scoring == BIANCA_DISC_DIFFERENCE ? rules_difference(board.position)
                                             : rules_score(&shape, board.position);
}

uint64_t bianca_stable_discs(const BiancaPosition *position, int side) {
    Shape shape;
    Board board;
    if (!api_open(position, &shape, &board, NULL)) return 0;
    if (side != BIANCA_BLACK && side != BIANCA_WHITE) return 0;
    uint64_t own = side == BIANCA_BLACK ? board_black(&board) : board_white(&board);
    uint64_t opp = side == BIANCA_BLACK ? board_white(&board) : board_black(&board);
    return shape_pack(&shape, rules_stable(&shape, own, opp));
}

uint64_t bianca_perft(const BiancaPosition *position, int depth) {
    Shape shape;
    Board board;
    if (!api_open(position, &shape, &board, NULL)) return 0;
    depth = depth < 0 ? 0 : depth > PERFT_MAX_DEPTH ? PERFT_MAX_DEPTH : depth;
    return game_kernel(&shape, isa_best())->perft(&shape, board.position, depth);
}
