/* A book: positions that were studied beforehand, with scores, in one file.
 *
 * A book is for one board. Its positions are canonical (game/symmetry.h), the side to move has a
 * move or the game is over, and each is there once, whichever order of moves leads to it. A
 * position is either a leaf, whose score is that of a search, or expanded: all its good moves lead
 * to positions of the book, and its score is the best of theirs, backed up.
 *
 * A book in a file is mapped into memory and read where it lies. Nothing in it is trusted: what is
 * damaged or makes no sense reads as a position that is not there. Any number of threads may read
 * one Book. A writer replaces the file as a whole (book/book_write.h), so a Book that is open keeps
 * what it had. */
#ifndef BOOK_BOOK_H
#define BOOK_BOOK_H

#include "game/position.h"

enum {
    BOOK_DISC = 128, /* scores are in 1/128 disc, as those of the search */
    BOOK_MAX_SCORE = 64 * BOOK_DISC,
    BOOK_SETTINGS_SIZE = 128, /* how the book was built, as text with its NUL */
    BOOK_MAX_MOVES = 64,
};

/* A position of a book. Squares and sets are those of the canonical position. */
typedef struct BookEntry {
    Position position;
    int score;      /* for the side to move */
    int move;       /* a leaf: the best move of its search; an expanded position: the best move that
                     * leads out of the book; NO_MOVE if there is none */
    int move_score; /* of that move; an estimate */
    int depth;      /* of the search that gave a leaf its score: plies */
    int selectivity; /* percent */
    bool is_expanded;
    bool is_exact; /* the score is proven; such a position is a leaf */
} BookEntry;

/* A move of a position that leads to a position of the book. */
typedef struct BookMove {
    int square;
    int score; /* for the side that plays it */
    bool is_exact;
    bool is_expanded; /* the position after it */
    int depth;        /* of the search, if that is a leaf */
    int selectivity;
} BookMove;

typedef struct Book Book;

/* Maps a book file. NULL on failure, with the reason: no such file, not a book, damaged. */
Book *book_open(const char *path, Error *error);

/* The same for a book in memory, which must outlive it. `name` is for messages and not kept. */
Book *book_open_bytes(const uint8_t *bytes, size_t length, const char *name, Error *error);

/* The word that stands for the book inside the program instead of a file's name, and the one that
 * stands for none. */
#define BOOK_EMBEDDED "embedded"
#define BOOK_NONE     "none"

/* Opens what `word` names: a file, or the embedded book. *book is NULL for BOOK_NONE, and for
 * BOOK_EMBEDDED on a board for which there is none. */
bool book_open_named(Book **book, const char *word, const Shape *shape, Error *error);

/* Accepts NULL. */
void book_close(Book *book);

size_t book_count(const Book *book);
size_t book_bytes(const Book *book);
int book_width(const Book *book);
int book_height(const Book *book);
const char *book_settings(const Book *book);
const char *book_name(const Book *book); /* the file, for messages */

bool book_is_for(const Book *book, const Shape *shape);

/* Finds a position, which may be any of the symmetric ones. False if it is not there or the book is
 * for another board. *symmetry, if not NULL, receives the one that leads to the entry's position.
 */
bool book_find(const Book *book, const Shape *shape, Position position, BookEntry *entry,
               int *symmetry);

/* The moves of an expanded position, best first, on the squares of `position` itself. Returns how
 * many there are: 0 if the position is not there or not expanded. */
int book_moves(const Book *book, const Shape *shape, Position position,
               BookMove moves[BOOK_MAX_MOVES]);

/* Reads the entry number `index`, below book_count(), in the order of the file, for a reader of all
 * of them: a page is checked with its first entry. The shape must be the book's. False with the
 * reason if the page is damaged or the entry makes no sense. */
bool book_entry(const Book *book, const Shape *shape, size_t index, BookEntry *entry, Error *error);

/* Reads every page; false with the name of the file and the place of the first that is damaged. A
 * book of a million positions takes some hundredths of a second. */
bool book_check_pages(const Book *book, Error *error);

/* Reads every page and entry; false with the place of the first that is damaged. */
bool book_check(const Book *book, const Shape *shape, Error *error);

/* The position after a move as a book has it: canonical, and with the forced pass made if there is
 * one. *sign is 1 if the side that moved is to move there again, else -1. */
Position book_child(const Shape *shape, Position position, int square, int *sign);

#endif
