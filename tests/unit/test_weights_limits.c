/* Weight files: each limit of the format, at it and one past it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "eval/weight_file.h"
#include "eval/weight_file_format.h"
#include "eval/weight_file_reader.h"
#include "game/position.h"

/* --- Numbers ------------------------------------------------------------------------------------
 */

enum { COUNT = 5 };

/* Reads COUNT numbers from these bytes. */
static bool reads(const uint8_t *bytes, size_t length, int step, int16_t numbers[COUNT]) {
    Error error;
    WeightFileReader reader = {.bytes = bytes, .length = length, .name = "x", .error = &error};
    memset(numbers, 0x77, COUNT * sizeof *numbers);
    return weight_file_read_numbers(&reader, length, step, numbers, COUNT);
}

#define READS(step, ...)                                                                           \
    reads((const uint8_t[]){__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__}), step, numbers)

static void a_run_of_zeros_fills_what_is_left_and_no_more(void **unused) {
    (void)unused;
    int16_t numbers[COUNT];
    static const int16_t mostly_zeros[COUNT] = {1, 0, 0, 0, 0};
    assert_true(READS(1, 2, 0, 3));
    assert_memory_equal(numbers, mostly_zeros, sizeof numbers);
    assert_true(READS(1, 0, 4));
    assert_false(READS(1, 2, 0, 4)); /* one too long */
    assert_false(READS(1, 0, 5));
    assert_false(READS(1, 2, 0, 2)); /* one too short */
    assert_true(READS(1, 2, 0, 2, 2));
    assert_false(READS(1, 2, 0, 3, 2)); /* a number too many */
}

static void numbers_have_sixteen_bits(void **unused) {
    (void)unused;
    int16_t numbers[COUNT];
    assert_true(READS(1, 0xfe, 0xff, 3, 0xff, 0xff, 3, 1, 127, 126));
    assert_int_equal(numbers[0], INT16_MAX);
    assert_int_equal(numbers[1], INT16_MIN);
    assert_int_equal(numbers[2], -1);
    assert_int_equal(numbers[3], -64);
    assert_int_equal(numbers[4], 63);
    assert_false(READS(1, 0x80, 0x80, 4, 0, 3));                /* 2 * 32768 */
    assert_false(READS(2, 0xfe, 0xff, 1, 0x80, 0x80, 2, 0, 2)); /* 2 * 16384 */
    assert_true(READS(2, 0xfe, 0xff, 1, 0xff, 0xff, 1, 0, 2));
    assert_int_equal(numbers[0], 2 * 16383);
    assert_int_equal(numbers[1], 2 * -16384);
}

static void a_varint_has_thirty_two_bits(void **unused) {
    (void)unused;
    int16_t numbers[COUNT];
    assert_true(READS(1, 0x82, 0x80, 0x80, 0x80, 0, 0, 3)); /* 2, in more bytes than it needs */
    assert_int_equal(numbers[0], 1);
    assert_false(READS(1, 0x82, 0x80, 0x80, 0x80, 0x80, 0, 0, 3));
    assert_false(READS(1, 2, 0x82)); /* cut off */
    assert_false(READS(1, 2, 0));
}

/* --- The header ---------------------------------------------------------------------------------
 */

typedef struct File {
    Shape shape;
    PatternSet *set;
    int16_t *weights;
    uint8_t *bytes;
    size_t length, header;
} File;

/* A file for 4x4 with one stage of zeros and a note of that length. */
static void file_make(File *file, int note) {
    Error error;
    PatternReference references[PATTERN_INSTANCES];
    static char text[WEIGHT_FILE_NOTE + 1];
    memset(text, 'n', (size_t)note);
    text[note] = '\0';
    assert_true(shape_init(&file->shape, 4, 4, &error));
    file->set = aligned_alloc(64, (sizeof *file->set + 63) / 64 * 64);
    int count = pattern_references(&file->shape, references);
    assert_true(pattern_set_init(file->set, &file->shape, references, count, &error));
    file->weights = calloc(file->set->weights, sizeof *file->weights);
    WeightFileDraft draft = {.set = file->set, .stages = 1, .note = text};
    draft.tied[0] = file->weights;
    assert_true(weight_file_encode(&draft, &file->bytes, &file->length, &error));
    file->header = bytes_get(file->bytes + 36, 2);
}

