/* Going on from an earlier network: nothing of it is lost on the way from its integers and back,
 * what the new positions do not speak of stays, and a network that does not fit is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/random.h"
#include "eval/network_kernel.h"
#include "game/rules.h"
#include "train/network/network_fit.h"

enum { GAMES = 200, EPOCHS = 6, LATE = 12 };

/* So slow that nothing is learned. */
#define STANDSTILL 1e-9

static const PatternReference references[] = {
    {4, {0, 1, 8, 9}}, {5, {1, 2, 9, 10, 3}}, {3, {8, 17, 26}}};

typedef struct Rig {
    char folder[32], path[64];
    Dataset before, after; /* what the first network learns from, and what comes then */
    PatternSet *set;
    NetworkFitOptions options;
    NetworkFitResult first;
    WeightFile *start; /* the first network, written and read again */
    int steps_before;
} Rig;

/* --- Positions and what they are worth ---------------------------------------------------------
 */

/* The corners, each for itself; `taste` makes another teacher. */
static double label_of(const Shape *shape, Position position, double taste) {
    const int corners[] = {0, shape->width - 1, 8 * (shape->height - 1),
                           8 * (shape->height - 1) + shape->width - 1};
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (double)(position.own >> corners[i] & 1) - (double)(position.opp >> corners[i] & 1);
    return 4 * sum + taste * (bits_count(position.own) - bits_count(position.opp));
}

static void add(Dataset *dataset, DatasetPart part, Position position, double taste) {
    DatasetBucket *bucket = &dataset->buckets[part][bits_count(position.own | position.opp)];
    if (bucket->count == bucket->capacity) {
        bucket->capacity = bucket->capacity ? 2 * bucket->capacity : 64;
        bucket->positions =
            realloc(bucket->positions, bucket->capacity * sizeof *bucket->positions);
        bucket->labels = realloc(bucket->labels, bucket->capacity * sizeof *bucket->labels);
    }
    bucket->positions[bucket->count] = position;
    bucket->labels[bucket->count++] =
        (int16_t)lrint(label_of(&dataset->shape, position, taste) * LABEL_UNIT);
}

/* Plays at random; positions with fewer than `least` discs are left out. */
static void play(Dataset *dataset, uint64_t seed, double taste, int least) {
    const Shape *shape = &dataset->shape;
    Random random = random_seeded(seed);
    Position position = position_start(shape);
    while (!rules_is_over(shape, position)) {
        if (bits_count(position.own | position.opp) >= least)
            add(dataset, seed % 5 ? PART_TRAINING : PART_VALIDATION, position, taste);
        uint64_t moves = rules_moves(shape, position.own, position.opp);
        if (!moves) {
            position = position_passed(position);
            continue;
        }
        int square = rules_random_move(moves, &random);
        position = position_after(position, square,
                                  rules_flips(shape, square, position.own, position.opp));
    }
}

/* --- The rig -----------------------------------------------------------------------------------
 */

/* The result as whoever loads its file has it. */
static WeightFile *written_and_read(const PatternSet *set, const NetworkFitResult *result) {
    int16_t *order = calloc(set->weights, sizeof *order);
    WeightFileDraft draft = {.set = set,
                             .stages = 1,
                             .note = "",
                             .tied = {order},
                             .network_embeddings = result->embeddings,
                             .network_heads = result->heads,
                             .network_stages = result->stages,
                             .network_phases = result->phases,
                             .network_width = result->width};
    uint8_t *bytes;
    size_t length;
    Error error;
    memcpy(draft.stage_of, result->stage_of, sizeof draft.stage_of);
    memcpy(draft.bias, result->bias, sizeof draft.bias);
    assert_true(weight_file_encode(&draft, &bytes, &length, &error));
    WeightFile *weights = weight_file_decode(set->shape, bytes, length, "test", &error);
    assert_non_null(weights);
    free(bytes);
    free(order);
    return weights;
}

static PatternSet *new_set(const Shape *shape, int count) {
    Error error;
    PatternSet *set = aligned_alloc(_Alignof(PatternSet), sizeof *set);
    assert_true(pattern_set_init(set, shape, references, count, &error));
    return set;
}

