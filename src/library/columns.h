/* The columns of a library: for each number of discs, 4 bytes a game. Games come in chunks, whose
 * columns are blobs of the database. */
#ifndef LIBRARY_COLUMNS_H
#define LIBRARY_COLUMNS_H

#ifdef WITH_SQLITE

#include <sqlite3.h>

#include "library/position_key.h"
#include "record/game_record.h"

enum {
    COLUMN_CHUNK = 4096, /* games */
    COLUMN_COUNT = SHAPE_MAX_SQUARES + 1,
    COLUMN_MAX_GAMES = 1 << 26, /* ids beyond that are those of a damaged file */
    COLUMN_RESULTS = 0,         /* no position has no disc: here the games' results stand */
    COLUMN_NO_MOVE = 127,       /* the game ends there */
    COLUMN_NO_RESULT = 255,     /* others: Black's discs minus White's + 64 */
    COLUMN_BLACK_WINS = 254,    /* by an unknown number of discs */
    COLUMN_WHITE_WINS = 253,
    COLUMN_NO_CELL = -1, /* the game has no such position */
};

/* 25 bits of the position's hash, and the move played there as the canonical board is turned. */
static inline uint32_t column_cell(uint64_t hash, int move) {
    uint32_t bits = (uint32_t)(hash >> 39);
    return (bits == (1u << 25) - 1 ? bits - 1 : bits) << 7 | (uint32_t)move;
}

/* The chunk that is being filled. */
typedef struct Columns {
    int chunk;
    int count; /* games in it */
    bool is_changed;
    uint32_t cells[COLUMN_COUNT][COLUMN_CHUNK];
} Columns;

/* Loads the chunk that game number `games` goes into. */
bool columns_load(Columns *columns, sqlite3 *db, int games);
bool columns_save(Columns *columns, sqlite3 *db);

/* Adds a game; the chunk must not be full. */
void columns_add(Columns *columns, const GameRecord *game);

/* Takes a game out of all columns. */
bool columns_erase(sqlite3 *db, int game);

/* The positions of a game as columns have them: those in which a move is played, and the last one.
 * A forced pass is not one. Starts with *ply = 0 and *board = the start; false at the end. *square
 * is the move played in *board, or PASS after the last. */
bool columns_next(const Transcript *moves, int *ply, Board *board, int *square);

/* A hash of a whole game, equal for symmetric games. */
uint64_t columns_game_hash(const Transcript *moves);

/* Visits one column chunk by chunk: cells[0 .. count-1] are of the games from `first`. */
typedef bool ColumnVisit(void *context, int first, const uint32_t *cells, int count);
bool columns_scan(sqlite3 *db, int column, ColumnVisit *visit, void *context);

#endif
#endif
