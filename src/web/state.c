/* Reads positions and games from requests, and writes them as JSON. */
#include "web/state.h"

#include <string.h>

#include "base/bits.h"
#include "record/play.h"
#include "record/record_json.h"
#include "web/fields.h"

static bool read_shape(Shape *shape, const json_t *object, Error *error) {
    const char *text;
    Error reason;
    if (!fields_text(object, "board", "8x8", STATE_BOARD_LIMIT, &text, error)) return false;
    if (shape_parse(shape, text, strlen(text), &reason)) return true;
    error_set(error, STATUS_BAD_INPUT, "field 'board': %.200s", reason.text);
    return false;
}

bool game_input_read(GameInput *input, const json_t *object, Error *error) {
    const char *start, *moves;
    Error reason;
    if (!read_shape(&input->shape, object, error) ||
        !fields_text(object, "start", NULL, RECORD_MAX_BYTES, &start, error) ||
        !fields_text(object, "moves", "", RECORD_MAX_BYTES, &moves, error))
        return false;
    Board board = board_start(&input->shape);
    if (start && !board_parse(&input->shape, start, strlen(start), &board, &reason)) {
        error_set(error, STATUS_BAD_INPUT, "field 'start': %.200s", reason.text);
        return false;
    }
    if (transcript_parse(&input->transcript, &board, moves, strlen(moves), &reason)) return true;
    error_set(error, STATUS_BAD_INPUT, "field 'moves': %.200s", reason.text);
    return false;
}

bool position_input_read(Shape *shape, Board *board, const json_t *object, Error *error) {
    const char *text;
    Error reason;
    if (!read_shape(shape, object, error) ||
        !fields_need_text(object, "position", RECORD_MAX_BYTES, &text, error))
        return false;
    if (board_parse(shape, text, strlen(text), board, &reason)) return true;
    error_set(error, STATUS_BAD_INPUT, "field 'position': %.200s", reason.text);
    return false;
}

json_t *json_square(const Shape *shape, int square) {
    return json_string(move_name(shape, square).text);
}

json_t *json_squares(const Shape *shape, uint64_t set) {
    json_t *array = json_array();
    while (set) json_array_append_new(array, json_square(shape, bits_pop(&set)));
    return array;
}

const char *json_side(Side side) {
    return side == BLACK ? "black" : "white";
}

static json_t *state_object(const Board *board, const Move *move, const Opening *opening) {
    char bytes[BOARD_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    text_byte(&text, '{');
    board_json(&text, board, move, opening);
    text_byte(&text, '}');
    return json_loads(bytes, 0, NULL);
}

json_t *state_json(const Board *board, const Move *move) {
    return state_object(board, move, opening_at(board));
}

json_t *game_json(const Transcript *transcript) {
    const Shape *shape = transcript->start.shape;
    char name[16];
    snprintf(name, sizeof name, "%dx%d", shape->width, shape->height);
    json_t *states = json_array();
    Board board = transcript->start;
    const Opening *opening = NULL;
    for (int i = 0; i <= transcript->count; i++) {
        const Move *move = i > 0 ? &transcript->moves[i - 1] : NULL;
        if (move) board_play(&board, *move);
        const Opening *here = opening_at(&board);
        if (here) opening = here;
        json_array_append_new(states, state_object(&board, move, opening));
    }
    json_t *game = json_object();
    json_object_set_new(game, "board", json_string(name));
    json_object_set_new(game, "width", json_integer(shape->width));
    json_object_set_new(game, "height", json_integer(shape->height));
    json_object_set_new(game, "states", states);
    return game;
}
