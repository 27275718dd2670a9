/* Othello on 8x8 in a few lines, for the programs that the arena's tests let play. It shares
 * nothing with Bianca on purpose: these are other people's programs. */
#ifndef BOTS_MINI_H
#define BOTS_MINI_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY, MINE, THEIRS }; /* MINE is black, THEIRS white, until somebody says otherwise */

typedef struct Mini {
    int squares[8][8]; /* [row][column]: 0 empty, 1 black, 2 white */
} Mini;

static inline void mini_start(Mini *mini) {
    memset(mini, 0, sizeof *mini);
    mini->squares[3][3] = mini->squares[4][4] = 2;
    mini->squares[3][4] = mini->squares[4][3] = 1;
}

/* Plays and returns how many discs were turned; 0: not legal, nothing changed. */
static inline int mini_play(Mini *mini, int colour, int row, int column, bool is_real) {
    if (row < 0 || row > 7 || column < 0 || column > 7 || mini->squares[row][column] != 0) return 0;
    int turned = 0;
    for (int dr = -1; dr <= 1; dr++) {
        for (int dc = -1; dc <= 1; dc++) {
            int count = 0, r = row + dr, c = column + dc;
            if (dr == 0 && dc == 0) continue;
            while (r >= 0 && r < 8 && c >= 0 && c < 8 && mini->squares[r][c] == 3 - colour)
                count++, r += dr, c += dc;
            if (r < 0 || r > 7 || c < 0 || c > 7 || mini->squares[r][c] != colour) continue;
            turned += count;
            for (int i = 1; is_real && i <= count; i++)
                mini->squares[row + i * dr][column + i * dc] = colour;
        }
    }
    if (turned > 0 && is_real) mini->squares[row][column] = colour;
    return turned;
}

/* The first legal move, row by row; false if there is none. */
static inline bool mini_first(Mini *mini, int colour, int *row, int *column) {
    for (*row = 0; *row < 8; (*row)++)
        for (*column = 0; *column < 8; (*column)++)
            if (mini_play(mini, colour, *row, *column, false) > 0) return true;
    return false;
}

#endif
