/* Books as text, for other programs and for comparing: a line for the board, then one per position.
 *
 *     bianca-book 1 8x8
 *     ---------------------------OX------XO--------------------------- X  -0.25  expanded
 *     -------------------XXX-----XO---...  O to move would be X  +1.5  leaf 18@73% d3 +1.5
 *
 * The side to move is X. Then its score in discs, and what is known: `expanded`, with the best move
 * out of the book and its score if there is one; `leaf` or `exact` with the depth, the selectivity,
 * the best move and its score. A line that begins with # is a comment. docs/book.md says more. */
#ifndef BOOK_BOOK_TEXT_H
#define BOOK_BOOK_TEXT_H

#include <stdio.h>

#include "book/graph.h"

/* Writes the whole book; false with the reason if it is damaged. A failed write shows in `out`. */
bool book_text_export(const Book *book, const Shape *shape, FILE *out, Error *error);

/* Reads such a text and adds its positions to the graph, whose scores are then backed up. A
 * position that is there already keeps what is better known: expanded, or searched deeper. The
 * error names the line. *added and *replaced count positions. On failure the graph may have some of
 * them. */
bool book_text_import(Graph *graph, FILE *in, int *added, int *replaced, Error *error);

/* The board of a text, from its first line. The stream stands after that line. */
bool book_text_board(FILE *in, Shape *shape, Error *error);

#endif
