/* Reads weight files: from bytes in the layout of weight_file_format.h to tables and networks in
 * memory. Nothing in a file is trusted; every refusal names the byte. */
#include "eval/weight_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "eval/embedded.h"
#include "eval/weight_file_format.h"
#include "eval/weight_file_reader.h"

enum { TABLE_ALIGNMENT = 64 };

static WeightFileNetwork network_in(const WeightFileReader *reader) {
    const uint8_t *bytes = reader->bytes;
    return (WeightFileNetwork){.heads = bytes[WEIGHT_FILE_HEADS_AT],
                               .phases = bytes[WEIGHT_FILE_PHASES_AT] + 1,
                               .width = bytes[WEIGHT_FILE_WIDTH_AT]};
}

static bool check_start(const WeightFileReader *reader) {
    const uint8_t *bytes = reader->bytes;
    if (reader->length < WEIGHT_FILE_FIXED_SIZE ||
        memcmp(bytes + WEIGHT_FILE_MAGIC_AT, WEIGHT_FILE_MAGIC, WEIGHT_FILE_MAGIC_SIZE) != 0)
        return REFUSE(reader, WEIGHT_FILE_MAGIC_AT, "this is not a weight file");
    if (bytes_get(bytes + WEIGHT_FILE_VERSION_AT, WEIGHT_FILE_VERSION_SIZE) != WEIGHT_FILE_VERSION)
        return REFUSE(reader, WEIGHT_FILE_VERSION_AT,
                      "a version of the format that this program does not read");
    uint64_t length = bytes_get(bytes + WEIGHT_FILE_LENGTH_AT, WEIGHT_FILE_LENGTH_SIZE);
    if (length != reader->length) {
        error_set(reader->error, STATUS_BAD_INPUT,
                  "weights %s: byte %d: the file should have %llu bytes and has %zu", reader->name,
                  WEIGHT_FILE_LENGTH_AT, (unsigned long long)length, reader->length);
        return false;
    }
    size_t header = bytes_get(bytes + WEIGHT_FILE_HEADER_AT, WEIGHT_FILE_HEADER_SIZE);
    if (header < WEIGHT_FILE_FIXED_SIZE + WEIGHT_FILE_CHECKSUM || header > reader->length)
        return REFUSE(reader, WEIGHT_FILE_HEADER_AT, "impossible length of the header");
    return weight_file_check_sum(reader, 0, header - WEIGHT_FILE_CHECKSUM, "the header");
}

static bool check_board(const WeightFileReader *reader, const Shape *shape) {
    int width = reader->bytes[WEIGHT_FILE_COLUMNS_AT], height = reader->bytes[WEIGHT_FILE_ROWS_AT];
    if (width == shape->width && height == shape->height) return true;
    error_set(reader->error, STATUS_BAD_INPUT,
              "weights %s: byte %d: made for board %dx%d, not %dx%d", reader->name,
              WEIGHT_FILE_COLUMNS_AT, width, height, shape->width, shape->height);
    return false;
}

static bool check_network(const WeightFileReader *reader, int stages) {
    WeightFileNetwork network = network_in(reader);
    bool is_there = network.heads > 0;
    if (network.heads > PATTERN_STAGES || (is_there && stages != 1))
        return REFUSE(reader, WEIGHT_FILE_HEADS_AT, "impossible number of heads of the network");
    if (network.phases > NETWORK_PHASES || network.phases > (is_there ? network.heads : 1))
        return REFUSE(reader, WEIGHT_FILE_PHASES_AT, "impossible number of phases of the network");
    if (network.width % NETWORK_WIDTH_STEP != 0 || (network.width > 0) != is_there)
        return REFUSE(reader, WEIGHT_FILE_WIDTH_AT, "impossible width of the network");
    if (network.width <= NETWORK_WIDTH) return true;
    error_set(reader->error, STATUS_BAD_INPUT,
              "weights %s: byte %d: embeddings of %d numbers, this program takes %d", reader->name,
              WEIGHT_FILE_WIDTH_AT, network.width, NETWORK_WIDTH);
    return false;
}

