/* The pattern evaluation against its definition, on random games of many boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "eval/pattern_order.h"
#include "game/rules.h"
#include "game/symmetry.h"

static const int boards[][2] = {{8, 8},  {6, 6}, {4, 4},  {5, 5},  {9, 7}, {7, 9},
                                {10, 6}, {4, 6}, {16, 4}, {5, 12}, {7, 7}, {4, 16}};
enum {
    BOARDS = sizeof boards / sizeof boards[0],
    GAMES = 12,
    FILLED = PATTERN_FILLED * sizeof(uint16_t)
};

typedef struct Case {
    Shape shape;
    PatternSet *set;
    LearnedWeights learned;
    int16_t *weights;
} Case;

/* A default set with random weights that obey the ties, in three stages. */
static void case_open(Case *test, int number) {
    Error error;
    PatternReference references[PATTERN_INSTANCES];
    assert_true(shape_init(&test->shape, boards[number][0], boards[number][1], &error));
    test->set = aligned_alloc(64, sizeof *test->set);
    int count = pattern_references(&test->shape, references);
    assert_true(pattern_set_init(test->set, &test->shape, references, count, &error));
    size_t entries = test->set->weights;
    size_t stride = (entries + 1 + 31) / 32 * 32;
    test->weights = aligned_alloc(64, 3 * stride * sizeof(int16_t));
    memset(test->weights, 0, 3 * stride * sizeof(int16_t));
    uint32_t *tied = malloc(entries * sizeof *tied);
    uint32_t numbers = pattern_ties(test->set, tied);
    assert_true(numbers <= entries);
    test->learned = (LearnedWeights){.set = test->set, .stages = 3};
    for (int stage = 0; stage < 3; stage++) {
        int16_t *weights = test->weights + (size_t)stage * stride;
        for (size_t w = 0; w < entries; w++)
            weights[w] = (int16_t)(random_mix(tied[w] * 3 + (uint32_t)stage) % 257) - 128;
        test->learned.tables[stage] = weights;
    }
    for (int discs = 0; discs <= 64; discs++) {
        test->learned.stage_of[discs] = (uint8_t)(discs * 3 / 65);
        test->learned.bias[discs] = (int16_t)(discs - 30);
    }
    free(tied);
}

static void case_close(Case *test) {
    free(test->set);
    free(test->weights);
}

/* The value by definition: digits of each instance, one by one. */
static int slow_value(const LearnedWeights *learned, Position position) {
    const PatternSet *set = learned->set;
    int discs = bits_count(position.own | position.opp), sum = learned->bias[discs];
    for (int i = 0; i < set->instances; i++) {
        const PatternClass *class = &set->class_list[set->class_of[i]];
        uint32_t index = 0, power = 1;
        for (int k = 0; k < class->reference.size; k++, power *= 3) {
            int square = set->squares[i][k];
            index += power * (bits_has(position.own, square)   ? 1u
                              : bits_has(position.opp, square) ? 2u
                                                               : 0u);
        }
        sum += learned->tables[learned->stage_of[discs]][class->offset + index];
    }
    return sum > EVAL_LIMIT ? EVAL_LIMIT : sum < -EVAL_LIMIT ? -EVAL_LIMIT : sum;
}

static Move random_move(const Shape *shape, Position position, Random *random) {
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    Move move = {PASS, 0};
    if (!moves) return move;
    rules_find_move(shape, position, rules_random_move(moves, random), &move);
    return move;
}

typedef void Check(const Case *test, Position position, const PatternState *state);

static void play_games(Check *check) {
    Random random = random_seeded(6);
    for (int number = 0; number < BOARDS; number++) {
        Case test;
        case_open(&test, number);
        for (int game = 0; game < GAMES; game++) {
            Position position = position_start(&test.shape);
            PatternState state;
            pattern_start(test.set, position, &state);
            check(&test, position, &state);
            while (!rules_is_over(&test.shape, position)) {
                Move move = random_move(&test.shape, position, &random);
                position_play(&position, move);
                if (move.square == PASS)
                    pattern_pass(&state, &state);
                else
                    pattern_after(test.set, &state, move.square, move.flips, &state);
                check(&test, position, &state);
            }
        }
        case_close(&test);
    }
}

static void check_state(const Case *test, Position position, const PatternState *state) {
    PatternState fresh;
    pattern_start(test->set, position, &fresh);
    assert_memory_equal(fresh.index, state->index, FILLED);
    assert_memory_equal(fresh.occupied, state->occupied, FILLED);
}

static void incremental_state_equals_a_fresh_one(void **unused) {
    (void)unused;
    play_games(check_state);
}

static void check_value(const Case *test, Position position, const PatternState *state) {
    int discs = bits_count(position.own | position.opp);
    assert_int_equal(linear_value(&test->learned, state, discs),
                     slow_value(&test->learned, position));
}

