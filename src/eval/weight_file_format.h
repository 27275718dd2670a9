/* The layout of a weight file, which the reader (weight_file_read.c, weight_file_network.c) and the
 * writer (weight_file_write.c) share. All numbers least significant byte first.
 *
 *    The header: fixed fields at the offsets below, then
 *        ...      the note
 *        ...      stage, or head of the network, by number of discs, 0 to squares: 1 byte each
 *        ...      bias by number of discs in 1/EVAL_DISC, 0 to squares: 2 bytes each
 *        ...      patterns: size, then that many squares, counted row by row from a1
 *        8        checksum of the header so far
 *
 *    For each stage a block:
 *        4        length of its data
 *        4        its number
 *        ...      data: each weight w as a varint of 2w or -2w-1; a 0 is followed by a varint that
 *                 says how many more zeros follow
 *        8        checksum of the block so far
 *
 *    The network, if there is one, as one more block of number WEIGHT_FILE_NETWORK_BLOCK, with the
 *    data:
 *        ...      embeddings, phase by phase: by tied weight, then by number of legal moves of the
 *                 side to move, then of the opponent; coded as below
 *        ...      heads, one after another:
 *                     2 bytes each   bias of each of the `width` units
 *                     2 bytes each   direct weight of each unit
 *                     4 bytes each   weights of four units, by four units, then by hidden unit
 *                     4 bytes each   bias of each hidden unit
 *                     2 bytes each   output weight of each hidden unit
 *
 * A last stage that no number of discs has is the ordering table (pattern_order.h).
 *
 * A varint has 7 bits a byte, the lowest first; the high bit says that more follow.
 *
 * Embeddings are entropy-coded (rANS). A row, the `width` numbers of an embedding, has a class that
 * says how large they are: 0 if all are 0, else 1 to the number of classes. Each row is coded as
 * its class and then, unless that is 0, its numbers. The class of the row and the absolute number
 * at the same place in the phase before choose the code table of a number; if that number is
 * negative, the number is coded with the other sign. The class of the row in the phase before
 * chooses the table of a class. The data of the embeddings:
 *
 *        1        number of code tables, 1 to WEIGHT_FILE_CODE_TABLES
 *        1        number of classes, 0 to WEIGHT_FILE_CODE_CLASSES
 *        ...      each table: its first symbol, 1 byte; how many symbols it has, 1 byte; for each
 *                 of them a varint, how many of the WEIGHT_FILE_CODE_ONE slots it owns. Symbol s
 *                 stands for the number s - NETWORK_EMBEDDING_MAX. Symbols own slots in their
 *                 order, and every slot has an owner
 *        1 each   which table: for the class of a row, then for numbers by class of their row from
 *                 1; each of these by the number of the phase before, absolute 0 to
 *                 NETWORK_EMBEDDING_MAX, then once more for the first phase
 *        4 each   states 0 to 3
 *        2 each   words, in the order in which they are needed
 *
 * State 0 decodes the class of a row, and state k % 4 its number k. A state is at least
 * WEIGHT_FILE_CODE_START. The slot is state % ONE, and the owner of that slot is the symbol; if it
 * owns `own` slots from `first` on, the state becomes own * (state / ONE) + slot - first; if that
 * is below START, it becomes 65536 times as much plus the next word. At the end no word is left,
 * and all states are START. */
#ifndef EVAL_WEIGHT_FILE_FORMAT_H
#define EVAL_WEIGHT_FILE_FORMAT_H

#include "eval/weight_file.h"

#define WEIGHT_FILE_MAGIC "BIANCAWT"