static bool read_stages(WeightFileReader *reader, const Shape *shape, WeightFile *weights) {
    LearnedWeights *learned = &weights->learned;
    size_t counts = (size_t)shape->squares + 1,
           note = bytes_get(reader->bytes + WEIGHT_FILE_NOTE_AT, WEIGHT_FILE_NOTE_SIZE);
    size_t end = bytes_get(reader->bytes + WEIGHT_FILE_HEADER_AT, WEIGHT_FILE_HEADER_SIZE) -
                 WEIGHT_FILE_CHECKSUM;
    learned->stages = reader->bytes[WEIGHT_FILE_STAGES_AT];
    if (learned->stages < 1 || learned->stages > PATTERN_STAGES)
        return REFUSE(reader, WEIGHT_FILE_STAGES_AT, "impossible number of stages");
    if (!check_network(reader, learned->stages)) return false;
    int heads = network_in(reader).heads, named = heads > 0 ? heads : learned->stages;
    uint64_t units = bytes_get(reader->bytes + WEIGHT_FILE_UNITS_AT, WEIGHT_FILE_UNITS_SIZE);
    if (units < 1 || units > EVAL_DISC || EVAL_DISC % units != 0)
        return REFUSE(reader, WEIGHT_FILE_UNITS_AT, "a unit that this program cannot use");
    if (note > WEIGHT_FILE_NOTE ||
        WEIGHT_FILE_FIXED_SIZE + note + WEIGHT_FILE_PER_DISCS * counts > end)
        return REFUSE(reader, WEIGHT_FILE_NOTE_AT, "the note does not fit");
    memcpy(weights->note, reader->bytes + WEIGHT_FILE_FIXED_SIZE, note);
    reader->at = WEIGHT_FILE_FIXED_SIZE + note;
    for (size_t i = 0; i < counts; i++) {
        learned->stage_of[i] = reader->bytes[reader->at + i];
        if (learned->stage_of[i] >= named)
            return REFUSE(reader, reader->at + i, "there is no such stage");
    }
    reader->at += counts;
    for (size_t i = 0; i < counts; i++)
        learned->bias[i] = (int16_t)bytes_get(
            reader->bytes + reader->at + WEIGHT_FILE_BIAS_SIZE * i, WEIGHT_FILE_BIAS_SIZE);
    reader->at += WEIGHT_FILE_BIAS_SIZE * counts;
    return true;
}

static void read_errors(const WeightFileReader *reader, WeightFile *weights) {
    double *terms[2] = {weights->errors.middle, weights->errors.ending};
    for (int i = 0; i < 2 * EVAL_ERROR_TERMS; i++) {
        int32_t value =
            (int32_t)bytes_get(reader->bytes + WEIGHT_FILE_ERRORS_AT + WEIGHT_FILE_ERROR_SIZE * i,
                               WEIGHT_FILE_ERROR_SIZE);
        terms[i / EVAL_ERROR_TERMS][i % EVAL_ERROR_TERMS] = value / (double)WEIGHT_FILE_ERROR_ONE;
        if (value != 0) weights->learned.errors = &weights->errors;
    }
}

static bool read_patterns(WeightFileReader *reader, const Shape *shape, PatternSet *set) {
    PatternReference references[PATTERN_INSTANCES];
    int count = reader->bytes[WEIGHT_FILE_PATTERNS_AT];
    size_t end = bytes_get(reader->bytes + WEIGHT_FILE_HEADER_AT, WEIGHT_FILE_HEADER_SIZE) -
                 WEIGHT_FILE_CHECKSUM;
    if (count < 1 || count > PATTERN_INSTANCES)
        return REFUSE(reader, WEIGHT_FILE_PATTERNS_AT, "impossible number of patterns");
    for (int i = 0; i < count; i++) {
        size_t left = end - reader->at, size = left > 0 ? reader->bytes[reader->at] : 0;
        if (size < 1 || size > PATTERN_SQUARES || size + 1 > left)
            return REFUSE(reader, reader->at, "a pattern of impossible size");
        references[i].size = (uint8_t)size;
        for (size_t k = 0; k < size; k++) {
            int index = reader->bytes[reader->at + 1 + k];
            if (index >= shape->squares)
                return REFUSE(reader, reader->at + 1 + k, "a square off the board");
            references[i].squares[k] = (uint8_t)shape_from_index(shape, index);
        }
        reader->at += size + 1;
    }
    if (reader->at != end) return REFUSE(reader, reader->at, "something unknown in the header");
    reader->at = end + WEIGHT_FILE_CHECKSUM;
    Error why;
    if (!pattern_set_init(set, shape, references, count, &why)) {
        error_set(reader->error, why.status, "weights %s: %s", reader->name, why.text);
        return false;
    }
    if (bytes_get(reader->bytes + WEIGHT_FILE_WEIGHTS_AT, WEIGHT_FILE_WEIGHTS_SIZE) != set->weights)
        return REFUSE(reader, WEIGHT_FILE_WEIGHTS_AT,
                      "the number of weights does not fit the patterns");
    return true;
}

/* Reads one stage into `numbers` tied weights. */
static bool read_stage(WeightFileReader *reader, int stage, int16_t *weights, uint32_t numbers) {
    int step =
        EVAL_DISC / (int)bytes_get(reader->bytes + WEIGHT_FILE_UNITS_AT, WEIGHT_FILE_UNITS_SIZE);
    char what[24];
    size_t end;
    snprintf(what, sizeof what, "stage %d", stage);
    if (!weight_file_open_block(reader, (uint32_t)stage, what, &end) ||
        !weight_file_read_numbers(reader, end, step, weights, numbers))
        return false;
    reader->at = end + WEIGHT_FILE_CHECKSUM;
    return true;
}

