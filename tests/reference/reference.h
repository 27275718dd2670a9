/* The rules of Othello a second time, slowly: a board of cells with a wall around it, one cell at a
 * time, in whole loops. Only tests link it. It shares nothing with src/game, so that a mistake
 * would have to be made twice to go unseen.
 *
 * Squares are numbered row by row without gaps, 0 .. width * height - 1, a1 first; sets of squares
 * are bits under that numbering, whatever layout the kernels use. */
#ifndef REFERENCE_REFERENCE_H
#define REFERENCE_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum { REFERENCE_MAX_SIDE = 16, REFERENCE_CELLS = (REFERENCE_MAX_SIDE + 2) * (16 + 2) };

typedef enum Cell { WALL, EMPTY, OWN, OPP } Cell;

typedef struct Reference {
    int width, height;
    uint8_t cells[REFERENCE_CELLS]; /* (row + 1) * (width + 2) + column + 1 */
} Reference;

/* The board with these discs of the side to move and of the other side. */
void reference_set(Reference *board, int width, int height, uint64_t own, uint64_t opp);

/* The start as the project defines it; Black is to move and so is `own`. */
void reference_start(Reference *board, int width, int height);

uint64_t reference_own(const Reference *board);
uint64_t reference_opp(const Reference *board);

/* The discs that turn if the side to move plays there; empty if it may not. */
uint64_t reference_flips(const Reference *board, int square);
uint64_t reference_moves(const Reference *board);
bool reference_is_over(const Reference *board);

/* Plays a legal move and hands the turn to the other side; or hands over the turn alone. */
void reference_play(Reference *board, int square);
void reference_pass(Reference *board);

/* The final score for the side to move, empty squares to the winner; and the plain difference. */
int reference_score(const Reference *board);
int reference_difference(const Reference *board);

/* Leaves `depth` plies down: a pass is a ply, a finished game counts one. */
uint64_t reference_perft(const Reference *board, int depth);

/* Every square whose disc turns in some legal continuation, by playing all of them: for boards with
 * a handful of empty squares. */
uint64_t reference_turnable(const Reference *board);

#endif
