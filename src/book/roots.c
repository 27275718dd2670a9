/* Collects positions; there are some hundreds, so a plain list does. */
#include "book/roots.h"

#include <stdlib.h>
#include <string.h>

#include "game/rules.h"
#include "game/symmetry.h"
#include "record/opening.h"

void book_roots_init(BookRoots *roots, const Shape *shape) {
    *roots = (BookRoots){.shape = shape};
}

void book_roots_release(BookRoots *roots) {
    free(roots->positions);
    *roots = (BookRoots){.shape = roots->shape};
}

static bool add_position(BookRoots *roots, Position position, Error *error) {
    const Shape *shape = roots->shape;
    /* A position whose side to move must pass is in a book as the one after the pass. */
    if (!rules_moves(shape, position.own, position.opp)) position = position_passed(position);
    if (!rules_moves(shape, position.own, position.opp)) return true;
    position = symmetry_canonical(shape, position, NULL);
    for (int i = 0; i < roots->count; i++)
        if (roots->positions[i].own == position.own && roots->positions[i].opp == position.opp)
            return true;
    if (roots->count == roots->capacity) {
        int capacity = roots->capacity ? 2 * roots->capacity : 64;
        Position *positions = realloc(roots->positions, (size_t)capacity * sizeof *positions);
        if (!positions) {
            error_set(error, STATUS_NO_MEMORY, "no memory for the lines of the book");
            return false;
        }
        roots->positions = positions;
        roots->capacity = capacity;
    }
    roots->positions[roots->count++] = position;
    return true;
}

bool book_roots_add(BookRoots *roots, const Transcript *game, Error *error) {
    Board board = game->start;
    if (!add_position(roots, board.position, error)) return false;
    for (int i = 0; i < game->count; i++) {
        board_play(&board, game->moves[i]);
        if (!add_position(roots, board.position, error)) return false;
    }
    return true;
}

bool book_roots_add_openings(BookRoots *roots, Error *error) {
    if (roots->shape->width != 8 || roots->shape->height != 8) return true;
    Board start = board_start(roots->shape);
    for (int i = 0; i < opening_count; i++) {
        Transcript line;
        if (!transcript_parse(&line, &start, openings[i].line, strlen(openings[i].line), error) ||
            !book_roots_add(roots, &line, error))
            return false;
    }
    return true;
}
