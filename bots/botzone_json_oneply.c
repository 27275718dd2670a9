/* A bot in C that looks one ply ahead with a table of weights, for Botzone's JSON interaction. To play it:
 *     cc -O2 -o mybot bots/botzone_json_oneply.c && bianca match mine=botzone-json:./mybot random --games 10 */
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

/* Reads the moves of a list such as "requests":[{"x":2,"y":3},...] into xs and ys. */
static int read_moves(const char *text, const char *name, int *xs, int *ys) {
    int count = 0;
    const char *list = strstr(text, name), *end = list ? strchr(list, ']') : NULL;
    while (end && count < 64 && (list = strstr(list, "\"x\"")) && list < end) {
        const char *x = strchr(list, ':'), *y = strstr(list, "\"y\"");
        xs[count] = atoi(x + 1);
        ys[count++] = y ? atoi(strchr(y, ':') + 1) : -1;
        list = x;
    }
    return count;
}

/* Botzone starts the program for every turn and tells it the whole game in one line. */
int main(void) {
    static char line[1 << 18];
    int their_x[64], their_y[64], my_x[64], my_y[64], me = WHITE;
    Board board;
    start(&board);
    if (!fgets(line, sizeof line, stdin)) return 1;
    int turns = read_moves(line, "\"requests\"", their_x, their_y);
    int mine = read_moves(line, "\"responses\"", my_x, my_y);
    if (turns > 0 && their_x[0] == -1) me = BLACK; /* nobody has moved: I begin */
    for (int i = 0; i < turns; i++) {
        if (their_x[i] >= 0) play(&board, 3 - me, their_y[i] * 8 + their_x[i]);
        if (i < mine && my_x[i] >= 0) play(&board, me, my_y[i] * 8 + my_x[i]);
    }
    int square = choose(&board, me);
    printf("{\"response\":{\"x\":%d,\"y\":%d}}\n", square == PASS ? -1 : square % 8,
           square == PASS ? -1 : square / 8);
    return 0;
}
