/* What `bianca book` shows of a book: a position with its moves, and figures about the whole. */
#ifndef CLI_BOOK_SHOW_H
#define CLI_BOOK_SHOW_H

#include "book/book.h"

/* Prints the moves of a position with scores and lines, as a table or as one JSON object. */
void book_show(const Book *book, const Board *board, bool is_json);

/* Checks all of the book and prints what is in it; false with the reason if it is damaged. */
bool book_stats(const Book *book, const Shape *shape, bool is_json, Error *error);

#endif
