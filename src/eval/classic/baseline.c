/* The five baselines of the course project (NTHU, 2021), its yardstick. The first plays at random
 * and is a player, not an evaluation; 2 and 3 count discs and corners; 4 and 5 count discs,
 * mobility and a small table. All of them stop where a side cannot move.
 *
 * 4 and 5 take 10,000,000 for infinity and for the value of a won game, and count 1,000 against a
 * side that cannot move, also when the game is over. So all wins are alike to them: they stop at
 * the first root move that wins with 1,000 more, and where every move loses with 1,000 more they
 * play the first one. */
#include "eval/classic/common.h"

static double corners40(const EvalInput *input, EvalTerms *terms) {
    return terms_add(terms, "discs", mine_less_theirs(input, input->shape->playable), 1) +
           terms_add(terms, "corners", corner_difference(input), 40);
}

static double corners400(const EvalInput *input, EvalTerms *terms) {
    return terms_add(terms, "discs", mine_less_theirs(input, input->shape->playable), 1) +
           terms_add(terms, "corners", corner_difference(input), 400);
}

static const double table[4][4] = {
    {8, -4, 1, 1},
    {-4, -4, 0, 0},
    {1, 0, 0, 0},
    {1, 0, 0, 0},
};

static double mobility(const EvalInput *input, EvalTerms *terms) {
    int moves = bits_count(my_moves(input)) - bits_count(their_moves(input));
    return terms_add(terms, "discs", mine_less_theirs(input, input->shape->playable), 1) +
           terms_add(terms, "mobility", moves, 10) +
           terms_add(terms, "squares", table_sum(input), 100);
}

#define PLAIN_RULES                                                                                \
    .tie = TIE_LAST, .is_minimax = true, .pass = PASS_ENDS_LINE, .end = END_IS_WIN, .win_value = 1e7
#define PRUNING_RULES                                                                              \
    .tie = TIE_LAST_BOUND, .pass = PASS_ENDS_LINE, .stuck_value = -1000, .end = END_IS_WIN,        \
    .win_value = 1e7, .infinity = 1e7

extern const ClassicProgram classic_baseline2, classic_baseline3, classic_baseline4,
    classic_baseline5;
const ClassicProgram classic_baseline2 = {
    .name = "baseline2",
    .summary = "Discs and 40 for each corner, 1 ply",
    .origin = "course baselines, NTHU 2021",
    .boards = "8x8",
    .disc = 4,
    .value = corners40,
    .search = {.plies = 1, PLAIN_RULES},
};

const ClassicProgram classic_baseline3 = {
    .name = "baseline3",
    .summary = "Discs and 400 for each corner, 3 plies",
    .origin = "course baselines, NTHU 2021",
    .boards = "8x8",
    .disc = 30,
    .value = corners400,
    .search = {.plies = 3, PLAIN_RULES},
};

const ClassicProgram classic_baseline4 = {
    .name = "baseline4",
    .summary = "Discs, mobility and a table of squares, 3 plies",
    .origin = "course baselines, NTHU 2021",
    .boards = "8x8",
    .table = table,
    .disc = 95,
    .value = mobility,
    .search = {.plies = 3, PRUNING_RULES},
};

const ClassicProgram classic_baseline5 = {
    .name = "baseline5",
    .summary = "Discs, mobility and a table of squares, 5 plies",
    .origin = "course baselines, NTHU 2021",
    .boards = "8x8",
    .table = table,
    .disc = 95,
    .value = mobility,
    .search = {.plies = 5, PRUNING_RULES},
};
