/* Finds games and positions in a library. */
#include "library/library.h"

#ifdef WITH_SQLITE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/text.h"
#include "game/symmetry.h"
#include "library/library_private.h"
#include "record/play.h"

enum { MAX_VERIFIED = 500, SQL_SIZE = 1200 };

/* --- Reading games ------------------------------------------------------------------------------
 */

#define GAME_COLUMNS                                                                               \
    "games.id, board, start, b.name, w.name, e.name, o.name, date, place, result, best_discs, "    \
    "moves"
#define GAME_TABLES                                                                                \
    "games JOIN names b ON b.id = black JOIN names w ON w.id = white"                              \
    " JOIN names e ON e.id = event JOIN names o ON o.id = opening"

static void copy_column(sqlite3_stmt *row, int column, char text[RECORD_NAME_SIZE]) {
    const char *bytes = (const char *)sqlite3_column_text(row, column);
    record_set_text(text, bytes != NULL ? bytes : "", bytes != NULL ? strlen(bytes) : 0);
}

/* Nothing in the file is trusted: what is no game is an error. */
static bool read_moves(sqlite3_stmt *row, int column, Transcript *moves) {
    const uint8_t *bytes = sqlite3_column_blob(row, column);
    int count = sqlite3_column_bytes(row, column);
    const Shape *shape = moves->start.shape;
    for (int i = 0; i < count; i++) {
        bool is_pass = bytes[i] == WRITTEN_PASS;
        if (!is_pass && bytes[i] >= shape->squares) return false;
        int square = is_pass ? PASS : shape_from_index(shape, bytes[i]);
        if (!transcript_add(moves, square, true, NULL)) return false;
    }
    return true;
}

static bool read_row(Library *library, sqlite3_stmt *row, GameRecord *game) {
    const char *board = (const char *)sqlite3_column_text(row, 1);
    const char *text = (const char *)sqlite3_column_text(row, 2);
    if (board == NULL) board = "8x8";
    memset(game, 0, sizeof *game);
    if (!record_shape_parse(&library->shape, board, strlen(board), NULL)) return false;
    Board start = board_start(&library->shape);
    if (text != NULL && !board_parse(&library->shape, text, strlen(text), &start, NULL))
        return false;
    transcript_init(&game->moves, &start);
    copy_column(row, 3, game->black);
    copy_column(row, 4, game->white);
    copy_column(row, 5, game->event);
    copy_column(row, 7, game->date);
    copy_column(row, 8, game->place);
    copy_column(row, 9, game->result);
    game->best_discs = sqlite3_column_int(row, 10);
    return read_moves(row, 11, &game->moves);
}

/* --- Positions ----------------------------------------------------------------------------------
 */

/* The games whose column has the position's hash. */
typedef struct Matches {
    uint32_t wanted; /* the hash part of a cell */
    int count, capacity;
    bool has_memory;
    int *ids;
    uint8_t *moves; /* played there, as the canonical board is turned */
} Matches;

static bool grow(Matches *matches) {
    int capacity = matches->capacity > 0 ? 2 * matches->capacity : 1024;
    int *ids = realloc(matches->ids, (size_t)capacity * sizeof *ids);
    if (ids != NULL) matches->ids = ids;
    uint8_t *moves = realloc(matches->moves, (size_t)capacity);
    if (moves != NULL) matches->moves = moves;
    matches->has_memory = ids != NULL && moves != NULL;
    if (matches->has_memory) matches->capacity = capacity;
    return matches->has_memory;
}

static bool match_chunk(void *context, int first, const uint32_t *cells, int count) {
    Matches *matches = context;
    for (int i = 0; i < count; i++) {
        if (cells[i] >> 7 != matches->wanted || cells[i] == (uint32_t)COLUMN_NO_CELL) continue;
        if (matches->count == matches->capacity && !grow(matches)) return false;
        matches->ids[matches->count] = first + i;
        matches->moves[matches->count++] = cells[i] & COLUMN_NO_MOVE;
    }
    return true;
}

static void release_matches(Matches *matches) {
    free(matches->ids);
    free(matches->moves);
}

/* Whether the game reaches the position, in any of its turns. */
static bool reaches(const GameRecord *game, const Shape *shape, int discs, uint64_t hash) {
    Board board = game->moves.start;
    int ply = 0, square;
    if (board.shape->width != shape->width || board.shape->height != shape->height) return false;
    while (columns_next(&game->moves, &ply, &board, &square))
        if (bits_count(board.position.own | board.position.opp) == discs)
            return position_key(board.shape, board.position).hash == hash;
    return false;
}

