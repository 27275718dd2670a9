/* What the network can learn and a sum of weights cannot; and that quantizing it costs little. */
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
#include "eval/network_kernel.h"
#include "game/rules.h"
#include "support/effort.h"
#include "train/linear/linear_fit.h"
#include "train/network/network_fit.h"
#include "train/network/network_step.h"

typedef struct Problem {
    Dataset dataset;
    PatternSet *set;
    uint32_t *tied;
    uint32_t numbers;
    Random random;
} Problem;

/* --- What is to be learned ---------------------------------------------------------------------
 */

/* The mean of made-up numbers that the contents of one class of patterns have, -1 .. 1. */
static double class_mean(const Problem *problem, const PatternState *state, int class) {
    const PatternSet *set = problem->set;
    double sum = 0;
    for (int lane = 0; lane < set->instances; lane++)
        if (set->class_of[lane] == class)
            sum +=
                (double)(random_mix(problem->tied[set->offset[lane] + state->index[lane]]) % 2049) /
                    1024 -
                1;
    return sum / set->class_list[class].instances;
}

/* A product: what one kind of pattern means depends on the other kind. */
static double hidden_value(const Problem *problem, Position position) {
    PatternState state;
    pattern_start(problem->set, position, &state);
    return 60 * class_mean(problem, &state, 0) * class_mean(problem, &state, 1);
}

static void add(Problem *problem, DatasetPart part, Position position) {
    DatasetBucket *bucket =
        &problem->dataset.buckets[part][bits_count(position.own | position.opp)];
    if (bucket->count == bucket->capacity) {
        bucket->capacity = bucket->capacity ? 2 * bucket->capacity : 64;
        bucket->positions =
            realloc(bucket->positions, bucket->capacity * sizeof *bucket->positions);
        bucket->labels = realloc(bucket->labels, bucket->capacity * sizeof *bucket->labels);
    }
    bucket->positions[bucket->count] = position;
    bucket->labels[bucket->count++] = (int16_t)lrint(hidden_value(problem, position) * LABEL_UNIT);
}

static void play_random_game(Problem *problem, DatasetPart part) {
    const Shape *shape = &problem->dataset.shape;
    Position position = position_start(shape);
    while (!rules_is_over(shape, position)) {
        add(problem, part, position);
        uint64_t moves = rules_moves(shape, position.own, position.opp);
        if (!moves) {
            position = position_passed(position);
            continue;
        }
        int square = rules_random_move(moves, &problem->random);
        position = position_after(position, square,
                                  rules_flips(shape, square, position.own, position.opp));
    }
}

static void problem_open(Problem *problem, long games) {
    Error error;
    memset(problem, 0, sizeof *problem);
    problem->random = random_seeded(9);
    assert_true(shape_init(&problem->dataset.shape, 6, 6, &error));
    const PatternReference references[] = {{4, {0, 1, 8, 9}}, {4, {2, 3, 10, 11}}};
    problem->set = aligned_alloc(64, sizeof *problem->set);
    assert_true(pattern_set_init(problem->set, &problem->dataset.shape, references, 2, &error));
    problem->tied = malloc(problem->set->weights * sizeof *problem->tied);
    problem->numbers = pattern_ties(problem->set, problem->tied);
    for (long game = 0; game < games; game++)
        play_random_game(problem, game % 10 ? PART_TRAINING : PART_VALIDATION);
}

static void problem_close(Problem *problem) {
    dataset_free(&problem->dataset);
    free(problem->set);
    free(problem->tied);
}

/* --- Learning ----------------------------------------------------------------------------------
 */

static FitErrors validation_of(const NetworkFitResult *result) {
    return fit_total(result->report, result->stages, PART_VALIDATION);
}

