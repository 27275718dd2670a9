/* Any bytes as a game: a line with the board, a line with the position it begins at (the usual
 * start if that is none), then the moves. What is read is a legal game, can be taken back, and can
 * be written and read again; what is refused changes nothing; the public interface agrees. */
#include "bianca.h"
#include "fuzz/input.h"
#include "game/rules.h"
#include "record/transcript.h"

static bool same_board(const Board *a, const Board *b) {
    return a->side == b->side && a->position.own == b->position.own &&
           a->position.opp == b->position.opp;
}

static void check_legal(const Transcript *game) {
    Board board = game->start;
    for (int i = 0; i < game->count; i++) {
        Move move;
        require(rules_find_move(board.shape, board.position, game->moves[i].square, &move));
        require(move.flips == game->moves[i].flips);
        board_play(&board, move);
    }
    require(same_board(&board, &game->end));
    Transcript back = *game;
    while (transcript_undo(&back)) continue;
    require(same_board(&back.end, &game->start));
}

static void check_round_trip(const Transcript *game) {
    char text[TRANSCRIPT_TEXT_SIZE];
    Transcript again;
    size_t length = transcript_format(game, text, sizeof text);
    require(length < sizeof text && strlen(text) == length);
    require(transcript_parse(&again, &game->start, text, length, NULL));
    require(again.count == game->count && same_board(&again.end, &game->end));
    for (int i = 0; i < game->count; i++) require(again.moves[i].square == game->moves[i].square);
}

static void check_public(const Transcript *game, Bytes bytes) {
    char text[BOARD_TEXT_SIZE], end[BIANCA_POSITION_SIZE], wanted[TRANSCRIPT_TEXT_SIZE];
    char written[BIANCA_TRANSCRIPT_SIZE];
    int width = game->start.shape->width, height = game->start.shape->height;
    BiancaPosition position;
    BiancaMove moves[BIANCA_MAX_MOVES];
    size_t count = 0, length = board_format(&game->start, text, sizeof text);
    require(bianca_position_parse(&position, width, height, text, length, NULL) == BIANCA_OK);
    require(bianca_transcript_parse(&position, bytes.at, bytes.length, moves, BIANCA_MAX_MOVES,
                                    &count, NULL) == BIANCA_OK);
    board_format(&game->end, text, sizeof text);
    bianca_position_format(&position, end, sizeof end);
    require(count == (size_t)game->count && strcmp(text, end) == 0);
    transcript_format(game, wanted, sizeof wanted);
    bianca_transcript_format(width, height, moves, count, written, sizeof written);
    require(strcmp(wanted, written) == 0);
    while (count > 0) require(bianca_undo(&position, &moves[--count], NULL) == BIANCA_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes rest = {(const char *)data, size};
    Shape shape = take_shape(&rest);
    Bytes line = take_line(&rest);
    Board start;
    if (!board_parse(&shape, line.at, line.length, &start, NULL)) start = board_start(&shape);
    Transcript game, before;
    memset(&game, 0x5a, sizeof game);
    memcpy(&before, &game, sizeof game);
    Error error = {.status = STATUS_OK};
    if (transcript_parse(&game, &start, rest.at, rest.length, &error)) {
        check_legal(&game);
        check_round_trip(&game);
        check_public(&game, rest);
    } else {
        require(error.status == STATUS_BAD_INPUT && error.text[0] != '\0');
        require(memcmp(&before, &game, sizeof game) == 0);
    }
    return 0;
}
