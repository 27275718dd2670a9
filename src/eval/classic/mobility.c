/* Mobility and corners: keep your own choices, take away the other side's. */
#include "eval/classic/common.h"

static double value(const EvalInput *input, EvalTerms *terms) {
    int mobility = bits_count(my_moves(input)) - bits_count(their_moves(input));
    return terms_add(terms, "mobility", mobility, 1) +
           terms_add(terms, "corners", corner_difference(input), 10);
}

extern const ClassicProgram classic_mobility;
const ClassicProgram classic_mobility = {
    .name = "mobility",
    .summary = "Difference in legal moves, and 10 for each corner",
    .origin = "what most third programs do",
    .boards = "all",
    .disc = 0.75,
    .value = value,
    .search = {.plies = 4, .end = END_IS_WIN, .win_value = 1000},
};
