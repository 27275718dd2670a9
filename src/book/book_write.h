/* Writes books: the one place that makes the bytes which book/book.h reads. */
#ifndef BOOK_BOOK_WRITE_H
#define BOOK_BOOK_WRITE_H

#include "book/book.h"

/* Encodes `count` entries, which the function sorts; no position may be there twice. *bytes is
 * allocated with malloc and the caller's. Fails only without memory. */
bool book_encode(const Shape *shape, const char *settings, BookEntry *entries, size_t count,
                 uint8_t **bytes, size_t *length, Error *error);

/* The same into a file, which is replaced as a whole or not at all. */
bool book_write(const char *path, const Shape *shape, const char *settings, BookEntry *entries,
                size_t count, Error *error);

#endif
