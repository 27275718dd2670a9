/* The code of the embeddings in a weight file: files written by hand as the format says, and files
 * whose code is damaged although all checksums are right. Files have exactly the memory that they
 * need, so that a sanitizer sees a byte read too far. */
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

enum {
    HEADS = 3,
    CONTENTS = 3, /* of the only pattern, a corner */
    ROWS = CONTENTS + 2 * NETWORK_MOVES,
    CONTEXTS = NETWORK_EMBEDDING_MAX + 2 /* of a class */
};

typedef struct File {
    Shape shape;
    PatternSet *set;
    int phases, width;
    int8_t *embeddings;
    uint8_t *bytes;
    size_t length, block, code, code_end; /* the network's block and its code: where */
} File;

/* A network whose rows are all 0, small or large. */
static int8_t *random_embeddings(int phases, int width, Random *random) {
    int8_t *embeddings = calloc((size_t)phases * ROWS, NETWORK_WIDTH);
    for (int row = 0; row < phases * ROWS; row++) {
        static const uint32_t kinds[] = {0, 1, 5, NETWORK_EMBEDDING_MAX};
        uint32_t most = kinds[random_below(random, 4)];
        for (int k = 0; k < width; k++)
            embeddings[row * NETWORK_WIDTH + k] =
                (int8_t)((int)random_below(random, 2 * most + 1) - (int)most);
    }
    return embeddings;
}

static void file_make(File *file, int phases, int width) {
    static const PatternReference corner = {.size = 1, .squares = {0}};
    static const int16_t order[CONTENTS];
    static const NetworkHead heads[HEADS];
    Random random = random_seeded(17);
    Error error;
    *file = (File){.phases = phases, .width = width};
    assert_true(shape_init(&file->shape, 4, 4, &error));
    file->set = aligned_alloc(_Alignof(PatternSet), sizeof *file->set);
    assert_true(pattern_set_init(file->set, &file->shape, &corner, 1, &error));
    file->embeddings = random_embeddings(phases, width, &random);
    WeightFileDraft draft = {.set = file->set,
                             .stages = 1,
                             .tied = {order},
                             .note = "",
                             .network_embeddings = file->embeddings,
                             .network_heads = heads,
                             .network_stages = HEADS,
                             .network_phases = phases,
                             .network_width = width};
    for (int discs = 0; discs <= file->shape.squares; discs++)
        draft.stage_of[discs] = (uint8_t)(discs % HEADS);
    assert_true(weight_file_encode(&draft, &file->bytes, &file->length, &error));
    file->block = bytes_get(file->bytes + WEIGHT_FILE_HEADER_AT, WEIGHT_FILE_HEADER_SIZE);
    file->block += WEIGHT_FILE_BLOCK_HEADER + WEIGHT_FILE_CHECKSUM +
                   bytes_get(file->bytes + file->block, WEIGHT_FILE_BLOCK_LENGTH_SIZE);
    file->code = file->block + WEIGHT_FILE_BLOCK_HEADER;
    file->code_end = file->length - WEIGHT_FILE_CHECKSUM - HEADS * weight_file_head_size(width);
}

static void file_free(File *file) {
    free(file->set);
    free(file->embeddings);
    free(file->bytes);
}

static void put_checksum(uint8_t *bytes, size_t start, size_t end) {
    bytes_put(bytes + end, bytes_checksum(bytes + start, end - start), WEIGHT_FILE_CHECKSUM);
}

