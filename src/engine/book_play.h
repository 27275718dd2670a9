/* Playing from a book: what the book knows about a position, as the result of a search. */
#ifndef ENGINE_BOOK_PLAY_H
#define ENGINE_BOOK_PLAY_H

#include "base/random.h"
#include "book/book.h"
#include "engine/result.h"

/* Fills *result with the moves that the book has for the position, best first, each with the line
 * that the book expects; its `end` is ENGINE_BOOK, and a depth counts the moves of the line and the
 * plies of the search at its end. False, with *result as it was, if the position is not in the book
 * or not expanded there, or `book` is NULL. */
bool book_think(const Book *book, const Shape *shape, Position position, EngineResult *result);

/* Which line of such a result to play: one whose score is at most `discs` below the best. A result
 * that is known exactly is never given away. Draws one number. */
int book_choose(const EngineResult *result, double discs, Random *random);

#endif