/* The small evaluation's state through a move of its own and through a pass. */
static void check_order(const Case *test, Position position, const PatternState *state) {
    Random random = random_seeded(position.own ^ position.opp << 1);
    OrderState order, next;
    PatternState whole;
    order_start(state, &order);
    Move move = random_move(&test->shape, position, &random);
    if (move.square == PASS) {
        order_pass(&order, &next);
        pattern_pass(state, &whole);
    } else {
        order_after(test->set, &order, move.square, move.flips, &next);
        pattern_after(test->set, state, move.square, move.flips, &whole);
    }
    assert_memory_equal(next.index, whole.index, sizeof next.index);
    assert_memory_equal(next.occupied, whole.occupied, sizeof next.occupied);
    LearnedWeights learned = test->learned;
    learned.order = learned.tables[1];
    int sum = 0;
    for (int lane = 0; lane < PATTERN_ORDER_LANES; lane++)
        sum += learned.order[test->set->offset[lane] + whole.index[lane]];
    assert_int_equal(order_value(&learned, &next), sum);
}

static void the_small_evaluation_is_the_first_lanes(void **unused) {
    (void)unused;
    play_games(check_order);
}

static void value_is_the_sum_of_the_weights_on_the_board(void **unused) {
    (void)unused;
    play_games(check_value);
}

static void check_symmetry(const Case *test, Position position, const PatternState *state) {
    int discs = bits_count(position.own | position.opp);
    for (int s = 1; s < test->shape.symmetries; s++) {
        PatternState image;
        pattern_start(test->set, symmetry_position(&test->shape, s, position), &image);
        assert_int_equal(linear_value(&test->learned, state, discs),
                         linear_value(&test->learned, &image, discs));
    }
}

static void symmetric_positions_evaluate_alike(void **unused) {
    (void)unused;
    play_games(check_symmetry);
}

static void check_cover(const Shape *shape, PatternSet *set) {
    Error error;
    PatternReference references[PATTERN_INSTANCES];
    int count = pattern_references(shape, references);
    assert_true(pattern_set_init(set, shape, references, count, &error));
    uint64_t covered = 0;
    for (int square = 0; square < 64; square++)
        for (int lane = 0; lane < set->instances; lane++)
            if (set->power[square][lane]) covered |= bits_square(square);
    assert_true(covered == shape->playable);
}

/* The squares of one instance. */
static uint64_t squares_of(const PatternSet *set, int lane) {
    uint64_t squares = 0;
    for (int square = 0; square < 64; square++)
        if (set->power[square][lane]) squares |= bits_square(square);
    return squares;
}

/* A row or column that is no longer than a pattern lies in one. */
static void check_line(const PatternSet *set, const Shape *shape, bool is_column, int number) {
    int length = is_column ? shape->height : shape->width;
    uint64_t line = 0;
    bool is_there = length > PATTERN_SQUARES;
    for (int k = 0; k < length; k++)
        line |= bits_square(is_column ? shape_square(shape, number, k)
                                      : shape_square(shape, k, number));
    for (int lane = 0; lane < set->instances && !is_there; lane++)
        is_there = !(line & ~squares_of(set, lane));
    if (!is_there)
        fail_msg("%dx%d: %s %d is in no pattern", shape->width, shape->height,
                 is_column ? "column" : "row", number + 1);
}

static void every_board_gets_patterns_that_cover_it_and_its_lines(void **unused) {
    (void)unused;
    PatternSet *set = aligned_alloc(64, sizeof *set);
    for (int width = SHAPE_MIN_SIDE; width <= SHAPE_MAX_SIDE; width++) {
        for (int height = SHAPE_MIN_SIDE; height <= SHAPE_MAX_SIDE; height++) {
            Shape shape;
            Error error;
            if (!shape_init(&shape, width, height, &error)) continue;
            check_cover(&shape, set);
            for (int row = 0; row < height; row++) check_line(set, &shape, false, row);
            for (int column = 0; column < width; column++) check_line(set, &shape, true, column);
        }
    }
    free(set);
}

static void bad_patterns_are_refused(void **unused) {
    (void)unused;
    Shape shape;
    Error error;
    assert_true(shape_init(&shape, 6, 6, &error));
    PatternSet *set = aligned_alloc(64, sizeof *set);
    const PatternReference off_board = {2, {0, 7}}, twice = {2, {0, 0}}, empty = {0, {0}};
    const PatternReference same[2] = {{2, {0, 1}}, {2, {5, 4}}};
    assert_false(pattern_set_init(set, &shape, &off_board, 1, &error));
    assert_false(pattern_set_init(set, &shape, &twice, 1, &error));
    assert_false(pattern_set_init(set, &shape, &empty, 1, &error));
    assert_false(pattern_set_init(set, &shape, same, 2, &error));
    assert_non_null(strstr(error.text, "the same as pattern 0"));
    free(set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(incremental_state_equals_a_fresh_one),
        cmocka_unit_test(value_is_the_sum_of_the_weights_on_the_board),
        cmocka_unit_test(the_small_evaluation_is_the_first_lanes),
        cmocka_unit_test(symmetric_positions_evaluate_alike),
        cmocka_unit_test(every_board_gets_patterns_that_cover_it_and_its_lines),
        cmocka_unit_test(bad_patterns_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