static int rig_make(void **state) {
    Rig *rig = calloc(1, sizeof *rig);
    Error error;
    strcpy(rig->folder, "/tmp/bianca-from-XXXXXX");
    if (!mkdtemp(rig->folder)) return -1;
    snprintf(rig->path, sizeof rig->path, "%s/checkpoint", rig->folder);
    shape_init(&rig->before.shape, 5, 4, &error);
    shape_init(&rig->after.shape, 5, 4, &error);
    for (uint64_t i = 0; i < GAMES; i++) {
        play(&rig->before, i, 0, 0);
        play(&rig->after, GAMES + i, 0.5, LATE);
    }
    rig->set = new_set(&rig->before.shape, 3);
    rig->options =
        (NetworkFitOptions){.epochs = EPOCHS, .rate = 0.01, .threads = 1, .width = 32, .seed = 7};
    *state = rig;
    if (!network_fit_run(&rig->before, rig->set, &rig->options, NULL, NULL, &rig->first, &error))
        return -1;
    rig->start = written_and_read(rig->set, &rig->first);
    rig->options.start = rig->start;
    return 0;
}

static int rig_remove(void **state) {
    Rig *rig = *state;
    network_fit_release(&rig->first);
    weight_file_free(rig->start);
    dataset_free(&rig->before);
    dataset_free(&rig->after);
    free(rig->set);
    unlink(rig->path);
    rmdir(rig->folder);
    free(rig);
    return 0;
}

static bool stop_then(void *context, const NetworkProgress *progress) {
    Rig *rig = context;
    (void)progress;
    return rig->steps_before-- > 0;
}

static NetworkFitResult go_on(Rig *rig, const Dataset *dataset) {
    NetworkFitResult result;
    Error error;
    assert_true(network_fit_run(dataset, rig->set, &rig->options, NULL, NULL, &result, &error));
    return result;
}

static void check_same(const NetworkFitResult *a, const NetworkFitResult *b, const Shape *shape) {
    assert_int_equal(a->embedding_count, b->embedding_count);
    assert_memory_equal(a->embeddings, b->embeddings, a->embedding_count * NETWORK_WIDTH);
    assert_memory_equal(a->heads, b->heads, (size_t)a->stages * sizeof *a->heads);
    assert_memory_equal(a->bias, b->bias, ((size_t)shape->squares + 1) * sizeof a->bias[0]);
}

static double validation_of(const NetworkFitResult *result) {
    return fit_total(result->report, result->stages, PART_VALIDATION).mae;
}

/* --- What stays --------------------------------------------------------------------------------
 */

static void going_on_without_learning_gives_the_network_back(void **state) {
    Rig *rig = *state;
    rig->options.rate = STANDSTILL;
    const Dataset *datasets[] = {&rig->before, &rig->after};
    for (int i = 0; i < 2; i++) {
        NetworkFitResult result = go_on(rig, datasets[i]);
        check_same(&result, &rig->first, &rig->before.shape);
        network_fit_release(&result);
    }
}

static void the_start_is_worth_what_it_was(void **state) {
    Rig *rig = *state;
    NetworkFitResult result = go_on(rig, &rig->before);
    assert_true(fabs(result.at_start.mae - validation_of(&rig->first)) < 0.02);
    network_fit_release(&result);
}

static void what_does_not_occur_stays_as_it_was(void **state) {
    Rig *rig = *state;
    NetworkFitResult result = go_on(rig, &rig->after);
    uint32_t *tied = malloc(rig->set->weights * sizeof *tied);
    uint32_t numbers = pattern_ties(rig->set, tied);
    bool *occurs = calloc(numbers, sizeof *occurs);
    for (int discs = 0; discs <= 64; discs++) {
        const DatasetBucket *bucket = &rig->after.buckets[PART_TRAINING][discs];
        for (size_t i = 0; i < bucket->count; i++) {
            PatternState at;
            pattern_start(rig->set, bucket->positions[i], &at);
            for (int lane = 0; lane < rig->set->instances; lane++)
                occurs[tied[rig->set->offset[lane] + at.index[lane]]] = true;
        }
        if (discs < LATE) assert_int_equal(result.bias[discs], rig->first.bias[discs]);
    }
    int kept = 0, learned = 0;
    for (size_t row = 0; row < numbers; row++) {
        const int8_t *now = result.embeddings + row * NETWORK_WIDTH;
        const int8_t *then = rig->first.embeddings + row * NETWORK_WIDTH;
        if (!occurs[row]) {
            assert_memory_equal(now, then, NETWORK_WIDTH);
            for (int j = 0; j < NETWORK_WIDTH && !kept; j++) kept = then[j] != 0;
        } else if (memcmp(now, then, NETWORK_WIDTH) != 0) {
            learned++;
        }
    }
    assert_true(kept > 0 && learned > 0);
    /* Nobody spoke of the first stage. */
    assert_memory_equal(&result.heads[0], &rig->first.heads[0], sizeof result.heads[0]);
    free(occurs);
    free(tied);
    network_fit_release(&result);
}