/* Decodes the file with another code; its lengths and checksums are right. */
static WeightFile *decode_with(const File *file, const uint8_t *code, size_t size, Error *error) {
    size_t rest = file->length - file->code_end, length = file->code + size + rest;
    size_t header = bytes_get(file->bytes + WEIGHT_FILE_HEADER_AT, WEIGHT_FILE_HEADER_SIZE);
    uint8_t *bytes = malloc(length);
    memcpy(bytes, file->bytes, file->code);
    memcpy(bytes + file->code, code, size);
    memcpy(bytes + file->code + size, file->bytes + file->code_end, rest);
    bytes_put(bytes + WEIGHT_FILE_LENGTH_AT, length, WEIGHT_FILE_LENGTH_SIZE);
    put_checksum(bytes, 0, header - WEIGHT_FILE_CHECKSUM);
    bytes_put(bytes + file->block, size + rest - WEIGHT_FILE_CHECKSUM,
              WEIGHT_FILE_BLOCK_LENGTH_SIZE);
    put_checksum(bytes, file->block, length - WEIGHT_FILE_CHECKSUM);
    WeightFile *weights = weight_file_decode(&file->shape, bytes, length, "odd", error);
    free(bytes);
    return weights;
}

/* Refused with `why`, at byte `at` of the code. */
static void check_refused(const File *file, const uint8_t *code, size_t size, size_t at,
                          const char *why) {
    Error error;
    char text[sizeof error.text];
    snprintf(text, sizeof text, "weights odd: byte %zu: %s", file->code + at, why);
    assert_null(decode_with(file, code, size, &error));
    assert_string_equal(error.text, text);
}

/* The numbers of a row in a phase; the contents of a corner are not tied, so rows are in order. */
static int number_at(const WeightFile *weights, int phase, int row, int k) {
    size_t number = (size_t)(row < CONTENTS ? row : row + 1), before = (size_t)phase;
    before *= network_embedding_count(&weights->set);
    return weights->network.embeddings[0][(before + number) * NETWORK_WIDTH + (size_t)k] -
           NETWORK_ZERO_POINT;
}

static void check_numbers(const File *file, const WeightFile *weights) {
    assert_int_equal(weights->network.width, file->width);
    for (int phase = 0; phase < file->phases; phase++)
        for (int row = 0; row < ROWS; row++)
            for (int k = 0; k < NETWORK_WIDTH; k++)
                assert_int_equal(number_at(weights, phase, row, k),
                                 file->embeddings[(phase * ROWS + row) * NETWORK_WIDTH + k]);
}

static void every_width_and_number_of_phases_is_read_back(void **unused) {
    (void)unused;
    for (int width = NETWORK_WIDTH_STEP; width <= NETWORK_WIDTH; width += NETWORK_WIDTH_STEP)
        for (int phases = 1; phases <= HEADS; phases++) {
            File file;
            Error error;
            file_make(&file, phases, width);
            WeightFile *weights =
                weight_file_decode(&file.shape, file.bytes, file.length, "x", &error);
            if (!weights) fail_msg("width %d, %d phases: %s", width, phases, error.text);
            check_numbers(&file, weights);
            weight_file_free(weights);
            file_free(&file);
        }
}

/* --- Files written by hand ----------------------------------------------------------------------
 */

typedef struct Code {
    uint8_t bytes[4096];
    size_t size;
} Code;

static void put(Code *code, unsigned value, int size) {
    bytes_put(code->bytes + code->size, value, size);
    code->size += (size_t)size;
}

/* A table with which everything is this number, since it owns all slots. */
static void put_table_of(Code *code, int number) {
    put(code, (unsigned)(number + NETWORK_EMBEDDING_MAX), 1);
    put(code, 1, 1);
    put(code, 0x80, 1); /* 4096 as a varint */
    put(code, 0x20, 1);
}

/* Rows of class `class` whose numbers are all the same: no word is needed. */
static Code code_of(int classes, int class, int number) {
    Code code = {.size = 0};
    put(&code, 2, 1);
    put(&code, (unsigned)classes, 1);
    put_table_of(&code, class);
    put_table_of(&code, number);
    for (int c = 0; c <= classes; c++)
        for (int i = 0; i < CONTEXTS; i++) put(&code, c > 0, 1);
    for (int i = 0; i < WEIGHT_FILE_CODE_STATES; i++) put(&code, WEIGHT_FILE_CODE_START, 4);
    return code;
}

