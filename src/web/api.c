/* The table of the quick verbs, and the short ones among them. */
#include "web/api.h"

#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/evaluations.h"
#include "record/play.h"
#include "record/record_json.h"
#include "record/svg.h"
#include "web/fields.h"
#include "web/state.h"

enum { MOVE_LIMIT = 8 /* bytes of a move */ };

/* A whole game, checked, with every position on the way. */
static json_t *answer_game(const json_t *request, Error *error) {
    GameInput game;
    return game_input_read(&game, request, error) ? game_json(&game.transcript) : NULL;
}

/* One position and its legal moves. */
static json_t *answer_position(const json_t *request, Error *error) {
    Shape shape;
    Board board;
    return position_input_read(&shape, &board, request, error) ? state_json(&board, NULL) : NULL;
}

/* The position after a move. */
static json_t *answer_play(const json_t *request, Error *error) {
    Shape shape;
    Board board;
    Error reason;
    const char *text;
    int square;
    Move move;
    if (!position_input_read(&shape, &board, request, error) ||
        !fields_need_text(request, "move", MOVE_LIMIT, &text, error))
        return NULL;
    if (move_parse(&shape, text, strlen(text), &square, &reason) &&
        play_checked(&board, square, &move, &reason))
        return state_json(&board, &move);
    error_set(error, STATUS_BAD_INPUT, "field 'move': %.200s", reason.text);
    return NULL;
}

/* The position as an SVG image. */
static json_t *answer_diagram(const json_t *request, Error *error) {
    Shape shape;
    Board board;
    const char *text;
    int last = NO_MOVE;
    if (!position_input_read(&shape, &board, request, error) ||
        !fields_text(request, "last", NULL, MOVE_LIMIT, &text, error) ||
        (text && !move_parse(&shape, text, strlen(text), &last, error)))
        return NULL;
    char *svg = malloc(SVG_TEXT_SIZE);
    if (!svg) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a diagram");
        return NULL;
    }
    svg_format(&board, last, svg, SVG_TEXT_SIZE);
    json_t *answer = json_pack("{s:s}", "svg", svg);
    free(svg);
    return answer;
}

static const ApiVerb verbs[] = {
    {"game", GAME_FIELDS, answer_game},
    {"position", POSITION_FIELDS, answer_position},
    {"play", POSITION_FIELDS " move", answer_play},
    {"diagram", POSITION_FIELDS " last", answer_diagram},
    {"import", "board text", api_import},
    {"export", GAME_FIELDS " black white", api_export},
    {"evaluate", POSITION_FIELDS " eval", api_evaluate},
};

const ApiVerb *api_find(const char *name) {
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verbs[i].name, name) == 0) return &verbs[i];
    return NULL;
}

json_t *api_answer(const ApiVerb *verb, const char *bytes, size_t length, Error *error) {
    json_t *request = fields_parse(bytes, length, verb->fields, error);
    if (!request) return NULL;
    json_t *answer = verb->answer(request, error);
    json_decref(request);
    return answer;
}

json_t *api_status(void) {
    return json_pack("{s:s, s:s, s:i}", "name", "Bianca", "version", PROGRAM_VERSION, "levels",
                     ENGINE_MAX_LEVEL);
}

json_t *api_players(void) {
    json_t *players = json_array();
    EvaluationInfo info;
    for (int i = 0; evaluations_info(i, &info); i++)
        json_array_append_new(players, json_pack("{s:s, s:s, s:s, s:s, s:b, s:i}", "name",
                                                 info.name, "summary", info.summary, "origin",
                                                 info.origin ? info.origin : "", "boards",
                                                 info.boards ? info.boards : "", "home_only",
                                                 info.is_home_only, "plies", info.plies));
    return json_pack("{s:o, s:i}", "classics", players, "levels", ENGINE_MAX_LEVEL);
}

json_t *api_openings(void) {
    json_t *rows = json_array();
    for (int i = 0; i < opening_count; i++) {
        char bytes[OPENING_JSON_SIZE];
        Text text = text_into(bytes, sizeof bytes);
        opening_json(&text, &openings[i]);
        json_array_append_new(rows, json_loads(bytes, 0, NULL));
    }
    return json_pack("{s:o}", "openings", rows);
}

/* A message may quote a text that was cut in the middle of a letter. */
json_t *api_message(const char *message) {
    json_t *text = json_string(message);
    if (text) return text;
    char plain[ERROR_TEXT_SIZE];
    size_t length = 0;
    for (; message[length] != '\0' && length < sizeof plain - 1; length++)
        plain[length] = (unsigned char)message[length] < 0x80 ? message[length] : '?';
    plain[length] = '\0';
    return json_string(plain);
}

int api_http_status(Status status) {
    switch (status) {
    case STATUS_UNSUPPORTED: return 422;
    case STATUS_NO_MEMORY:
    case STATUS_IO: return 503; /* of a file that another program holds: it may go the next time */
    default: return 400;
    }
}

json_t *api_error(const char *code, const char *message) {
    return json_pack("{s:{s:s, s:o}}", "error", "code", code, "message", api_message(message));
}
