/* Positions, moves and games as text in include/bianca.h, which is their specification. */
#include <stdlib.h>

#include "base/text.h"
#include "engine/api.h"
#include "record/transcript.h"

_Static_assert((int)BIANCA_MAX_TEXT == RECORD_MAX_BYTES &&
                   (int)BIANCA_MAX_MOVES == RECORD_MAX_MOVES,
               "the limits are those of the readers");
_Static_assert((int)BIANCA_POSITION_SIZE >= BOARD_TEXT_SIZE &&
                   (int)BIANCA_TRANSCRIPT_SIZE >= TRANSCRIPT_TEXT_SIZE &&
                   BIANCA_MOVE_SIZE >= sizeof(MoveName),
               "what is always enough is enough");

BiancaStatus bianca_position_parse(BiancaPosition *position, int width, int height,
                                   const char *text, size_t length, BiancaError *error) {
    Shape shape;
    Board board;
    Error reason;
    if (!shape_init(&shape, width, height, &reason) ||
        !board_parse(&shape, text, length, &board, &reason))
        return api_fail(error, &reason);
    *position = api_close(&board);
    return BIANCA_OK;
}

size_t bianca_position_format(const BiancaPosition *position, char *buffer, size_t size) {
    Shape shape;
    Board board;
    if (!api_open(position, &shape, &board, NULL)) return text_into(buffer, size).length;
    return board_format(&board, buffer, size);
}

BiancaStatus bianca_move_parse(int *square, int width, int height, const char *text, size_t length,
                               BiancaError *error) {
    Shape shape;
    Error reason;
    int found;
    if (!shape_init(&shape, width, height, &reason) ||
        !move_parse(&shape, text, length, &found, &reason))
        return api_fail(error, &reason);
    *square = api_square_out(&shape, found);
    return BIANCA_OK;
}

static void put_move(Text *text, const Shape *shape, int square) {
    text_string(text, move_name(shape, api_square_in(shape, square)).text);
}

size_t bianca_move_format(int width, int height, int square, char *buffer, size_t size) {
    Shape shape;
    Text text = text_into(buffer, size);
    if (!shape_init(&shape, width, height, NULL))
        text_string(&text, "none");
    else
        put_move(&text, &shape, square);
    return text.length;
}

BiancaStatus bianca_transcript_parse(BiancaPosition *position, const char *text, size_t length,
                                     BiancaMove *moves, size_t capacity, size_t *count,
                                     BiancaError *error) {
    Shape shape;
    Board board;
    Transcript game;
    Error reason;
    if (!api_open(position, &shape, &board, &reason) ||
        !transcript_parse(&game, &board, text, length, &reason))
        return api_fail(error, &reason);
    size_t found = (size_t)game.count;
    if (capacity > 0 && capacity < found) {
        error_set(&reason, STATUS_BAD_INPUT, "transcript: room for %zu of %zu moves", capacity,
                  found);
        api_fail(error, &reason);
        if (error != NULL) error->status = BIANCA_TOO_SMALL;
        return BIANCA_TOO_SMALL;
    }
    for (size_t i = 0; i < found && i < capacity; i++)
        moves[i] = (BiancaMove){api_square_out(&shape, game.moves[i].square),
                                shape_pack(&shape, game.moves[i].flips)};
    if (count != NULL) *count = found;
    *position = api_close(&game.end);
    return BIANCA_OK;
}

size_t bianca_transcript_format(int width, int height, const BiancaMove *moves, size_t count,
                                char *buffer, size_t size) {
    Shape shape;
    Text text = text_into(buffer, size);
    if (!shape_init(&shape, width, height, NULL)) return text.length;
    for (size_t i = 0; i < count; i++)
        if (moves[i].square != BIANCA_PASS || i + 1 == count)
            put_move(&text, &shape, moves[i].square);
    return text.length;
}
