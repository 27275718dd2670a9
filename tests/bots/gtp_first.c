/* The simplest honest program that speaks GTP: it plays the first legal move, row by row. With the
 * argument `odd` it has the habits of some real ones: chatter, a number before the move, capitals,
 * CRLF, and it refuses to be told of passes. */
#include "mini.h"

static bool is_odd;

static void answer(const char *text) {
    static int number;
    if (is_odd)
        printf("thinking...\n= %d %s\r\n\r\n", ++number, text);
    else
        printf("= %s\n\n", text);
    fflush(stdout);
}

int main(int argc, char **argv) {
    is_odd = argc > 1 && strcmp(argv[1], "odd") == 0;
    char line[1024];
    Mini mini;
    mini_start(&mini);
    while (fgets(line, sizeof line, stdin) != NULL) {
        char colour, word[16];
        int row, column;
        if (sscanf(line, "play %c %15s", &colour, word) == 2) {
            if (is_odd && strcmp(word, "pass") == 0) {
                printf("? syntax error\n\n");
                fflush(stdout);
                continue;
            }
            if (strcmp(word, "pass") != 0)
                mini_play(&mini, colour == 'b' ? 1 : 2, word[1] - '1', word[0] - 'a', true);
            answer("");
        } else if (sscanf(line, "genmove %c", &colour) == 1) {
            if (!mini_first(&mini, colour == 'b' ? 1 : 2, &row, &column)) {
                answer("pass");
                continue;
            }
            mini_play(&mini, colour == 'b' ? 1 : 2, row, column, true);
            snprintf(word, sizeof word, "%c%d", (is_odd ? 'A' : 'a') + column, row + 1);
            answer(word);
        } else if (strncmp(line, "clear_board", 11) == 0) {
            mini_start(&mini);
            answer("");
        } else if (strncmp(line, "quit", 4) == 0) {
            answer("");
            return 0;
        } else {
            answer("");
        }
    }
    return 0;
}
