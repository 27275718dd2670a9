/* A bot in C that plays any legal move, for GTP. To play it:
 *     cc -O2 -o mybot bots/gtp_random.c && bianca match mine=gtp:./mybot random --games 10 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* Any legal move, each as likely. */
static int choose(const Board *board, int side) {
    int moves[64], count = 0;
    for (int square = 0; square < 64; square++) {
        Board next = *board;
        if (play(&next, side, square) > 0) moves[count++] = square;
    }
    return count > 0 ? moves[rand() % count] : PASS;
}

static int side_of(const char *word) {
    return word[0] == 'b' || word[0] == 'B' ? BLACK : WHITE;
}

/* Answers one command; returns 0 after `quit`. */
static int answer(Board *board, const char *line) {
    char command[32] = "", colour[16] = "", move[16] = "";
    sscanf(line, "%31s %15s %15s", command, colour, move);
    int square = PASS;
    if (strcmp(command, "clear_board") == 0) {
        start(board);
    } else if (strcmp(command, "boardsize") == 0 && strcmp(colour, "8") != 0) {
        return printf("? this bot plays on 8x8\n\n");
    } else if (strcmp(command, "play") == 0) {
        if (move[0] != '\0' && move[1] >= '1' && move[1] <= '8')
            square = (move[1] - '1') * 8 + (move[0] | 32) - 'a';
        if (square != PASS && play(board, side_of(colour), square) == 0)
            return printf("? illegal move\n\n");
    } else if (strcmp(command, "genmove") == 0) {
        square = choose(board, side_of(colour));
        if (square == PASS) return printf("= pass\n\n");
        play(board, side_of(colour), square);
        return printf("= %c%d\n\n", 'a' + square % 8, square / 8 + 1);
    } else if (strcmp(command, "name") == 0) {
        return printf("= gtp_random.c\n\n");
    }
    printf("= \n\n");
    return strcmp(command, "quit") != 0;
}

int main(void) {
    char line[256];
    Board board;
    srand((unsigned)time(NULL));
    start(&board);
    while (fgets(line, sizeof line, stdin) && answer(&board, line)) fflush(stdout);
    return 0;
}
