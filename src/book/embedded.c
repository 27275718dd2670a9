/* Takes data/8x8.book into the program as it is: nothing of it is read before a game asks for it.
 */
#include "book/embedded.h"

#include <stddef.h>

#include "base/embed.h"

EMBED(uint8_t, embedded_8x8_book, "data/8x8.book");

static const EmbeddedBook books[] = {
    {8, 8, embedded_8x8_book_begin, embedded_8x8_book_end},
};

const EmbeddedBook *embedded_book(int width, int height) {
    for (size_t i = 0; i < sizeof books / sizeof books[0]; i++)
        if (books[i].width == width && books[i].height == height) return &books[i];
    return NULL;
}
