/* What the readers of a weight file share: refusals with the place, checksums, blocks, varints. */
#include "eval/weight_file_reader.h"

#include "base/bytes.h"
#include "eval/weight_file_format.h"

void weight_file_refuse(const WeightFileReader *reader, size_t place, const char *what) {
    error_set(reader->error, STATUS_BAD_INPUT, "weights %s: byte %zu: %s", reader->name, place,
              what);
}

bool weight_file_check_sum(const WeightFileReader *reader, size_t start, size_t end,
                           const char *what) {
    uint64_t sum = bytes_checksum(reader->bytes + start, end - start);
    if (sum == bytes_get(reader->bytes + end, WEIGHT_FILE_CHECKSUM)) return true;
    error_set(reader->error, STATUS_BAD_INPUT,
              "weights %s: bytes %zu to %zu: %s is damaged (wrong checksum)", reader->name, start,
              end + WEIGHT_FILE_CHECKSUM - 1, what);
    return false;
}

bool weight_file_open_block(WeightFileReader *reader, uint32_t number, const char *what,
                            size_t *end) {
    size_t start = reader->at, left = reader->length - start;
    size_t overhead = WEIGHT_FILE_BLOCK_HEADER + WEIGHT_FILE_CHECKSUM;
    size_t size = left >= overhead ? bytes_get(reader->bytes + start + WEIGHT_FILE_BLOCK_LENGTH_AT,
                                               WEIGHT_FILE_BLOCK_LENGTH_SIZE)
                                   : 0;
    if (left < overhead || size > left - overhead)
        return REFUSE(reader, start, "a part is longer than the file");
    *end = start + WEIGHT_FILE_BLOCK_HEADER + size;
    if (!weight_file_check_sum(reader, start, *end, what)) return false;
    size_t at = start + WEIGHT_FILE_BLOCK_NUMBER_AT;
    if (bytes_get(reader->bytes + at, WEIGHT_FILE_BLOCK_NUMBER_SIZE) != number)
        return REFUSE(reader, at, "the parts are out of order");
    reader->at = start + WEIGHT_FILE_BLOCK_HEADER;
    return true;
}

bool weight_file_read_varint(WeightFileReader *reader, size_t end, uint32_t *value) {
    *value = 0;
    for (int shift = 0; shift < 32 && reader->at < end; shift += 7) {
        uint8_t byte = reader->bytes[reader->at++];
        *value |= (uint32_t)(byte & 127) << shift;
        if (byte < 128) return true;
    }
    return false;
}

/* Reads a number, and how many zeros follow it; `left` are wanted in all. */
static bool read_number(WeightFileReader *reader, size_t end, int step, size_t left, int *value,
                        uint32_t *zeros) {
    size_t place = reader->at;
    uint32_t code;
    *zeros = 0;
    bool ok = weight_file_read_varint(reader, end, &code) && code <= 2 * INT16_MAX + 1 &&
              (code != 0 || weight_file_read_varint(reader, end, zeros)) && *zeros < left;
    *value = ok ? step * (code & 1 ? -(int)(code / 2) - 1 : (int)(code / 2)) : 0;
    if (ok && *value >= INT16_MIN && *value <= INT16_MAX) return true;
    return REFUSE(reader, place, "no weight can be read here");
}

bool weight_file_read_numbers(WeightFileReader *reader, size_t end, int step, int16_t *numbers,
                              size_t count) {
    for (size_t w = 0; w < count;) {
        /* Nearly all are one byte and no 0. */
        uint8_t byte = reader->at < end ? reader->bytes[reader->at] : 0;
        if (byte > 0 && byte < 128) {
            numbers[w++] = (int16_t)(step * (byte & 1 ? -(byte / 2) - 1 : byte / 2));
            reader->at++;
            continue;
        }
        int value;
        uint32_t zeros;
        if (!read_number(reader, end, step, count - w, &value, &zeros)) return false;
        numbers[w++] = (int16_t)value;
        for (; zeros > 0; zeros--) numbers[w++] = 0;
    }
    if (reader->at == end) return true;
    return REFUSE(reader, reader->at, "more weights than there should be");
}