/* --- Phases ------------------------------------------------------------------------------------
 */

static int value_of(const LearnedWeights *learned, Position position, int discs) {
    const Shape *shape = learned->set->shape;
    PatternState at;
    pattern_start(learned->set, position, &at);
    return network_value(learned, &at, discs,
                         bits_count(rules_moves(shape, position.own, position.opp)),
                         bits_count(rules_moves(shape, position.opp, position.own)));
}

/* The same values as the start for every number of discs, also for those that no game has. */
static void check_same_values(const Rig *rig, const NetworkFitResult *result) {
    WeightFile *weights = written_and_read(rig->set, result);
    for (int discs = 0; discs <= rig->before.shape.squares; discs++) {
        for (int from = 4; from < rig->before.shape.squares; from++) {
            const DatasetBucket *bucket = &rig->before.buckets[PART_TRAINING][from];
            for (size_t i = 0; i < bucket->count; i++)
                assert_int_equal(value_of(&weights->learned, bucket->positions[i], discs),
                                 value_of(&rig->start->learned, bucket->positions[i], discs));
        }
    }
    weight_file_free(weights);
}

static void one_phase_becomes_more_without_another_value(void **state) {
    Rig *rig = *state;
    rig->options.phases = 3;
    rig->options.keep = 1;
    NetworkFitResult result = go_on(rig, &rig->after);
    assert_int_equal(result.phases, 3);
    assert_int_equal(result.embedding_count, 3 * rig->first.embedding_count);
    check_same_values(rig, &result);
    network_fit_release(&result);
}

/* Makes a network with three phases that differ the start of the next fit. */
static NetworkFitResult start_with_phases(Rig *rig) {
    rig->options.phases = 3;
    NetworkFitResult three = go_on(rig, &rig->before);
    size_t size = three.embedding_count / 3 * NETWORK_WIDTH;
    assert_memory_not_equal(three.embeddings, three.embeddings + size, size);
    assert_memory_not_equal(three.embeddings + size, three.embeddings + 2 * size, size);
    weight_file_free(rig->start);
    rig->start = written_and_read(rig->set, &three);
    rig->options.start = rig->start;
    rig->options.phases = 0;
    return three;
}

static void phases_stay_as_many_and_what_they_were(void **state) {
    Rig *rig = *state;
    NetworkFitResult three = start_with_phases(rig);
    rig->options.rate = STANDSTILL;
    NetworkFitResult result = go_on(rig, &rig->after);
    assert_int_equal(result.phases, 3);
    check_same(&result, &three, &rig->before.shape);
    check_same_values(rig, &result);
    network_fit_release(&result);
    network_fit_release(&three);
}

static void a_phase_without_new_positions_stays_as_it_was(void **state) {
    Rig *rig = *state;
    NetworkFitResult three = start_with_phases(rig);
    NetworkFitResult result = go_on(rig, &rig->after);
    size_t size = three.embedding_count / 3 * NETWORK_WIDTH;
    assert_int_equal(result.phases, 3);
    assert_memory_equal(result.embeddings, three.embeddings, size);
    assert_memory_not_equal(result.embeddings + 2 * size, three.embeddings + 2 * size, size);
    assert_true(validation_of(&result) < 0.8 * result.at_start.mae);
    network_fit_release(&result);
    network_fit_release(&three);
}

/* --- Width --------------------------------------------------------------------------------------
 */

/* Numbers that are not 0, from a place in each embedding on. */
static size_t numbers_from(const NetworkFitResult *result, size_t from) {
    size_t count = 0;
    for (size_t i = 0; i < result->embedding_count * NETWORK_WIDTH; i++)
        count += i % NETWORK_WIDTH >= from && result->embeddings[i] != 0;
    return count;
}

/* A fit at a standstill with wider embeddings: no value differs by more than an eighth of a disc,
 * the rounding of the new units. */
