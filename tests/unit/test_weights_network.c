/* Weight files that hold a network: what is written is read back, and nothing damaged or impossible
 * is taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/random.h"
#include "eval/weight_file.h"
#include "eval/weight_file_format.h"

enum { HEADS = 3, PHASES = 2 };

typedef struct File {
    int phases, width;
    Shape shape;
    PatternSet *set;
    uint32_t *tied;
    uint32_t numbers;
    int16_t *order;
    int8_t *embeddings;
    NetworkHead *heads;
    WeightFileDraft draft;
    uint8_t *bytes;
    size_t length;
} File;

static int draw(Random *random, int most) {
    return (int)random_below(random, 2 * (uint32_t)most + 1) - most;
}

static size_t embedding_numbers(const File *file) {
    return (size_t)file->phases * ((size_t)file->numbers + 64) * NETWORK_WIDTH;
}

static void fill_head(NetworkHead *head, int width, Random *random) {
    memset(head, 0, sizeof *head); /* what lies between fields too: heads are compared as a whole */
    for (int k = 0; k < width; k++) {
        head->bias[k % 2][k / 2] = (int16_t)draw(random, NETWORK_BIAS_MAX);
        head->direct[k % 2][k / 2] = (int16_t)draw(random, INT16_MAX);
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            head->hidden[k / 4][h][k % 4] = (int8_t)draw(random, NETWORK_HIDDEN_MAX);
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        head->hidden_bias[h] = draw(random, NETWORK_HIDDEN_BIAS_MAX);
        head->output[h] = (int16_t)draw(random, NETWORK_OUTPUT_MAX);
    }
}

/* Most numbers are 0, and some are extreme. */
static void fill_embeddings(File *file, Random *random) {
    for (size_t i = 0; i < embedding_numbers(file); i++) {
        bool is_zero = (int)(i % NETWORK_WIDTH) >= file->width || random_below(random, 3);
        file->embeddings[i] = (int8_t)(is_zero ? 0 : draw(random, NETWORK_EMBEDDING_MAX));
    }
}

/* A file of these patterns; none: those of the board. Embeddings have 32 numbers. */
static void file_prepare_with(File *file, int width, int height, int phases, int count,
                              const PatternReference *references) {
    Error error;
    Random random = random_seeded(3);
    PatternReference usual[PATTERN_INSTANCES];
    memset(file, 0, sizeof *file);
    file->phases = phases;
    file->width = 32;
    assert_true(shape_init(&file->shape, width, height, &error));
    file->set = aligned_alloc(64, sizeof *file->set);
    if (!count) count = pattern_references(&file->shape, usual), references = usual;
    assert_true(pattern_set_init(file->set, &file->shape, references, count, &error));
    file->tied = malloc(file->set->weights * sizeof *file->tied);
    file->numbers = pattern_ties(file->set, file->tied);
    file->order = malloc(file->numbers * sizeof *file->order);
    file->embeddings = malloc(embedding_numbers(file));
    file->heads = aligned_alloc(64, HEADS * sizeof *file->heads);
    for (uint32_t w = 0; w < file->numbers; w++) file->order[w] = (int16_t)draw(&random, 500);
    fill_embeddings(file, &random);
    for (int i = 0; i < HEADS; i++) fill_head(&file->heads[i], file->width, &random);
    file->draft = (WeightFileDraft){.set = file->set,
                                    .stages = 1,
                                    .tied = {file->order},
                                    .note = "a test",
                                    .network_embeddings = file->embeddings,
                                    .network_heads = file->heads,
                                    .network_stages = HEADS,
                                    .network_phases = phases,
                                    .network_width = file->width};
    for (int discs = 0; discs <= file->shape.squares; discs++) {
        file->draft.stage_of[discs] = (uint8_t)(discs % HEADS);
        file->draft.bias[discs] = (int16_t)(discs - 20);
    }
}

static void file_prepare(File *file, int width, int height, int phases) {
    file_prepare_with(file, width, height, phases, 0, NULL);
}

static void file_make(File *file, int width, int height, int phases) {
    Error error;
    file_prepare(file, width, height, phases);
    assert_true(weight_file_encode(&file->draft, &file->bytes, &file->length, &error));
}

/* Other numbers, of another width. */
static void file_make_wide(File *file, int width, int height, int phases, int units) {
    Error error;
    Random random = random_seeded(4);
    file_prepare(file, width, height, phases);
    file->width = file->draft.network_width = units;
    fill_embeddings(file, &random);
    for (int i = 0; i < HEADS; i++) fill_head(&file->heads[i], units, &random);
    assert_true(weight_file_encode(&file->draft, &file->bytes, &file->length, &error));
}

