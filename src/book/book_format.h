/* The layout of a book file, version 1. All numbers are little-endian.
 *
 *     page 0     the header: magic, version, board, number of positions, settings; its last 8 bytes
 *                are the checksum of the rest of the page
 *     page 1..   positions in ascending order of (own, opp), BOOK_PAGE_ENTRIES on each page; then
 *                the number of the page and the checksum of what precedes it
 *
 * A reader checks the header when it opens a book and each page when it looks something up there,
 * so that a book of any size opens at once and a damaged page can only hide its positions. */
#ifndef BOOK_BOOK_FORMAT_H
#define BOOK_BOOK_FORMAT_H

#include "book/book.h"

enum {
    BOOK_VERSION = 1,
    BOOK_PAGE = 4096,
    BOOK_ENTRY = 24,
    BOOK_PAGE_ENTRIES = 170,
    BOOK_PAGE_NUMBER = BOOK_PAGE_ENTRIES * BOOK_ENTRY, /* where the number of the page stands */
    BOOK_PAGE_SUM = BOOK_PAGE - 8,

    /* Of the header. */
    BOOK_AT_VERSION = 8,
    BOOK_AT_WIDTH = 12,
    BOOK_AT_HEIGHT = 13,
    BOOK_AT_COUNT = 16,
    BOOK_AT_SETTINGS = 64,

    /* Of an entry. */
    BOOK_AT_OWN = 0,
    BOOK_AT_OPP = 8,
    BOOK_AT_SCORE = 16,
    BOOK_AT_MOVE_SCORE = 18,
    BOOK_AT_MOVE = 20,
    BOOK_AT_DEPTH = 21,
    BOOK_AT_SELECTIVITY = 22,
    BOOK_AT_FLAGS = 23,

    BOOK_NO_MOVE = 255, /* in place of a square */
    BOOK_IS_EXPANDED = 1,
    BOOK_IS_EXACT = 2,
};

#define BOOK_MAGIC "BiancaBk"

_Static_assert((int)BOOK_PAGE_NUMBER + 8 == BOOK_PAGE_SUM,
               "entries, number and checksum fill a page");

/* The pages that hold `count` positions, without the header. */
static inline size_t book_pages(size_t count) {
    return (count + BOOK_PAGE_ENTRIES - 1) / BOOK_PAGE_ENTRIES;
}

static inline int book_compare(Position a, Position b) {
    if (a.own != b.own) return a.own < b.own ? -1 : 1;
    return (a.opp > b.opp) - (a.opp < b.opp);
}

#endif
