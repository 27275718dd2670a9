/* A weight file while it is being read (weight_file.h): shared by weight_file_read.c,
 * weight_file_network.c and weight_file_embeddings.c. Every failure says where. */
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

/* What the header says of the network. */
typedef struct WeightFileNetwork {
    int heads, phases, width; /* no heads: there is no network */
} WeightFileNetwork;

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

/* Reads a varint before `end`; false if it is cut off or has more than 32 bits. */
bool weight_file_read_varint(WeightFileReader *reader, size_t end, uint32_t *value);

/* Reads the network, its embeddings tied as `tied` says; it belongs to *weights. */
bool weight_file_read_network(WeightFileReader *reader, WeightFile *weights, const uint32_t *tied,
                              uint32_t numbers, const WeightFileNetwork *network);

/* Embeddings that are being read: opened at reader->at, then one phase after the other, `rows`
 * embeddings NETWORK_WIDTH apart that are valid until the next call; NULL or false: refused, or no
 * memory. They end at `end`; at least one head must follow there, since words are read past the end
 * before that is noticed. */
typedef struct WeightFileEmbeddings WeightFileEmbeddings;

WeightFileEmbeddings *weight_file_open_embeddings(WeightFileReader *reader, size_t end, size_t rows,
                                                  int width);
const int8_t *weight_file_next_embeddings(WeightFileReader *reader, WeightFileEmbeddings *self);
bool weight_file_end_embeddings(WeightFileReader *reader, const WeightFileEmbeddings *self);
void weight_file_close_embeddings(WeightFileEmbeddings *self);

#endif
