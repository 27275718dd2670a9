/* Kukreja's heuristic: coin parity, corners and the squares beside them, mobility, frontier and a
 * table of squares, each as a percentage, added with fixed weights.
 *
 * Two programs use it: on 8x8 with all its terms (`kukreja`), and the newer evaluation of the 6x6
 * exercise (SYSU, 2020) without the squares beside empty corners (`e03-myjudge`). */
#include "eval/classic/common.h"

/* The 6x6 table is the upper left 3x3 part. */
static const double table[4][4] = {
    {20, -3, 11, 8},
    {-3, -7, -4, 1},
    {11, -4, 2, 2},
    {8, 1, 2, -3},
};

/* Discs on the three squares next to each empty corner; a square next to two counts twice. */
static int beside_empty_corners(const EvalInput *input) {
    uint64_t corners = input->shape->corners & ~(input->mine | input->theirs);
    int count = 0;
    while (corners) {
        uint64_t beside = shape_neighbours(input->shape, bits_square(bits_pop(&corners)));
        count += mine_less_theirs(input, beside);
    }
    return count;
}

static double common_terms(const EvalInput *input, EvalTerms *terms) {
    uint64_t empties = input->shape->playable & ~(input->mine | input->theirs);
    uint64_t frontier = shape_neighbours(input->shape, empties);
    double discs = ratio(bits_count(input->mine), bits_count(input->theirs));
    double mobility = ratio(bits_count(my_moves(input)), bits_count(their_moves(input)));
    double open = -ratio(bits_count(input->mine & frontier), bits_count(input->theirs & frontier));
    return terms_add(terms, "discs", discs, 10) +
           terms_add(terms, "corners", 25.0 * corner_difference(input), 801.724) +
           terms_add(terms, "mobility", mobility, 78.922) +
           terms_add(terms, "frontier", open, 74.396) +
           terms_add(terms, "squares", table_sum(input), 10);
}

static double value(const EvalInput *input, EvalTerms *terms) {
    double near_corners = -12.5 * beside_empty_corners(input);
    return common_terms(input, terms) + terms_add(terms, "near corners", near_corners, 382.026);
}

#define E03_SEARCH                                                                                 \
    {                                                                                              \
        .plies = 10, .order = ORDER_RINGS, .is_negamax = true, .truncates = true, .limit = 65532,  \
        .end = END_IS_WIN, .win_value = 65533                                                      \
    }

extern const ClassicProgram classic_e03_myjudge, classic_kukreja;
const ClassicProgram classic_e03_myjudge = {
    .name = "e03-myjudge",
    .summary = "Discs, corners, mobility, frontier and a table of squares",
    .origin = "6x6 exercise, SYSU 2020, the newer evaluation",
    .boards = "6x6",
    .is_home_only = true,
    .table = table,
    .disc = 1600,
    .value = common_terms,
    .search = E03_SEARCH,
};

const ClassicProgram classic_kukreja = {
    .name = "kukreja",
    .summary = "Discs, corners and the squares beside empty ones, mobility, frontier, a table of squares",
    .origin = "Kukreja's heuristic, the 8x8 form of e03-myjudge",
    .boards = "8x8",
    .table = table,
    .disc = 1400,
    .value = value,
    .search = {.plies = 6, .is_negamax = true, .end = END_IS_WIN, .win_value = 1e9},
};
