/* A table of squares: corners are good, what gives them away is bad. The table is our own, made
 * for reading rather than for strength. */
#include "eval/classic/common.h"

static const double table[4][4] = {
    {100, -20, 10, 5},
    {-20, -40, -2, -1},
    {10, -2, 3, 1},
    {5, -1, 1, 1},
};

static double value(const EvalInput *input, EvalTerms *terms) {
    return terms_add(terms, "squares", table_sum(input), 1);
}

extern const ClassicProgram classic_positional;
const ClassicProgram classic_positional = {
    .name = "positional",
    .summary = "A table of square values: corners good, their neighbours bad",
    .origin = "what most second programs do",
    .boards = "all",
    .table = table,
    .disc = 8,
    .value = value,
    .search = {.plies = 4, .end = END_IS_WIN, .win_value = 100000},
};