static void a_wider_network_begins_with_the_same_values(void **state) {
    Rig *rig = *state;
    rig->options.rate = STANDSTILL;
    rig->options.width = NETWORK_WIDTH;
    NetworkFitResult result = go_on(rig, &rig->after);
    assert_int_equal(result.width, NETWORK_WIDTH);
    assert_int_equal(numbers_from(&result, 32), 0);
    for (int k = 32; k < NETWORK_WIDTH; k++) assert_true(result.heads[0].bias[k % 2][k / 2] > 0);
    WeightFile *weights = written_and_read(rig->set, &result);
    int most = 0;
    for (int discs = 4; discs < rig->before.shape.squares; discs++) {
        const DatasetBucket *bucket = &rig->before.buckets[PART_TRAINING][discs];
        for (size_t i = 0; i < bucket->count; i++) {
            int difference = value_of(&weights->learned, bucket->positions[i], discs) -
                             value_of(&rig->start->learned, bucket->positions[i], discs);
            if (abs(difference) > most) most = abs(difference);
        }
    }
    print_message("largest difference: %d of %d\n", most, EVAL_DISC);
    assert_true(most <= EVAL_DISC / 8);
    weight_file_free(weights);
    network_fit_release(&result);
}

static void a_wider_network_learns_with_all_its_numbers(void **state) {
    Rig *rig = *state;
    rig->options.width = NETWORK_WIDTH;
    NetworkFitResult result = go_on(rig, &rig->after);
    assert_true(numbers_from(&result, 32) > 0);
    assert_true(validation_of(&result) < 0.8 * result.at_start.mae);
    network_fit_release(&result);
}

static void the_width_stays_unless_another_is_wanted(void **state) {
    Rig *rig = *state;
    assert_int_equal(rig->first.width, 32);
    assert_true(numbers_from(&rig->first, 28) > 0);
    assert_int_equal(numbers_from(&rig->first, 32), 0);
    rig->options.width = 0;
    NetworkFitResult result = go_on(rig, &rig->after);
    assert_int_equal(result.width, 32);
    assert_int_equal(numbers_from(&result, 32), 0);
    network_fit_release(&result);
    rig->options.start = NULL;
    result = go_on(rig, &rig->after);
    assert_int_equal(result.width, NETWORK_WIDTH);
    assert_true(numbers_from(&result, NETWORK_WIDTH - 4) > 0);
    network_fit_release(&result);
}

/* --- What is learned ---------------------------------------------------------------------------
 */

static void going_on_learns_what_is_new(void **state) {
    Rig *rig = *state;
    NetworkFitResult result = go_on(rig, &rig->after);
    rig->options.start = NULL;
    NetworkFitResult anew = go_on(rig, &rig->after);
    print_message("validation mae: %.3f before, %.3f after, %.3f anew\n", result.at_start.mae,
                  validation_of(&result), validation_of(&anew));
    assert_true(validation_of(&result) < 0.8 * result.at_start.mae);
    assert_true(validation_of(&result) < validation_of(&anew));
    network_fit_release(&result);
    network_fit_release(&anew);
}

static double row_distance(const NetworkFitResult *a, const NetworkFitResult *b) {
    double sum = 0;
    for (size_t i = 0; i < a->embedding_count * NETWORK_WIDTH; i++)
        sum += abs(a->embeddings[i] - b->embeddings[i]);
    return sum;
}

static void the_result_lies_between_the_start_and_what_was_learned(void **state) {
    Rig *rig = *state;
    NetworkFitResult learned = go_on(rig, &rig->after);
    rig->options.keep = 0.5;
    NetworkFitResult half = go_on(rig, &rig->after);
    rig->options.keep = 1;
    NetworkFitResult whole = go_on(rig, &rig->after);
    check_same(&whole, &rig->first, &rig->after.shape);
    /* Quantizing lets the short ways fall back to either end: only the sum is exact. */
    double way = row_distance(&learned, &rig->first), back = row_distance(&half, &rig->first);
    assert_true(back + row_distance(&half, &learned) == way);
    assert_true(back > 0.2 * way && back < 0.8 * way);
    assert_true(validation_of(&half) < half.at_start.mae);
    network_fit_release(&learned);
    network_fit_release(&half);
    network_fit_release(&whole);
}

/* --- Checkpoints -------------------------------------------------------------------------------
 */

