/* Follows the best moves through a book. */
#include "engine/book_play.h"

#include "game/rules.h"

/* Plays the book's best moves after `first` as long as it has some. */
static void follow(const Book *book, const Shape *shape, Position position, const BookMove *first,
                   EngineLine *line) {
    BookMove moves[BOOK_MAX_MOVES], best = *first;
    *line = (EngineLine){.score = (double)first->score / BOOK_DISC, .is_exact = first->is_exact};
    int square = first->square;
    while (line->length < ENGINE_MAX_PV) {
        Move move;
        if (!rules_find_move(shape, position, square, &move)) break;
        position_play(&position, move);
        line->pv[line->length++] = (uint8_t)square;
        square = PASS;
        if (rules_find_move(shape, position, PASS, &move)) continue;
        if (book_moves(book, shape, position, moves) == 0) break;
        best = moves[0];
        square = best.square;
    }
    line->depth = line->length + best.depth;
    line->selectivity = best.selectivity;
}

bool book_think(const Book *book, const Shape *shape, Position position, EngineResult *result) {
    BookMove moves[BOOK_MAX_MOVES];
    int count = book ? book_moves(book, shape, position, moves) : 0;
    if (count == 0) return false;
    *result = (EngineResult){.count = count, .end = ENGINE_BOOK};
    for (int i = 0; i < count; i++) follow(book, shape, position, &moves[i], &result->lines[i]);
    return true;
}

int book_choose(const EngineResult *result, double discs, Random *random) {
    const EngineLine *best = &result->lines[0];
    int count = 1;
    while (count < result->count && best->score - result->lines[count].score <= discs &&
           !(best->is_exact && result->lines[count].score < best->score))
        count++;
    return (int)random_below(random, (uint32_t)count);
}
