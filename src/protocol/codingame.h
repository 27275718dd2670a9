/* CodinGame's Othello, without the thinking: words in, whose turn it is out.
 *
 * At the start: our number (0 moves first) and the size of the board. Each turn: the rows from the
 * top, `.` for an empty square and 0 or 1 for a disc of that player; the number of legal moves; the
 * moves, such as f4. The answer is one of them. */
#ifndef PROTOCOL_CODINGAME_H
#define PROTOCOL_CODINGAME_H

#include <stdio.h>

#include "game/position.h"

enum { CODINGAME_SIZE = 8 };

typedef struct Codingame {
    Shape shape;
    int number;          /* ours: 0 or 1 */
    bool is_upside_down; /* row 1 is the last one; seen from the moves that are listed */
    Position position;   /* we are to move */
} Codingame;

/* Reads the start; false if it is none. */
bool codingame_begin(Codingame *game, FILE *in);

/* Reads a turn; false at the end of the input, or if the moves listed are not the legal ones,
 * whichever way up the rows are counted. */
bool codingame_turn(Codingame *game, FILE *in);

/* Writes the answer: a legal square, or PASS. */
void codingame_answer(const Codingame *game, int square, FILE *out);

#endif
