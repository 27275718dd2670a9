/* Binds a classic program to a board: from a row of the registry to an Evaluation. */
#include "eval/registry.h"

#include <string.h>

double terms_add(EvalTerms *terms, const char *name, double value, double weight) {
    if (terms && terms->count < EVAL_MAX_TERMS)
        terms->list[terms->count++] = (EvalTerm){name, value, weight};
    return value * weight;
}

/* Whether the shape is in a list such as "9x7,8x8". */
static bool is_home(const char *boards, const Shape *shape) {
    while (*boards) {
        size_t length = strcspn(boards, ",");
        Shape home;
        if (shape_parse(&home, boards, length, NULL) && home.width == shape->width &&
            home.height == shape->height)
            return true;
        boards += length + (boards[length] == ',');
    }
    return false;
}

static double table_weight(const ClassicProgram *program, const Shape *shape, int column, int row) {
    int from_side = column < shape->width - 1 - column ? column : shape->width - 1 - column;
    int from_end = row < shape->height - 1 - row ? row : shape->height - 1 - row;
    return program->table[from_end < 3 ? from_end : 3][from_side < 3 ? from_side : 3];
}

/* The program's formula in the unit of the full search. */
static int value_in_discs(const Evaluation *self, Position position) {
    double value = evaluation_explain(self, position, NULL, NULL) / self->program->disc;
    value *= EVAL_DISC;
    return value > EVAL_LIMIT ? EVAL_LIMIT : value < -EVAL_LIMIT ? -EVAL_LIMIT : (int)value;
}

bool evaluation_from_program(Evaluation *evaluation, const ClassicProgram *program,
                             const Shape *shape, Error *error) {
    if (program->is_home_only && !is_home(program->boards, shape)) {
        error_set(error, STATUS_UNSUPPORTED, "%s plays on %s only, not on %dx%d", program->name,
                  program->boards, shape->width, shape->height);
        return false;
    }
    const GameKernel *rules = game_kernel(shape, isa_best());
    if (!rules) {
        error_set(error, STATUS_UNSUPPORTED, "this program has no code for this processor");
        return false;
    }
    *evaluation = (Evaluation){.shape = shape,
                               .name = program->name,
                               .value = program->fast_value ? program->fast_value : value_in_discs,
                               .program = program,
                               .rules = rules};
    for (int row = 0; program->table && row < shape->height; row++)
        for (int column = 0; column < shape->width; column++)
            evaluation->square_weights[shape_square(shape, column, row)] =
                table_weight(program, shape, column, row);
    return true;
}

EvalInput evaluation_input(const Evaluation *evaluation, Position position) {
    return (EvalInput){.evaluation = evaluation,
                       .shape = evaluation->shape,
                       .rules = evaluation->rules,
                       .weights = evaluation->square_weights,
                       .mine = position.own,
                       .theirs = position.opp,
                       .mine_to_move = true,
                       .last_square = NO_MOVE};
}

double evaluation_explain(const Evaluation *evaluation, Position position, const EvalLine *line,
                          EvalTerms *terms) {
    EvalInput input = evaluation_input(evaluation, position);
    if (line) {
        input.root_mine = line->begin.own;
        input.root_theirs = line->begin.opp;
        input.last_square = line->last_square;
    }
    if (terms) terms->count = 0;
    return evaluation->program->value(&input, terms);
}
