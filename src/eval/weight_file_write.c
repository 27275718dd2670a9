/* Writes weight files: from a draft to bytes in the layout of weight_file_format.h. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "eval/weight_file.h"
#include "eval/weight_file_format.h"

uint8_t *weight_file_put_varint(uint8_t *at, uint32_t value) {
    for (; value >= 128; value >>= 7) *at++ = (uint8_t)(value | 128);
    *at++ = (uint8_t)value;
    return at;
}

static uint8_t *put_checksum(uint8_t *start, uint8_t *at) {
    bytes_put(at, bytes_checksum(start, (size_t)(at - start)), WEIGHT_FILE_CHECKSUM);
    return at + WEIGHT_FILE_CHECKSUM;
}

static int units_of(const WeightFileDraft *draft) {
    return draft->units ? draft->units : EVAL_DISC;
}

/* A weight in the file's unit, rounded to the nearest that has 16 bits when read again. */
static int in_units(int weight, int units) {
    int step = EVAL_DISC / units, half = step / 2;
    if (weight < 0) return -((-weight + half) / step);
    return weight + half > INT16_MAX ? INT16_MAX / step : (weight + half) / step;
}

static uint8_t *put_header(const WeightFileDraft *draft, uint32_t numbers, uint8_t *start) {
    const PatternSet *set = draft->set;
    const Shape *shape = set->shape;
    size_t note = strlen(draft->note);
    if (note > WEIGHT_FILE_NOTE) note = WEIGHT_FILE_NOTE;
    memcpy(start + WEIGHT_FILE_MAGIC_AT, WEIGHT_FILE_MAGIC, WEIGHT_FILE_MAGIC_SIZE);
    bytes_put(start + WEIGHT_FILE_VERSION_AT, WEIGHT_FILE_VERSION, WEIGHT_FILE_VERSION_SIZE);
    start[WEIGHT_FILE_COLUMNS_AT] = (uint8_t)shape->width;
    start[WEIGHT_FILE_ROWS_AT] = (uint8_t)shape->height;
    start[WEIGHT_FILE_STAGES_AT] = (uint8_t)draft->stages;
    start[WEIGHT_FILE_PATTERNS_AT] = (uint8_t)set->classes;
    bytes_put(start + WEIGHT_FILE_TIED_AT, numbers, WEIGHT_FILE_TIED_SIZE);
    bytes_put(start + WEIGHT_FILE_WEIGHTS_AT, set->weights, WEIGHT_FILE_WEIGHTS_SIZE);
    bytes_put(start + WEIGHT_FILE_UNITS_AT, (uint64_t)units_of(draft), WEIGHT_FILE_UNITS_SIZE);
    start[WEIGHT_FILE_HEADS_AT] = (uint8_t)(draft->network_embeddings ? draft->network_stages : 0);
    start[WEIGHT_FILE_PHASES_AT] =
        (uint8_t)(draft->network_embeddings ? draft->network_phases - 1 : 0);
    bytes_put(start + WEIGHT_FILE_NOTE_AT, note, WEIGHT_FILE_NOTE_SIZE);
    memset(start + WEIGHT_FILE_ERRORS_AT, 0, 2 * EVAL_ERROR_TERMS * WEIGHT_FILE_ERROR_SIZE);
    start[WEIGHT_FILE_WIDTH_AT] = (uint8_t)(draft->network_embeddings ? draft->network_width : 0);
    uint8_t *at = start + WEIGHT_FILE_FIXED_SIZE;
    memcpy(at, draft->note, note);
    at += note;
    for (int discs = 0; discs <= shape->squares; discs++) *at++ = draft->stage_of[discs];
    for (int discs = 0; discs <= shape->squares; discs++, at += WEIGHT_FILE_BIAS_SIZE)
        bytes_put(at, (uint16_t)draft->bias[discs], WEIGHT_FILE_BIAS_SIZE);
    for (int c = 0; c < set->classes; c++) {
        const PatternReference *reference = &set->class_list[c].reference;
        *at++ = reference->size;
        for (int k = 0; k < reference->size; k++)
            *at++ = (uint8_t)shape_index(shape, reference->squares[k]);
    }
    bytes_put(start + WEIGHT_FILE_HEADER_AT, (uint64_t)(at - start + WEIGHT_FILE_CHECKSUM),
              WEIGHT_FILE_HEADER_SIZE);
    return at + WEIGHT_FILE_CHECKSUM;
}