static void file_free(File *file) {
    free(file->tied);
    free(file->set);
    free(file->order);
    free(file->embeddings);
    free(file->heads);
    free(file->bytes);
}

static void check_embedding(const NetworkNumber *embeddings, size_t number, const int8_t *numbers) {
    const NetworkNumber *read = network_embedding(embeddings, number);
    for (int k = 0; k < NETWORK_WIDTH; k++)
        if (read[k] - NETWORK_ZERO_POINT != numbers[k])
            fail_msg("embedding %zu, number %d: %d, not %d", number, k,
                     read[k] - NETWORK_ZERO_POINT, numbers[k]);
}

/* The embeddings that a stage reads are those that were written for `phase`. */
static void check_stage(const File *file, const Network *network, int stage, int phase) {
    static const int8_t zeros[NETWORK_WIDTH];
    const int8_t *written =
        file->embeddings + embedding_numbers(file) / (size_t)file->phases * (size_t)phase;
    const NetworkNumber *read = network->embeddings[stage];
    size_t plain = file->set->weights;
    for (size_t number = 0; number < plain; number++)
        check_embedding(read, number, written + (size_t)file->tied[number] * NETWORK_WIDTH);
    check_embedding(read, plain, zeros);
    for (size_t number = 0; number < 2 * NETWORK_MOVES; number++)
        check_embedding(read, plain + 1 + number,
                        written + (file->numbers + number) * NETWORK_WIDTH);
}

static void a_network_that_is_written_is_read_back(void **unused) {
    (void)unused;
    static const struct {
        int width, height, units, phases, phase_of[HEADS];
    } cases[] = {{4, 4, 4, 1, {0, 0, 0}},  {4, 4, 64, 3, {0, 1, 2}}, {6, 6, 32, 2, {0, 0, 1}},
                 {8, 8, 64, 1, {0, 0, 0}}, {9, 7, 12, 1, {0, 0, 0}}, {4, 16, 32, 2, {0, 0, 1}}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        File file;
        Error error;
        file_make_wide(&file, cases[c].width, cases[c].height, cases[c].phases, cases[c].units);
        WeightFile *weights = weight_file_decode(&file.shape, file.bytes, file.length, "x", &error);
        assert_non_null(weights);
        const LearnedWeights *learned = &weights->learned;
        assert_non_null(learned->network);
        assert_int_equal(learned->network->phases, cases[c].phases);
        assert_int_equal(learned->network->width, cases[c].units);
        assert_int_equal((uintptr_t)learned->network->embeddings[0] % 64, 0);
        assert_int_equal(learned->bias[7], -13);
        assert_int_equal(learned->stage_of[7], 7 % HEADS);
        assert_memory_equal(learned->network->heads, file.heads, HEADS * sizeof *file.heads);
        for (size_t number = 0; number < file.set->weights; number++)
            assert_int_equal(learned->order[number], file.order[file.tied[number]]);
        for (int stage = 0; stage < HEADS; stage++)
            check_stage(&file, learned->network, stage, cases[c].phase_of[stage]);
        weight_file_free(weights);
        file_free(&file);
    }
}

/* Leaves freed memory that is full of impossible numbers, of the size that the file's numbers take
 * and one more: the next to ask for it gets it as it is. (Volatile: what is written before it is
 * freed may be left out otherwise.) */
static void litter(const File *file) {
    enum { BLOCKS = 4 };
    volatile int16_t *blocks[BLOCKS];
    size_t count = embedding_numbers(file) + 1;
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = malloc(count * sizeof *blocks[i]);
        assert_non_null(blocks[i]);
        for (size_t k = 0; k < count; k++) blocks[i][k] = INT16_MAX;
    }
    for (int i = 0; i < BLOCKS; i++) free((void *)blocks[i]);
}

/* With one square as its only pattern: larger memory is new from the system, and zero. */
static void what_lies_after_the_last_number_does_not_matter(void **unused) {
    (void)unused;
    static const PatternReference corner = {.size = 1, .squares = {0}};
    File file;
    Error error;
    file_prepare_with(&file, 4, 4, 1, 1, &corner);
    assert_true(weight_file_encode(&file.draft, &file.bytes, &file.length, &error));
    litter(&file);
    WeightFile *weights = weight_file_decode(&file.shape, file.bytes, file.length, "x", &error);
    if (!weights) fail_msg("%s", error.text);
    weight_file_free(weights);
    file_free(&file);
}

