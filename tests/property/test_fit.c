/* Fitting: known weights are found again, and the outcome does not depend on the threads. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/random.h"
#include "game/rules.h"
#include "train/linear/linear_fit.h"

enum { GAMES = 4000 };

typedef struct Lesson {
    Dataset dataset;
    PatternSet *set;
    uint32_t *tied;
    Random random;
} Lesson;

/* The weights to be found: by tied number, and other ones in the second half of the game. */
static double hidden_weight(uint32_t number, int discs) {
    return (double)(random_mix(number + (discs > 20 ? 1u << 20 : 0)) % 2049) / 1024 - 1;
}

static double hidden_value(const Lesson *lesson, Position position) {
    PatternState state;
    pattern_start(lesson->set, position, &state);
    int discs = bits_count(position.own | position.opp);
    double sum = discs / 8.0;
    for (int lane = 0; lane < lesson->set->instances; lane++)
        sum += hidden_weight(lesson->tied[lesson->set->offset[lane] + state.index[lane]], discs);
    return sum;
}

static void add(Lesson *lesson, DatasetPart part, Position position, double noise) {
    DatasetBucket *bucket = &lesson->dataset.buckets[part][bits_count(position.own | position.opp)];
    if (bucket->count == bucket->capacity) {
        bucket->capacity = bucket->capacity ? 2 * bucket->capacity : 64;
        bucket->positions =
            realloc(bucket->positions, bucket->capacity * sizeof *bucket->positions);
        bucket->labels = realloc(bucket->labels, bucket->capacity * sizeof *bucket->labels);
    }
    double label = hidden_value(lesson, position);
    label += noise * (random_unit(&lesson->random) - 0.5);
    bucket->positions[bucket->count] = position;
    bucket->labels[bucket->count++] = (int16_t)lrint(label * LABEL_UNIT);
}

static void play_random_game(Lesson *lesson, DatasetPart part, double noise) {
    const Shape *shape = &lesson->dataset.shape;
    Position position = position_start(shape);
    while (!rules_is_over(shape, position)) {
        add(lesson, part, position, noise);
        uint64_t moves = rules_moves(shape, position.own, position.opp);
        if (!moves) {
            position = position_passed(position);
            continue;
        }
        int square = rules_random_move(moves, &lesson->random);
        position = position_after(position, square,
                                  rules_flips(shape, square, position.own, position.opp));
    }
}

/* Rows, columns and diagonals of 6x6: small tables, so that every content is seen often. */
static void lesson_open(Lesson *lesson, double noise) {
    Error error;
    memset(lesson, 0, sizeof *lesson);
    lesson->random = random_seeded(9);
    assert_true(shape_init(&lesson->dataset.shape, 6, 6, &error));
    const PatternReference references[] = {
        {4, {0, 1, 8, 9}}, {4, {2, 3, 10, 11}}, {3, {18, 27, 20}}};
    lesson->set = aligned_alloc(64, sizeof *lesson->set);
    assert_true(pattern_set_init(lesson->set, &lesson->dataset.shape, references, 3, &error));
    lesson->tied = malloc(lesson->set->weights * sizeof *lesson->tied);
    pattern_ties(lesson->set, lesson->tied);
    for (int game = 0; game < GAMES; game++)
        play_random_game(lesson, game % 10 ? PART_TRAINING : PART_VALIDATION, noise);
}

static void lesson_close(Lesson *lesson) {
    dataset_free(&lesson->dataset);
    free(lesson->set);
    free(lesson->tied);
}

static const LinearFitOptions exact_options = {.epochs = 300,
                                               .patience = 20,
                                               .ridge = 0.01,
                                               .overlap = 0,
                                               .overlap_weight = 0.5,
                                               .threads = 2};

/* The fitted value with the 16-bit weights, as the engine would see it. */
static double fitted_value(const Lesson *lesson, const LinearFitResult *result, Position position) {
    PatternState state;
    pattern_start(lesson->set, position, &state);
    int discs = bits_count(position.own | position.opp);
    double sum = result->bias[discs];
    for (int lane = 0; lane < lesson->set->instances; lane++)
        sum += result->tied[result->stage_of[discs]]
                           [lesson->tied[lesson->set->offset[lane] + state.index[lane]]];
    return sum / EVAL_DISC;
}

static void known_weights_are_found_again(void **unused) {
    (void)unused;
    Lesson lesson;
    LinearFitResult result;
    Error error;
    lesson_open(&lesson, 0);
    assert_true(
        linear_fit_run(&lesson.dataset, lesson.set, &exact_options, NULL, NULL, &result, &error));
    for (int discs = 8; discs < 36; discs++) {
        /* The stage with 20 and 21 discs has to serve two sets of weights. */
        if (result.stage_of[discs] == result.stage_of[20]) continue;
        const DatasetBucket *bucket = &lesson.dataset.buckets[PART_VALIDATION][discs];
        double sum = 0;
        for (size_t i = 0; i < bucket->count; i++)
            sum += fabs(fitted_value(&lesson, &result, bucket->positions[i]) -
                        hidden_value(&lesson, bucket->positions[i]));
        assert_true(bucket->count > 0);
        if (sum / (double)bucket->count > 0.06)
            fail_msg("%d discs: off by %f", discs, sum / (double)bucket->count);
    }
    linear_fit_release(&result);
    lesson_close(&lesson);
}