/* 25 bits of a hash may agree by chance, once in 250 searches of 137,000 games. Where that would be
 * seen, among few games, each is played through. */
static bool verify(Library *library, const Shape *shape, int discs, uint64_t hash,
                   Matches *matches) {
    sqlite3_stmt *select;
    int kept = 0;
    if (matches->count > MAX_VERIFIED) return true;
    if (!library_prepare(library, "SELECT " GAME_COLUMNS " FROM " GAME_TABLES " WHERE games.id = ?",
                         &select))
        return false;
    for (int i = 0; i < matches->count; i++) {
        GameRecord game;
        sqlite3_reset(select);
        sqlite3_bind_int(select, 1, matches->ids[i]);
        if (sqlite3_step(select) != SQLITE_ROW || !read_row(library, select, &game) ||
            !reaches(&game, shape, discs, hash))
            continue;
        matches->ids[kept] = matches->ids[i];
        matches->moves[kept++] = matches->moves[i];
    }
    matches->count = kept;
    sqlite3_finalize(select);
    return true;
}

/* A position in which the side to move must pass is the one after the pass. */
static Position after_forced_pass(const Board *board) {
    return play_must_pass(board) ? position_passed(board->position) : board->position;
}

static bool find_position(Library *library, const Board *board, PositionKey *key, Matches *matches,
                          Error *error) {
    Position position = after_forced_pass(board);
    *key = position_key(board->shape, position);
    *matches = (Matches){.wanted = column_cell(key->hash, 0) >> 7, .has_memory = true};
    int discs = bits_count(position.own | position.opp);
    bool ok = columns_scan(library->db, discs, match_chunk, matches) &&
              verify(library, board->shape, discs, key->hash, matches);
    if (!matches->has_memory) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the games found");
        return false;
    }
    return ok || library_fail(library, "cannot be read", error);
}

/* The results of all games, a byte each. */
typedef struct Explorer {
    int games;
    uint8_t *bytes;
} Explorer;

static bool note_results(void *context, int first, const uint32_t *cells, int count) {
    Explorer *explorer = context;
    for (int i = 0; i < count && first + i < explorer->games; i++)
        explorer->bytes[first + i] = (uint8_t)cells[i];
    return true;
}

static void count_move(LibraryMove *move, int result) {
    move->games++;
    if (result == COLUMN_NO_RESULT) return;
    bool is_white = result < SHAPE_MAX_SQUARES || result == COLUMN_WHITE_WINS;
    move->draws += result == SHAPE_MAX_SQUARES;
    move->white_wins += is_white;
    move->black_wins += !is_white && result != SHAPE_MAX_SQUARES;
}

static int by_games(const void *a, const void *b) {
    const LibraryMove *x = a, *y = b;
    return x->games != y->games ? (y->games > x->games) - (y->games < x->games)
                                : x->square - y->square;
}

/* Squares that a turn which leaves the position as it is sends to each other are one move: the
 * first of them stands for all. */
static int first_of_symmetric(const Shape *shape, Position position, int square) {
    Position canonical = symmetry_canonical(shape, position, NULL);
    int first = square;
    for (int s = 0; s < shape->symmetries; s++) {
        Position turned = symmetry_position(shape, s, canonical);
        if (turned.own == canonical.own && turned.opp == canonical.opp &&
            shape->where[s][square] < first)
            first = shape->where[s][square];
    }
    return first;
}

bool library_explore(Library *library, const Board *position, LibraryMoves *out, Error *error) {
    Matches matches;
    PositionKey key;
    Explorer explorer = {.games = library_next_id(library, error)};
    LibraryMove moves[SHAPE_MAX_SQUARES] = {0};
    memset(out, 0, sizeof *out);
    if (explorer.games < 0) return false;
    bool ok = find_position(library, position, &key, &matches, error);
    explorer.bytes = ok ? malloc((size_t)explorer.games + 1) : NULL;
    if (ok && explorer.bytes == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the results of games");
        ok = false;
    }
    if (explorer.bytes != NULL) {
        memset(explorer.bytes, COLUMN_NO_RESULT, (size_t)explorer.games + 1);
        ok = columns_scan(library->db, COLUMN_RESULTS, note_results, &explorer) ||
             library_fail(library, "cannot be read", error);
    }
    const Shape *shape = position->shape;
    Position canonical = symmetry_canonical(shape, after_forced_pass(position), NULL);
    int firsts[SHAPE_MAX_SQUARES];
    for (int i = 0; i < SHAPE_MAX_SQUARES; i++)
        firsts[i] = bits_has(shape->playable, i) ? first_of_symmetric(shape, canonical, i) : i;
    for (int i = 0; ok && i < matches.count; i++) {
        out->games++;
        if (matches.moves[i] < SHAPE_MAX_SQUARES && matches.ids[i] < explorer.games)
            count_move(&moves[firsts[matches.moves[i]]], explorer.bytes[matches.ids[i]]);
    }
    for (int i = 0; i < SHAPE_MAX_SQUARES; i++) {
        if (moves[i].games == 0) continue;
        moves[i].square = position_key_square_back(shape, key.turn, i);
        out->moves[out->count++] = moves[i];
    }
    qsort(out->moves, (size_t)out->count, sizeof out->moves[0], by_games);
    free(explorer.bytes);
    release_matches(&matches);
    return ok;
}