static void patterns_that_work_together_are_learned(void **unused) {
    (void)unused;
    Problem problem;
    LinearFitResult weights;
    NetworkFitResult network;
    Error error;
    problem_open(&problem, effort_rounds(4000) + 400);
    LinearFitOptions sum = {
        .epochs = 60, .patience = 5, .ridge = 1, .overlap_weight = 1, .threads = 2};
    NetworkFitOptions options = {.epochs = 20, .rate = 0.01, .threads = 2, .seed = 1};
    assert_true(linear_fit_run(&problem.dataset, problem.set, &sum, NULL, NULL, &weights, &error));
    assert_true(
        network_fit_run(&problem.dataset, problem.set, &options, NULL, NULL, &network, &error));
    FitErrors by_sum = fit_total(weights.report, weights.stages, PART_VALIDATION),
              by_network = validation_of(&network);
    print_message("validation mae: sum %.3f, network %.3f, before quantizing %.3f\n", by_sum.mae,
                  by_network.mae, network.before_quantizing.mae);
    assert_int_equal(by_sum.positions, by_network.positions);
    assert_true(by_network.mae < 0.5 * by_sum.mae);
    assert_true(by_network.rms < 0.5 * by_sum.rms);
    assert_true(fabs(by_network.mae - network.before_quantizing.mae) < 0.1);
    linear_fit_release(&weights);
    network_fit_release(&network);
    problem_close(&problem);
}

/* The embeddings of a result as the search reads them. */
static NetworkNumber *new_rows(const Problem *problem, const NetworkFitResult *result) {
    size_t plain = problem->set->weights, count = network_embedding_count(problem->set);
    size_t rows_in_all = (size_t)result->phases * count;
    NetworkNumber *rows =
        aligned_alloc(64, (rows_in_all + 1) / 2 * 2 * NETWORK_WIDTH * sizeof *rows);
    for (size_t i = 0; i < rows_in_all; i++) {
        size_t row = i % count, phase = i / count;
        size_t from = (row < plain ? problem->tied[row] : problem->numbers + (row - plain - 1)) +
                      phase * (problem->numbers + 2 * NETWORK_MOVES);
        for (size_t k = 0; k < NETWORK_WIDTH; k++)
            rows[i * NETWORK_WIDTH + k] =
                (NetworkNumber)(NETWORK_ZERO_POINT +
                                (row == plain ? 0 : result->embeddings[from * NETWORK_WIDTH + k]));
    }
    return rows;
}

static int value_of(const LearnedWeights *learned, Position position) {
    const Shape *shape = learned->set->shape;
    PatternState state;
    pattern_start(learned->set, position, &state);
    return network_value(learned, &state, bits_count(position.own | position.opp),
                         bits_count(rules_moves(shape, position.own, position.opp)),
                         bits_count(rules_moves(shape, position.opp, position.own)));
}

static void check_report(const Problem *problem, const NetworkFitResult *result) {
    NetworkNumber *rows = new_rows(problem, result);
    Network network = network_of(problem->set, rows, result->phases, result->heads, result->stages);
    LearnedWeights learned = {.set = problem->set, .network = &network};
    memcpy(learned.stage_of, result->stage_of, sizeof learned.stage_of);
    memcpy(learned.bias, result->bias, sizeof learned.bias);
    for (int stage = 0; stage < result->stages; stage++) {
        const FitStage *report = &result->report[stage];
        double sum = 0;
        size_t count = 0;
        for (int discs = report->first; discs <= report->last; discs++) {
            const DatasetBucket *bucket = &problem->dataset.buckets[PART_TRAINING][discs];
            for (size_t i = 0; i < bucket->count; i++, count++)
                sum += abs(value_of(&learned, bucket->positions[i]) - bucket->labels[i]);
        }
        const FitErrors *errors = &report->parts[PART_TRAINING];
        assert_int_equal(errors->positions, count);
        if (count) assert_true(fabs(errors->mae - sum / (double)count / EVAL_DISC) < 1e-9);
    }
    free(rows);
}

