/* The layout of a weight file, shared by the reader and the writer. All numbers least significant
 * byte first.
 *
 *     0  8 bytes  "BIANCAWT"
 *     8  4        version
 *    12  1        columns
 *    13  1        rows
 *    14  1        stages; one more than the next table names if the last is for ordering
 *    15  1        patterns (references; their symmetric images are derived)
 *    16  8        length of the whole file
 *    24  4        tied weights of a stage
 *    28  4        weights of a stage
 *    32  4        units of a disc that the weights are written in: a divisor of EVAL_DISC
 *    36  2        length of the header, its checksum included
 *    38  2        length of the note
 *    40  40       the error model (EvalErrors) in millionths, signed, 4 bytes each; all 0: unknown
 *    80  ...      the note
 *        ...      stage by number of discs, 0 to squares: 1 byte each
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
 * A last stage that no number of discs has is the table of pattern_order.h.
 *
 * A varint has 7 bits a byte, the lowest first; the high bit says that more follow. */
#ifndef EVAL_WEIGHTS_FORMAT_H
#define EVAL_WEIGHTS_FORMAT_H

#define WEIGHTS_MAGIC "BIANCAWT"

enum {
    WEIGHTS_VERSION = 2,
    WEIGHTS_MAGIC_SIZE = 8,
    WEIGHTS_ERRORS_AT = 40,
    WEIGHTS_FIXED_SIZE = 80,  /* the header up to the note */
    WEIGHTS_STAGE_HEADER = 8, /* length and number */
    WEIGHTS_CHECKSUM = 8,
    WEIGHTS_VARINT = 3 /* bytes of a weight at most */
};

#endif
