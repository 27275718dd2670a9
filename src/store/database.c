/* Opens SQLite databases with the settings that jobs, games and results share. */
#include "store/database.h"

#ifdef WITH_SQLITE

#include <stdio.h>
#include <string.h>

#include "base/clock.h"

enum { RETRY_NS = 10000000, SQL_SIZE = 160 };

bool database_fail(sqlite3 *db, const char *path, const char *what, Error *error) {
    error_set(error, STATUS_IO, "%.100s: %s: %.100s", path, what, sqlite3_errmsg(db));
    return false;
}

bool database_run(sqlite3 *db, const char *sql) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Reads a number that a pragma or count gives. */
static bool query_integer(sqlite3 *db, const char *sql, int *value) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) return false;
    bool ok = sqlite3_step(statement) == SQLITE_ROW;
    if (ok) *value = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return ok;
}

/* A file of ours, or a new one: never the database of another program. Called inside of a
 * transaction, since another process may be making the tables between the two questions. */
static bool check_owner(const DatabaseKind *kind, sqlite3 *db, const char *path, bool *is_new,
                        Error *error) {
    int id = 0, objects = 0;
    if (!query_integer(db, "PRAGMA application_id", &id) ||
        !query_integer(db, "SELECT count(*) FROM sqlite_master", &objects))
        return database_fail(db, path, "cannot be read", error);
    *is_new = id == 0 && objects == 0;
    if (id == kind->application_id || *is_new) return true;
    error_set(error, STATUS_BAD_INPUT, "%.100s is a database, but none of a %s", path, kind->noun);
    return false;
}

/* Ends a transaction: keeps it if all went well, and forgets it otherwise. */
static bool end_transaction(sqlite3 *db, const char *path, bool ok, const char *what,
                            Error *error) {
    if (ok && !database_run(db, "COMMIT")) ok = database_fail(db, path, what, error);
    if (!ok) database_run(db, "ROLLBACK");
    return ok;
}

static bool look_at_owner(const DatabaseKind *kind, sqlite3 *db, const char *path, bool *is_new,
                          Error *error) {
    if (!database_run(db, "BEGIN")) return database_fail(db, path, "cannot be read", error);
    bool ok = check_owner(kind, db, path, is_new, error);
    return end_transaction(db, path, ok, "cannot be read", error);
}

/* SQLite does not wait by itself for this one, and several programs may begin at once. */
static bool set_journal(const DatabaseKind *kind, sqlite3 *db) {
    double end = clock_seconds() + kind->busy_ms / 1000.0;
    while (!database_run(db, "PRAGMA journal_mode=WAL")) {
        if (sqlite3_errcode(db) != SQLITE_BUSY || clock_seconds() > end) return false;
        clock_sleep_ns(RETRY_NS);
    }
    return database_run(db, "PRAGMA synchronous=NORMAL");
}

/* As the only writer: another process may have made the tables, or those of another kind, since
 * the file was found new. */
static bool make_tables(const DatabaseKind *kind, sqlite3 *db, const char *path, Error *error) {
    char mark[SQL_SIZE];
    bool is_new = false;
    snprintf(mark, sizeof mark, "PRAGMA application_id=%d", kind->application_id);
    if (!database_run(db, "BEGIN IMMEDIATE"))
        return database_fail(db, path, "waiting for other programs", error);
    bool ok = check_owner(kind, db, path, &is_new, error);
    if (ok && is_new && !(database_run(db, kind->tables) && database_run(db, mark)))
        ok = database_fail(db, path, "cannot be set up", error);
    return end_transaction(db, path, ok, "cannot be set up", error);
}

static bool set_up(const DatabaseKind *kind, sqlite3 *db, const char *path, Error *error) {
    bool is_new = false;
    sqlite3_busy_timeout(db, kind->busy_ms);
    if (!look_at_owner(kind, db, path, &is_new, error)) return false;
    if (!set_journal(kind, db)) return database_fail(db, path, "cannot be set up", error);
    return !is_new || make_tables(kind, db, path, error);
}

bool database_open(const DatabaseKind *kind, const char *path, bool may_create, sqlite3 **db,
                   Error *error) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (may_create ? SQLITE_OPEN_CREATE : 0);
    bool ok = sqlite3_open_v2(path, db, flags, NULL) == SQLITE_OK ||
              database_fail(*db, path, "cannot be opened", error);
    if (ok && set_up(kind, *db, path, error)) return true;
    sqlite3_close(*db);
    *db = NULL;
    return false;
}

/* Names the first line in which two purposes differ. */
static void say_difference(const DatabaseKind *kind, const char *path, const char *theirs,
                           const char *ours, Error *error) {
    while (*theirs != '\0' && *ours != '\0') {
        size_t their_length = strcspn(theirs, "\n"), our_length = strcspn(ours, "\n");
        if (their_length != our_length || memcmp(theirs, ours, our_length) != 0) {
            error_set(error, STATUS_BAD_INPUT,
                      "%.60s belongs to another %s: there '%.*s', here '%.*s'", path, kind->noun,
                      (int)(their_length < 60 ? their_length : 60), theirs,
                      (int)(our_length < 60 ? our_length : 60), ours);
            return;
        }
        theirs += their_length + 1;
        ours += our_length + 1;
    }
    error_set(error, STATUS_BAD_INPUT, "%.60s belongs to another %s", path, kind->noun);
}

static bool write_purpose(const DatabaseKind *kind, sqlite3 *db, const char *path,
                          const char *purpose, Error *error) {
    char sql[SQL_SIZE];
    sqlite3_stmt *statement = NULL;
    snprintf(sql, sizeof sql, "INSERT INTO %s VALUES (?1)", kind->purpose);
    bool ok = sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_bind_text(statement, 1, purpose, -1, SQLITE_STATIC) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_DONE;
    if (!ok) database_fail(db, path, "writing what it is for", error);
    sqlite3_finalize(statement);
    return ok;
}

static bool claim(const DatabaseKind *kind, sqlite3 *db, const char *path, const char *purpose,
                  Error *error) {
    char sql[SQL_SIZE];
    sqlite3_stmt *statement;
    snprintf(sql, sizeof sql, "SELECT * FROM %s", kind->purpose);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        return database_fail(db, path, "reading what it is for", error);
    int step = sqlite3_step(statement);
    bool ok = false;
    if (step == SQLITE_ROW) {
        const char *theirs = (const char *)sqlite3_column_text(statement, 0);
        ok = theirs != NULL && strcmp(theirs, purpose) == 0;
        if (!ok) say_difference(kind, path, theirs != NULL ? theirs : "", purpose, error);
    }
    sqlite3_finalize(statement);
    if (step == SQLITE_DONE) return write_purpose(kind, db, path, purpose, error);
    return step == SQLITE_ROW ? ok : database_fail(db, path, "reading what it is for", error);
}

bool database_claim(const DatabaseKind *kind, sqlite3 *db, const char *path, const char *purpose,
                    Error *error) {
    if (!database_run(db, "BEGIN IMMEDIATE"))
        return database_fail(db, path, "waiting for other programs", error);
    bool ok = claim(kind, db, path, purpose, error);
    return end_transaction(db, path, ok, "writing what it is for", error);
}

#else

/* A file of C must declare something. */
typedef int DatabaseIsLeftOut;

#endif
