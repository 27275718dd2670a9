/* The geometry of a board: any W columns x H rows with 4 <= W, H and W*H <= 64.
 *
 * A square is a bit of a 64-bit word. Boards that fit into an 8x8 grid (8x8, 6x6, 4x6...) are laid
 * out with 8 bits a row, so that one set of kernels with constant shifts serves them all: squares
 * off the board never hold a disc and so never bracket anything. Wider or taller boards (9x7,
 * 5x12, 16x4) have W bits a row. `stride` is the bits a row; square = row * stride + column, a1
 * (top left) is square 0.
 *
 * A Shape is filled once and then only read; any number of threads may share it. */
#ifndef GAME_SHAPE_H
#define GAME_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    SHAPE_MIN_SIDE = 4,
    SHAPE_MAX_SIDE = 16,
    SHAPE_MAX_SQUARES = 64,
    AXES = 4,            /* horizontal, vertical, falling and rising diagonal */
    RAYS = 8,            /* one per direction: 0-3 towards higher squares, 4-7 towards lower ones */
    REACH_DOUBLINGS = 4, /* steps of 1, 2, 4, 8 cover the longest line of 16 */
    LAST_FLIP_ROWS = 1793 /* ways to fill a line of 1 to 8 squares around each of its squares */
};

typedef struct Shape {
    /* Squares seen from each square in each direction, without the square itself. First, because
     * vector code reads a whole row of it at once. */
    _Alignas(64) uint64_t rays[64][RAYS];

    /* Distance in bits to the neighbour along each axis: 1, stride, stride + 1, stride - 1. */
    _Alignas(64) uint64_t steps[AXES];

    /* Squares with a neighbour on both sides along each axis: only discs there can be bracketed. */
    _Alignas(32) uint64_t inner[AXES];

    /* reach[k][a]: squares that lie 2^k steps up axis a from some square of the board. */
    _Alignas(32) uint64_t reach[REACH_DOUBLINGS][AXES];

    /* Squares that miss a neighbour on at least one side along each axis. */
    _Alignas(32) uint64_t ends[AXES];

    /* The up to eight neighbours of each square. */
    uint64_t near[64];

    /* The board in four quarters, for parity near the end: quarter[q] is one of four bits, and
     * odd[bits] is the union of the quarters whose bit is set. */
    uint8_t quarter[64];
    uint64_t odd[16];

    uint64_t playable; /* all squares of the board */
    uint64_t corners;
    int width, height, stride;
    int squares;    /* width * height */
    int symmetries; /* 8 on squares, 4 on other rectangles */
    bool is_grid8;  /* laid out with 8 bits a row: the 8x8 kernels apply */
    bool is_long;   /* some line has more than 12 squares */

    /* where[s][q]: the square that symmetry s sends square q to. Symmetry 0 changes nothing. */
    uint8_t where[8][64];

    /* For the last empty square, where rows have 8 bits: the other squares of its line along each
     * axis, and where in `last_flips` the line's rows begin. A row is chosen by the discs of one
     * side on those squares, gathered into low bits. Its high byte is how many discs that side
     * flips by playing there, the low byte how many the other side does. */
    uint64_t last_flip_masks[64][AXES];
    uint16_t last_flip_rows[64][AXES];
    uint16_t last_flips[LAST_FLIP_ROWS];
} Shape;

/* Fills *shape for W columns and H rows. Fails, leaving *shape alone, if that is no board. */
bool shape_init(Shape *shape, int width, int height, Error *error);

/* The same with `width` bits a row even where an 8-bit row would do, for the any-shape kernels:
 * tests compare the two. */
bool shape_init_any(Shape *shape, int width, int height, Error *error);

/* Reads "9x7" (columns first; "9X7" too). The text need not end with NUL. */
bool shape_parse(Shape *shape, const char *text, size_t length, Error *error);

static inline int shape_square(const Shape *shape, int column, int row) {
    return row * shape->stride + column;
}

static inline int shape_column(const Shape *shape, int square) {
    return square % shape->stride;
}

static inline int shape_row(const Shape *shape, int square) {
    return square / shape->stride;
}

/* Squares counted row by row from a1 without gaps, 0 .. squares - 1: the order of board strings
 * and of the public interface. */
static inline int shape_index(const Shape *shape, int square) {
    return shape_row(shape, square) * shape->width + shape_column(shape, square);
}

static inline int shape_from_index(const Shape *shape, int index) {
    return shape_square(shape, index % shape->width, index / shape->width);
}

/* A set of squares between the two numberings. */
uint64_t shape_pack(const Shape *shape, uint64_t set);
uint64_t shape_unpack(const Shape *shape, uint64_t indices);

/* The neighbours of a set of squares in all eight directions, on the board, the set excluded. */
uint64_t shape_neighbours(const Shape *shape, uint64_t set);

#endif
