/* A fit that is stopped anywhere and goes on gives the weights of one that was left alone, bit for
 * bit; and no checkpoint of anything else gets into it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "support/noise.h"
#include "train/linear/linear_fit.h"

enum { GAMES = 60 };

typedef struct Rig {
    char folder[32], path[64];
    Dataset dataset;
    PatternSet *set;
    LinearFitOptions options;
    LinearFitResult whole; /* what an undisturbed fit gives */
    uint32_t numbers;      /* weights of a stage */
    int epochs_before;     /* the stop comes after so many epochs */
} Rig;

static int rig_make(void **state) {
    Rig *rig = calloc(1, sizeof *rig);
    Error error;
    PatternReference references[PATTERN_INSTANCES];
    strcpy(rig->folder, "/tmp/bianca-fit-XXXXXX");
    if (!mkdtemp(rig->folder)) return -1;
    snprintf(rig->path, sizeof rig->path, "%s/checkpoint", rig->folder);
    noise_fill(&rig->dataset, GAMES);
    rig->set = aligned_alloc(_Alignof(PatternSet), sizeof *rig->set);
    int count = pattern_references(&rig->dataset.shape, references);
    pattern_set_init(rig->set, &rig->dataset.shape, references, count, &error);
    uint32_t *tied = malloc(rig->set->weights * sizeof *tied);
    rig->numbers = pattern_ties(rig->set, tied);
    free(tied);
    rig->options = (LinearFitOptions){
        .epochs = 4, .patience = 4, .ridge = 5, .overlap = 2, .overlap_weight = 0.4, .threads = 1};
    *state = rig;
    bool ok =
        linear_fit_run(&rig->dataset, rig->set, &rig->options, NULL, NULL, &rig->whole, &error);
    rig->options.checkpoint = rig->path;
    return ok ? 0 : -1;
}

static int rig_remove(void **state) {
    Rig *rig = *state;
    linear_fit_release(&rig->whole);
    dataset_free(&rig->dataset);
    free(rig->set);
    unlink(rig->path);
    rmdir(rig->folder);
    free(rig);
    return 0;
}

static bool stop_then(void *context, int stage, int stages, int epoch, double training_rms,
                      double validation_rms) {
    Rig *rig = context;
    (void)stage, (void)stages, (void)epoch, (void)training_rms, (void)validation_rms;
    return rig->epochs_before-- > 0;
}

/* Runs and stops after so many epochs; true if it was done before. */
static bool run_for(Rig *rig, int epochs, LinearFitResult *result) {
    Error error;
    rig->epochs_before = epochs;
    bool ok =
        linear_fit_run(&rig->dataset, rig->set, &rig->options, stop_then, rig, result, &error);
    assert_true(ok || error.status == STATUS_STOPPED);
    return ok;
}

static void check_same(const Rig *rig, const LinearFitResult *result) {
    assert_int_equal(result->stages, rig->whole.stages);
    assert_memory_equal(result->bias, rig->whole.bias, sizeof result->bias);
    for (int stage = 0; stage < result->stages; stage++) {
        assert_memory_equal(result->tied[stage], rig->whole.tied[stage],
                            rig->numbers * sizeof(int16_t));
        assert_memory_equal(&result->report[stage], &rig->whole.report[stage], sizeof(FitStage));
    }
}

static void a_fit_that_is_stopped_anywhere_gives_the_same_weights(void **state) {
    Rig *rig = *state;
    for (int epochs = 0; epochs < 40; epochs += 3) {
        LinearFitResult result;
        rig->options.threads = 1 + epochs % 3;
        unlink(rig->path);
        if (!run_for(rig, epochs, &result)) assert_true(run_for(rig, 1 << 30, &result));
        check_same(rig, &result);
        if (epochs >= 8 && epochs < 20) assert_true(result.restored > 0);
        linear_fit_release(&result);
    }
}

static void a_fit_that_never_gets_far_arrives_in_the_end(void **state) {
    Rig *rig = *state;
    LinearFitResult result;
    int runs = 1;
    while (!run_for(rig, 6, &result)) runs++;
    assert_true(runs > 2 && runs < 20);
    check_same(rig, &result);
    linear_fit_release(&result);
}

