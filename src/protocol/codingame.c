/* Reads CodinGame's words and answers with a move. */
#include "protocol/codingame.h"

#include "base/bits.h"
#include "game/rules.h"

enum { WORD_SIZE = 16 };

bool codingame_begin(Codingame *game, FILE *in) {
    int size;
    if (fscanf(in, "%d%d", &game->number, &size) != 2) return false;
    if ((game->number != 0 && game->number != 1) || size != CODINGAME_SIZE) return false;
    game->is_upside_down = false;
    return shape_init(&game->shape, size, size, NULL);
}

static bool read_rows(Codingame *game, FILE *in) {
    game->position = (Position){0, 0};
    for (int row = 0; row < CODINGAME_SIZE; row++) {
        char word[WORD_SIZE];
        if (fscanf(in, "%15s", word) != 1) return false;
        for (int column = 0; column < CODINGAME_SIZE && word[column]; column++) {
            uint64_t square = bits_square(shape_square(&game->shape, column, row));
            if (word[column] == '0' + game->number)
                game->position.own |= square;
            else if (word[column] != '.')
                game->position.opp |= square;
        }
    }
    return true;
}

/* The moves that are listed, as squares counted from the top and from the bottom. */
static bool read_moves(const Codingame *game, FILE *in, uint64_t moves[2]) {
    int count;
    moves[0] = moves[1] = 0;
    if (fscanf(in, "%d", &count) != 1) return false;
    for (; count > 0; count--) {
        char word[WORD_SIZE];
        if (fscanf(in, "%15s", word) != 1) return false;
        int column = word[0] - 'a', row = word[1] - '1';
        if (column < 0 || column >= CODINGAME_SIZE || row < 0 || row >= CODINGAME_SIZE) continue;
        moves[0] |= bits_square(shape_square(&game->shape, column, row));
        moves[1] |= bits_square(shape_square(&game->shape, column, CODINGAME_SIZE - 1 - row));
    }
    return true;
}

bool codingame_turn(Codingame *game, FILE *in) {
    uint64_t moves[2];
    if (!read_rows(game, in) || !read_moves(game, in, moves)) return false;
    uint64_t legal = rules_moves(&game->shape, game->position.own, game->position.opp);
    if (moves[game->is_upside_down] != legal) game->is_upside_down = !game->is_upside_down;
    return moves[game->is_upside_down] == legal;
}

void codingame_answer(const Codingame *game, int square, FILE *out) {
    int row = shape_row(&game->shape, square & 63);
    if (square >= SHAPE_MAX_SQUARES)
        fputs("pass\n", out);
    else
        fprintf(out, "%c%d\n", 'a' + shape_column(&game->shape, square),
                (game->is_upside_down ? CODINGAME_SIZE - 1 - row : row) + 1);
    fflush(out);
}