/* The reported errors are those of network_value() with the numbers of the result. */
static void what_is_reported_is_what_plays(void **unused) {
    (void)unused;
    Problem problem;
    Error error;
    problem_open(&problem, 200);
    for (int phases = 1; phases <= 3; phases++) {
        NetworkFitResult result;
        NetworkFitOptions options = {
            .epochs = 2, .rate = 0.003, .threads = 1, .phases = phases, .seed = 1};
        assert_true(
            network_fit_run(&problem.dataset, problem.set, &options, NULL, NULL, &result, &error));
        assert_int_equal(result.phases, phases);
        assert_int_equal(result.embedding_count,
                         (size_t)phases * (problem.numbers + 2 * NETWORK_MOVES));
        check_report(&problem, &result);
        network_fit_release(&result);
    }
    problem_close(&problem);
}

/* --- Phases ------------------------------------------------------------------------------------
 */

static void forget(Problem *problem, int from, int below) {
    for (int part = 0; part < DATASET_PARTS; part++)
        for (int discs = from; discs < below; discs++)
            problem->dataset.buckets[part][discs].count = 0;
}

/* Embeddings and heads that learned together stay together where nothing was learned: a stage at
 * the edge of a phase, and a whole phase, play as their neighbours do. */
static void what_has_no_positions_plays_like_its_neighbour(void **unused) {
    (void)unused;
    Problem problem;
    NetworkFitResult result;
    Error error;
    problem_open(&problem, 300);
    uint8_t stage_of[65];
    int stages = fit_stages(&problem.dataset.shape, NETWORK_STAGE_DISCS, stage_of), last = 0,
        begin = 0;
    for (int discs = 0; discs < 36; discs++) {
        if (network_phase(stage_of[discs], stages, 3) == 0) last = discs;
        if (network_phase(stage_of[discs], stages, 3) <= 1) begin = discs + 1;
    }
    forget(&problem, last, last + 1);
    forget(&problem, begin, 65);
    NetworkFitOptions options = {.epochs = 2, .rate = 0.01, .threads = 1, .phases = 3, .seed = 1};
    assert_true(
        network_fit_run(&problem.dataset, problem.set, &options, NULL, NULL, &result, &error));
    assert_int_equal(result.stages, stages);
    assert_memory_equal(&result.heads[stage_of[last]], &result.heads[stage_of[last - 1]],
                        sizeof result.heads[0]);
    for (int discs = begin; discs < 36; discs++)
        assert_memory_equal(&result.heads[stage_of[discs]], &result.heads[stage_of[begin - 1]],
                            sizeof result.heads[0]);
    size_t size = result.embedding_count / 3 * NETWORK_WIDTH;
    assert_memory_equal(result.embeddings + 2 * size, result.embeddings + size, size);
    assert_memory_not_equal(result.embeddings + size, result.embeddings, size);
    network_fit_release(&result);
    problem_close(&problem);
}

/* --- The order ---------------------------------------------------------------------------------
 */

static void the_order_has_every_position_once(void **unused) {
    (void)unused;
    for (uint64_t total = 1; total < 3000; total += 1 + total / 7) {
        bool *seen = calloc(total, sizeof *seen);
        for (uint64_t i = 0; i < total; i++) {
            uint64_t place = step_permute(i, total, 77);
            assert_true(place < total && !seen[place]);
            seen[place] = true;
        }
        free(seen);
    }
}

static void every_epoch_has_another_order(void **unused) {
    (void)unused;
    int same = 0, fixed = 0, next = 0;
    for (uint64_t i = 0; i < 10000; i++) {
        uint64_t place = step_permute(i, 10000, 1);
        same += place == step_permute(i, 10000, 2);
        fixed += place == i;
        next += step_permute(i + 1 < 10000 ? i + 1 : 0, 10000, 1) == place + 1;
    }
    assert_true(same < 20 && fixed < 20 && next < 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_that_work_together_are_learned),
        cmocka_unit_test(what_is_reported_is_what_plays),
        cmocka_unit_test(what_has_no_positions_plays_like_its_neighbour),
        cmocka_unit_test(the_order_has_every_position_once),
        cmocka_unit_test(every_epoch_has_another_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
