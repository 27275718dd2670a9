/* See eval.h. */
#include "eval/eval.h"

#include "base/bits.h"
#include "eval/pattern.h"

int evaluator_value(const Evaluator *evaluator, Position position) {
    if (!evaluator->pattern) return evaluator->value(evaluator, position);
    PatternState state;
    pattern_start(evaluator->pattern->set, position, &state);
    return pattern_value(evaluator->pattern, &state, bits_count(position.own | position.opp));
}