/* Where the fixed fields of the header are, and how many bytes each has if more than one. */
enum {
    WEIGHT_FILE_MAGIC_AT = 0,
    WEIGHT_FILE_MAGIC_SIZE = 8,
    WEIGHT_FILE_VERSION_AT = 8,
    WEIGHT_FILE_VERSION_SIZE = 4,
    WEIGHT_FILE_COLUMNS_AT = 12,
    WEIGHT_FILE_ROWS_AT = 13,
    WEIGHT_FILE_STAGES_AT = 14,   /* tables that follow, the ordering table included; with a network
                                   * that one alone */
    WEIGHT_FILE_PATTERNS_AT = 15, /* references; their symmetric images are derived */
    WEIGHT_FILE_LENGTH_AT = 16,   /* of the whole file */
    WEIGHT_FILE_LENGTH_SIZE = 8,
    WEIGHT_FILE_TIED_AT = 24, /* tied weights of a stage */
    WEIGHT_FILE_TIED_SIZE = 4,
    WEIGHT_FILE_WEIGHTS_AT = 28, /* weights of a stage */
    WEIGHT_FILE_WEIGHTS_SIZE = 4,
    WEIGHT_FILE_UNITS_AT = 32, /* of a disc, that weights are written in: a divisor of EVAL_DISC */
    WEIGHT_FILE_UNITS_SIZE = 2,
    WEIGHT_FILE_HEADS_AT = 34,  /* of the network; 0: no network */
    WEIGHT_FILE_PHASES_AT = 35, /* of the network, less one */
    WEIGHT_FILE_HEADER_AT = 36, /* length of the header, its checksum included */
    WEIGHT_FILE_HEADER_SIZE = 2,
    WEIGHT_FILE_NOTE_AT = 38, /* length of the note */
    WEIGHT_FILE_NOTE_SIZE = 2,
    WEIGHT_FILE_ERRORS_AT = 40,  /* the error model (EvalErrors); all 0: unknown */
    WEIGHT_FILE_ERROR_SIZE = 4,  /* of one coefficient, signed */
    WEIGHT_FILE_WIDTH_AT = 80,   /* numbers of an embedding (NETWORK_WIDTH_STEP); 0: no network */
    WEIGHT_FILE_FIXED_SIZE = 81, /* the header up to the note */
};

enum {
    WEIGHT_FILE_VERSION = 4,
    WEIGHT_FILE_ERROR_ONE = 1000000, /* coefficients of the error model are in millionths */
    WEIGHT_FILE_BIAS_SIZE = 2,
    WEIGHT_FILE_PER_DISCS = 1 + WEIGHT_FILE_BIAS_SIZE, /* stage and bias */
    WEIGHT_FILE_CHECKSUM = 8,
    WEIGHT_FILE_VARINT = 3, /* bytes of a weight at most */
};

/* A block: its header, counted from its first byte, and the number of the network's. */
enum {
    WEIGHT_FILE_BLOCK_LENGTH_AT = 0,
    WEIGHT_FILE_BLOCK_LENGTH_SIZE = 4,
    WEIGHT_FILE_BLOCK_NUMBER_AT = 4,
    WEIGHT_FILE_BLOCK_NUMBER_SIZE = 4,
    WEIGHT_FILE_BLOCK_HEADER = 8,
    WEIGHT_FILE_NETWORK_BLOCK = 1000,
};

/* The code of the embeddings. Tables take 4.6 KB each in memory: all are in the second cache. */
enum {
    WEIGHT_FILE_CODE_TABLES = 64,
    WEIGHT_FILE_CODE_CLASSES = 31,
    WEIGHT_FILE_CODE_SYMBOLS = 2 * NETWORK_EMBEDDING_MAX + 1,
    WEIGHT_FILE_CODE_ONE = 4096,
    WEIGHT_FILE_CODE_STATES = 4,
    WEIGHT_FILE_CODE_START = 65536, /* of a state: the least, and where it begins and ends */
};

/* Bytes of a head of the network. */
static inline size_t weight_file_head_size(int width) {
    return (size_t)width * (2 * sizeof(int16_t) + NETWORK_HIDDEN) +
           NETWORK_HIDDEN * (sizeof(int32_t) + sizeof(int16_t));
}

/* Appends a varint. */
uint8_t *weight_file_put_varint(uint8_t *at, uint32_t value);

/* Appends the heads of a draft. */
uint8_t *weight_file_put_heads(const WeightFileDraft *draft, uint8_t *at);

/* Appends embeddings, `rows` in each phase, NETWORK_WIDTH numbers apart. NULL without memory. They
 * take fewer bytes than weight_file_embeddings_size(). */
uint8_t *weight_file_put_embeddings(const int8_t *numbers, int phases, size_t rows, int width,
                                    uint8_t *at);
size_t weight_file_embeddings_size(int phases, size_t rows, int width);

#endif
