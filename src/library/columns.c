/* Fills, stores and scans the columns of a library. */
#include "library/columns.h"

#ifdef WITH_SQLITE

#include <string.h>

#include "base/bits.h"
#include "game/rules.h"
#include "record/play.h"

/* A row of the table: chunks of a column stand together. */
static sqlite3_int64 row_of(int column, int chunk) {
    return ((sqlite3_int64)column << 32) + chunk;
}

bool columns_next(const Transcript *moves, int *ply, Board *board, int *square) {
    if (*ply > moves->count) return false;
    if (*ply > 0) board_play(board, moves->moves[*ply - 1]);
    // A pass leaves the number of discs as it is: what counts is the position after it.
    while (*ply < moves->count && moves->moves[*ply].square == PASS)
        board_play(board, moves->moves[(*ply)++]);
    if (*ply == moves->count && play_must_pass(board)) board_play(board, (Move){PASS, 0});
    *square = *ply < moves->count ? moves->moves[*ply].square : PASS;
    ++*ply;
    return true;
}

static uint32_t result_cell(const GameRecord *game) {
    int score;
    if (record_score(game, &score)) return (uint32_t)(score + SHAPE_MAX_SQUARES);
    switch (record_winner(game)) {
    case RECORD_BLACK_WINS: return COLUMN_BLACK_WINS;
    case RECORD_WHITE_WINS: return COLUMN_WHITE_WINS;
    default: return COLUMN_NO_RESULT;
    }
}

void columns_add(Columns *columns, const GameRecord *game) {
    const Shape *shape = game->moves.start.shape;
    int i = columns->count++, ply = 0, square;
    Board board = game->moves.start;
    for (int c = 0; c < COLUMN_COUNT; c++) columns->cells[c][i] = (uint32_t)COLUMN_NO_CELL;
    while (columns_next(&game->moves, &ply, &board, &square)) {
        PositionKey key = position_key(shape, board.position);
        int discs = bits_count(board.position.own | board.position.opp);
        int move = square == PASS ? COLUMN_NO_MOVE : position_key_square(shape, key.turn, square);
        columns->cells[discs][i] = column_cell(key.hash, move);
    }
    columns->cells[COLUMN_RESULTS][i] = result_cell(game);
    columns->is_changed = true;
}

uint64_t columns_game_hash(const Transcript *moves) {
    uint64_t hash = 0;
    Board board = moves->start;
    int ply = 0, square;
    while (columns_next(moves, &ply, &board, &square))
        hash = random_mix(hash + position_key(board.shape, board.position).hash);
    return hash;
}

bool columns_load(Columns *columns, sqlite3 *db, int games) {
    sqlite3_stmt *select;
    columns->chunk = games / COLUMN_CHUNK;
    columns->count = games % COLUMN_CHUNK;
    columns->is_changed = false;
    memset(columns->cells, 0xFF, sizeof columns->cells);
    if (sqlite3_prepare_v2(db, "SELECT cells FROM columns WHERE id = ?", -1, &select, NULL))
        return false;
    for (int c = 0; c < COLUMN_COUNT; c++) {
        sqlite3_reset(select);
        sqlite3_bind_int64(select, 1, row_of(c, columns->chunk));
        if (sqlite3_step(select) != SQLITE_ROW) continue;
        size_t size = (size_t)sqlite3_column_bytes(select, 0);
        if (size > sizeof columns->cells[c]) size = sizeof columns->cells[c];
        if (size > 0) memcpy(columns->cells[c], sqlite3_column_blob(select, 0), size);
    }
    return sqlite3_finalize(select) == SQLITE_OK;
}

static bool has_cells(const Columns *columns, int column) {
    for (int i = 0; i < columns->count; i++)
        if (columns->cells[column][i] != (uint32_t)COLUMN_NO_CELL) return true;
    return false;
}

bool columns_save(Columns *columns, sqlite3 *db) {
    sqlite3_stmt *replace;
    if (!columns->is_changed) return true;
    if (sqlite3_prepare_v2(db, "REPLACE INTO columns (id, cells) VALUES (?, ?)", -1, &replace,
                           NULL))
        return false;
    bool ok = true;
    for (int c = 0; ok && c < COLUMN_COUNT; c++) {
        if (!has_cells(columns, c)) continue;
        sqlite3_bind_int64(replace, 1, row_of(c, columns->chunk));
        sqlite3_bind_blob(replace, 2, columns->cells[c],
                          columns->count * (int)sizeof columns->cells[c][0], SQLITE_STATIC);
        ok = sqlite3_step(replace) == SQLITE_DONE && sqlite3_reset(replace) == SQLITE_OK;
    }
    sqlite3_finalize(replace);
    columns->is_changed = !ok;
    return ok;
}

/* Overwrites one cell; true if the column has none there. */
static bool erase_cell(sqlite3 *db, int column, int game) {
    const uint32_t none = (uint32_t)COLUMN_NO_CELL;
    int at = game % COLUMN_CHUNK * (int)sizeof none;
    sqlite3_blob *cells;
    int opened = sqlite3_blob_open(db, "main", "columns", "cells",
                                   row_of(column, game / COLUMN_CHUNK), true, &cells);
    bool ok = opened == SQLITE_ERROR; // there is no such row
    if (opened == SQLITE_OK)
        ok = sqlite3_blob_bytes(cells) < at + (int)sizeof none ||
             sqlite3_blob_write(cells, &none, sizeof none, at) == SQLITE_OK;
    sqlite3_blob_close(cells);
    return ok;
}

bool columns_erase(sqlite3 *db, int game) {
    bool ok = true;
    for (int c = 0; ok && c < COLUMN_COUNT; c++) ok = erase_cell(db, c, game);
    return ok;
}

bool columns_scan(sqlite3 *db, int column, ColumnVisit *visit, void *context) {
    sqlite3_stmt *select;
    if (sqlite3_prepare_v2(db, "SELECT id, cells FROM columns WHERE id >= ? AND id < ? ORDER BY id",
                           -1, &select, NULL))
        return false;
    sqlite3_bind_int64(select, 1, row_of(column, 0));
    sqlite3_bind_int64(select, 2, row_of(column + 1, 0));
    int step;
    while ((step = sqlite3_step(select)) == SQLITE_ROW) {
        int chunk = (int)(sqlite3_column_int64(select, 0) & 0x7FFFFFFF);
        if (chunk >= COLUMN_MAX_GAMES / COLUMN_CHUNK) continue;
        uint32_t cells[COLUMN_CHUNK];
        size_t size = (size_t)sqlite3_column_bytes(select, 1);
        if (size > sizeof cells) size = sizeof cells;
        if (size > 0) memcpy(cells, sqlite3_column_blob(select, 1), size);
        if (!visit(context, chunk * COLUMN_CHUNK, cells, (int)(size / sizeof cells[0]))) break;
    }
    sqlite3_finalize(select);
    return step == SQLITE_DONE || step == SQLITE_ROW;
}

#endif
