/* See store.h. */
#include "arena/store.h"

#include <string.h>

#include "arena/tournament_worker.h"
#include "base/text.h"

void store_sign(StoreSignature *signature, const TournamentOptions *options, const char *openings) {
    Text text = text_into(signature->text, sizeof signature->text);
    const GameTerms *terms = &options->terms;
    text_format(&text, "board: %dx%d\n", options->shape->width, options->shape->height);
    for (int i = 0; i < options->entrant_count; i++)
        text_format(&text, "player %d: %s=%s\n", i + 1, options->entrants[i].name,
                    options->entrants[i].spec.text);
    text_format(&text, "openings: %s\n", openings);
    text_format(&text, "seed: %llu\n", (unsigned long long)options->seed);
    text_format(&text, "time: %g\n", terms->move_seconds);
    text_format(&text, "clock: %g\n", terms->clock_seconds);
    text_format(&text, "depth: %d\n", terms->depth);
}

#ifdef WITH_SQLITE

#include <sqlite3.h>
#include <stdlib.h>

enum { APPLICATION_ID = 0x42696172 }; /* "Biar" */
enum { BUSY_MS = 2000 };

struct Store {
    sqlite3 *db;
    sqlite3_stmt *insert;
};

static bool fail(const Store *store, const char *what, Error *error) {
    error_set(error, STATUS_IO, "database: %s: %.150s", what, sqlite3_errmsg(store->db));
    return false;
}

static const char tables[] =
    "CREATE TABLE IF NOT EXISTS tournament (signature TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS games ("
    " black INTEGER NOT NULL, white INTEGER NOT NULL, number INTEGER NOT NULL,"
    " score INTEGER NOT NULL, ending TEXT NOT NULL, failed INTEGER NOT NULL, reason TEXT,"
    " black_seconds REAL NOT NULL, white_seconds REAL NOT NULL,"
    " black_isolation INTEGER NOT NULL, white_isolation INTEGER NOT NULL,"
    " opening_moves INTEGER NOT NULL, moves BLOB NOT NULL,"
    " PRIMARY KEY (black, white, number)) WITHOUT ROWID;";

/* Reads a number that a pragma or count gives. */
static bool query_integer(Store *store, const char *sql, int *value) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) return false;
    bool ok = sqlite3_step(statement) == SQLITE_ROW;
    if (ok) *value = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return ok;
}

/* Names the first line in which two signatures differ. */
static void say_difference(const char *path, const char *theirs, const char *ours, Error *error) {
    while (*theirs != '\0' && *ours != '\0') {
        size_t their_length = strcspn(theirs, "\n"), our_length = strcspn(ours, "\n");
        if (their_length != our_length || memcmp(theirs, ours, our_length) != 0) {
            error_set(error, STATUS_BAD_INPUT,
                      "%.60s belongs to another tournament: there '%.*s', here '%.*s'", path,
                      (int)(their_length < 60 ? their_length : 60), theirs,
                      (int)(our_length < 60 ? our_length : 60), ours);
            return;
        }
        theirs += their_length + 1;
        ours += our_length + 1;
    }
    error_set(error, STATUS_BAD_INPUT, "%.60s belongs to another tournament", path);
}

static bool write_signature(Store *store, const StoreSignature *signature, Error *error) {
    sqlite3_stmt *statement = NULL;
    bool ok = sqlite3_prepare_v2(store->db, "INSERT INTO tournament VALUES (?1)", -1, &statement,
                                 NULL) == SQLITE_OK &&
              sqlite3_bind_text(statement, 1, signature->text, -1, SQLITE_STATIC) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_DONE;
    if (!ok) fail(store, "writing what it is for", error);
    sqlite3_finalize(statement);
    return ok;
}

static bool check_signature(Store *store, const char *path, const StoreSignature *signature,
                            Error *error) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, "SELECT signature FROM tournament", -1, &statement, NULL) !=
        SQLITE_OK)
        return fail(store, "reading what it is for", error);
    int step = sqlite3_step(statement);
    bool ok = false;
    if (step == SQLITE_ROW) {
        const char *theirs = (const char *)sqlite3_column_text(statement, 0);
        ok = theirs != NULL && strcmp(theirs, signature->text) == 0;
        if (!ok) say_difference(path, theirs != NULL ? theirs : "", signature->text, error);
    }
    sqlite3_finalize(statement);
    if (step == SQLITE_DONE) return write_signature(store, signature, error);
    return step == SQLITE_ROW ? ok : fail(store, "reading what it is for", error);
}

/* A file of ours, or a new one: never somebody else's database. */
static bool check_owner(Store *store, const char *path, Error *error) {
    int id = 0, objects = 0;
    if (!query_integer(store, "PRAGMA application_id", &id) ||
        !query_integer(store, "SELECT count(*) FROM sqlite_master", &objects))
        return fail(store, path, error);
    if (id == APPLICATION_ID || (id == 0 && objects == 0)) return true;
    error_set(error, STATUS_BAD_INPUT, "%.100s is a database, but none of a tournament", path);
    return false;
}

/* With a write-ahead log a finished transaction survives the death of the process without waiting
 * for the disk at every game. */
static bool set_up(Store *store, const char *path, const StoreSignature *signature, Error *error) {
    sqlite3_busy_timeout(store->db, BUSY_MS);
    if (!check_owner(store, path, error)) return false;
    if (sqlite3_exec(store->db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;", NULL, NULL,
                     NULL) != SQLITE_OK ||
        sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        return fail(store, path, error);
    if (sqlite3_exec(store->db, tables, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(store->db, "PRAGMA application_id=1114202482", NULL, NULL, NULL) != SQLITE_OK)
        return fail(store, path, error);
    if (!check_signature(store, path, signature, error)) return false;
    if (sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        return fail(store, path, error);
    return sqlite3_prepare_v2(store->db,
                              "INSERT INTO games VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,"
                              "?13)",
                              -1, &store->insert, NULL) == SQLITE_OK ||
           fail(store, path, error);
}

Store *store_open(const char *path, const StoreSignature *signature, Error *error) {
    Store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        error_set(error, STATUS_NO_MEMORY, "database: no memory");
        return NULL;
    }
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK)
        fail(store, path, error);
    else if (set_up(store, path, signature, error))
        return store;
    store_close(store);
    return NULL;
}

void store_close(Store *store) {
    if (store == NULL) return;
    sqlite3_finalize(store->insert);
    sqlite3_close(store->db); /* rolls back what was not finished */
    free(store);
}

/* A stored game must be playable and begin with its opening: neither a damaged file nor an edited
 * list of openings shall become a wrong table. */
static bool is_sound(const Tournament *tournament, const GameResult *result) {
    Transcript game, opening;
    int squares = tournament->options->shape->squares;
    openings_get(tournament->options->openings, result->number / 2, &opening);
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
    sqlite3_bind_int(row, 1, result->entrants[BLACK]);
    sqlite3_bind_int(row, 2, result->entrants[WHITE]);
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
