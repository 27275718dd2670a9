/* Reads positions and games from requests, and writes them as JSON. */
#include "web/state.h"

#include <string.h>

#include "base/bits.h"
#include "game/rules.h"
#include "record/play.h"
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

json_t *json_opening(const Opening *opening) {
    if (!opening) return json_null();
    return json_pack("{s:s, s:s, s:s?}", "line", opening->line, "english", opening->english,
                     "japanese", opening->japanese[0] ? opening->japanese : NULL);
}

static json_t *legal_json(const Board *board, uint64_t moves) {
    const Shape *shape = board->shape;
    json_t *legal = json_object();
    while (moves) {
        int square = bits_pop(&moves);
        uint64_t flips = rules_flips(shape, square, board->position.own, board->position.opp);
        json_object_set_new(legal, move_name(shape, square).text, json_squares(shape, flips));
    }
    return legal;
}

json_t *state_json(const Board *board, const Move *move) {
    const Shape *shape = board->shape;
    Position position = board->position;
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    bool is_over = !moves && rules_is_over(shape, position);
    char text[BOARD_TEXT_SIZE];
    board_format(board, text, sizeof text);
    json_t *state = json_object();
    json_object_set_new(state, "position", json_string(text));
    json_object_set_new(state, "side", json_string(json_side(board->side)));
    json_object_set_new(state, "move", move ? json_square(shape, move->square) : json_null());
    json_object_set_new(state, "flips", json_squares(shape, move ? move->flips : 0));
    json_object_set_new(state, "legal", legal_json(board, moves));
    json_object_set_new(state, "black", json_integer(bits_count(board_black(board))));
    json_object_set_new(state, "white", json_integer(bits_count(board_white(board))));
    json_object_set_new(state, "pass", json_boolean(!moves && !is_over));
    json_object_set_new(state, "over", json_boolean(is_over));
    json_object_set_new(state, "opening", json_opening(opening_at(board)));
    if (is_over) {
        int score = rules_score(shape, position);
        json_object_set_new(state, "score", json_integer(board->side == BLACK ? score : -score));
    }
    return state;
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
        json_t *state = state_json(&board, move);
        json_object_set_new(state, "opening", json_opening(opening));
        json_array_append_new(states, state);
    }
    json_t *game = json_object();
    json_object_set_new(game, "board", json_string(name));
    json_object_set_new(game, "width", json_integer(shape->width));
    json_object_set_new(game, "height", json_integer(shape->height));
    json_object_set_new(game, "states", states);
    return game;
}
