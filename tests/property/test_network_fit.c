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

/* The reported errors are those of network_value() with the numbers of the result. */
static void what_is_reported_is_what_plays(void **unused) {
    (void)unused;
    Problem problem;
    NetworkFitResult result;
    Error error;
    problem_open(&problem, 200);
    NetworkFitOptions options = {.epochs = 2, .rate = 0.003, .threads = 1, .seed = 1};
    assert_true(
        network_fit_run(&problem.dataset, problem.set, &options, NULL, NULL, &result, &error));
    assert_int_equal(result.embedding_count, problem.numbers + 2 * NETWORK_MOVES);
    NetworkNumber *rows = aligned_alloc(64, (network_embedding_count(problem.set) + 1) / 2 * 2 *
                                                NETWORK_WIDTH * sizeof *rows);
    for (size_t row = 0; row < network_embedding_count(problem.set); row++) {
        size_t plain = problem.set->weights;
        size_t from = row < plain ? problem.tied[row] : problem.numbers + (row - plain - 1);
        for (size_t k = 0; k < NETWORK_WIDTH; k++)
            rows[row * NETWORK_WIDTH + k] =
                (NetworkNumber)(NETWORK_ZERO_POINT +
                                (row == plain ? 0 : result.embeddings[from * NETWORK_WIDTH + k]));
    }
    Network network = {rows, result.heads};
    LearnedWeights learned = {.set = problem.set, .network = &network};
    memcpy(learned.stage_of, result.stage_of, sizeof learned.stage_of);
    memcpy(learned.bias, result.bias, sizeof learned.bias);
    for (int stage = 0; stage < result.stages; stage++) {
        double sum = 0;
        size_t count = 0;
        for (int discs = result.report[stage].first; discs <= result.report[stage].last; discs++) {
            const DatasetBucket *bucket = &problem.dataset.buckets[PART_TRAINING][discs];
            for (size_t i = 0; i < bucket->count; i++, count++) {
                Position p = bucket->positions[i];
                PatternState state;
                pattern_start(problem.set, p, &state);
                int own = bits_count(rules_moves(&problem.dataset.shape, p.own, p.opp));
                int opp = bits_count(rules_moves(&problem.dataset.shape, p.opp, p.own));
                sum += abs(network_value(&learned, &state, discs, own, opp) - bucket->labels[i]);
            }
        }
        const FitErrors *errors = &result.report[stage].parts[PART_TRAINING];
        assert_int_equal(errors->positions, count);
        if (count) assert_true(fabs(errors->mae - sum / (double)count / EVAL_DISC) < 1e-9);
    }
    free(rows);
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
        cmocka_unit_test(the_order_has_every_position_once),
        cmocka_unit_test(every_epoch_has_another_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
