/* The layout of a weight file, shared by the reader and the writer. All numbers least significant
 * byte first.
 *
 *     0  8 bytes  "BIANCAWT"
 *     8  4        version
 *    12  1        columns
 *    13  1        rows
 *    14  1        stages; one more than the next table names if the last is for ordering;
 *                 1 beside a network
 *    15  1        patterns (references; their symmetric images are derived)
 *    16  8        length of the whole file
 *    24  4        tied weights of a stage
 *    28  4        weights of a stage
 *    32  2        units of a disc that the weights are written in: a divisor of EVAL_DISC
 *    34  2        heads of the network; 0: no network
 *    36  2        length of the header, its checksum included
 *    38  2        length of the note
 *    40  40       the error model (EvalErrors) in millionths, signed, 4 bytes each; all 0: unknown
 *    80  ...      the note
 *        ...      stage, or head of the network, by number of discs, 0 to squares: 1 byte each
 *        ...      bias by number of discs in 1/EVAL_DISC, 0 to squares: 2 bytes each
 *        ...      patterns: size, then that many squares, counted row by row from a1
 *        8        checksum of the header so far
 *    then for each stage:
 *        4        length of its data
 *        4        its number
 *        ...      data: each weight w as a varint of 2w or -2w-1; a 0 is followed by a varint that
 *                 says how many more zeros follow
 *        8        checksum of the stage so far
 *
 *    then the network, if there is one:
 *        4        length of its data
 *        4        WEIGHT_FILE_NETWORK_BLOCK
 *        ...      heads, field by field as NetworkHead has them
 *        ...      rows by tied weight, then by number of legal moves of the side to move, then of
 *                 the other, NETWORK_WIDTH numbers each, written like weights
 *        8        checksum of the network so far
 *
 * A last stage that no number of discs has is the table of pattern_order.h.
 *
 * A varint has 7 bits a byte, the lowest first; the high bit says that more follow. */
#ifndef EVAL_WEIGHT_FILE_FORMAT_H
#define EVAL_WEIGHT_FILE_FORMAT_H

#include "eval/weight_file.h"

#define WEIGHT_FILE_MAGIC "BIANCAWT"

/* Appends the heads of a draft. */
uint8_t *weight_file_put_heads(const WeightFileDraft *draft, uint8_t *at);

enum {
    WEIGHT_FILE_VERSION = 3,
    WEIGHT_FILE_MAGIC_SIZE = 8,
    WEIGHT_FILE_ERRORS_AT = 40,
    WEIGHT_FILE_FIXED_SIZE = 80,  /* the header up to the note */
    WEIGHT_FILE_BLOCK_HEADER = 8, /* length and number */
    WEIGHT_FILE_CHECKSUM = 8,
    WEIGHT_FILE_VARINT = 3, /* bytes of a weight at most */
    WEIGHT_FILE_NETWORK_BLOCK = 1000,
    WEIGHT_FILE_HEAD_SIZE = 4 * NETWORK_WIDTH + NETWORK_WIDTH * NETWORK_HIDDEN + 6 * NETWORK_HIDDEN
};

#endif
