/* A number for a position that is the same whichever way the board is turned. */
#ifndef LIBRARY_POSITION_KEY_H
#define LIBRARY_POSITION_KEY_H

#include "game/position.h"

typedef struct PositionKey {
    uint64_t hash; /* of the canonical position and the size of the board */
    int turn;      /* how the board is turned there: for position_key_square() */
} PositionKey;

PositionKey position_key(const Shape *shape, Position position);

/* Where a square goes when the board is turned as the key says; and where it came from. */
int position_key_square(const Shape *shape, int turn, int square);
int position_key_square_back(const Shape *shape, int turn, int square);

#endif
