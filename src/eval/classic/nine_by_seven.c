/* The 9x7 course tournament (HE-Arc): what a line wins in discs, and the weight of the square
 * played last, whoever played it. Its table is that of O-Thell-Us on 8x8, stretched: a weight
 * depends on the distances from the edges alone, so it fits every board.
 *
 * Without a line (`bianca eval`, or inside the full search) only the difference in discs is left.
 */
#include "eval/classic/common.h"

static const double table[4][4] = {
    {100, -10, 11, 6},
    {-10, -20, 1, 2},
    {10, 1, 5, 4},
    {6, 2, 4, 2},
};

static double value(const EvalInput *input, EvalTerms *terms) {
    int before = bits_count(input->root_mine) - bits_count(input->root_theirs);
    int now = mine_less_theirs(input, input->shape->playable);
    double last = input->last_square == NO_MOVE ? 0 : input->weights[input->last_square];
    return terms_add(terms, "discs won", now - before, 1) +
           terms_add(terms, "last square", last, 1);
}

extern const ClassicProgram classic_nine_by_seven;
const ClassicProgram classic_nine_by_seven = {
    .name = "nine-by-seven",
    .summary = "Discs won on the line and the weight of its last square",
    .origin = "9x7 course tournament, HE-Arc; on 8x8 O-Thell-Us",
    .boards = "9x7,8x8",
    .table = table,
    .disc = 1,
    .value = value,
    .search = {.plies = 5, .tie = TIE_LAST},
};
