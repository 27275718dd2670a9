/* See eval.h. */
#include "eval/eval.h"

#include "base/bits.h"
#include "eval/network_value.h"
#include "game/rules.h"

int evaluator_value(const Evaluator *evaluator, Position position) {
    if (!evaluator->pattern) return evaluator->value(evaluator, position);
    const Pattern *pattern = evaluator->pattern;
    const Shape *shape = evaluator->shape;
    int discs = bits_count(position.own | position.opp);
    PatternState state;
    pattern_start(pattern->set, position, &state);
    if (!pattern->network) return pattern_value(pattern, &state, discs);
    return network_value(pattern, &state, discs,
                         bits_count(rules_moves(shape, position.own, position.opp)),
                         bits_count(rules_moves(shape, position.opp, position.own)));
}
