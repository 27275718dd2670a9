/* A review as bytes, for messages between programs that review together: each move in the order in
 * which review_game() reports them, then a 0 and both sides. Readers trust nothing. */
#ifndef ENGINE_REVIEW_BYTES_H
#define ENGINE_REVIEW_BYTES_H

#include <stdio.h>

#include "engine/review.h"

/* A ReviewProgress that writes the move to `out`, which is a FILE. */
void review_bytes_move(void *out, const ReviewMove *move);
/* The end of the review. */
void review_bytes_sides(FILE *out, const ReviewSide sides[2]);

/* Reads the review of a game with so many moves; false if the bytes are none. */
bool review_bytes_read(const uint8_t *bytes, size_t length, int moves, ReviewedMoves *reviewed,
                       ReviewSide sides[2]);

#endif
