/* Plays random games and keeps the positions that are new. */
#include "support/books.h"

#include <stdlib.h>

#include "base/bits.h"
#include "game/rules.h"
#include "game/symmetry.h"

static BookEntry random_entry(const Shape *shape, Position position, Random *random) {
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    int range = 2 * BOOK_MAX_SCORE + 1;
    return (BookEntry){.position = position,
                       .score = (int)random_below(random, (uint32_t)range) - BOOK_MAX_SCORE,
                       .move = rules_random_move(moves, random),
                       .move_score = (int)random_below(random, (uint32_t)range) - BOOK_MAX_SCORE,
                       .depth = (int)random_below(random, 61),
                       .selectivity = 73 + (int)random_below(random, 28)};
}

static int compare(const void *a, const void *b) {
    const BookEntry *x = a, *y = b;
    if (x->position.own != y->position.own) return x->position.own < y->position.own ? -1 : 1;
    return (x->position.opp > y->position.opp) - (x->position.opp < y->position.opp);
}

static size_t drop_doubles(BookEntry *entries, size_t count) {
    size_t kept = 0;
    qsort(entries, count, sizeof *entries, compare);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare(&entries[kept - 1], &entries[i]) != 0)
            entries[kept++] = entries[i];
    return kept;
}

void books_fill(const Shape *shape, BookEntry *entries, size_t count, uint64_t seed) {
    Random random = random_seeded(seed);
    size_t filled = 0;
    while (filled < count) {
        Position position = position_start(shape);
        uint64_t moves;
        while (filled < count && (moves = rules_moves(shape, position.own, position.opp)) != 0) {
            int square = rules_random_move(moves, &random);
            uint64_t flips = rules_flips(shape, square, position.own, position.opp);
            Position canonical = symmetry_canonical(shape, position, NULL);
            /* Some are left out, so that the last free place is not always offered the start. */
            if (random_below(&random, 2))
                entries[filled++] = random_entry(shape, canonical, &random);
            position = position_after(position, square, flips);
        }
        if (filled == count) filled = drop_doubles(entries, filled);
    }
}

bool books_equal(const BookEntry *a, const BookEntry *b) {
    return compare(a, b) == 0 && a->score == b->score && a->move == b->move &&
           a->move_score == b->move_score && a->depth == b->depth &&
           a->selectivity == b->selectivity && a->is_expanded == b->is_expanded &&
           a->is_exact == b->is_exact;
}
