/* Games in SQLite: a row for each, names apart, positions in columns (columns.h). */
#include "library/library.h"

#ifdef WITH_SQLITE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/library_private.h"
#include "record/opening.h"
#include "store/database.h"

static const DatabaseKind kind = {
    .application_id = 0x42696c69, /* "Bili" */
    .noun = "library of games",
    .tables = "CREATE TABLE library (purpose TEXT NOT NULL);"
              "CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
              "CREATE TABLE games (id INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE,"
              " board TEXT, start TEXT, black INTEGER NOT NULL, white INTEGER NOT NULL,"
              " event INTEGER NOT NULL, opening INTEGER NOT NULL, year INTEGER NOT NULL, date TEXT,"
              " place TEXT, result TEXT, score INTEGER, best_discs INTEGER, moves BLOB NOT NULL);"
              "CREATE TABLE columns (id INTEGER PRIMARY KEY, cells BLOB NOT NULL);",
    .purpose = "library",
    .busy_ms = 5000,
};

bool library_fail(const Library *library, const char *what, Error *error) {
    return database_fail(library->db, "library", what, error);
}

bool library_prepare(Library *library, const char *sql, sqlite3_stmt **statement) {
    return sqlite3_prepare_v2(library->db, sql, -1, statement, NULL) == SQLITE_OK;
}

/* Two selects, because each alone is answered by the end of an index. */
int library_next_id(Library *library, Error *error) {
    sqlite3_stmt *select;
    sqlite3_int64 least = 0, most = -1;
    bool ok = library_prepare(library,
                              "SELECT coalesce((SELECT min(id) FROM games), 0), coalesce((SELECT "
                              "max(id) FROM games), -1)",
                              &select);
    if (ok) ok = sqlite3_step(select) == SQLITE_ROW;
    if (ok) {
        least = sqlite3_column_int64(select, 0);
        most = sqlite3_column_int64(select, 1);
    }
    if (!ok) library_fail(library, "cannot be read", error);
    sqlite3_finalize(select);
    if (!ok) return -1;
    if (least >= 0 && most < COLUMN_MAX_GAMES) return (int)most + 1;
    error_set(error, STATUS_BAD_INPUT, "the library is damaged: a game has the id %lld",
              (long long)(least < 0 ? least : most));
    return -1;
}

