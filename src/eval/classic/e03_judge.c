/* The older of the two evaluations of the 6x6 exercise (SYSU, 2020).
 *
 * A disc is worth 1, and 1 more for each of the four lines through it on which it is safe from one
 * side: at least one of the two half-lines from the disc to the edge is entirely its own colour, or
 * has no squares. Corners are worth 64 more, X squares 32 less. Nothing in it depends on the size
 * of the board. */
#include "eval/classic/common.h"

static int safe_lines(const Shape *shape, uint64_t own) {
    int count = 0;
    for (uint64_t discs = own; discs;) {
        const uint64_t *rays = shape->rays[bits_pop(&discs)];
        for (int axis = 0; axis < AXES; axis++)
            count += !(rays[axis] & ~own) || !(rays[axis + AXES] & ~own);
    }
    return count;
}

static double value(const EvalInput *input, EvalTerms *terms) {
    int lines = safe_lines(input->shape, input->mine) - safe_lines(input->shape, input->theirs);
    return terms_add(terms, "discs", mine_less_theirs(input, input->shape->playable), 1) +
           terms_add(terms, "safe lines", lines, 1) +
           terms_add(terms, "corners", corner_difference(input), 64) +
           terms_add(terms, "x squares", mine_less_theirs(input, x_squares(input->shape)), -32);
}

extern const ClassicProgram classic_e03_judge;
const ClassicProgram classic_e03_judge = {
    .name = "e03-judge",
    .summary = "Discs, safe lines, corners and X squares",
    .origin = "6x6 exercise, SYSU 2020, the older evaluation",
    .boards = "6x6",
    .disc = 6,
    .value = value,
    .search = {.plies = 10,
               .order = ORDER_RINGS,
               .is_negamax = true,
               .truncates = true,
               .limit = 65532,
               .end = END_IS_WIN,
               .win_value = 65533},
};
