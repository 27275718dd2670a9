/* Perfect play on small boards: a table of exact scores and best moves for the first moves of a
 * game, made by `bianca boards --perfect` and embedded in the program.
 *
 * The table of a board is closed under play: where it has a position, it has every position that
 * follows from its move and any reply, except those that are solved in a few milliseconds. So a
 * player who asks it never errs, whatever the other side does.
 *
 * Positions are stored once for all symmetries, and boards once for both orientations. A table is
 * only read; any number of threads may share it. docs/solved.md describes the file. */
#ifndef ENGINE_PERFECT_H
#define ENGINE_PERFECT_H

#include <stddef.h>

#include "engine/result.h"
#include "game/position.h"

enum {
    PERFECT_MAX_SQUARES = 36, /* of a board with a table: keys have to fit beside scores */
    PERFECT_SYMMETRIES = 8,
};

typedef struct PerfectTable {
    int width, height; /* of the board as it is stored: width <= height */
    size_t count;
    const uint8_t *words; /* count numbers of 8 bytes, ascending: a key and a score */
    const uint8_t *moves; /* count bytes: the best move, on the canonical board */
} PerfectTable;

/* What the table says of a position. */
typedef struct PerfectEntry {
    int score;  /* for the side to move, empties to the winner */
    int square; /* a move that keeps it */
} PerfectEntry;

/* Makes a table of a file's bytes, which it borrows; false with the reason if the header is wrong.
 * perfect_read() also looks at every row: for files from outside. */
bool perfect_open(PerfectTable *table, const uint8_t *bytes, size_t length, Error *error);
bool perfect_read(PerfectTable *table, const uint8_t *bytes, size_t length, Error *error);

/* Finds the table of the board in the program, in either orientation; false if there is none. */
bool perfect_embedded(const Shape *shape, PerfectTable *table);

/* A number for a position that is the same for all its symmetries and both orientations of the
 * board, and different for any two other positions. *symmetry, if not NULL, receives the symmetry
 * of the shape that leads to the canonical position. At most PERFECT_MAX_SQUARES squares. */
uint64_t perfect_key(const Shape *shape, Position position, int *symmetry);

/* The canonical position with that key. */
Position perfect_position(const Shape *shape, uint64_t key);

/* Finds the position itself. */
bool perfect_find(const PerfectTable *table, const Shape *shape, Position position,
                  PerfectEntry *entry);

/* The same where the table has the position, or every position one move later. */
bool perfect_derive(const PerfectTable *table, const Shape *shape, Position position,
                    PerfectEntry *entry);

/* Fills a result with what the table knows: at most `lines` moves, best first, each with the moves
 * that the table has of its line. False, with *result as it was, where it does not know enough. */
bool perfect_think(const PerfectTable *table, const Shape *shape, Position position, int lines,
                   EngineResult *result);

/* --- For the maker of tables ------------------------------------------------------------------ */

typedef struct PerfectRow {
    uint64_t key;
    int score;
    uint8_t square; /* the square's index (shape_index) on the canonical board */
} PerfectRow;

/* The bytes of a table file, allocated; the rows are sorted in place. NULL if memory is short. */
uint8_t *perfect_encode(int width, int height, PerfectRow *rows, size_t count, size_t *length);

#endif
