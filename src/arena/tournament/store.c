/* Results of a tournament in SQLite: the table, its checks on loading, one row per game. */
#include "arena/tournament/store.h"

#include <string.h>

#include "base/file.h"
#include "base/text.h"

void store_sign(StoreSignature *signature, const TournamentOptions *options, const char *openings) {
    Text text = text_into(signature->text, sizeof signature->text);
    const GameTerms *terms = &options->terms;
    text_format(&text, "board: %dx%d\n", options->shape->width, options->shape->height);
    for (int i = 0; i < options->participant_count; i++)
        text_format(&text, "player %d: %s=%s\n", i + 1, options->participants[i].name,
                    options->participants[i].player.text);
    text_format(&text, "openings: %s\n", openings);
    text_format(&text, "seed: %llu\n", (unsigned long long)options->seed);
    text_format(&text, "time: %g\n", terms->move_seconds);
    text_format(&text, "clock: %g\n", terms->clock_seconds);
    text_format(&text, "depth: %d\n", terms->depth);
}

#ifdef WITH_SQLITE

#include <stdlib.h>

#include "store/database.h"

static const DatabaseKind kind = {
    .application_id = 0x42696172, /* "Biar" */
    .noun = "tournament",
    .tables = "CREATE TABLE IF NOT EXISTS tournament (signature TEXT NOT NULL);"
              "CREATE TABLE IF NOT EXISTS games ("
              " black INTEGER NOT NULL, white INTEGER NOT NULL, number INTEGER NOT NULL,"
              " score INTEGER NOT NULL, ending TEXT NOT NULL, failed INTEGER NOT NULL, reason TEXT,"
              " black_seconds REAL NOT NULL, white_seconds REAL NOT NULL,"
              " black_isolation INTEGER NOT NULL, white_isolation INTEGER NOT NULL,"
              " opening_moves INTEGER NOT NULL, moves BLOB NOT NULL,"
              " PRIMARY KEY (black, white, number)) WITHOUT ROWID;",
    .purpose = "tournament",
    .busy_ms = 2000,
};

struct Store {
    sqlite3 *db;
    sqlite3_stmt *insert;
    char *path;
    int lock; /* of base/file.h: one tournament at a time */
};

static bool fail(const Store *store, const char *what, Error *error) {
    return database_fail(store->db, "database", what, error);
}

Store *store_open(const char *path, const StoreSignature *signature, Error *error) {
    Store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        error_set(error, STATUS_NO_MEMORY, "database: no memory");
        return NULL;
    }
    store->path = strdup(path);
    store->lock = -1;
    if (store->path != NULL && (store->lock = file_lock(path, error)) >= 0 &&
        database_open(&kind, path, true, &store->db, error) &&
        database_claim(&kind, store->db, path, signature->text, error)) {
        static const char insert[] =
            "INSERT INTO games VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13)";
        if (sqlite3_prepare_v2(store->db, insert, -1, &store->insert, NULL) == SQLITE_OK)
            return store;
        fail(store, path, error);
    }
    store_close(store);
    return NULL;
}

void store_close(Store *store) {
    if (store == NULL) return;
    sqlite3_finalize(store->insert);
    sqlite3_close(store->db); /* rolls back what was not finished */
    if (store->path != NULL) file_unlock(store->path, store->lock);
    free(store->path);
    free(store);
}

/* A stored game must be playable and begin with its opening: neither a damaged file nor an edited
 * list of openings shall become a wrong table. */
static bool is_sound(const Tournament *tournament, const GameResult *result) {
    Transcript game, opening;
    int squares = tournament->options->shape->squares;
    tournament_opening(tournament, result, &opening);
    result_transcript(tournament, result, &game);
    if (game.count != result->move_count || game.count < opening.count) return false;
    if (result->opening_moves != opening.count) return false;
    for (int i = 0; i < opening.count; i++)
        if (game.moves[i].square != opening.moves[i].square) return false;
    return result->score >= -squares && result->score <= squares;
}