/* A stage that no number of discs has, or the only table beside a network. */
static bool is_for_ordering(const WeightFileReader *reader, const LearnedWeights *learned,
                            int stage) {
    if (network_in(reader).heads > 0) return true;
    for (int discs = 0; discs <= learned->set->shape->squares; discs++)
        if (learned->stage_of[discs] == stage) return false;
    return true;
}

static bool read_tables(WeightFileReader *reader, WeightFile *weights, const uint32_t *tied,
                        int16_t *buffer, uint32_t numbers) {
    uint32_t entries = weights->set.weights;
    size_t stride = (entries + TABLE_ALIGNMENT) / TABLE_ALIGNMENT * TABLE_ALIGNMENT;
    size_t size = stride * (size_t)weights->learned.stages * sizeof(int16_t);
    weights->tables = aligned_alloc(TABLE_ALIGNMENT, size);
    if (!weights->tables) {
        error_set(reader->error, STATUS_NO_MEMORY, "weights %s: no memory for %zu bytes",
                  reader->name, size);
        return false;
    }
    for (int stage = 0; stage < weights->learned.stages; stage++) {
        if (!read_stage(reader, stage, buffer, numbers)) return false;
        int16_t *table = weights->tables + (size_t)stage * stride;
        for (uint32_t w = 0; w < entries; w++) table[w] = buffer[tied[w]];
        memset(table + entries, 0, (stride - entries) * sizeof *table);
        weights->learned.tables[stage] = table;
    }
    WeightFileNetwork network = network_in(reader);
    if (network.heads > 0 && !weight_file_read_network(reader, weights, tied, numbers, &network))
        return false;
    if (reader->at != reader->length)
        return REFUSE(reader, reader->at, "something unknown after the last part");
    if (is_for_ordering(reader, &weights->learned, weights->learned.stages - 1))
        weights->learned.order = weights->learned.tables[weights->learned.stages - 1];
    return true;
}

static bool read_all(WeightFileReader *reader, const Shape *shape, WeightFile *weights) {
    if (!check_start(reader) || !check_board(reader, shape) ||
        !read_stages(reader, shape, weights) || !read_patterns(reader, shape, &weights->set))
        return false;
    read_errors(reader, weights);
    weights->learned.set = &weights->set;
    uint32_t entries = weights->set.weights;
    uint32_t *tied = malloc(entries * sizeof *tied);
    int16_t *buffer = malloc(entries * sizeof *buffer);
    bool ok = false;
    if (!tied || !buffer) {
        error_set(reader->error, STATUS_NO_MEMORY, "weights %s: no memory", reader->name);
    } else {
        uint32_t numbers = pattern_ties(&weights->set, tied);
        ok = numbers == bytes_get(reader->bytes + WEIGHT_FILE_TIED_AT, WEIGHT_FILE_TIED_SIZE)
                 ? read_tables(reader, weights, tied, buffer, numbers)
                 : REFUSE(reader, WEIGHT_FILE_TIED_AT,
                          "the number of tied weights does not fit the patterns");
    }
    free(tied);
    free(buffer);
    return ok;
}

WeightFile *weight_file_decode(const Shape *shape, const uint8_t *bytes, size_t length,
                               const char *name, Error *error) {
    WeightFile *weights = aligned_alloc(_Alignof(WeightFile), sizeof *weights);
    if (!weights) {
        error_set(error, STATUS_NO_MEMORY, "weights %s: no memory", name);
        return NULL;
    }
    memset(weights, 0, sizeof *weights);
    WeightFileReader reader = {.bytes = bytes, .length = length, .name = name, .error = error};
    if (read_all(&reader, shape, weights)) return weights;
    weight_file_free(weights);
    return NULL;
}

WeightFile *weight_file_read(const Shape *shape, const char *path, Error *error) {
    char *bytes;
    size_t length;
    if (!file_read(path, FILE_LIMIT, &bytes, &length, error)) return NULL;
    WeightFile *weights = weight_file_decode(shape, (const uint8_t *)bytes, length, path, error);
    free(bytes);
    return weights;
}

WeightFile *weight_file_embedded(const Shape *shape, Error *error) {
    for (int i = 0; i < embedded_count; i++) {
        const Embedded *file = &embedded_files[i];
        if (file->width == shape->width && file->height == shape->height)
            return weight_file_decode(shape, file->begin, (size_t)(file->end - file->begin),
                                      file->name, error);
    }
    error_set(error, STATUS_UNSUPPORTED, "board %dx%d: the program has no learned weights for it",
              shape->width, shape->height);
    return NULL;
}

void weight_file_free(WeightFile *weights) {
    if (!weights) return;
    free(weights->tables);
    free(weights->embeddings);
    free(weights->heads);
    free(weights);
}
