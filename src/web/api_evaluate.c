/* What a classic evaluation sees in a position: its value, the terms that make it up, the weights
 * of the squares, and what mobility, stability and the like count, as sets of squares that the page
 * draws over the board. */
#include <string.h>

#include "base/bits.h"
#include "eval/registry.h"
#include "game/rules.h"
#include "web/api.h"
#include "web/evaluation.h"
#include "web/fields.h"
#include "web/state.h"

bool evaluation_read(Evaluation *evaluation, const Shape *shape, const json_t *request,
                     Error *error) {
    const char *name;
    if (!fields_text(request, "eval", "positional", EVALUATION_NAME_LIMIT, &name, error))
        return false;
    const ClassicProgram *program = classic_program_find(name, strlen(name));
    if (program) return evaluation_from_program(evaluation, program, shape, error);
    error_set(error, STATUS_BAD_INPUT, "field 'eval': there is no evaluation '%.40s'", name);
    return false;
}

static json_t *terms_json(const EvalTerms *terms) {
    json_t *array = json_array();
    for (int i = 0; i < terms->count; i++) {
        const EvalTerm *term = &terms->list[i];
        json_array_append_new(array, json_pack("{s:s, s:f, s:f, s:f}", "name", term->name, "value",
                                               term->value + 0.0, "weight", term->weight, "share",
                                               term->value * term->weight + 0.0));
    }
    return array;
}

/* The weight of every square row by row, or null if the evaluation has no table. */
static json_t *weights_json(const Evaluation *evaluation) {
    if (!evaluation->program->table) return json_null();
    json_t *array = json_array();
    for (int i = 0; i < evaluation->shape->squares; i++)
        json_array_append_new(
            array, json_real(evaluation->square_weights[shape_from_index(evaluation->shape, i)]));
    return array;
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
    Evaluation evaluation;
    if (!position_input_read(&shape, &board, request, error) ||
        !evaluation_read(&evaluation, &shape, request, error))
        return NULL;
    EvalTerms terms = {0};
    double value = evaluation_explain(&evaluation, board.position, NULL, &terms);
    return json_pack("{s:s, s:s, s:f, s:o, s:o, s:o}", "eval", evaluation.program->name, "side",
                     json_side(board.side), "value", value + 0.0, "terms", terms_json(&terms),
                     "weights", weights_json(&evaluation), "features", features_json(&board));
}