static bool read_row(sqlite3_stmt *row, Tournament *tournament, GameResult *result) {
    const char *ending = (const char *)sqlite3_column_text(row, 4);
    const char *reason = (const char *)sqlite3_column_text(row, 6);
    const void *moves = sqlite3_column_blob(row, 12);
    int count = sqlite3_column_bytes(row, 12);
    if (ending == NULL || !ending_find(ending, &result->ending)) return false;
    if (count > RECORD_MAX_MOVES || (moves == NULL && count > 0)) return false;
    result->score = sqlite3_column_int(row, 3);
    result->failed = sqlite3_column_int(row, 5) == WHITE ? WHITE : BLACK;
    for (int side = 0; side < 2; side++) {
        result->seconds[side] = sqlite3_column_double(row, 7 + side);
        result->isolation[side] = (unsigned)sqlite3_column_int(row, 9 + side);
    }
    result->opening_moves = sqlite3_column_int(row, 11);
    result->move_count = count;
    if (count > 0) memcpy(result->moves, moves, (size_t)count);
    if (!is_sound(tournament, result)) return false;
    if (reason != NULL) result->reason = strdup(reason);
    result->is_done = true;
    return true;
}

bool store_load(Store *store, Tournament *tournament, Error *error) {
    sqlite3_stmt *row;
    if (sqlite3_prepare_v2(store->db, "SELECT * FROM games", -1, &row, NULL) != SQLITE_OK)
        return fail(store, "reading games", error);
    int step;
    bool ok = true;
    while (ok && (step = sqlite3_step(row)) == SQLITE_ROW) {
        int black = sqlite3_column_int(row, 0), white = sqlite3_column_int(row, 1);
        int number = sqlite3_column_int(row, 2);
        GameResult *result = tournament_find(tournament, black, white, number);
        if (result == NULL) continue; /* more games were played than are asked for now */
        ok = read_row(row, tournament, result);
        if (!ok)
            error_set(
                error, STATUS_BAD_INPUT,
                "database: game %d of players %d and %d does not fit its opening or the rules",
                number + 1, black + 1, white + 1);
    }
    if (ok && step != SQLITE_DONE) ok = fail(store, "reading games", error);
    sqlite3_finalize(row);
    return ok;
}

bool store_save(Store *store, const GameResult *result, Error *error) {
    sqlite3_stmt *row = store->insert;
    sqlite3_bind_int(row, 1, result->participants[BLACK]);
    sqlite3_bind_int(row, 2, result->participants[WHITE]);
    sqlite3_bind_int(row, 3, result->number);
    sqlite3_bind_int(row, 4, result->score);
    sqlite3_bind_text(row, 5, ending_name(result->ending), -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 6, (int)result->failed);
    sqlite3_bind_text(row, 7, result->reason, -1, SQLITE_STATIC);
    sqlite3_bind_double(row, 8, result->seconds[BLACK]);
    sqlite3_bind_double(row, 9, result->seconds[WHITE]);
    sqlite3_bind_int(row, 10, (int)result->isolation[BLACK]);
    sqlite3_bind_int(row, 11, (int)result->isolation[WHITE]);
    sqlite3_bind_int(row, 12, result->opening_moves);
    sqlite3_bind_blob(row, 13, result->moves, result->move_count, SQLITE_STATIC);
    bool ok = sqlite3_step(row) == SQLITE_DONE;
    if (!ok) fail(store, "storing a game", error);
    sqlite3_reset(row);
    sqlite3_clear_bindings(row);
    return ok;
}

#else /* without SQLite */

Store *store_open(const char *path, const StoreSignature *signature, Error *error) {
    (void)signature;
    error_set(error, STATUS_UNSUPPORTED, "%.100s: this program was built without SQLite", path);
    return NULL;
}

void store_close(Store *store) {
    (void)store;
}

bool store_load(Store *store, Tournament *tournament, Error *error) {
    (void)store, (void)tournament, (void)error;
    return false;
}

bool store_save(Store *store, const GameResult *result, Error *error) {
    (void)store, (void)result, (void)error;
    return false;
}

#endif
