/* Lists the first moves on a board and plays the game that always takes the first of them.
 *
 *     cc first_moves.c $(pkg-config --cflags --libs bianca) -o first_moves && ./first_moves 6 6 */
#include <bianca.h>
#include <stdio.h>
#include <stdlib.h>

/* Prints the moves of the side to move and returns the first one, or a pass. */
static int list_moves(const BiancaPosition *position) {
    uint64_t moves = bianca_legal_moves(position);
    int first = BIANCA_PASS;
    printf("%s:", position->side == BIANCA_BLACK ? "Black" : "White");
    for (int square = 0; square < position->width * position->height; square++) {
        char name[BIANCA_MOVE_SIZE];
        if (!(moves >> square & 1)) continue;
        bianca_move_format(position->width, position->height, square, name, sizeof name);
        printf(" %s", name);
        if (first == BIANCA_PASS) first = square;
    }
    printf(first == BIANCA_PASS ? " pass\n" : "\n");
    return first;
}

int main(int argc, char **argv) {
    int width = argc > 2 ? atoi(argv[1]) : 8, height = argc > 2 ? atoi(argv[2]) : 8;
    BiancaPosition position;
    BiancaError error;
    BiancaMove moves[BIANCA_MAX_MOVES];
    size_t count = 0;
    if (bianca_position_start(&position, width, height, &error) != BIANCA_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    while (!bianca_is_over(&position))
        if (bianca_play(&position, list_moves(&position), &moves[count++], NULL) != BIANCA_OK)
            return 1;

    char board[BIANCA_POSITION_SIZE], game[BIANCA_TRANSCRIPT_SIZE];
    bianca_position_format(&position, board, sizeof board);
    bianca_transcript_format(width, height, moves, count, game, sizeof game);
    printf("%s\n%s\n", game, board);
    printf("%+d for the side to move\n", bianca_score(&position, BIANCA_EMPTIES_TO_WINNER));
    return 0;
}
