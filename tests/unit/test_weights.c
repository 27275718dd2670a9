/* Weight files: what is written is read back, and nothing damaged is taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "eval/weight_file.h"
#include "game/rules.h"

enum { STAGES = 3 };

typedef struct File {
    Shape shape;
    PatternSet *set;
    uint32_t *tied;
    uint32_t numbers;
    int16_t *weights[STAGES];
    uint8_t *bytes;
    size_t length;
} File;

/* Mostly zeros, with the extreme values among the rest. */
static int16_t some_weight(uint32_t number, int stage) {
    uint64_t x = random_mix(number * 3 + (uint32_t)stage);
    if (x % 4) return 0;
    if (x % 64 == 0) return INT16_MIN;
    if (x % 64 == 4) return INT16_MAX;
    return (int16_t)((x >> 20) % 513 - 256);
}

/* `order` leaves the last stage to no number of discs. */
static void file_make_with(File *file, int width, int height, int units, bool order) {
    Error error;
    PatternReference references[PATTERN_INSTANCES];
    assert_true(shape_init(&file->shape, width, height, &error));
    file->set = aligned_alloc(64, sizeof *file->set);
    int count = pattern_references(&file->shape, references);
    assert_true(pattern_set_init(file->set, &file->shape, references, count, &error));
    file->tied = malloc(file->set->weights * sizeof *file->tied);
    file->numbers = pattern_ties(file->set, file->tied);
    WeightFileDraft draft = {
        .set = file->set, .stages = STAGES, .units = units, .note = "made by a test"};
    for (int stage = 0; stage < STAGES; stage++) {
        file->weights[stage] = malloc(file->numbers * sizeof(int16_t));
        for (uint32_t w = 0; w < file->numbers; w++)
            file->weights[stage][w] = some_weight(w, stage);
        draft.tied[stage] = file->weights[stage];
    }
    for (int discs = 0; discs <= file->shape.squares; discs++) {
        int stages = order ? STAGES - 1 : STAGES;
        draft.stage_of[discs] = (uint8_t)(discs * stages / (file->shape.squares + 1));
        draft.bias[discs] = (int16_t)(100 * discs - 3000);
    }
    assert_true(weight_file_encode(&draft, &file->bytes, &file->length, &error));
}

static void file_make(File *file, int width, int height) {
    file_make_with(file, width, height, 0, false);
}

static void file_free(File *file) {
    for (int stage = 0; stage < STAGES; stage++) free(file->weights[stage]);
    free(file->tied);
    free(file->set);
    free(file->bytes);
}

static void what_is_written_is_read_back(void **unused) {
    (void)unused;
    static const int boards[][2] = {{4, 4}, {6, 6}, {8, 8}, {9, 7}, {4, 16}};
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        File file;
        Error error;
        file_make(&file, boards[b][0], boards[b][1]);
        WeightFile *weights = weight_file_decode(&file.shape, file.bytes, file.length, "x", &error);
        assert_non_null(weights);
        assert_string_equal(weights->note, "made by a test");
        assert_int_equal(weights->set.weights, file.set->weights);
        assert_int_equal(weights->learned.stages, STAGES);
        assert_int_equal(weights->learned.bias[7], -2300);
        for (int stage = 0; stage < STAGES; stage++) {
            const int16_t *table = weights->learned.tables[stage];
            assert_int_equal((uintptr_t)table % 64, 0);
            for (uint32_t w = 0; w < file.set->weights; w++)
                if (table[w] != file.weights[stage][file.tied[w]]) fail();
            assert_int_equal(table[file.set->weights], 0);
        }
        weight_file_free(weights);
        file_free(&file);
    }
}

static void a_coarser_unit_is_off_by_half_of_it_at_most(void **unused) {
    (void)unused;
    for (int units = 1; units < EVAL_DISC; units *= 2) {
        File file;
        Error error;
        int step = EVAL_DISC / units;
        file_make_with(&file, 6, 6, units, false);
        WeightFile *weights = weight_file_decode(&file.shape, file.bytes, file.length, "x", &error);
        assert_non_null(weights);
        for (uint32_t w = 0; w < file.set->weights; w++) {
            int written = file.weights[1][file.tied[w]], read = weights->learned.tables[1][w];
            bool is_at_the_limit = written > INT16_MAX - step;
            if (read % step != 0 || abs(written - read) > (is_at_the_limit ? step : step / 2))
                fail_msg("1/%d disc: %d was read as %d", units, written, read);
        }
        weight_file_free(weights);
        file_free(&file);
    }
}