static void a_checkpoint_of_other_settings_or_positions_is_not_used(void **state) {
    Rig *rig = *state;
    LinearFitResult result;
    rig->options.ridge = 6;
    assert_false(run_for(rig, 20, &result));
    rig->options.ridge = 5;
    assert_true(run_for(rig, 1 << 30, &result));
    assert_int_equal(result.restored, 0);
    check_same(rig, &result);
    linear_fit_release(&result);

    DatasetBucket *bucket = &rig->dataset.buckets[PART_TRAINING][12];
    bucket->labels[0]++;
    unlink(rig->path);
    assert_false(run_for(rig, 20, &result));
    bucket->labels[0]--;
    assert_true(run_for(rig, 1 << 30, &result));
    assert_int_equal(result.restored, 0);
    linear_fit_release(&result);
}

/* Moves a disc of one side, fits, moves it back: nothing of that fit is used. */
static void a_checkpoint_of_positions_with_one_disc_elsewhere_is_not_used(void **state) {
    Rig *rig = *state;
    DatasetBucket *bucket = &rig->dataset.buckets[PART_TRAINING][12];
    assert_true(bucket->count > 0);
    Position before = bucket->positions[0];
    uint64_t empty = rig->dataset.shape.playable & ~(before.own | before.opp);
    for (int side = 0; side < 2; side++) {
        LinearFitResult result;
        uint64_t *discs = side ? &bucket->positions[0].opp : &bucket->positions[0].own;
        *discs = (*discs & (*discs - 1)) | (empty & -empty);
        unlink(rig->path);
        assert_false(run_for(rig, 20, &result));
        bucket->positions[0] = before;
        assert_true(run_for(rig, 1 << 30, &result));
        assert_int_equal(result.restored, 0);
        linear_fit_release(&result);
    }
}

static void a_damaged_checkpoint_is_not_used(void **state) {
    Rig *rig = *state;
    LinearFitResult result;
    Error error;
    char *bytes;
    size_t length;
    assert_false(run_for(rig, 14, &result));
    assert_true(file_read(rig->path, FILE_LIMIT, &bytes, &length, &error));
    rig->options.threads = 2;
    for (size_t at = 8; at < length; at += at < 300 ? 9 : length / 20) {
        bytes[at] ^= 0x10;
        assert_true(file_replace(rig->path, bytes, at % 2 ? length : at, &error));
        bytes[at] ^= 0x10;
        assert_true(run_for(rig, 1 << 30, &result));
        assert_int_equal(result.restored, 0);
        check_same(rig, &result);
        linear_fit_release(&result);
    }
    free(bytes);
}

static void a_file_of_something_else_is_left_alone(void **state) {
    Rig *rig = *state;
    LinearFitResult result;
    Error error;
    char *bytes;
    size_t length;
    assert_true(file_replace(rig->path, "my diary", 8, &error));
    assert_false(
        linear_fit_run(&rig->dataset, rig->set, &rig->options, NULL, NULL, &result, &error));
    assert_non_null(strstr(error.text, "is in the way"));
    assert_true(file_read(rig->path, FILE_LIMIT, &bytes, &length, &error));
    assert_string_equal(bytes, "my diary");
    free(bytes);
}

static void a_fit_without_positions_is_refused(void **state) {
    Rig *rig = *state;
    Dataset empty;
    LinearFitResult result;
    Error error;
    dataset_init(&empty);
    empty.shape = rig->dataset.shape;
    assert_false(linear_fit_run(&empty, rig->set, &rig->options, NULL, NULL, &result, &error));
    assert_string_equal(error.text, "there is no position to learn from");
    dataset_free(&empty);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, rig_make, rig_remove)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_fit_that_is_stopped_anywhere_gives_the_same_weights),
        TEST(a_fit_that_never_gets_far_arrives_in_the_end),
        TEST(a_checkpoint_of_other_settings_or_positions_is_not_used),
        TEST(a_checkpoint_of_positions_with_one_disc_elsewhere_is_not_used),
        TEST(a_damaged_checkpoint_is_not_used),
        TEST(a_fit_without_positions_is_refused),
        TEST(a_file_of_something_else_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
