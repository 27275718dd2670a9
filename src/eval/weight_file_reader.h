/* A weight file while it is being read (weight_file.h): shared by weight_file_read.c and
 * weight_file_network.c. Every failure says where. */
#ifndef EVAL_WEIGHT_FILE_READER_H
#define EVAL_WEIGHT_FILE_READER_H

#include "eval/weight_file.h"

typedef struct WeightFileReader {
    const uint8_t *bytes;
    size_t length;
    size_t at;
    const char *name;
    Error *error;
} WeightFileReader;

#define REFUSE(reader, ...) (weight_file_refuse((reader), __VA_ARGS__), false)

void weight_file_refuse(const WeightFileReader *reader, size_t place, const char *what);

/* Compares the checksum at `end` with the bytes from `start` on; `what` is damaged if it differs.
 */
bool weight_file_check_sum(const WeightFileReader *reader, size_t start, size_t end,
                           const char *what);

/* Opens a block: length and number before its data, checksum after it. *end is where its data ends;
 * reader->at is where it begins. */
bool weight_file_open_block(WeightFileReader *reader, uint32_t number, const char *what,
                            size_t *end);

/* Reads `count` numbers that end at `end`, each times `step`. */
bool weight_file_read_numbers(WeightFileReader *reader, size_t end, int step, int16_t *numbers,
                              size_t count);

/* The same for numbers of at most `limit`, 63 or more and below 128, either sign: a program reads
 * millions of them when it starts, mostly eight at a time. */
bool weight_file_read_small_numbers(WeightFileReader *reader, size_t end, int limit,
                                    int8_t *numbers, size_t count);

/* Reads the network, its embeddings tied as `tied` says; it belongs to *weights. */
bool weight_file_read_network(WeightFileReader *reader, WeightFile *weights, const uint32_t *tied,
                              uint32_t numbers, int heads, int phases);

#endif
