/* The handmade evaluation: within limits, the same from every side, sensible on every board. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "engine/alphabeta.h"
#include "eval/registry.h"
#include "game/rules.h"
#include "game/symmetry.h"
#include "reference/sample.h"
#include "support/boards.h"
#include "support/effort.h"

enum { POSITIONS = 2000, GAMES = 40 };

static Position sampled(Sampler *sampler, const Shape *shape, long number) {
    Position packed = sampler_next(sampler, number);
    return (Position){shape_unpack(shape, packed.own), shape_unpack(shape, packed.opp)};
}

static void values_are_within_limits_and_symmetric(void **state) {
    (void)state;
    for (int b = 0; b < sample_board_count; b++) {
        Shape shape;
        Evaluation evaluation;
        assert_true(shape_init(&shape, sample_boards[b].width, sample_boards[b].height, NULL));
        assert_true(evaluation_open(&evaluation, &shape, "handmade", NULL, NULL));
        Sampler sampler = sampler_new(sample_boards[b], 6);
        for (long n = 0; n < effort_rounds(POSITIONS); n++) {
            Position position = sampled(&sampler, &shape, n);
            int value = evaluation_value(&evaluation, position);
            assert_true(abs(value) <= EVAL_LIMIT);
            for (int s = 1; s < shape.symmetries; s++) {
                Position moved = symmetry_position(&shape, s, position);
                assert_int_equal(evaluation_value(&evaluation, moved), value);
            }
        }
    }
}

static void the_explained_value_is_the_same_one(void **state) {
    (void)state;
    Shape shape;
    Evaluation evaluation;
    assert_true(shape_init(&shape, 9, 7, NULL));
    assert_true(evaluation_open(&evaluation, &shape, "handmade", NULL, NULL));
    Sampler sampler = sampler_new((BoardSize){9, 7}, 7);
    for (long n = 0; n < effort_rounds(POSITIONS); n++) {
        Position position = sampled(&sampler, &shape, n);
        int value = evaluation_value(&evaluation, position);
        double explained = evaluation_explain(&evaluation, position, NULL, NULL) * EVAL_DISC;
        double limited = fmax(-EVAL_LIMIT, fmin(EVAL_LIMIT, explained));
        assert_true(fabs(value - limited) <= 1.0);
    }
}

/* Far below what a game can lead to: found by climbing. */
static void a_lost_position_is_limited_on_its_own_side(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    Evaluation evaluation;
    assert_true(evaluation_open(&evaluation, &shape, "handmade", NULL, NULL));
    Position lost = {UINT64_C(0x023a0a1c0c01c852), UINT64_C(0xb101012203103081)};
    assert_true(evaluation_explain(&evaluation, lost, NULL, NULL) * EVAL_DISC < -EVAL_LIMIT - 1);
    assert_int_equal(evaluation_value(&evaluation, lost), -EVAL_LIMIT);
}

/* --- Term by term ------------------------------------------------------------------------------
 */

enum { TERMS = 13 };
static const char *const term_names[TERMS] = {
    "mobility",  "mobility share", "potential", "frontier", "corners", "corner moves", "x squares",
    "c squares", "edges",          "stable",    "discs",    "parity",  "tempo",
};

/* Rows from a1 on; what is left of the board is empty. */
static Position position_of(const Shape *shape, const char *rows) {
    Position position = {0, 0};
    for (int i = 0; rows[i] != '\0'; i++) {
        uint64_t square = bits_square(shape_from_index(shape, i));
        if (rows[i] == 'X') position.own |= square;
        if (rows[i] == 'O') position.opp |= square;
    }
    return position;
}

typedef struct Counted {
    const char *rows;
    int terms[TERMS]; /* own minus opponent's, counted by hand */
} Counted;

