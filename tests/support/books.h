/* Books for tests, with entries that random games reach. */
#ifndef SUPPORT_BOOKS_H
#define SUPPORT_BOOKS_H

#include "book/book.h"

/* Fills `entries` with `count` different positions of random games on the board, and everything
 * else in them with numbers that a book may have. */
void books_fill(const Shape *shape, BookEntry *entries, size_t count, uint64_t seed);

bool books_equal(const BookEntry *a, const BookEntry *b);

#endif