static void check_all(const File *file, const Code *code, int first, int second) {
    Error error;
    WeightFile *weights = decode_with(file, code->bytes, code->size, &error);
    if (!weights) fail_msg("%s", error.text);
    for (int phase = 0; phase < file->phases; phase++)
        for (int row = 0; row < ROWS; row++)
            for (int k = 0; k < NETWORK_WIDTH; k++)
                assert_int_equal(number_at(weights, phase, row, k),
                                 k < file->width ? phase ? second : first : 0);
    weight_file_free(weights);
}

static void a_code_by_hand_means_what_the_format_says(void **unused) {
    (void)unused;
    File file;
    file_make(&file, 2, 8);
    Code code = code_of(0, 0, 0);
    check_all(&file, &code, 0, 0);
    code = code_of(1, 1, 7);
    check_all(&file, &code, 7, 7);
    code = code_of(WEIGHT_FILE_CODE_CLASSES, WEIGHT_FILE_CODE_CLASSES, -NETWORK_EMBEDDING_MAX);
    check_all(&file, &code, -NETWORK_EMBEDDING_MAX, NETWORK_EMBEDDING_MAX); /* the other sign */
    file_free(&file);
}

static void a_class_that_does_not_exist_is_refused(void **unused) {
    (void)unused;
    File file;
    file_make(&file, 1, 8);
    Code code = code_of(3, 4, 1);
    check_refused(&file, code.bytes, code.size, code.size, "there is no such class of numbers");
    code = code_of(3, -1, 1);
    check_refused(&file, code.bytes, code.size, code.size, "there is no such class of numbers");
    file_free(&file);
}

static void what_is_left_over_is_refused(void **unused) {
    (void)unused;
    File file;
    file_make(&file, 1, 8);
    Code code = code_of(1, 1, 7);
    for (size_t more = 1; more <= 2; more++)
        check_refused(&file, code.bytes, code.size + more, code.size,
                      "more numbers than there should be");
    for (size_t i = 1; i <= WEIGHT_FILE_CODE_STATES; i++) {
        Code other = code;
        other.bytes[code.size - 4 * i]++;
        check_refused(&file, other.bytes, other.size, other.size,
                      "the numbers of the network end in a wrong state");
    }
    file_free(&file);
}

static void impossible_tables_are_refused(void **unused) {
    (void)unused;
    enum { TABLE = 2, SECOND = 6, TABLE_OF = 10, STATES = TABLE_OF + 2 * CONTEXTS };
    static const struct {
        size_t byte;
        uint8_t value;
        size_t place;
        const char *why;
    } cases[] = {
        {0, 0, 0, "impossible number of code tables"},
        {0, WEIGHT_FILE_CODE_TABLES + 1, 0, "impossible number of code tables"},
        {1, WEIGHT_FILE_CODE_CLASSES + 1, 1, "impossible number of classes"},
        {TABLE, WEIGHT_FILE_CODE_SYMBOLS, TABLE, "a code table with numbers beyond their limit"},
        {TABLE, 255, TABLE, "a code table with numbers beyond their limit"},
        {TABLE + 1, 0, TABLE, "a code table with numbers beyond their limit"},
        {SECOND + 1, WEIGHT_FILE_CODE_SYMBOLS, SECOND,
         "a code table with numbers beyond their limit"},
        {TABLE + 2, 0x81, TABLE + 2, "no entry of a code table can be read here"}, /* 4097 */
        {TABLE + 3, 0x1f, TABLE, "a code table with a wrong sum"},
        {TABLE_OF, 2, TABLE_OF, "there is no such code table"},
        {STATES - 1, 2, STATES - 1, "there is no such code table"},
        {STATES + 2, 0, STATES, "an impossible state of the code"},
        {STATES + 14, 0, STATES + 12, "an impossible state of the code"},
    };
    File file;
    file_make(&file, 1, 8);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Code code = code_of(1, 1, 7);
        code.bytes[cases[i].byte] = cases[i].value;
        check_refused(&file, code.bytes, code.size, cases[i].place, cases[i].why);
    }
    file_free(&file);
}

/* --- Damage -------------------------------------------------------------------------------------
 */

