/* See registry.h. To add an evaluation: write classic/NAME.c, and name it twice here. */
#include "eval/registry.h"

#include <string.h>

extern const Classic classic_discs, classic_positional, classic_mobility;
extern const Classic classic_e03_judge, classic_e03_myjudge, classic_kukreja;
extern const Classic classic_miniproject3, classic_botzone, classic_nine_by_seven;
extern const Classic classic_alpha_othello, classic_handmade;
extern const Classic classic_baseline2, classic_baseline3, classic_baseline4, classic_baseline5;

const Classic *const classics[] = {
    &classic_e03_judge,  &classic_e03_myjudge,   &classic_kukreja,       &classic_miniproject3,
    &classic_botzone,    &classic_nine_by_seven, &classic_alpha_othello, &classic_baseline2,
    &classic_baseline3,  &classic_baseline4,     &classic_baseline5,     &classic_discs,
    &classic_positional, &classic_mobility,      &classic_handmade,
};

const int classic_count = (int)(sizeof classics / sizeof classics[0]);

double terms_add(EvalTerms *terms, const char *name, double value, double weight) {
    if (terms && terms->count < EVAL_MAX_TERMS)
        terms->list[terms->count++] = (EvalTerm){name, value, weight};
    return value * weight;
}

const Classic *classic_find(const char *name, size_t length) {
    for (int i = 0; i < classic_count; i++)
        if (strlen(classics[i]->name) == length && memcmp(classics[i]->name, name, length) == 0)
            return classics[i];
    return NULL;
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

static double table_weight(const Classic *classic, const Shape *shape, int column, int row) {
    int from_side = column < shape->width - 1 - column ? column : shape->width - 1 - column;
    int from_end = row < shape->height - 1 - row ? row : shape->height - 1 - row;
    return classic->table[from_end < 3 ? from_end : 3][from_side < 3 ? from_side : 3];
}

static bool find_rules(Opinion *opinion, Error *error) {
    opinion->rules = game_kernel(opinion->shape, isa_best());
    if (opinion->rules) return true;
    error_set(error, STATUS_UNSUPPORTED, "this program has no code for this processor");
    return false;
}

bool opinion_init(Opinion *opinion, const Classic *classic, const Shape *shape, Error *error) {
    if (classic->is_home_only && !is_home(classic->boards, shape)) {
        error_set(error, STATUS_UNSUPPORTED, "%s plays on %s only, not on %dx%d", classic->name,
                  classic->boards, shape->width, shape->height);
        return false;
    }
    Opinion made = {.classic = classic, .shape = shape};
    if (!find_rules(&made, error)) return false;
    for (int row = 0; classic->table && row < shape->height; row++)
        for (int column = 0; column < shape->width; column++)
            made.weights[shape_square(shape, column, row)] =
                table_weight(classic, shape, column, row);
    *opinion = made;
    return true;
}

static double pattern_discs(const EvalInput *input, EvalTerms *terms) {
    Position position = {input->mine, input->theirs};
    if (!input->mine_to_move) position = position_passed(position);
    double value = evaluator_value(input->evaluator, position) * (input->mine_to_move ? 1.0 : -1.0);
    return terms_add(terms, "patterns", value / EVAL_DISC, 1);
}

static const Classic classic_pattern = {
    .name = "pattern",
    .summary = "Learned weights of patterns, in discs",
    .origin = "Bianca, learned from its own games",
    .boards = "all",
    .disc = 1,
    .value = pattern_discs,
    .search = {.plies = 4, .is_negamax = true, .end = END_IS_WIN, .win_value = 1000},
};

bool opinion_from_evaluator(Opinion *opinion, const Evaluator *evaluator, Error *error) {
    Opinion made = {.classic = &classic_pattern, .shape = evaluator->shape, .evaluator = evaluator};
    if (!find_rules(&made, error)) return false;
    *opinion = made;
    return true;
}

EvalInput opinion_input(const Opinion *opinion, Position position) {
    return (EvalInput){.shape = opinion->shape,
                       .rules = opinion->rules,
                       .weights = opinion->weights,
                       .evaluator = opinion->evaluator,
                       .mine = position.own,
                       .theirs = position.opp,
                       .mine_to_move = true,
                       .last_square = NO_MOVE};
}

double opinion_value(const Opinion *opinion, Position position, const EvalLine *line,
                     EvalTerms *terms) {
    EvalInput input = opinion_input(opinion, position);
    if (line) {
        input.root_mine = line->begin.own;
        input.root_theirs = line->begin.opp;
        input.last_square = line->last_square;
    }
    if (terms) terms->count = 0;
    return opinion->classic->value(&input, terms);
}

static int value_in_discs(const Evaluator *self, Position position) {
    const Opinion *opinion = (const Opinion *)self->data;
    double value = opinion_value(opinion, position, NULL, NULL) / opinion->classic->disc;
    value *= EVAL_DISC;
    return value > EVAL_LIMIT ? EVAL_LIMIT : value < -EVAL_LIMIT ? -EVAL_LIMIT : (int)value;
}

void opinion_evaluator(const Opinion *opinion, Evaluator *out) {
    *out = (Evaluator){.shape = opinion->shape,
                       .name = opinion->classic->name,
                       .value = value_in_discs,
                       .data = opinion};
}