/* A number, and after a 0 how many more of them follow. Returns how many numbers that was. */
static size_t put_number(int value, size_t zeros, uint8_t **at) {
    *at =
        weight_file_put_varint(*at, value < 0 ? (uint32_t)(-2 * value - 1) : (uint32_t)(2 * value));
    if (value != 0) return 1;
    *at = weight_file_put_varint(*at, (uint32_t)zeros - 1);
    return zeros;
}

static uint8_t *end_block(uint8_t *start, uint8_t *at, uint32_t number) {
    bytes_put(start + WEIGHT_FILE_BLOCK_LENGTH_AT,
              (uint64_t)(at - start) - WEIGHT_FILE_BLOCK_HEADER, WEIGHT_FILE_BLOCK_LENGTH_SIZE);
    bytes_put(start + WEIGHT_FILE_BLOCK_NUMBER_AT, number, WEIGHT_FILE_BLOCK_NUMBER_SIZE);
    return put_checksum(start, at);
}

static uint8_t *put_stage(const int16_t *weights, uint32_t numbers, int units, int stage,
                          uint8_t *start) {
    uint8_t *at = start + WEIGHT_FILE_BLOCK_HEADER;
    for (size_t w = 0, zeros; w < numbers; w += put_number(in_units(weights[w], units), zeros, &at))
        for (zeros = 0; w + zeros < numbers && in_units(weights[w + zeros], units) == 0;) zeros++;
    return end_block(start, at, (uint32_t)stage);
}

static size_t embedding_rows(uint32_t numbers) {
    return network_tied_size(numbers) / NETWORK_WIDTH;
}

/* NULL without memory. */
static uint8_t *put_network(const WeightFileDraft *draft, uint32_t numbers, uint8_t *start) {
    uint8_t *at = weight_file_put_embeddings(draft->network_embeddings, draft->network_phases,
                                             embedding_rows(numbers), draft->network_width,
                                             start + WEIGHT_FILE_BLOCK_HEADER);
    return at ? end_block(start, weight_file_put_heads(draft, at), WEIGHT_FILE_NETWORK_BLOCK)
              : NULL;
}

/* Bytes after the header, at most. A run of zeros never takes more than its weights would. */
static size_t body_size(const WeightFileDraft *draft, uint32_t numbers) {
    size_t overhead = WEIGHT_FILE_BLOCK_HEADER + WEIGHT_FILE_CHECKSUM;
    size_t size = (size_t)draft->stages * (numbers * WEIGHT_FILE_VARINT + overhead);
    if (draft->network_embeddings)
        size += overhead +
                (size_t)draft->network_stages * weight_file_head_size(draft->network_width) +
                weight_file_embeddings_size(draft->network_phases, embedding_rows(numbers),
                                            draft->network_width);
    return size;
}

static uint32_t count_numbers(const PatternSet *set) {
    uint32_t *tied = malloc(set->weights * sizeof *tied);
    uint32_t numbers = tied ? pattern_ties(set, tied) : 0;
    free(tied);
    return numbers;
}

static void renew_header_checksum(uint8_t *bytes) {
    size_t header = bytes_get(bytes + WEIGHT_FILE_HEADER_AT, WEIGHT_FILE_HEADER_SIZE);
    put_checksum(bytes, bytes + header - WEIGHT_FILE_CHECKSUM);
}

