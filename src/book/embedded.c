/* Takes data/8x8.book into the program as it is: nothing is read of it before a game asks for it.
 * If it is not there, the program is built without a book. */
#include "book/embedded.h"

#include <stddef.h>

#include "base/embed.h"

#if __has_include("../../data/8x8.book")
EMBED(uint8_t, embedded_8x8_book, "data/8x8.book");
static const EmbeddedBook books[] = {{8, 8, embedded_8x8_book_begin, embedded_8x8_book_end},
                                     {0, 0, NULL, NULL}};
#else
static const EmbeddedBook books[] = {{0, 0, NULL, NULL}};
#endif

const EmbeddedBook *embedded_book(int width, int height) {
    for (const EmbeddedBook *book = books; book->begin; book++)
        if (book->width == width && book->height == height) return book;
    return NULL;
}
