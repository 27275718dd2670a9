/* A bot in C that searches with alpha-beta and a table of weights, for Botzone's simple interaction. To play it:
 *     cc -O2 -o mybot bots/botzone_alphabeta.c && bianca match mine=botzone:./mybot random --games 10 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY, BLACK, WHITE, PASS = -1 }; /* the other side is 3 - side; squares are row * 8 + column */
typedef struct Board { int at[64]; } Board;

static void start(Board *board) {
    memset(board, 0, sizeof *board);
    board->at[27] = board->at[36] = WHITE;
    board->at[28] = board->at[35] = BLACK;
}

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

enum { DEPTH = 5, DISC = 1000, INFINITE = 1000000 };

static int count(const Board *board, int side) {
    int discs = 0;
    for (int i = 0; i < 64; i++) discs += (board->at[i] == side) - (board->at[i] == 3 - side);
    return DISC * discs;
}

/* The value of a position for `side`, `depth` plies deep: negamax with alpha-beta. *best, unless
 * NULL, receives the move. A side without a move passes; two passes end the game. */
static int search(const Board *board, int side, int depth, int alpha, int beta, int passes, int *best) {
    if (best) *best = PASS;
    if (passes == 2) return count(board, side); /* the game is over: discs are all that counts */
    if (depth == 0) return evaluate(board, side);
    int has_move = 0;
    for (int square = 0; square < 64; square++) {
        Board next = *board;
        if (play(&next, side, square) == 0) continue;
        int value = -search(&next, 3 - side, depth - 1, -beta, -alpha, 0, NULL);
        if ((!has_move || value > alpha) && best) *best = square;
        has_move = 1;
        if (value > alpha) alpha = value;
        if (alpha >= beta) break;
    }
    if (!has_move) return -search(board, 3 - side, depth, -beta, -alpha, passes + 1, NULL);
    return alpha;
}

static int choose(const Board *board, int side) {
    int best;
    search(board, side, DEPTH, -INFINITE, INFINITE, 0, &best);
    return best;
}

/* Botzone starts the program for every turn and tells it the whole game. */
int main(void) {
    Board board;
    int turns, x, y, me = WHITE;
    start(&board);
    if (scanf("%d", &turns) != 1) return 1;
    for (int i = 0; i < 2 * turns - 1; i++) { /* their move, my move, ..., their move */
        if (scanf("%d %d", &x, &y) != 2) return 1;
        if (i == 0 && x == -1) me = BLACK; /* nobody has moved: I begin */
        if (x >= 0) play(&board, i % 2 == 0 ? 3 - me : me, y * 8 + x);
    }
    int square = choose(&board, me);
    printf("%d %d\n", square == PASS ? -1 : square % 8, square == PASS ? -1 : square / 8);
    return 0;
}
