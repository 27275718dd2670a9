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
 *        ...      heads, field by field as NetworkHead has them
 *        ...      embeddings, phase by phase: by tied weight, then by number of legal moves of the
 *                 side to move, then of the opponent, NETWORK_WIDTH numbers each, written like
 *                 weights
 *
 * A last stage that no number of discs has is the ordering table (pattern_order.h).
 *
 * A varint has 7 bits a byte, the lowest first; the high bit says that more follow. */
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
    WEIGHT_FILE_FIXED_SIZE = 80, /* the header up to the note */
};

enum {
    WEIGHT_FILE_VERSION = 3,
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

/* A head of the network: biases and direct weights of the units, weights of the hidden units, their
 * biases and their output weights. */
enum {
    WEIGHT_FILE_HEAD_SIZE = NETWORK_WIDTH * (sizeof(int16_t) + sizeof(int16_t)) +
                            NETWORK_WIDTH * NETWORK_HIDDEN +
                            NETWORK_HIDDEN * (sizeof(int32_t) + sizeof(int16_t)),
};

/* Appends the heads of a draft. */
uint8_t *weight_file_put_heads(const WeightFileDraft *draft, uint8_t *at);

#endif
