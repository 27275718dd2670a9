/* Counting discs: what everybody tries first, and why everybody loses at first. */
#include "eval/classic/common.h"

static double value(const EvalInput *input, EvalTerms *terms) {
    return terms_add(terms, "discs", mine_less_theirs(input, input->shape->playable), 1);
}

extern const ClassicProgram classic_discs;
const ClassicProgram classic_discs = {
    .name = "discs",
    .summary = "Difference in discs and nothing else",
    .origin = "every first program",
    .boards = "all",
    .disc = 1,
    .value = value,
    .search = {.plies = 4, .end = END_IS_WIN, .win_value = 1000},
};