static void a_damaged_network_is_refused_with_the_place(void **unused) {
    (void)unused;
    File file;
    Error error;
    file_make(&file, 4, 4, PHASES);
    for (size_t length = file.length - 5000; length < file.length; length += 97)
        assert_null(weight_file_decode(&file.shape, file.bytes, length, "cut", &error));
    /* The header byte by byte, then places all over the file. */
    for (size_t at = 0; at < file.length; at += at < 300 ? 1 : file.length / 200) {
        file.bytes[at] ^= (uint8_t)(1 << at % 8);
        assert_null(weight_file_decode(&file.shape, file.bytes, file.length, "bad", &error));
        assert_non_null(strstr(error.text, "weights bad: byte"));
        file.bytes[at] ^= (uint8_t)(1 << at % 8);
    }
    file_free(&file);
}

/* Files that are whole but say what no network says. */
static void numbers_beyond_the_limits_are_refused(void **unused) {
    (void)unused;
    for (int which = 0; which < 5; which++) {
        File file;
        Error error;
        file_prepare(&file, 4, 4, PHASES);
        switch (which) {
        case 0: file.heads[1].bias[1][3] = NETWORK_BIAS_MAX + 1; break;
        case 1: file.heads[2].output[3] = -NETWORK_OUTPUT_MAX - 1; break;
        case 2: file.heads[0].hidden_bias[0] = NETWORK_HIDDEN_BIAS_MAX + 1; break;
        case 3: file.heads[1].hidden[3][2][1] = NETWORK_HIDDEN_MAX + 1; break;
        default: file.draft.stage_of[9] = HEADS; break;
        }
        assert_true(weight_file_encode(&file.draft, &file.bytes, &file.length, &error));
        assert_null(weight_file_decode(&file.shape, file.bytes, file.length, "odd", &error));
        assert_non_null(strstr(error.text, "weights odd: byte"));
        file_free(&file);
    }
}

static void check_not_written(File *file, const char *why) {
    Error error;
    assert_false(weight_file_encode(&file->draft, &file->bytes, &file->length, &error));
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_string_equal(error.text, why);
}

/* The code of the embeddings has nothing for them. */
static void numbers_beyond_the_limits_are_not_written(void **unused) {
    (void)unused;
    enum { AT = 5 * NETWORK_WIDTH + 31 };
    File file;
    file_prepare(&file, 4, 4, PHASES);
    int8_t *last = &file.embeddings[embedding_numbers(&file) - NETWORK_WIDTH];
    char text[80];
    file.embeddings[AT] = -NETWORK_EMBEDDING_MAX - 1;
    check_not_written(&file, "weights: embedding 5, number 31: -64 is beyond its limit");
    file.embeddings[AT] = INT8_MIN;
    check_not_written(&file, "weights: embedding 5, number 31: -128 is beyond its limit");
    file.embeddings[AT] = -NETWORK_EMBEDDING_MAX;
    snprintf(text, sizeof text, "weights: embedding %zu, number 0: 64 is beyond its limit",
             embedding_numbers(&file) / NETWORK_WIDTH - 1);
    *last = NETWORK_EMBEDDING_MAX + 1;
    check_not_written(&file, text);
    *last = NETWORK_EMBEDDING_MAX;
    file.embeddings[AT + 1] = 1; /* beyond the width */
    check_not_written(&file, "weights: embedding 5, number 32: 1 is beyond its limit");
    file_free(&file);
}

static void impossible_widths_are_not_written(void **unused) {
    (void)unused;
    static const int widths[] = {-4, 0, 3, 33, NETWORK_WIDTH + 4};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        File file;
        char text[80];
        file_prepare(&file, 4, 4, PHASES);
        file.draft.network_width = widths[i];
        snprintf(text, sizeof text, "weights: embeddings of %d numbers cannot be written",
                 widths[i]);
        check_not_written(&file, text);
        file_free(&file);
    }
}

/* Decodes the file with another byte in its header and a checksum that fits; NULL: refused. */
static WeightFile *decode_with(File *file, size_t at, uint8_t byte, Error *error) {
    file->bytes[at] = byte;
    size_t end = bytes_get(file->bytes + WEIGHT_FILE_HEADER_AT, WEIGHT_FILE_HEADER_SIZE) -
                 WEIGHT_FILE_CHECKSUM;
    bytes_put(file->bytes + end, bytes_checksum(file->bytes, end), WEIGHT_FILE_CHECKSUM);
    return weight_file_decode(&file->shape, file->bytes, file->length, "odd", error);
}

