/* Looks positions up in the table of openings. */
#include "record/opening.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/bits.h"
#include "game/symmetry.h"

/* No position of the table has more discs. */
enum { MAX_DISCS = 20 };

const Opening openings[] = {
#define OPENING(own, opp, line, english, japanese)                                                 \
    {{UINT64_C(own), UINT64_C(opp)}, line, english, japanese},
#include "record/openings.inc"
#undef OPENING
};
const int opening_count = sizeof openings / sizeof openings[0];

static int compare(const void *key, const void *row) {
    Position a = *(const Position *)key, b = ((const Opening *)row)->position;
    if (a.own != b.own) return a.own < b.own ? -1 : 1;
    return (a.opp > b.opp) - (a.opp < b.opp);
}

const Opening *opening_at(const Board *board) {
    const Shape *shape = board->shape;
    if (shape->width != 8 || shape->height != 8) return NULL;
    if (bits_count(board->position.own | board->position.opp) > MAX_DISCS) return NULL;
    Position position = symmetry_canonical(shape, board->position, NULL);
    return bsearch(&position, openings, (size_t)opening_count, sizeof openings[0], compare);
}

const Opening *opening_of(const Transcript *game) {
    Board board = game->start;
    const Opening *found = opening_at(&board);
    for (int i = 0; i < game->count; i++) {
        board_play(&board, game->moves[i]);
        const Opening *opening = opening_at(&board);
        if (opening != NULL) found = opening;
    }
    return found;
}

size_t opening_format(const Opening *opening, bool has_unicode, char *buffer, size_t size) {
    bool is_both = has_unicode && opening->japanese[0] != '\0';
    int length = is_both ? snprintf(buffer, size, "%s (%s)", opening->english, opening->japanese)
                         : snprintf(buffer, size, "%s", opening->english);
    return length > 0 ? (size_t)length : 0;
}
