/* A bot in C that looks one ply ahead with a table of weights, for the course referee's state and action files. To play it:
 *     cc -O2 -o mybot bots/statefile_oneply.c && bianca match mine=statefile:./mybot random --games 10 */
#include <stdio.h>
#include <stdlib.h>

enum { EMPTY, BLACK, WHITE, PASS = -1 }; /* the other side is 3 - side; squares are row * 8 + column */
typedef struct Board { int at[64]; } Board;

/* Plays a move and returns how many discs it turned; 0: it is illegal, and nothing has changed. */
static int play(Board *board, int side, int square) {
    int turned = 0, row = square / 8, column = square % 8;
    if (square < 0 || square > 63 || board->at[square] != EMPTY) return 0;
    for (int dr = -1; dr <= 1; dr++) {
        for (int dc = -1; dc <= 1; dc++) {
            int n = 1, r = row + dr, c = column + dc;
            if (dr == 0 && dc == 0) continue;
            while (r >= 0 && r < 8 && c >= 0 && c < 8 && board->at[r * 8 + c] == 3 - side)
                n++, r += dr, c += dc;
            if (r < 0 || r > 7 || c < 0 || c > 7 || board->at[r * 8 + c] != side) continue;
            turned += n - 1;
            while (--n > 0) board->at[(row + n * dr) * 8 + column + n * dc] = side;
        }
    }
    if (turned > 0) board->at[square] = side;
    return turned;
}

/* What a square is worth: change these numbers and play again. */
static const int weights[64] = {
    99, -8, 8, 6, 6, 8, -8, 99, /**/ -8, -24, -4, -3, -3, -4, -24, -8,
    8,  -4, 7, 4, 4, 7, -4, 8,  /**/ 6,  -3,  4,  0,  0,  4,  -3,  6,
    6,  -3, 4, 0, 0, 4, -3, 6,  /**/ 8,  -4,  7,  4,  4,  7,  -4,  8,
    -8, -24, -4, -3, -3, -4, -24, -8, /**/ 99, -8, 8, 6, 6, 8, -8, 99,
};

static int evaluate(const Board *board, int side) {
    int value = 0;
    for (int i = 0; i < 64; i++)
        if (board->at[i] != EMPTY) value += board->at[i] == side ? weights[i] : -weights[i];
    return value;
}

/* The move after which the position is worth most: one ply. */
static int choose(const Board *board, int side) {
    int best = PASS, best_value = 0;
    for (int square = 0; square < 64; square++) {
        Board next = *board;
        if (play(&next, side, square) == 0) continue;
        int value = evaluate(&next, side);
        if (best == PASS || value > best_value) best = square, best_value = value;
    }
    return best;
}

/* Run as `bot STATE ACTION`: reads the position, writes the move. */
int main(int argc, char **argv) {
    Board board;
    int side, square;
    FILE *state = argc == 3 ? fopen(argv[1], "r") : NULL;
    if (!state || fscanf(state, "%d", &side) != 1) {
        fprintf(stderr, "usage: bot STATE ACTION\n");
        return 1;
    }
    for (int i = 0; i < 64; i++)
        if (fscanf(state, "%d", &board.at[i]) != 1) return 1;
    fclose(state);
    square = choose(&board, side);
    FILE *action = fopen(argv[2], "w");
    if (!action) return 1;
    fprintf(action, "%d %d\n", square / 8, square % 8); /* row, column; the last line counts */
    return fclose(action) != 0;
}