static void file_free(File *file) {
    free(file->set);
    free(file->weights);
    free(file->bytes);
}

/* Decodes the file with one field of the header changed and its checksum made right again; "" if
 * that works, the reason otherwise. */
static const char *with(File *file, size_t at, uint64_t value, int size) {
    static Error error;
    uint64_t before = bytes_get(file->bytes + at, size);
    size_t end = file->header - WEIGHT_FILE_CHECKSUM;
    bytes_put(file->bytes + at, value, size);
    bytes_put(file->bytes + end, bytes_checksum(file->bytes, end), WEIGHT_FILE_CHECKSUM);
    WeightFile *weights = weight_file_decode(&file->shape, file->bytes, file->length, "x", &error);
    if (weights) error.text[0] = '\0';
    weight_file_free(weights);
    bytes_put(file->bytes + at, before, size);
    bytes_put(file->bytes + end, bytes_checksum(file->bytes, end), WEIGHT_FILE_CHECKSUM);
    return error.text;
}

static void assert_refused(const char *answer, const char *reason) {
    if (!strstr(answer, reason)) fail_msg("'%s' is not in '%s'", reason, answer);
}

static void fields_of_the_header_have_limits(void **unused) {
    (void)unused;
    File file;
    file_make(&file, 4);
    assert_string_equal(with(&file, 14, 1, 1), "");
    assert_refused(with(&file, 14, 0, 1), "byte 14: impossible number of stages");
    assert_refused(with(&file, 14, PATTERN_STAGES + 1, 1), "byte 14: impossible number of stages");
    assert_refused(with(&file, 15, 0, 1), "byte 15: impossible number of patterns");
    assert_refused(with(&file, 15, PATTERN_INSTANCES + 1, 1), "impossible number of patterns");
    assert_refused(with(&file, 24, bytes_get(file.bytes + 24, 4) + 1, 4), "number of tied weights");
    assert_refused(with(&file, 28, bytes_get(file.bytes + 28, 4) + 1, 4), "number of weights");
    assert_string_equal(with(&file, 32, 1, 2), "");
    assert_string_equal(with(&file, 32, EVAL_DISC, 2), "");
    assert_refused(with(&file, 32, 0, 2), "byte 32: a unit that this program cannot use");
    assert_refused(with(&file, 32, 3, 2), "byte 32: a unit that this program cannot use");
    assert_refused(with(&file, 32, 2 * EVAL_DISC, 2), "a unit that this program cannot use");
    assert_refused(with(&file, 34, PATTERN_STAGES + 1, 2), "byte 34: impossible number of heads");
    assert_refused(with(&file, 80, 32, 1), "byte 80: impossible width of the network");
    assert_refused(with(&file, 38, WEIGHT_FILE_NOTE + 1, 2), "byte 38: the note does not fit");
    file_free(&file);
}

static void the_longest_note_is_read_whole(void **unused) {
    (void)unused;
    File file;
    Error error;
    file_make(&file, WEIGHT_FILE_NOTE);
    WeightFile *weights = weight_file_decode(&file.shape, file.bytes, file.length, "x", &error);
    assert_non_null(weights);
    assert_int_equal(strlen(weights->note), WEIGHT_FILE_NOTE);
    weight_file_free(weights);
    file_free(&file);
}

/* All zeros mean that nobody has measured them. */
static void the_error_model_is_read_back_or_unknown(void **unused) {
    (void)unused;
    static const EvalErrors measured = {.middle = {1.5, -0.25, 0.125, 2, -3},
                                        .ending = {0.5, 0.75, -1, 4, 0.0625}};
    File file;
    Error error;
    file_make(&file, 4);
    WeightFile *weights = weight_file_decode(&file.shape, file.bytes, file.length, "x", &error);
    assert_non_null(weights);
    assert_null(weights->learned.errors);
    weight_file_free(weights);
    weight_file_set_errors(file.bytes, &measured);
    weights = weight_file_decode(&file.shape, file.bytes, file.length, "x", &error);
    assert_non_null(weights);
    assert_non_null(weights->learned.errors);
    assert_memory_equal(weights->learned.errors, &measured, sizeof measured);
    weight_file_free(weights);
    file_free(&file);
}

