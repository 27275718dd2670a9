/* Plays a move that came from outside, with the reason when it cannot be played. */
#ifndef RECORD_PLAY_H
#define RECORD_PLAY_H

#include "game/rules.h"

/* Plays `square` (or PASS) on the board and fills *move with what it turned. An illegal move
 * changes nothing and the error is the bare reason: "d3 is occupied", "d3 turns nothing",
 * "the game is over", "Black has no move and must pass", "Black can move and may not pass". */
bool play_checked(Board *board, int square, Move *move, Error *error);

/* True if the side to move has no move but the other side has. */
bool play_must_pass(const Board *board);

#endif
