/* The books that are inside the program. A board without one is not listed. */
#ifndef BOOK_EMBEDDED_H
#define BOOK_EMBEDDED_H

#include <stdint.h>

typedef struct EmbeddedBook {
    int width, height;
    const uint8_t *begin, *end;
} EmbeddedBook;

/* NULL if there is none for that board. */
const EmbeddedBook *embedded_book(int width, int height);

#endif
