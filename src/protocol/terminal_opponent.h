/* The opponent of the terminal game, behind one function so that a stronger one can take its
 * place. */
#ifndef PROTOCOL_TERMINAL_OPPONENT_H
#define PROTOCOL_TERMINAL_OPPONENT_H

#include "game/position.h"

/* The square to play, always the same for the same board. The side to move must have a move. Takes
 * a fraction of a second. Any thread. */
int choose_move(const Board *board);

#endif
