/* A bot of the Botzone platform (Peking University): a table of squares, mobility where a square
 * that both sides could take counts for the player alone, and corners. Once two corners are its
 * own it trusts the table more. */
#include "eval/classic/common.h"

static const double table[4][4] = {
    {100, .5, 15, 15},
    {.5, -10, 3, 3},
    {15, 3, 6, 6},
    {15, 3, 6, 0},
};

static double value(const EvalInput *input, EvalTerms *terms) {
    uint64_t mine = my_moves(input), theirs = their_moves(input);
    int mobility = bits_count(mine) - bits_count(theirs & ~mine);
    bool is_ahead = bits_count(input->mine & input->shape->corners) >= 2;
    return terms_add(terms, "squares", table_sum(input), is_ahead ? 0.65 : 0.4) +
           terms_add(terms, "mobility", mobility, is_ahead ? 2.8 : 4.8) +
           terms_add(terms, "corners", corner_difference(input), is_ahead ? 10 : 20);
}

extern const ClassicProgram classic_botzone;
const ClassicProgram classic_botzone = {
    .name = "botzone",
    .summary = "A table of squares, mobility and corners, weighed by own corners",
    .origin = "a bot on Botzone, Peking University",
    .boards = "8x8",
    .table = table,
    .disc = 6,
    .value = value,
    .search = {.plies = 6, .is_negamax = true},
};
