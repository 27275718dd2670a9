/* What a classic evaluation sees in a position: its value, the terms that make it up, the weights
 * of the squares, and what mobility, stability and the like count, as sets of squares that the page
 * draws over the board. */
#include "base/bits.h"
#include "game/rules.h"
#include "web/api.h"
#include "web/fields.h"
#include "web/state.h"

Evaluation *evaluation_read(const Shape *shape, const json_t *request, Error *error) {
    const char *name;
    if (!fields_text(request, "eval", "positional", EVALUATION_NAME_LIMIT, &name, error))
        return NULL;
    if (evaluations_has(name)) return evaluations_open(shape, name, NULL, error);
    error_set(error, STATUS_BAD_INPUT, "field 'eval': there is no evaluation '%.40s'", name);
    return NULL;
}

static json_t *both_json(const Shape *shape, uint64_t black, uint64_t white) {
    return json_pack("{s:o, s:o}", "black", json_squares(shape, black), "white",
                     json_squares(shape, white));
}

static json_t *features_json(const Board *board) {
    const Shape *shape = board->shape;
    uint64_t black = board_black(board), white = board_white(board);
    uint64_t exposed = shape_neighbours(shape, shape->playable & ~(black | white));
    return json_pack(
        "{s:o, s:o, s:o, s:o}", "mobility",
        both_json(shape, rules_moves(shape, black, white), rules_moves(shape, white, black)),
        "stable",
        both_json(shape, rules_stable(shape, black, white), rules_stable(shape, white, black)),
        "frontier", both_json(shape, black & exposed, white & exposed), "corners",
        both_json(shape, black & shape->corners, white & shape->corners));
}

json_t *api_evaluate(const json_t *request, Error *error) {
    Shape shape;
    Board board;
    if (!position_input_read(&shape, &board, request, error)) return NULL;
    Evaluation *evaluation = evaluation_read(&shape, request, error);
    if (!evaluation) return NULL;
    Explanation explanation;
    evaluations_explain(evaluation, board.position, NULL, &explanation);
    char bytes[EXPLANATION_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    text_byte(&text, '{');
    explanation_json(&text, &board, evaluations_name(evaluation), &explanation);
    text_byte(&text, '}');
    json_t *answer = json_loads(bytes, 0, NULL);
    json_object_set_new(answer, "features", features_json(&board));
    evaluations_close(evaluation);
    return answer;
}
