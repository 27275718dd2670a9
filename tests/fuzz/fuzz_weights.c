/* Any bytes as a weight file: decoded as they are, and once more with right lengths and checksums,
 * so that what lies after them is reached. Whatever is taken can evaluate; whatever is refused
 * says why and where. */
#include "base/bytes.h"
#include "eval/weight_file.h"
#include "eval/weight_file_format.h"
#include "fuzz/input.h"

static void check(const Shape *shape, const uint8_t *bytes, size_t size) {
    Error error = {.status = STATUS_OK};
    WeightFile *weights = weight_file_decode(shape, bytes, size, "fuzz", &error);
    if (!weights) {
        require(error.status != STATUS_OK && strstr(error.text, "fuzz") != NULL);
        return;
    }
    Evaluation evaluation;
    require(evaluation_from_weights(&evaluation, &weights->learned, &error));
    evaluation_value(&evaluation, position_start(shape));
    weight_file_free(weights);
}

/* Puts right lengths and checksums where the reader looks for them. */
static void repair(uint8_t *bytes, size_t size) {
    if (size < WEIGHT_FILE_FIXED_SIZE + WEIGHT_FILE_CHECKSUM) return;
    memcpy(bytes, WEIGHT_FILE_MAGIC, WEIGHT_FILE_MAGIC_SIZE);
    bytes_put(bytes + WEIGHT_FILE_VERSION_AT, WEIGHT_FILE_VERSION, WEIGHT_FILE_VERSION_SIZE);
    bytes_put(bytes + WEIGHT_FILE_LENGTH_AT, size, WEIGHT_FILE_LENGTH_SIZE);
    size_t at = bytes_get(bytes + WEIGHT_FILE_HEADER_AT, WEIGHT_FILE_HEADER_SIZE);
    if (at < WEIGHT_FILE_FIXED_SIZE + WEIGHT_FILE_CHECKSUM || at > size) return;
    size_t end = at - WEIGHT_FILE_CHECKSUM;
    bytes_put(bytes + end, bytes_checksum(bytes, end), WEIGHT_FILE_CHECKSUM);
    while (size - at >= WEIGHT_FILE_BLOCK_HEADER + WEIGHT_FILE_CHECKSUM) {
        size_t length = WEIGHT_FILE_BLOCK_HEADER + bytes_get(bytes + at, 4);
        if (length > size - at - WEIGHT_FILE_CHECKSUM) return;
        bytes_put(bytes + at + length, bytes_checksum(bytes + at, length), WEIGHT_FILE_CHECKSUM);
        at += length + WEIGHT_FILE_CHECKSUM;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* The board is the one that the file names, if there is such a board. */
    Shape shape;
    if (size < 14 || !shape_init(&shape, data[12], data[13], NULL))
        require(shape_init(&shape, 4, 4, NULL));
    uint8_t *copy = calloc(size + 1, 1);
    require(copy != NULL);
    if (size > 0) memcpy(copy, data, size);
    check(&shape, copy, size);
    repair(copy, size);
    check(&shape, copy, size);
    free(copy);
    return 0;
}