static void a_stage_of_no_disc_number_is_for_ordering(void **unused) {
    (void)unused;
    for (int order = 0; order < 2; order++) {
        File file;
        Error error;
        file_make_with(&file, 8, 8, 32, order);
        WeightFile *weights = weight_file_decode(&file.shape, file.bytes, file.length, "x", &error);
        assert_non_null(weights);
        assert_ptr_equal(weights->learned.order,
                         order ? weights->learned.tables[STAGES - 1] : NULL);
        weight_file_free(weights);
        file_free(&file);
    }
}

static void truncated_weights_are_refused(void **unused) {
    (void)unused;
    File file;
    Error error;
    file_make(&file, 4, 4);
    for (size_t length = 0; length < file.length; length += length < 400 ? 1 : 997) {
        assert_null(weight_file_decode(&file.shape, file.bytes, length, "cut", &error));
        assert_non_null(strstr(error.text, "weights cut: byte"));
    }
    file_free(&file);
}

static void any_flipped_bit_is_refused_with_the_place(void **unused) {
    (void)unused;
    File file;
    Error error;
    file_make(&file, 4, 4);
    for (size_t at = 0; at < file.length; at += at < 400 ? 1 : 499) {
        file.bytes[at] ^= (uint8_t)(1 << at % 8);
        WeightFile *weights = weight_file_decode(&file.shape, file.bytes, file.length, "x", &error);
        if (weights) fail_msg("a changed byte %zu was taken", at);
        assert_non_null(strstr(error.text, "byte"));
        file.bytes[at] ^= (uint8_t)(1 << at % 8);
    }
    file_free(&file);
}

static void weights_of_another_board_are_refused(void **unused) {
    (void)unused;
    File file;
    Error error;
    Shape other;
    file_make(&file, 4, 6);
    assert_true(shape_init(&other, 6, 4, &error));
    assert_null(weight_file_decode(&other, file.bytes, file.length, "x", &error));
    assert_non_null(strstr(error.text, "made for board 4x6, not 6x4"));
    file_free(&file);
}

static void a_missing_file_is_named(void **unused) {
    (void)unused;
    Shape shape;
    Error error;
    assert_true(shape_init(&shape, 8, 8, &error));
    assert_null(weight_file_read(&shape, "/nowhere/8x8.weights", &error));
    assert_int_equal(error.status, STATUS_IO);
    assert_non_null(strstr(error.text, "/nowhere/8x8.weights"));
}

static void a_board_without_embedded_weights_gets_none(void **unused) {
    (void)unused;
    Shape shape;
    Error error;
    assert_true(shape_init(&shape, 4, 9, &error));
    assert_null(weight_file_embedded(&shape, &error));
    assert_int_equal(error.status, STATUS_UNSUPPORTED);
}

/* Whatever is embedded must load. */
static void embedded_weights_load(void **unused) {
    (void)unused;
    static const int boards[][2] = {{8, 8}, {6, 6}, {9, 7}};
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        Shape shape;
        Error error;
        assert_true(shape_init(&shape, boards[b][0], boards[b][1], &error));
        WeightFile *weights = weight_file_embedded(&shape, &error);
        if (!weights) assert_int_equal(error.status, STATUS_UNSUPPORTED);
        weight_file_free(weights);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(a_coarser_unit_is_off_by_half_of_it_at_most),
        cmocka_unit_test(a_stage_of_no_disc_number_is_for_ordering),
        cmocka_unit_test(truncated_weights_are_refused),
        cmocka_unit_test(any_flipped_bit_is_refused_with_the_place),
        cmocka_unit_test(weights_of_another_board_are_refused),
        cmocka_unit_test(a_missing_file_is_named),
        cmocka_unit_test(a_board_without_embedded_weights_gets_none),
        cmocka_unit_test(embedded_weights_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