static void terms_are_counted_for_the_side_to_move(void **state) {
    (void)state;
    static const Counted boards[] = {
        /* X takes a1's edge: one move against none, 2 empty squares beside X and 4 beside O. */
        {"XO", {1, 32, 2, 0, 1, 0, 0, 0, -1, 1, 0, -1, 1}},
        {"OX", {-1, -32, -2, 0, -1, 0, 0, 0, 1, -1, 0, -1, 1}},
        /* X can take the corner beside O's C square, and has an X square itself. */
        {"-OX-----"
         "--------"
         "--------"
         "--------"
         "--------"
         "--------"
         "------X-",
         {0, 0, -8, 1, 0, 1, 1, -1, 1, 0, 1, 1, 1}},
        {"-XO-----"
         "--------"
         "--------"
         "--------"
         "--------"
         "--------"
         "------O-",
         {0, 0, 8, -1, 0, -1, -1, 1, -1, 0, -1, 1, 1}},
        /* O's ring around X's discs: moves everywhere against none. */
        {"--------"
         "-OOOOOO-"
         "-OXXXXO-"
         "-OXXXXO-"
         "-OXOXXO-"
         "-OXXXXO-"
         "-OOOOOO-",
         {28, 61, 28, -20, 0, 4, -4, 0, 0, 0, -6, -1, 1}},
    };
    Shape shape;
    Evaluation evaluation;
    assert_true(shape_init(&shape, 8, 8, NULL));
    assert_true(
        evaluation_from_program(&evaluation, classic_program_find("handmade", 8), &shape, NULL));
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        EvalTerms terms = {0};
        evaluation_explain(&evaluation, position_of(&shape, boards[b].rows), NULL, &terms);
        assert_int_equal(terms.count, TERMS);
        for (int t = 0; t < TERMS; t++) {
            assert_string_equal(terms.list[t].name, term_names[t]);
            if (terms.list[t].value != boards[b].terms[t])
                fail_msg("board %zu, %s: %g, expected %d", b, term_names[t], terms.list[t].value,
                         boards[b].terms[t]);
        }
    }
}

/* Weights in discs at the first column of the table, between two, and at the last one. */
static void weights_follow_the_table_from_phase_to_phase(void **state) {
    (void)state;
    static const struct {
        int discs;
        double corners, parity, tempo;
    } phases[] = {
        {16, 24071.0, -465.0, -2346.0},
        {20, (24071.0 * 3 + 16767.0) / 4, (-465.0 * 3 + 63.0) / 4, (-2346.0 * 3 - 999.0) / 4},
        {48, 6749.0, 76.0, -1311.0},
        {64, 92.0, 1469.0, 4833.0},
    };
    const double units_per_disc = 8.0 * EVAL_DISC;
    Shape shape;
    Evaluation evaluation;
    assert_true(shape_init(&shape, 8, 8, NULL));
    assert_true(
        evaluation_from_program(&evaluation, classic_program_find("handmade", 8), &shape, NULL));
    for (size_t p = 0; p < sizeof phases / sizeof phases[0]; p++) {
        EvalTerms terms = {0};
        uint64_t discs = phases[p].discs == 64 ? UINT64_MAX : bits_square(phases[p].discs) - 1;
        evaluation_explain(&evaluation,
                           (Position){discs & 0x5555555555555555, discs & 0xaaaaaaaaaaaaaaaa}, NULL,
                           &terms);
        assert_true(fabs(terms.list[4].weight * units_per_disc - phases[p].corners) < 1e-6);
        assert_true(fabs(terms.list[11].weight * units_per_disc - phases[p].parity) < 1e-6);
        assert_true(fabs(terms.list[12].weight * units_per_disc - phases[p].tempo) < 1e-6);
    }
}

/* One game of two plies of search against random moves: the score of the evaluation's side. */
static int play(const Evaluation *evaluation, Random *random, Side side) {
    Board board = board_start(evaluation->shape);
    while (!rules_is_over(board.shape, board.position)) {
        uint64_t moves = rules_moves(board.shape, board.position.own, board.position.opp);
        AlphabetaResult result = {.square = PASS};
        if (board.side == side) {
            alphabeta_run(evaluation, board.position, &(AlphabetaOptions){.depth = 2}, &result);
        } else if (moves) {
            result.square = rules_random_move(moves, random);
        }
        Move move;
        assert_true(rules_find_move(board.shape, board.position, result.square, &move));
        board_play(&board, move);
    }
    int score = rules_score(board.shape, board.position);
    return board.side == side ? score : -score;
}

static void two_plies_beat_random_moves_on_every_board(void **state) {
    (void)state;
    static const BoardSize boards[] = {{8, 8}, {6, 6}, {9, 7}, {7, 9}, {5, 12}, {16, 4}};
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        Shape shape;
        Evaluation evaluation;
        assert_true(shape_init(&shape, boards[b].width, boards[b].height, NULL));
        assert_true(evaluation_from_program(&evaluation, classic_program_find("handmade", 8),
                                            &shape, NULL));
        Random random = random_seeded(8);
        int won = 0;
        for (int game = 0; game < GAMES; game++)
            won += play(&evaluation, &random, game % 2 ? WHITE : BLACK) > 0;
        print_message("%dx%d: %d of %d won\n", shape.width, shape.height, won, GAMES);
        assert_true(won >= GAMES * 8 / 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_within_limits_and_symmetric),
        cmocka_unit_test(the_explained_value_is_the_same_one),
        cmocka_unit_test(a_lost_position_is_limited_on_its_own_side),
        cmocka_unit_test(terms_are_counted_for_the_side_to_move),
        cmocka_unit_test(weights_follow_the_table_from_phase_to_phase),
        cmocka_unit_test(two_plies_beat_random_moves_on_every_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