/* Added to what is there; never beyond what a value may be. */
static void a_bias_is_added_for_each_number_of_discs(void **unused) {
    (void)unused;
    int16_t delta[65] = {[4] = 100, [7] = -30, [16] = INT16_MAX};
    File file;
    Error error;
    file_make(&file, 4);
    WeightFile *weights = weight_file_decode(&file.shape, file.bytes, file.length, "x", &error);
    assert_non_null(weights);
    int before[17];
    for (int discs = 0; discs <= 16; discs++) before[discs] = weights->learned.bias[discs];
    weight_file_free(weights);
    weight_file_add_bias(file.bytes, delta);
    weights = weight_file_decode(&file.shape, file.bytes, file.length, "x", &error);
    assert_non_null(weights);
    for (int discs = 0; discs < 16; discs++)
        assert_int_equal(weights->learned.bias[discs], before[discs] + delta[discs]);
    assert_int_equal(weights->learned.bias[16], EVAL_LIMIT);
    weight_file_free(weights);
    file_free(&file);
}

static void stages_and_squares_of_patterns_have_limits(void **unused) {
    (void)unused;
    File file;
    file_make(&file, 4);
    size_t stage_of = WEIGHT_FILE_FIXED_SIZE + 4, patterns = stage_of + 3 * 17;
    assert_refused(with(&file, stage_of, 1, 1), "there is no such stage");
    assert_refused(with(&file, stage_of + 16, 1, 1), "there is no such stage");
    assert_refused(with(&file, patterns, 0, 1), "a pattern of impossible size");
    assert_refused(with(&file, patterns, PATTERN_SQUARES + 1, 1), "a pattern of impossible size");
    assert_refused(with(&file, patterns + 1, 16, 1), "a square off the board");
    file_free(&file);
}

/* --- Patterns -----------------------------------------------------------------------------------
 */

static int images_of(const Shape *shape, int square) {
    uint64_t images = 0;
    for (int i = 0; i < shape->symmetries; i++) images |= bits_square(shape->where[i][square]);
    return bits_count(images);
}

/* Patterns of one square each, and of their images, until they have exactly so many instances. */
static int references_for(const Shape *shape, int instances, PatternReference *references) {
    int count = 0;
    uint64_t seen = 0;
    for (int i = shape->squares / 2; i >= 0; i--) { /* the middle first: it is its only image */
        int square = shape_from_index(shape, i), images = images_of(shape, square);
        bool is_middle = images == 1 && instances % 2 == 0;
        if (bits_has(seen, square) || images > instances || is_middle) continue;
        for (int s = 0; s < shape->symmetries; s++) seen |= bits_square(shape->where[s][square]);
        references[count++] = (PatternReference){.size = 1, .squares = {(uint8_t)square}};
        instances -= images;
    }
    assert_int_equal(instances, 0);
    return count;
}

static void a_board_has_room_for_so_many_instances_and_no_more(void **unused) {
    (void)unused;
    Shape shape;
    Error error;
    PatternReference references[SHAPE_MAX_SQUARES];
    PatternSet *set = aligned_alloc(64, (sizeof *set + 63) / 64 * 64);
    assert_true(shape_init(&shape, 9, 7, NULL));
    int count = references_for(&shape, PATTERN_INSTANCES, references);
    assert_true(pattern_set_init(set, &shape, references, count, &error));
    assert_int_equal(set->instances, PATTERN_INSTANCES);
    count = references_for(&shape, PATTERN_INSTANCES + 1, references);
    assert_false(pattern_set_init(set, &shape, references, count, &error));
    assert_non_null(strstr(error.text, "more than 46 instances"));
    free(set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_of_zeros_fills_what_is_left_and_no_more),
        cmocka_unit_test(numbers_have_sixteen_bits),
        cmocka_unit_test(a_varint_has_thirty_two_bits),
        cmocka_unit_test(fields_of_the_header_have_limits),
        cmocka_unit_test(the_longest_note_is_read_whole),
        cmocka_unit_test(the_error_model_is_read_back_or_unknown),
        cmocka_unit_test(a_bias_is_added_for_each_number_of_discs),
        cmocka_unit_test(stages_and_squares_of_patterns_have_limits),
        cmocka_unit_test(a_board_has_room_for_so_many_instances_and_no_more),
    };
    return cmocka_run_group_tests_name("limits of weights", tests, NULL, NULL);
}