Library *library_open(const char *path, bool may_create, Error *error) {
    Library *library = aligned_alloc(_Alignof(Library), sizeof *library);
    if (library == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a library");
        return NULL;
    }
    memset(library, 0, sizeof *library);
    bool ok = database_open(&kind, path, may_create, &library->db, error) &&
              database_claim(&kind, library->db, path, "games: Othello\n", error);
    if (ok)
        ok = (library_prepare(library,
                              "INSERT OR IGNORE INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                              &library->insert) &&
              library_prepare(library, "INSERT OR IGNORE INTO names (name) VALUES (?)",
                              &library->add_name) &&
              library_prepare(library, "SELECT id FROM names WHERE name = ?",
                              &library->find_name)) ||
             library_fail(library, "cannot be read", error);
    if (ok) library->games = library_next_id(library, error);
    if (ok && library->games >= 0) return library;
    library_close(library);
    return NULL;
}

void library_close(Library *library) {
    if (library == NULL) return;
    sqlite3_finalize(library->insert);
    sqlite3_finalize(library->add_name);
    sqlite3_finalize(library->find_name);
    sqlite3_close(library->db);
    free(library);
}

/* --- Adding -------------------------------------------------------------------------------------
 */

/* The number of a name, which is added if it is new; 0 if that fails. */
static sqlite3_int64 name_id(Library *library, const char *name) {
    uint64_t hash = 0;
    for (const char *at = name; *at != '\0'; at++) hash = random_mix(hash + (unsigned char)*at);
    CachedName *cached = &library->names[hash % NAME_CACHE];
    if (cached->id != 0 && strcmp(cached->name, name) == 0) return cached->id;
    sqlite3_int64 id = 0;
    sqlite3_bind_text(library->add_name, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(library->find_name, 1, name, -1, SQLITE_STATIC);
    if (sqlite3_step(library->add_name) == SQLITE_DONE &&
        sqlite3_step(library->find_name) == SQLITE_ROW)
        id = sqlite3_column_int64(library->find_name, 0);
    sqlite3_reset(library->add_name);
    sqlite3_reset(library->find_name);
    cached->id = id;
    snprintf(cached->name, sizeof cached->name, "%s", name);
    return id;
}

/* One byte a move; forced passes are left out, except at the end. */
static int pack_moves(const Transcript *moves, uint8_t *out) {
    int count = 0;
    for (int i = 0; i < moves->count; i++) {
        int square = moves->moves[i].square;
        if (square != PASS)
            out[count++] = (uint8_t)shape_index(moves->start.shape, square);
        else if (i == moves->count - 1)
            out[count++] = WRITTEN_PASS;
    }
    return count;
}

/* NULL for "", so that it takes no room. */
static void bind_text(sqlite3_stmt *statement, int at, const char *text) {
    if (*text != '\0')
        sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT);
    else
        sqlite3_bind_null(statement, at);
}

static void bind_game(Library *library, const GameRecord *game, const sqlite3_int64 ids[4]) {
    const Shape *shape = game->moves.start.shape;
    sqlite3_stmt *insert = library->insert;
    uint8_t moves[RECORD_MAX_MOVES];
    char board[16] = "", start[BOARD_TEXT_SIZE] = "";
    int score;
    if (shape->width != 8 || shape->height != 8)
        snprintf(board, sizeof board, "%dx%d", shape->width, shape->height);
    if (!record_has_usual_start(game)) board_format(&game->moves.start, start, sizeof start);
    uint64_t key = columns_game_hash(&game->moves);
    key = random_mix(key + (uint64_t)ids[0] * 3);
    key = random_mix(key + (uint64_t)ids[1] * 5);
    sqlite3_bind_int(insert, 1, library->games);
    sqlite3_bind_int64(insert, 2, (sqlite3_int64)key);
    bind_text(insert, 3, board);
    bind_text(insert, 4, start);
    for (int i = 0; i < 4; i++) sqlite3_bind_int64(insert, 5 + i, ids[i]);
    sqlite3_bind_int(insert, 9, record_year(game));
    bind_text(insert, 10, game->date);
    bind_text(insert, 11, game->place);
    bind_text(insert, 12, game->result);
    if (record_score(game, &score))
        sqlite3_bind_int(insert, 13, score);
    else
        sqlite3_bind_null(insert, 13);
    sqlite3_bind_int(insert, 14, game->best_discs);
    sqlite3_bind_blob(insert, 15, moves, pack_moves(&game->moves, moves), SQLITE_TRANSIENT);
}

/* Inside of a new transaction: another program may have added or deleted games since the last. */
static bool count_again(Library *library, Error *error) {
    int games = library_next_id(library, error);
    if (games == COLUMN_MAX_GAMES)
        error_set(error, STATUS_UNSUPPORTED, "the library is full: it has %d games", games);
    if (games < 0 || games == COLUMN_MAX_GAMES) return false;
    library->games = games;
    library->has_columns = false;
    return true;
}

static bool begin_adding(Library *library, Error *error) {
    if (!library->is_adding && !database_run(library->db, "BEGIN IMMEDIATE"))
        return library_fail(library, "waiting for other programs", error);
    if (!library->is_adding && !count_again(library, error)) {
        database_run(library->db, "ROLLBACK");
        return false;
    }
    library->is_adding = true;
    if (library->has_columns) return true;
    library->has_columns = columns_load(&library->columns, library->db, library->games);
    return library->has_columns || library_fail(library, "cannot be read", error);
}

bool library_add(Library *library, const GameRecord *game, bool *is_new, Error *error) {
    if (!begin_adding(library, error)) return false;
    const Opening *opening = opening_of(&game->moves);
    const sqlite3_int64 ids[4] = {name_id(library, game->black), name_id(library, game->white),
                                  name_id(library, game->event),
                                  name_id(library, opening != NULL ? opening->english : "")};
    bind_game(library, game, ids);
    int step = sqlite3_step(library->insert);
    *is_new = sqlite3_changes(library->db) > 0;
    sqlite3_reset(library->insert);
    if (step != SQLITE_DONE) return library_fail(library, "a game cannot be added", error);
    if (!*is_new) return true;
    columns_add(&library->columns, game);
    library->games++;
    if (library->columns.count < COLUMN_CHUNK) return true;
    if (!columns_save(&library->columns, library->db))
        return library_fail(library, "positions cannot be added", error);
    library->has_columns = false;
    return true;
}

bool library_save(Library *library, Error *error) {
    if (!library->is_adding) return true;
    if ((library->has_columns && !columns_save(&library->columns, library->db)) ||
        !database_run(library->db, "COMMIT"))
        return library_fail(library, "cannot be saved", error);
    library->is_adding = false;
    return true;
}

static bool delete_row(Library *library, int64_t id, bool *was_there) {
    sqlite3_stmt *remove;
    if (!library_prepare(library, "DELETE FROM games WHERE id = ?", &remove)) return false;
    sqlite3_bind_int64(remove, 1, id);
    bool ok = sqlite3_step(remove) == SQLITE_DONE;
    *was_there = ok && sqlite3_changes(library->db) > 0;
    sqlite3_finalize(remove);
    return ok;
}

bool library_delete(Library *library, int64_t id, bool *was_there, Error *error) {
    *was_there = false;
    if (!library_save(library, error)) return false;
    if (id < 0 || id > INT32_MAX) return true;
    if (!database_run(library->db, "BEGIN IMMEDIATE"))
        return library_fail(library, "waiting for other programs", error);
    bool ok = delete_row(library, id, was_there) &&
              (!*was_there || columns_erase(library->db, (int)id)) &&
              database_run(library->db, "COMMIT");
    if (!ok) {
        library_fail(library, "the game cannot be deleted", error);
        database_run(library->db, "ROLLBACK");
    }
    return ok;
}

/* --- Stats --------------------------------------------------------------------------------------
 */

bool library_stats(Library *library, LibraryStats *stats, Error *error) {
    sqlite3_stmt *select;
    static const char sql[] =
        "SELECT count(*), count(DISTINCT nullif(event, (SELECT id FROM names WHERE name = ''))),"
        " coalesce(min(nullif(year, 0)), 0), max(year), total(" LIBRARY_BLACK_WINS "),"
        " total(score = 0), total(" LIBRARY_WHITE_WINS
        "), (SELECT count(*) FROM (SELECT black FROM games UNION SELECT white FROM"
        " games) JOIN names ON names.id = black WHERE name <> '') FROM games";
    if (!library_prepare(library, sql, &select))
        return library_fail(library, "cannot be read", error);
    bool ok = sqlite3_step(select) == SQLITE_ROW;
    if (ok)
        *stats = (LibraryStats){
            .games = sqlite3_column_int(select, 0),
            .events = sqlite3_column_int(select, 1),
            .first_year = sqlite3_column_int(select, 2),
            .last_year = sqlite3_column_int(select, 3),
            .black_wins = sqlite3_column_int(select, 4),
            .draws = sqlite3_column_int(select, 5),
            .white_wins = sqlite3_column_int(select, 6),
            .players = sqlite3_column_int(select, 7),
        };
    sqlite3_finalize(select);
    return ok || library_fail(library, "cannot be read", error);
}

#else

Library *library_open(const char *path, bool may_create, Error *error) {
    (void)path, (void)may_create;
    error_set(error, STATUS_UNSUPPORTED, "this program was built without SQLite");
    return NULL;
}

void library_close(Library *library) {
    (void)library;
}

/* Nothing can be asked of a library that cannot be opened. */
bool library_add(Library *library, const GameRecord *game, bool *is_new, Error *error) {
    (void)game, (void)is_new;
    return library_open(NULL, library != NULL, error) != NULL;
}

bool library_save(Library *library, Error *error) {
    return library_open(NULL, library != NULL, error) != NULL;
}

bool library_delete(Library *library, int64_t id, bool *was_there, Error *error) {
    (void)id, (void)was_there;
    return library_open(NULL, library != NULL, error) != NULL;
}

bool library_search(Library *library, const LibraryQuery *query, LibraryVisit *visit, void *context,
                    Error *error) {
    (void)query, (void)visit, (void)context;
    return library_open(NULL, library != NULL, error) != NULL;
}

bool library_explore(Library *library, const Board *position, LibraryMoves *moves, Error *error) {
    (void)position, (void)moves;
    return library_open(NULL, library != NULL, error) != NULL;
}

bool library_stats(Library *library, LibraryStats *stats, Error *error) {
    (void)stats;
    return library_open(NULL, library != NULL, error) != NULL;
}

#endif
