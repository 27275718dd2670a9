/* An honest program that speaks the NBoard protocol and plays the first legal move. */
#include <ctype.h>

#include "mini.h"

static Mini mini;
static int side = 1;

static void play_text(const char *move) {
    int column = tolower((unsigned char)move[0]) - 'a', row = move[1] - '1';
    if (toupper((unsigned char)move[0]) != 'P') mini_play(&mini, side, row, column, true);
    side = 3 - side;
}

/* Takes the board and the moves out of a game: BO[8 ... *] B[F5] W[D6] ... */
static void set_game(const char *text) {
    const char *at = strstr(text, "BO[8 ");
    if (at == NULL) return;
    at += 5;
    for (int i = 0; i < 64; i++, at++)
        mini.squares[i / 8][i % 8] = *at == '*' ? 1 : *at == 'O' ? 2 : 0;
    side = at[1] == '*' ? 1 : 2;
    for (at = strchr(at, ']'); at != NULL && (at[1] == 'B' || at[1] == 'W') && at[2] == '[';
         at = strchr(at + 3, ']'))
        play_text(at + 3);
}

int main(void) {
    char line[8192];
    int number, row, column;
    mini_start(&mini);
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "ping %d", &number) == 1) {
            printf("pong %d\n", number);
        } else if (strncmp(line, "set game ", 9) == 0) {
            set_game(line + 9);
        } else if (strncmp(line, "move ", 5) == 0) {
            play_text(line + 5);
        } else if (strncmp(line, "go", 2) == 0) {
            printf("status thinking\nsearch E6 0.5 0 1\n");
            if (mini_first(&mini, side, &row, &column))
                printf("=== %c%d/-1.5/0.01\n", 'A' + column, row + 1);
            else
                printf("=== PA\n");
        } else if (strncmp(line, "quit", 4) == 0) {
            return 0;
        }
        fflush(stdout);
    }
    return 0;
}