static void every_truncation_is_refused_with_the_place(void **unused) {
    (void)unused;
    for (int width = NETWORK_WIDTH_STEP; width <= NETWORK_WIDTH; width *= 4) {
        File file;
        file_make(&file, 2, width);
        size_t whole = file.code_end - file.code;
        for (size_t size = 0; size < whole; size += size < 40 || size + 300 > whole ? 1 : 13) {
            Error error;
            assert_null(decode_with(&file, file.bytes + file.code, size, &error));
            size_t at = 0;
            if (sscanf(error.text, "weights odd: byte %zu: ", &at) != 1 || at < file.code ||
                at > file.code + size + 2 * (size_t)(width + 1))
                fail_msg("%zu of %zu: %s", size, whole, error.text);
        }
        file_free(&file);
    }
}

/* Where the states begin. */
static size_t states_at(const File *file) {
    const uint8_t *at = file->bytes + file->code;
    int tables = at[0], classes = at[1];
    at += 2;
    for (int i = 0; i < tables; i++) {
        int symbols = at[1];
        for (at += 2; symbols > 0; symbols--)
            while (*at++ & 128) {
            }
    }
    return (size_t)(at - file->bytes) + (size_t)(classes + 1) * CONTEXTS - file->code;
}

/* With another bit the code may mean other numbers and still be whole: then they keep their limit.
 * Of the states and words this is true of few bits, those that exchange symbols with equal slots.
 */
static void flipped_bits_are_refused_or_harmless(void **unused) {
    (void)unused;
    File file;
    file_make(&file, 2, 16);
    size_t size = file.code_end - file.code, states = states_at(&file), taken = 0;
    uint8_t *code = malloc(size);
    memcpy(code, file.bytes + file.code, size);
    assert_true(states + 500 < size);
    for (size_t bit = 0; bit < 8 * size; bit += bit < 8 * states ? 3 : 1) {
        Error error;
        code[bit / 8] ^= (uint8_t)(1 << bit % 8);
        WeightFile *weights = decode_with(&file, code, size, &error);
        if (!weights && !strstr(error.text, "weights odd: byte ")) fail_msg("%s", error.text);
        taken += weights && bit >= 8 * states;
        for (int i = 0; weights && i < file.phases * ROWS * NETWORK_WIDTH; i++) {
            int row = i / NETWORK_WIDTH;
            int number = number_at(weights, row / ROWS, row % ROWS, i % NETWORK_WIDTH);
            assert_true(abs(number) <= NETWORK_EMBEDDING_MAX);
        }
        weight_file_free(weights);
        code[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    print_message("%zu of %zu bits are taken\n", taken, 8 * (size - states));
    assert_true(taken < 8 * (size - states) / 20);
    free(code);
    file_free(&file);
}

/* --- The corpus ---------------------------------------------------------------------------------
 */

/* Fuzzing begins with whole files of this version. */
static void whole_files_of_the_corpus_are_taken(void **unused) {
    (void)unused;
    static const char *const names[] = {"whole", "network", "network-wide"};
    Shape shape;
    assert_true(shape_init(&shape, 4, 4, NULL));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[64];
        Error error;
        snprintf(path, sizeof path, "tests/fuzz/corpus/weights/%s", names[i]);
        WeightFile *weights = weight_file_read(&shape, path, &error);
        if (!weights) fail_msg("%s", error.text);
        assert_int_equal(weights->learned.network != NULL, i > 0);
        weight_file_free(weights);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_and_number_of_phases_is_read_back),
        cmocka_unit_test(a_code_by_hand_means_what_the_format_says),
        cmocka_unit_test(a_class_that_does_not_exist_is_refused),
        cmocka_unit_test(what_is_left_over_is_refused),
        cmocka_unit_test(impossible_tables_are_refused),
        cmocka_unit_test(every_truncation_is_refused_with_the_place),
        cmocka_unit_test(flipped_bits_are_refused_or_harmless),
        cmocka_unit_test(whole_files_of_the_corpus_are_taken),
    };
    return cmocka_run_group_tests_name("code of weights", tests, NULL, NULL);
}
