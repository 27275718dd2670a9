/* A weight file while it is being read (weights.h): shared by weights.c and weights_network.c.
 * Every failure says where. */
#ifndef EVAL_WEIGHTS_READER_H
#define EVAL_WEIGHTS_READER_H

#include "eval/weights.h"

typedef struct WeightsReader {
    const uint8_t *bytes;
    size_t length;
    size_t at;
    const char *name;
    Error *error;
} WeightsReader;

#define REFUSE(reader, ...) (weights_refuse((reader), __VA_ARGS__), false)

void weights_refuse(const WeightsReader *reader, size_t place, const char *what);

/* Compares the checksum at `end` with the bytes from `start` on; `what` is damaged if it differs.
 */
bool weights_check_sum(const WeightsReader *reader, size_t start, size_t end, const char *what);

/* Opens a block: length and number in front, checksum behind. *end is where its data ends;
 * reader->at is where it begins. */
bool weights_open_block(WeightsReader *reader, uint32_t number, const char *what, size_t *end);

/* Reads `count` numbers that end at `end`, each times `step`. */
bool weights_read_numbers(WeightsReader *reader, size_t end, int step, int16_t *numbers,
                          size_t count);

/* Reads the network, its rows tied as `tied` says; it belongs to *weights. */
bool weights_read_network(WeightsReader *reader, Weights *weights, const uint32_t *tied,
                          uint32_t numbers, int heads);

#endif