/* The code of the embeddings has no numbers beyond the limit, and none beyond the width. */
static bool check_network(const WeightFileDraft *draft, uint32_t numbers, Error *error) {
    int width = draft->network_width, max = NETWORK_EMBEDDING_MAX;
    if (width < NETWORK_WIDTH_STEP || width > NETWORK_WIDTH || width % NETWORK_WIDTH_STEP != 0) {
        error_set(error, STATUS_BAD_INPUT, "weights: embeddings of %d numbers cannot be written",
                  width);
        return false;
    }
    size_t count = (size_t)draft->network_phases * network_tied_size(numbers);
    for (size_t i = 0; i < count; i++) {
        int number = draft->network_embeddings[i], k = (int)(i % NETWORK_WIDTH);
        if (number >= -max && number <= max && (k < width || number == 0)) continue;
        error_set(error, STATUS_BAD_INPUT,
                  "weights: embedding %zu, number %d: %d is beyond its limit", i / NETWORK_WIDTH, k,
                  number);
        return false;
    }
    return true;
}

bool weight_file_encode(const WeightFileDraft *draft, uint8_t **bytes, size_t *length,
                        Error *error) {
    uint32_t numbers = count_numbers(draft->set);
    size_t header = WEIGHT_FILE_FIXED_SIZE + WEIGHT_FILE_NOTE +
                    WEIGHT_FILE_PER_DISCS * (SHAPE_MAX_SQUARES + 1) +
                    (size_t)PATTERN_INSTANCES * (PATTERN_SQUARES + 1) + WEIGHT_FILE_CHECKSUM;
    if (numbers && draft->network_embeddings && !check_network(draft, numbers, error)) return false;
    uint8_t *start = numbers ? malloc(header + body_size(draft, numbers)) : NULL, *at = start;
    if (start) {
        at = put_header(draft, numbers, start);
        for (int s = 0; s < draft->stages; s++)
            at = put_stage(draft->tied[s], numbers, units_of(draft), s, at);
        if (draft->network_embeddings) at = put_network(draft, numbers, at);
    }
    if (!at) {
        error_set(error, STATUS_NO_MEMORY, "weights: no memory to write them");
        free(start);
        return false;
    }
    bytes_put(start + WEIGHT_FILE_LENGTH_AT, (uint64_t)(at - start), WEIGHT_FILE_LENGTH_SIZE);
    renew_header_checksum(start);
    *bytes = start;
    *length = (size_t)(at - start);
    return true;
}

void weight_file_set_errors(uint8_t *bytes, const EvalErrors *errors) {
    const double *terms[2] = {errors->middle, errors->ending};
    for (int i = 0; i < 2 * EVAL_ERROR_TERMS; i++) {
        double value = terms[i / EVAL_ERROR_TERMS][i % EVAL_ERROR_TERMS] * WEIGHT_FILE_ERROR_ONE;
        bytes_put(bytes + WEIGHT_FILE_ERRORS_AT + WEIGHT_FILE_ERROR_SIZE * i,
                  (uint32_t)(int32_t)value, WEIGHT_FILE_ERROR_SIZE);
    }
    renew_header_checksum(bytes);
}

void weight_file_add_bias(uint8_t *bytes, const int16_t delta[65]) {
    int squares = bytes[WEIGHT_FILE_COLUMNS_AT] * bytes[WEIGHT_FILE_ROWS_AT];
    uint8_t *at = bytes + WEIGHT_FILE_FIXED_SIZE +
                  bytes_get(bytes + WEIGHT_FILE_NOTE_AT, WEIGHT_FILE_NOTE_SIZE) + squares + 1;
    for (int discs = 0; discs <= squares; discs++, at += WEIGHT_FILE_BIAS_SIZE) {
        int bias = (int16_t)bytes_get(at, WEIGHT_FILE_BIAS_SIZE) + delta[discs];
        if (bias > EVAL_LIMIT) bias = EVAL_LIMIT;
        if (bias < -EVAL_LIMIT) bias = -EVAL_LIMIT;
        bytes_put(at, (uint16_t)bias, WEIGHT_FILE_BIAS_SIZE);
    }
    renew_header_checksum(bytes);
}
