/* The handmade evaluation: within limits, the same from every side, sensible on every board. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/alphabeta.h"
#include "eval/handmade.h"
#include "eval/registry.h"
#include "game/rules.h"
#include "game/symmetry.h"
#include "reference/sample.h"
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
        Evaluator evaluator;
        assert_true(shape_init(&shape, sample_boards[b].width, sample_boards[b].height, NULL));
        assert_true(handmade_init(&evaluator, &shape));
        Sampler sampler = sampler_new(sample_boards[b], 6);
        for (long n = 0; n < effort_rounds(POSITIONS); n++) {
            Position position = sampled(&sampler, &shape, n);
            int value = evaluator_value(&evaluator, position);
            assert_true(abs(value) <= EVAL_LIMIT);
            for (int s = 1; s < shape.symmetries; s++) {
                Position moved = symmetry_position(&shape, s, position);
                assert_int_equal(evaluator_value(&evaluator, moved), value);
            }
        }
    }
}

static void the_explained_value_is_the_same_one(void **state) {
    (void)state;
    Shape shape;
    Evaluator evaluator;
    Opinion opinion;
    assert_true(shape_init(&shape, 9, 7, NULL));
    assert_true(handmade_init(&evaluator, &shape));
    assert_true(opinion_init(&opinion, classic_find("handmade", 8), &shape, NULL));
    Sampler sampler = sampler_new((BoardSize){9, 7}, 7);
    for (long n = 0; n < effort_rounds(POSITIONS); n++) {
        Position position = sampled(&sampler, &shape, n);
        int value = evaluator_value(&evaluator, position);
        double explained = opinion_value(&opinion, position, NULL, NULL) * EVAL_DISC;
        assert_true(abs(value) == EVAL_LIMIT || fabs(value - explained) <= 1.0);
    }
}

/* One game of two plies of search against random moves: the score of the evaluation's side. */
static int play(const Opinion *opinion, Random *random, Side side) {
    Board board = board_start(opinion->shape);
    while (!rules_is_over(board.shape, board.position)) {
        uint64_t moves = rules_moves(board.shape, board.position.own, board.position.opp);
        AlphabetaResult result = {.square = PASS};
        if (board.side == side) {
            alphabeta_run(opinion, board.position, &(AlphabetaOptions){.depth = 2}, &result);
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
        Opinion opinion;
        assert_true(shape_init(&shape, boards[b].width, boards[b].height, NULL));
        assert_true(opinion_init(&opinion, classic_find("handmade", 8), &shape, NULL));
        Random random = random_seeded(8);
        int won = 0;
        for (int game = 0; game < GAMES; game++)
            won += play(&opinion, &random, game % 2 ? WHITE : BLACK) > 0;
        print_message("%dx%d: %d of %d won\n", shape.width, shape.height, won, GAMES);
        assert_true(won >= GAMES * 8 / 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_within_limits_and_symmetric),
        cmocka_unit_test(the_explained_value_is_the_same_one),
        cmocka_unit_test(two_plies_beat_random_moves_on_every_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
