/* The report on stability (NTHU, 2021): a table of squares, the moves of whoever is to move, and
 * from the middle of the game on the unbroken runs of one colour from the corners along the edges.
 * Its thresholds are counted for 64 squares, so it plays on 8x8 only.
 *
 * The program searches once for the value of the position, and then plays the last root move whose
 * value is equal. After a cut-off that value is only a bound, so it often takes a worse move for an
 * equal one; `alpha-strict` does not. */
#include "eval/classic/common.h"

enum { STABILITY_FROM = 40, LONGEST_RUN = 6 };

static const double table[4][4] = {
    {4, -3, 2, 2},
    {-3, -4, -1, -1},
    {2, -1, 1, 0},
    {2, -1, 0, 1},
};

/* The length of the run of one colour that begins in a corner and goes by `step`. */
static int run_length(uint64_t discs, int corner, int step) {
    int length = 0;
    while (length < LONGEST_RUN && bits_has(discs, corner + length * step)) length++;
    return length;
}

/* Both edges from each corner: a corner counts once per edge. */
static int edge_runs(const Shape *shape, uint64_t discs) {
    int down = shape->stride, count = 0;
    for (uint64_t corners = shape->corners & discs; corners;) {
        int corner = bits_pop(&corners);
        bool is_left = shape_column(shape, corner) == 0, is_top = shape_row(shape, corner) == 0;
        count += run_length(discs, corner, is_left ? 1 : -1);
        count += run_length(discs, corner, is_top ? down : -down);
    }
    return count;
}

static double value(const EvalInput *input, EvalTerms *terms) {
    int mobility =
        input->mine_to_move ? bits_count(my_moves(input)) : -bits_count(their_moves(input));
    int empties = bits_count(input->shape->playable & ~(input->mine | input->theirs));
    int stability = empties >= STABILITY_FROM ? 0
                                              : edge_runs(input->shape, input->mine) -
                                                    edge_runs(input->shape, input->theirs);
    return terms_add(terms, "squares", table_sum(input), 1) +
           terms_add(terms, "mobility", mobility, 2) + terms_add(terms, "stability", stability, 2);
}

/* The two differ in which moves are equal, and in nothing else. */
#define ALPHA_OTHELLO(TIE)                                                                         \
    .boards = "8x8", .is_home_only = true, .table = table, .disc = 3, .value = value,              \
    .search = {.plies = 6, .tie = (TIE), .end = END_IS_DISCS}

extern const ClassicProgram classic_alpha_othello, classic_alpha_othello_strict;
const ClassicProgram classic_alpha_othello = {
    .name = "alpha-othello",
    .summary = "A table of squares, mobility and stable runs along the edges",
    .origin = "report on stability, NTHU 2021",
    ALPHA_OTHELLO(TIE_LAST_BOUND),
};

const ClassicProgram classic_alpha_othello_strict = {
    .name = "alpha-strict",
    .summary = "A table of squares, mobility and stable runs; bounds are not taken for equal values",
    .origin = "report on stability, NTHU 2021, with a stricter search",
    ALPHA_OTHELLO(TIE_LAST),
};