/* --- Searching ----------------------------------------------------------------------------------
 */

static const char *const results_sql[] = {"", " AND " LIBRARY_BLACK_WINS,
                                          " AND " LIBRARY_WHITE_WINS, " AND score = 0"};

/* A pattern for LIKE that finds `text` anywhere in a name. */
static void bind_like(sqlite3_stmt *select, int at, const char *text) {
    char pattern[4 * RECORD_NAME_SIZE];
    Text out = text_into(pattern, sizeof pattern);
    text_byte(&out, '%');
    for (; text != NULL && *text != '\0' && out.length + 4 < sizeof pattern; text++) {
        if (*text == '%' || *text == '_' || *text == '\\') text_byte(&out, '\\');
        text_byte(&out, *text);
    }
    text_byte(&out, '%');
    sqlite3_bind_text(select, at, pattern, -1, SQLITE_TRANSIENT);
}

static sqlite3_stmt *prepare_search(Library *library, const LibraryQuery *query) {
    char sql[SQL_SIZE];
    sqlite3_stmt *select;
#define NAMED(parameter) "IN (SELECT id FROM names WHERE name LIKE ?" parameter " ESCAPE '\\')"
    snprintf(
        sql, sizeof sql, "SELECT " GAME_COLUMNS " FROM " GAME_TABLES " WHERE 1%s%s%s%s%s%s%s%s%s",
        query->player ? " AND (black " NAMED("1") " OR white " NAMED("1") ")" : "",
        query->black ? " AND black " NAMED("2") : "", query->white ? " AND white " NAMED("3") : "",
        query->event ? " AND event " NAMED("4") : "",
        query->opening ? " AND opening " NAMED("5") : "",
        query->first_year ? " AND year >= ?6" : "", query->last_year ? " AND year <= ?7" : "",
        results_sql[query->result], query->position ? " AND games.id = ?8" : " ORDER BY games.id");
    if (!library_prepare(library, sql, &select)) return NULL;
    if (query->player) bind_like(select, 1, query->player);
    if (query->black) bind_like(select, 2, query->black);
    if (query->white) bind_like(select, 3, query->white);
    if (query->event) bind_like(select, 4, query->event);
    if (query->opening) bind_like(select, 5, query->opening);
    if (query->first_year) sqlite3_bind_int(select, 6, query->first_year);
    if (query->last_year) sqlite3_bind_int(select, 7, query->last_year);
    return select;
}

/* Visits the rows of a statement; false to stop. */
static bool visit_rows(Library *library, sqlite3_stmt *select, LibraryVisit *visit, void *context,
                       int *step) {
    while ((*step = sqlite3_step(select)) == SQLITE_ROW) {
        GameRecord game;
        char opening[RECORD_NAME_SIZE];
        if (!read_row(library, select, &game)) continue;
        copy_column(select, 6, opening);
        if (!visit(context, sqlite3_column_int64(select, 0), &game, opening)) return false;
    }
    return *step == SQLITE_DONE;
}

bool library_search(Library *library, const LibraryQuery *query, LibraryVisit *visit, void *context,
                    Error *error) {
    Matches matches = {.has_memory = true};
    PositionKey key;
    if (query->position && !find_position(library, query->position, &key, &matches, error)) {
        release_matches(&matches);
        return false;
    }
    sqlite3_stmt *select = prepare_search(library, query);
    int step = SQLITE_ERROR;
    if (select != NULL && !query->position) visit_rows(library, select, visit, context, &step);
    for (int i = 0; select != NULL && query->position && i < matches.count; i++) {
        sqlite3_reset(select);
        sqlite3_bind_int(select, 8, matches.ids[i]);
        if (!visit_rows(library, select, visit, context, &step)) break;
    }
    bool ok = select != NULL && (step == SQLITE_DONE || step == SQLITE_ROW ||
                                 (query->position && matches.count == 0));
    if (!ok) library_fail(library, "cannot be searched", error);
    sqlite3_finalize(select);
    release_matches(&matches);
    return ok;
}

#endif