static void stop_after(Rig *rig, int steps) {
    NetworkFitResult result;
    Error error;
    rig->steps_before = steps;
    assert_false(
        network_fit_run(&rig->after, rig->set, &rig->options, stop_then, rig, &result, &error));
    assert_int_equal(error.status, STATUS_STOPPED);
}

static void a_stop_does_not_change_what_comes_of_it(void **state) {
    Rig *rig = *state;
    NetworkFitResult whole = go_on(rig, &rig->after);
    rig->options.checkpoint = rig->path;
    stop_after(rig, 20);
    NetworkFitResult result = go_on(rig, &rig->after);
    assert_true(result.restored > 0);
    assert_true(result.at_start.mae == whole.at_start.mae);
    check_same(&result, &whole, &rig->after.shape);
    network_fit_release(&result);
    network_fit_release(&whole);
}

static void a_checkpoint_of_another_start_is_not_used(void **state) {
    Rig *rig = *state;
    WeightFile *other = written_and_read(rig->set, &rig->first);
    other->heads[1].output[3] ^= 1;
    const WeightFile *starts[] = {other, NULL};
    for (int i = 0; i < 2; i++) {
        rig->options.checkpoint = rig->path;
        rig->options.start = starts[i];
        stop_after(rig, 20);
        rig->options.start = rig->start;
        NetworkFitResult result = go_on(rig, &rig->after);
        assert_true(result.restored == 0);
        network_fit_release(&result);
        unlink(rig->path);
    }
    weight_file_free(other);
}

/* --- Refusals ----------------------------------------------------------------------------------
 */

static void check_refused(Rig *rig, const Dataset *dataset, const PatternSet *set,
                          const char *why) {
    NetworkFitResult result;
    Error error;
    rig->options.checkpoint = rig->path;
    assert_false(network_fit_run(dataset, set, &rig->options, NULL, NULL, &result, &error));
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_string_equal(error.text, why);
    assert_null(result.embeddings);
    assert_int_not_equal(access(rig->path, F_OK), 0);
}

static void weights_without_a_network_are_refused(void **state) {
    Rig *rig = *state;
    rig->start->learned.network = NULL;
    check_refused(rig, &rig->after, rig->set, "the weights to start from have no network");
}

static void a_network_with_other_patterns_is_refused(void **state) {
    Rig *rig = *state;
    PatternSet *fewer = new_set(&rig->after.shape, 2), *other = new_set(&rig->after.shape, 3);
    check_refused(rig, &rig->after, fewer, "the network to start from has other patterns");
    other->class_list[1].reference.squares[0] ^= 1;
    check_refused(rig, &rig->after, other, "the network to start from has other patterns");
    free(fewer);
    free(other);
}

static void a_network_that_is_too_wide_is_refused(void **state) {
    Rig *rig = *state;
    rig->options.width = 28;
    check_refused(rig, &rig->after, rig->set,
                  "the network to start from has embeddings of 32 numbers, more than 28");
}

static void a_network_for_another_board_is_refused(void **state) {
    Rig *rig = *state;
    Dataset wide = {0};
    Error error;
    assert_true(shape_init(&wide.shape, 6, 4, &error));
    PatternSet *set = new_set(&wide.shape, 3);
    play(&wide, 1, 0, 0);
    check_refused(rig, &wide, set, "the network to start from was made for board 5x4, not 6x4");
    free(set);
    dataset_free(&wide);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, rig_make, rig_remove)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(going_on_without_learning_gives_the_network_back),
        TEST(the_start_is_worth_what_it_was),
        TEST(what_does_not_occur_stays_as_it_was),
        TEST(one_phase_becomes_more_without_another_value),
        TEST(phases_stay_as_many_and_what_they_were),
        TEST(a_phase_without_new_positions_stays_as_it_was),
        TEST(a_wider_network_begins_with_the_same_values),
        TEST(a_wider_network_learns_with_all_its_numbers),
        TEST(the_width_stays_unless_another_is_wanted),
        TEST(going_on_learns_what_is_new),
        TEST(the_result_lies_between_the_start_and_what_was_learned),
        TEST(a_stop_does_not_change_what_comes_of_it),
        TEST(a_checkpoint_of_another_start_is_not_used),
        TEST(weights_without_a_network_are_refused),
        TEST(a_network_with_other_patterns_is_refused),
        TEST(a_network_that_is_too_wide_is_refused),
        TEST(a_network_for_another_board_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