/* It may use the first lanes alone, and explains a part of the scores with them. */
static void the_table_for_ordering_has_the_first_lanes(void **unused) {
    (void)unused;
    Lesson lesson;
    LinearFitResult result;
    Error error;
    lesson_open(&lesson, 0);
    assert_true(
        linear_fit_run(&lesson.dataset, lesson.set, &exact_options, NULL, NULL, &result, &error));
    const FitStage *order = &result.report[result.stages];
    const int16_t *tied = result.tied[result.stages];
    int used = 0;
    assert_int_equal(result.tables, result.stages + 1);
    assert_true(order->lanes > 0 && order->lanes <= PATTERN_ORDER_LANES);
    for (int c = 0, lanes = 0; c < lesson.set->classes; c++) {
        const PatternClass *class = &lesson.set->class_list[c];
        lanes += class->instances;
        for (uint32_t w = 0; w < class->entries; w++) {
            int weight = tied[lesson.tied[class->offset + w]];
            if (lanes > order->lanes) assert_int_equal(weight, 0);
            used += weight != 0;
        }
    }
    assert_true(used > 100);
    assert_true(order->epochs > 0 && order->parts[PART_VALIDATION].positions > 0);
    linear_fit_release(&result);
    lesson_close(&lesson);
}

static void noise_is_averaged_out(void **unused) {
    (void)unused;
    Lesson lesson;
    LinearFitResult result;
    Error error;
    LinearFitOptions options = exact_options;
    lesson_open(&lesson, 8);
    options.ridge = 1;
    assert_true(linear_fit_run(&lesson.dataset, lesson.set, &options, NULL, NULL, &result, &error));
    const DatasetBucket *bucket = &lesson.dataset.buckets[PART_VALIDATION][28];
    double sum = 0;
    for (size_t i = 0; i < bucket->count; i++)
        sum += fabs(fitted_value(&lesson, &result, bucket->positions[i]) -
                    hidden_value(&lesson, bucket->positions[i]));
    /* The noise alone has a mean absolute value of 2 discs. */
    assert_true(sum / (double)bucket->count < 0.5);
    assert_true(fabs(fit_total(result.report, result.stages, PART_VALIDATION).mae - 2) < 0.3);
    linear_fit_release(&result);
    lesson_close(&lesson);
}

static void threads_do_not_change_the_weights(void **unused) {
    (void)unused;
    Lesson lesson;
    LinearFitResult one, three;
    Error error;
    LinearFitOptions options = exact_options;
    lesson_open(&lesson, 1);
    options.epochs = 5;
    options.overlap = 2;
    options.threads = 1;
    assert_true(linear_fit_run(&lesson.dataset, lesson.set, &options, NULL, NULL, &one, &error));
    options.threads = 3;
    assert_true(linear_fit_run(&lesson.dataset, lesson.set, &options, NULL, NULL, &three, &error));
    assert_int_equal(one.stages, three.stages);
    assert_memory_equal(one.bias, three.bias, sizeof one.bias);
    uint32_t numbers = pattern_ties(lesson.set, lesson.tied);
    for (int stage = 0; stage < one.stages; stage++)
        assert_memory_equal(one.tied[stage], three.tied[stage], numbers * sizeof(int16_t));
    linear_fit_release(&one);
    linear_fit_release(&three);
    lesson_close(&lesson);
}

static bool stop(void *context, int stage, int stages, int epoch, double training, double checked) {
    (void)context, (void)stage, (void)stages, (void)training, (void)checked;
    return epoch < 2;
}

static void a_fit_can_be_stopped(void **unused) {
    (void)unused;
    Lesson lesson;
    LinearFitResult result;
    Error error;
    lesson_open(&lesson, 1);
    assert_false(
        linear_fit_run(&lesson.dataset, lesson.set, &exact_options, stop, NULL, &result, &error));
    assert_int_equal(error.status, STATUS_STOPPED);
    lesson_close(&lesson);
}

static void without_positions_there_is_nothing_to_learn(void **unused) {
    (void)unused;
    Lesson lesson;
    LinearFitResult result;
    Error error;
    lesson_open(&lesson, 0);
    Shape shape = lesson.dataset.shape;
    dataset_free(&lesson.dataset);
    lesson.dataset.shape = shape;
    assert_false(
        linear_fit_run(&lesson.dataset, lesson.set, &exact_options, NULL, NULL, &result, &error));
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    lesson_close(&lesson);
}

static void stages_cover_every_board_in_order(void **unused) {
    (void)unused;
    for (int width = 4; width <= 16; width++) {
        for (int height = 4; height * width <= 64; height++) {
            Shape shape;
            Error error;
            uint8_t stage_of[65];
            assert_true(shape_init(&shape, width, height, &error));
            for (int each = NETWORK_STAGE_DISCS; each <= LINEAR_STAGE_DISCS; each++) {
                int stages = fit_stages(&shape, each, stage_of);
                assert_true(stages >= 1 && stages < PATTERN_STAGES); /* one more orders moves */
                assert_int_equal(stage_of[0], 0);
                assert_int_equal(stage_of[64], stages - 1);
                for (int discs = 1; discs <= 64; discs++)
                    assert_true(stage_of[discs] - stage_of[discs - 1] <= 1 &&
                                stage_of[discs] >= stage_of[discs - 1]);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_weights_are_found_again),
        cmocka_unit_test(the_table_for_ordering_has_the_first_lanes),
        cmocka_unit_test(noise_is_averaged_out),
        cmocka_unit_test(threads_do_not_change_the_weights),
        cmocka_unit_test(a_fit_can_be_stopped),
        cmocka_unit_test(without_positions_there_is_nothing_to_learn),
        cmocka_unit_test(stages_cover_every_board_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
