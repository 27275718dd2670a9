/* Learned weights as an Evaluation: the value of a position from scratch, and the row that lets
 * plain alpha-beta search with it. The search itself computes the value from the indices it keeps
 * (search/node_kernel.h). */
#include "eval/learned.h"

#include "base/bits.h"
#include "eval/network_kernel.h"
#include "eval/registry.h"
#include "game/rules.h"

static int value_from_scratch(const Evaluation *self, Position position) {
    const LearnedWeights *learned = self->learned;
    const Shape *shape = self->shape;
    int discs = bits_count(position.own | position.opp);
    PatternState state;
    pattern_start(learned->set, position, &state);
    if (!learned->network) return linear_value(learned, &state, discs);
    return network_value(learned, &state, discs,
                         bits_count(rules_moves(shape, position.own, position.opp)),
                         bits_count(rules_moves(shape, position.opp, position.own)));
}

static double value_in_discs(const EvalInput *input, EvalTerms *terms) {
    Position position = {input->mine, input->theirs};
    if (!input->mine_to_move) position = position_passed(position);
    double value =
        evaluation_value(input->evaluation, position) * (input->mine_to_move ? 1.0 : -1.0);
    return terms_add(terms, "patterns", value / EVAL_DISC, 1);
}

static const ClassicProgram pattern_program = {
    .name = "pattern",
    .summary = "Learned weights of patterns, in discs",
    .origin = "Bianca, learned from its own games",
    .boards = "all",
    .disc = 1,
    .value = value_in_discs,
    .fast_value = value_from_scratch,
    .search = {.plies = 4, .is_negamax = true, .end = END_IS_WIN, .win_value = 1000},
};

bool evaluation_from_weights(Evaluation *evaluation, const LearnedWeights *learned, Error *error) {
    if (!evaluation_from_program(evaluation, &pattern_program, learned->set->shape, error))
        return false;
    evaluation->learned = learned;
    evaluation->errors = learned->errors;
    return true;
}
