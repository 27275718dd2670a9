/* The course project with a referee (NTHU, 2021): a table of squares and the number of moves of
 * whoever is to move. The X square of a corner that the player owns is no risk any more: it counts
 * +30 for whoever stands there, instead of -99. */
#include "eval/classic/common.h"

enum { SAFE_X_WEIGHT = 30 };

static const double table[4][4] = {
    {99, -10, 10, 6},
    {-10, -99, 2, 4},
    {10, 2, 8, 5},
    {6, 4, 5, 1},
};

static double squares(const EvalInput *input) {
    double sum = table_sum(input);
    uint64_t owned = input->shape->corners & input->mine;
    uint64_t safe = shape_neighbours(input->shape, owned) & x_squares(input->shape);
    while (safe) {
        int square = bits_pop(&safe);
        double gain = SAFE_X_WEIGHT - input->weights[square];
        sum += gain * mine_less_theirs(input, bits_square(square));
    }
    return sum;
}

static double value(const EvalInput *input, EvalTerms *terms) {
    double sum = terms_add(terms, "squares", squares(input), 1);
    if (input->mine_to_move) return sum + terms_add(terms, "moves", bits_count(my_moves(input)), 2);
    return sum + terms_add(terms, "opponent's moves", bits_count(their_moves(input)), -4);
}

extern const ClassicProgram classic_miniproject3;
const ClassicProgram classic_miniproject3 = {
    .name = "miniproject3",
    .summary = "A table of squares and the moves of the side to move",
    .origin = "course project with a referee, NTHU 2021",
    .boards = "8x8",
    .table = table,
    .disc = 13,
    .value = value,
    .search = {.plies = 6},
};
