/* A single-file bot has no book. Stands for book/book.c and engine/book_play.c. */
#include "engine/book_play.h"

bool book_open_named(Book **book, const char *word, const Shape *shape, Error *error) {
    (void)word;
    (void)shape;
    *book = NULL;
    error_set(error, STATUS_UNSUPPORTED, "there are no books here");
    return false;
}

bool book_is_for(const Book *book, const Shape *shape) {
    (void)book;
    (void)shape;
    return false;
}

void book_close(Book *book) {
    (void)book;
}

bool book_think(const Book *book, const Shape *shape, Position position, EngineResult *result) {
    (void)book;
    (void)shape;
    (void)position;
    (void)result;
    return false;
}

int book_choose(const EngineResult *result, double discs, Random *random) {
    (void)result;
    (void)discs;
    (void)random;
    return 0;
}
