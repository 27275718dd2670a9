/* The positions that a book is about: it follows the best play from each of them. */
#ifndef BOOK_ROOTS_H
#define BOOK_ROOTS_H

#include "record/transcript.h"

typedef struct BookRoots {
    const Shape *shape;
    Position *positions; /* canonical, each once */
    int count, capacity;
} BookRoots;

/* No roots yet. The shape is borrowed. */
void book_roots_init(BookRoots *roots, const Shape *shape);
void book_roots_release(BookRoots *roots);

/* Every position of a game on the shape, from its first to its last. */
bool book_roots_add(BookRoots *roots, const Transcript *game, Error *error);

/* Every position on the lines of the named openings (record/opening.h); none on boards other than
 * 8x8. */
bool book_roots_add_openings(BookRoots *roots, Error *error);

#endif