static void an_impossible_number_of_heads_is_refused(void **unused) {
    (void)unused;
    static const uint8_t heads[] = {PATTERN_STAGES + 1, 255, HEADS + 1, HEADS - 1, 0};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        File file;
        Error error;
        file_make(&file, 4, 4, PHASES);
        assert_null(decode_with(&file, WEIGHT_FILE_HEADS_AT, heads[i], &error));
        file_free(&file);
    }
}

static void an_impossible_number_of_phases_is_refused(void **unused) {
    (void)unused;
    static const uint8_t less_one[] = {NETWORK_PHASES, 255, HEADS};
    char place[80];
    snprintf(place, sizeof place,
             "weights odd: byte %d: impossible number of phases of the network",
             WEIGHT_FILE_PHASES_AT);
    for (size_t i = 0; i < sizeof less_one / sizeof less_one[0]; i++) {
        File file;
        Error error;
        file_make(&file, 4, 4, PHASES);
        assert_null(decode_with(&file, WEIGHT_FILE_PHASES_AT, less_one[i], &error));
        assert_string_equal(error.text, place);
        file_free(&file);
    }
    /* Possible, but not those that follow. */
    for (uint8_t phases = 1; phases <= HEADS; phases++) {
        File file;
        Error error;
        file_make(&file, 4, 4, PHASES);
        WeightFile *weights =
            decode_with(&file, WEIGHT_FILE_PHASES_AT, (uint8_t)(phases - 1), &error);
        assert_int_equal(weights != NULL, phases == PHASES);
        weight_file_free(weights);
        file_free(&file);
    }
}

static void an_impossible_width_is_refused(void **unused) {
    (void)unused;
    static const struct {
        uint8_t width;
        const char *why;
    } cases[] = {{0, "impossible width of the network"},
                 {30, "impossible width of the network"},
                 {255, "impossible width of the network"},
                 {NETWORK_WIDTH + 4, "embeddings of 68 numbers, this program takes 64"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        File file;
        Error error;
        char text[120];
        file_make(&file, 4, 4, PHASES);
        assert_null(decode_with(&file, WEIGHT_FILE_WIDTH_AT, cases[i].width, &error));
        snprintf(text, sizeof text, "weights odd: byte %d: %s", WEIGHT_FILE_WIDTH_AT, cases[i].why);
        assert_string_equal(error.text, text);
        file_free(&file);
    }
    /* Possible, but not that of the numbers that follow. */
    File file;
    file_make(&file, 4, 4, PHASES);
    for (int width = NETWORK_WIDTH_STEP; width <= NETWORK_WIDTH; width += NETWORK_WIDTH_STEP) {
        Error error;
        WeightFile *weights = decode_with(&file, WEIGHT_FILE_WIDTH_AT, (uint8_t)width, &error);
        assert_int_equal(weights != NULL, width == file.width);
        weight_file_free(weights);
    }
    file_free(&file);
}

static void phases_without_a_network_are_refused(void **unused) {
    (void)unused;
    File file;
    Error error;
    file_prepare(&file, 4, 4, 1);
    file.draft.network_embeddings = NULL;
    memset(file.draft.stage_of, 0, sizeof file.draft.stage_of);
    assert_true(weight_file_encode(&file.draft, &file.bytes, &file.length, &error));
    assert_int_equal(file.bytes[WEIGHT_FILE_PHASES_AT], 0);
    WeightFile *weights = decode_with(&file, WEIGHT_FILE_PHASES_AT, 0, &error);
    assert_non_null(weights);
    weight_file_free(weights);
    assert_null(decode_with(&file, WEIGHT_FILE_PHASES_AT, 1, &error));
    assert_non_null(strstr(error.text, "impossible number of phases"));
    file_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_network_that_is_written_is_read_back),
        cmocka_unit_test(what_lies_after_the_last_number_does_not_matter),
        cmocka_unit_test(a_damaged_network_is_refused_with_the_place),
        cmocka_unit_test(numbers_beyond_the_limits_are_refused),
        cmocka_unit_test(numbers_beyond_the_limits_are_not_written),
        cmocka_unit_test(impossible_widths_are_not_written),
        cmocka_unit_test(an_impossible_number_of_heads_is_refused),
        cmocka_unit_test(an_impossible_number_of_phases_is_refused),
        cmocka_unit_test(an_impossible_width_is_refused),
        cmocka_unit_test(phases_without_a_network_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
