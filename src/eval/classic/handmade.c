/* The evaluation for boards without learned weights: mobility, corners, edges, stability, parity.
 *
 * It works on every shape, needs no data and no memory, and costs a few hundred nanoseconds. Its
 * dozen weights per phase were fitted, not guessed: docs/players.md has the recipe and the figures.
 *
 * A position is a dozen small differences (own minus opponent's), each multiplied
 * by a weight that depends on how full the board is. Between the phases of the table below the
 * weights are interpolated, so that the value never jumps from one ply to the next. */
#include "base/bits.h"
#include "eval/registry.h"

typedef enum Feature {
    MOBILITY,       /* legal moves */
    MOBILITY_SHARE, /* the same as a share of all legal moves, in SHARE_UNITs */
    POTENTIAL,      /* empty squares beside the other side's discs: moves to come */
    FRONTIER,       /* own discs beside an empty square */
    CORNERS,
    CORNER_MOVES, /* corners that can be taken at once */
    X_SQUARES,    /* discs diagonally next to an empty corner */
    C_SQUARES,    /* discs beside an empty corner on the edge */
    EDGES,        /* discs on the edge, neither corners nor C squares of the line above */
    STABLE,       /* discs that can never turn */
    DISCS,
    PARITY, /* +1 if the side to move would play the last move, without passes, else -1 */
    TEMPO,  /* always 1: what having the move is worth */
    FEATURES,
} Feature;

enum {
    SHARE_UNIT = 64,
    PHASES = 5,      /* the table's columns: empty board, quarter full ... full */
    PHASE_STEP = 16, /* squares of an 8x8 board between two columns */
    WEIGHT_ONE = 8,  /* weights are in 1/8 of the evaluation's unit */
};

/* Fitted by least squares to final scores of 1.8 million positions of 8x8, 6x6 and 9x7: see
 * docs/players.md for the recipe and for what it gained over a guess. */
static const int16_t weights[FEATURES][PHASES] = {
    [MOBILITY] = {406, 1230, -42, -1040, 455},
    [MOBILITY_SHARE] = {231, -197, 374, 606, 33},
    [POTENTIAL] = {644, 94, -56, -708, -2637},
    [FRONTIER] = {-665, -1750, -1222, -756, -786},
    [CORNERS] = {22910, 24071, 16767, 6749, 92},
    [CORNER_MOVES] = {7649, 7527, 7628, 6389, 4132},
    [X_SQUARES] = {-17557, -14684, -4417, -1518, 1489},
    [C_SQUARES] = {-4361, -6072, -1706, -993, -563},
    [EDGES] = {3268, 1148, 711, -214, -436},
    [STABLE] = {4264, 4561, 1617, 1181, 945},
    [DISCS] = {640, 460, -121, 19, 198},
    [PARITY] = {170, -465, 63, 76, 1469},
    [TEMPO] = {-2930, -2346, -999, -1311, 4833},
};

static inline int difference(uint64_t own, uint64_t opp, uint64_t mask) {
    return bits_count(own & mask) - bits_count(opp & mask);
}

static void measure(const Shape *shape, const GameKernel *kernel, Position position,
                    int values[FEATURES]) {
    uint64_t own = position.own, opp = position.opp;
    uint64_t empties = position_empties(shape, position);
    uint64_t own_moves = kernel->moves(shape, own, opp);
    uint64_t opp_moves = kernel->moves(shape, opp, own);
    int own_count = bits_count(own_moves), opp_count = bits_count(opp_moves);
    values[MOBILITY] = own_count - opp_count;
    values[MOBILITY_SHARE] = SHARE_UNIT * (own_count - opp_count) / (own_count + opp_count + 1);
    values[POTENTIAL] = bits_count(shape_neighbours(shape, opp) & empties) -
                        bits_count(shape_neighbours(shape, own) & empties);
    values[FRONTIER] = difference(own, opp, shape_neighbours(shape, empties));
    values[CORNERS] = difference(own, opp, shape->corners);
    values[CORNER_MOVES] = difference(own_moves, opp_moves, shape->corners);

    uint64_t edge = shape->ends[0] | shape->ends[1];
    uint64_t risky = shape_neighbours(shape, empties & shape->corners);
    values[X_SQUARES] = difference(own, opp, risky & ~edge);
    values[C_SQUARES] = difference(own, opp, risky & edge);
    values[EDGES] = difference(own, opp, edge & ~risky & ~shape->corners);
    values[STABLE] =
        bits_count(kernel->stable(shape, own, opp)) - bits_count(kernel->stable(shape, opp, own));
    values[DISCS] = difference(own, opp, shape->playable);
    values[PARITY] = bits_count(empties) % 2 ? 1 : -1;
    values[TEMPO] = 1;
}

/* The weight of a feature with `filled` of 64 squares taken, times PHASE_STEP. */
static inline int weight_at(Feature feature, int filled) {
    int phase = filled / PHASE_STEP, within = filled % PHASE_STEP;
    if (phase == PHASES - 1) return weights[feature][phase] * PHASE_STEP;
    const int16_t *weight = &weights[feature][phase];
    return weight[0] * (PHASE_STEP - within) + weight[1] * within;
}

/* Boards of every size are measured as if they had 64 squares, in time and in score. */
static inline int filled_of_64(const Shape *shape, Position position) {
    return bits_count(position.own | position.opp) * SHAPE_MAX_SQUARES / shape->squares;
}

static int fast_value(const Evaluation *self, Position position) {
    const Shape *shape = self->shape;
    int values[FEATURES], filled = filled_of_64(shape, position);
    measure(shape, self->rules, position, values);
    int64_t sum = 0;
    for (Feature f = 0; f < FEATURES; f++) sum += (int64_t)values[f] * weight_at(f, filled);
    int score = (int)(sum * shape->squares / (WEIGHT_ONE * PHASE_STEP * SHAPE_MAX_SQUARES));
    return score > EVAL_LIMIT ? EVAL_LIMIT : score < -EVAL_LIMIT ? -EVAL_LIMIT : score;
}

/* The same in discs, term by term, for the registry. */
static double explained_value(const EvalInput *input, EvalTerms *terms) {
    static const char *const names[FEATURES] = {
        "mobility",     "mobility share", "potential", "frontier", "corners",
        "corner moves", "x squares",      "c squares", "edges",    "stable",
        "discs",        "parity",         "tempo",
    };
    const Shape *shape = input->shape;
    double sign = input->mine_to_move ? 1 : -1;
    Position position = {input->mine, input->theirs};
    if (!input->mine_to_move) position = position_passed(position);
    int values[FEATURES], filled = filled_of_64(shape, position);
    measure(shape, input->rules, position, values);
    double unit = (double)WEIGHT_ONE * PHASE_STEP * EVAL_DISC * SHAPE_MAX_SQUARES / shape->squares;
    double sum = 0;
    for (Feature f = 0; f < FEATURES; f++)
        sum += terms_add(terms, names[f], sign * values[f], weight_at(f, filled) / unit);
    return sum;
}

extern const ClassicProgram classic_handmade;
const ClassicProgram classic_handmade = {
    .name = "handmade",
    .summary = "Thirteen fitted terms: mobility, corners, edges, stability, parity",
    .origin = "Bianca, for boards without learned weights",
    .boards = "all",
    .disc = 1,
    .value = explained_value,
    .fast_value = fast_value,
    .search = {.plies = 4, .is_negamax = true, .end = END_IS_WIN, .win_value = 1000},
};
