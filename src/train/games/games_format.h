/* The layout of a file of games (games.h), shared by the reader and the writer. Numbers have their
 * least significant byte first.
 *
 *     0  8  "BIANCAGM"             32  4  most random moves at the start
 *     8  4  version                36  4  random moves later on, per mille
 *    12  1  columns, 1 rows        40  8  seed
 *    14  2  generation             48  4  plies played on beside exact scores
 *    16  4  depth                  52  2  selectivity, in percent; 0: see games.h
 *    20  4  exact from             54  2  discs that a start may favour a side by; 0: any
 *    24  4  games in a block       56  8  checksum of the header so far
 *    28  4  least random moves at the start
 *  then blocks:
 *     0  4  "BLCK"                  8  4  number of the block
 *     4  4  length of the games    12  4  games in it
 *    16 ...  games: moves, prefix, then a byte a move (the square counted row by row from a1, with
 *            the high bit set if it was random), then a byte of score for each move behind the
 *            prefix
 *        8  checksum of the block so far */
#ifndef TRAIN_GAMES_FORMAT_H
#define TRAIN_GAMES_FORMAT_H

#include "train/games/games.h"

#define GAMES_MAGIC       "BIANCAGM"
#define GAMES_BLOCK_MAGIC "BLCK"

enum {
    GAMES_VERSION = 1,
    GAMES_HEADER_SIZE = 64,
    GAMES_BLOCK_HEADER = 16,
    GAMES_CHECKSUM = 8,
    GAMES_RANDOM_BIT = 128
};

void games_header_put(const GamesHeader *header, uint8_t *bytes);

#endif
