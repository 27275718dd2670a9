/* A position: the discs of the side to move and of the other side. Nothing else is state in
 * Othello. A Board (below) adds who is Black, for those that show it; the rules and the
 * search never ask. */
#ifndef GAME_POSITION_H
#define GAME_POSITION_H

#include "base/random.h"
#include "game/shape.h"

typedef struct Position {
    uint64_t own; /* discs of the side to move */
    uint64_t opp;
} Position;

typedef enum Side { BLACK, WHITE } Side;

static inline Side side_other(Side side) {
    return side == BLACK ? WHITE : BLACK;
}

/* A position with the board it is on and the colour of the side to move. The shape is borrowed and
 * must outlive the Board. */
typedef struct Board {
    const Shape *shape;
    Position position;
    Side side;
} Board;

/* A square below 64, or this. */
enum { PASS = 64, NO_MOVE = 65 };

/* What was played and what it flipped: enough to undo it. A pass is {PASS, 0}. */
typedef struct Move {
    int square;
    uint64_t flips;
} Move;

/* The start: with r = H/2, c = W/2 rounded down, counted from 0, (r-1,c-1) and (r,c) are White's,
 * (r-1,c) and (r,c-1) Black's; Black moves first. */
Position position_start(const Shape *shape);
Board board_start(const Shape *shape);

/* After the side to move puts a disc on `square` and flips `flips`; the other side is to move. */
static inline Position position_after(Position position, int square, uint64_t flips) {
    return (Position){position.opp ^ flips, position.own ^ flips ^ ((uint64_t)1 << square)};
}

static inline Position position_passed(Position position) {
    return (Position){position.opp, position.own};
}

/* Plays a legal move or a pass; and takes it back. */
void position_play(Position *position, Move move);
void position_undo(Position *position, Move move);
void board_play(Board *board, Move move);
void board_undo(Board *board, Move move);

static inline uint64_t position_empties(const Shape *shape, Position position) {
    return shape->playable & ~(position.own | position.opp);
}

static inline uint64_t board_black(const Board *board) {
    return board->side == BLACK ? board->position.own : board->position.opp;
}

static inline uint64_t board_white(const Board *board) {
    return board->side == BLACK ? board->position.opp : board->position.own;
}

/* A hash of both sets. Equal positions of equally laid out shapes hash alike on every machine.
 *
 * The two sets are scrambled apart before they meet, with different shifts: a disc on the highest
 * squares reaches only a few bits of a product, and adding the other set unscrambled would let one
 * disc there cancel out two discs elsewhere. tests/property/test_hash.c looks for that. */
static inline uint64_t position_hash(Position position) {
    uint64_t x = position.own * UINT64_C(0x9e3779b97f4a7c15);
    uint64_t y = position.opp * UINT64_C(0xd6e8feb86659fd93);
    x = ((x ^ (x >> 32)) + (y ^ (y >> 35))) * UINT64_C(0xa0761d6478bd642f);
    return x ^ (x >> 32);
}

#endif
