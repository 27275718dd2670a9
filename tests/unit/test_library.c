/* A library of games: what is added is found again by names, years, results and positions, compared
 * with looking at every game; duplicates, borders of chunks, damaged files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#ifdef WITH_SQLITE
#include <sqlite3.h>
#endif

#include "base/bits.h"
#include "base/file.h"
#include "game/rules.h"
#include "game/symmetry.h"
#include "library/library.h"
#include "library/position_key.h"
#include "record/play.h"
#include "support/boards.h"

static char path[300];

static void remove_library(void) {
    char log[320];
    unlink(path);
    snprintf(log, sizeof log, "%s-wal", path);
    unlink(log);
    snprintf(log, sizeof log, "%s-shm", path);
    unlink(log);
}

/* A new library; the test is skipped where the program has none. */
static Library *open_new(void) {
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/test-library-%ld.db", folder != NULL ? folder : "/tmp",
             (long)getpid());
    remove_library();
    Error error;
    Library *library = library_open(path, true, &error);
    if (library == NULL && strstr(error.text, "without SQLite")) skip();
    if (library == NULL) fail_msg("%s", error.text);
    return library;
}

static void make_game(GameRecord *game, const Shape *shape, const char *moves, const char *black,
                      const char *white) {
    Board start = board_start(shape);
    Error error;
    memset(game, 0, sizeof *game);
    if (!transcript_parse(&game->moves, &start, moves, strlen(moves), &error))
        fail_msg("%s", error.text);
    snprintf(game->black, sizeof game->black, "%s", black);
    snprintf(game->white, sizeof game->white, "%s", white);
}

static void play_random(GameRecord *game, const Shape *shape, int plies, Random *random) {
    Board start = board_start(shape);
    memset(game, 0, sizeof *game);
    transcript_init(&game->moves, &start);
    while (plies-- > 0 && !rules_is_over(shape, game->moves.end.position)) {
        Position position = game->moves.end.position;
        uint64_t moves = rules_moves(shape, position.own, position.opp);
        assert_true(transcript_add(&game->moves, moves ? rules_random_move(moves, random) : PASS,
                                   false, NULL));
    }
}

static bool add(Library *library, const GameRecord *game) {
    bool is_new;
    Error error;
    if (!library_add(library, game, &is_new, &error)) fail_msg("%s", error.text);
    return is_new;
}

/* The ids that a query finds, in a row: "0 3 ". */
typedef struct Found {
    char ids[4000];
    int count;
} Found;

static bool note(void *context, int64_t id, const GameRecord *game, const char *opening) {
    Found *found = context;
    (void)game, (void)opening;
    size_t length = strlen(found->ids);
    if (length < sizeof found->ids - 16) snprintf(found->ids + length, 16, "%lld ", (long long)id);
    found->count++;
    return true;
}

static Found search(Library *library, LibraryQuery query) {
    Found found = {.count = 0};
    Error error;
    if (!library_search(library, &query, note, &found, &error)) fail_msg("%s", error.text);
    return found;
}

static void games_are_found_by_what_is_known_of_them(void **state) {
    (void)state;
    Library *library = open_new();
    Shape shape = shape_of(8, 8);
    GameRecord game;
    make_game(&game, &shape, "f5d6c3d3c4", "Ann", "Bob");
    snprintf(game.date, sizeof game.date, "2003.1.2");
    snprintf(game.event, sizeof game.event, "Open 100%%");
    record_set_score(&game, 4);
    assert_true(add(library, &game));
    make_game(&game, &shape, "f5f6", "bob", "Carl");
    snprintf(game.date, sizeof game.date, "2005");
    record_set_score(&game, -4);
    assert_true(add(library, &game));
    make_game(&game, &shape, "f5f4", "Joann", "Ann_");
    record_set_score(&game, 0);
    assert_true(add(library, &game));
    assert_true(library_save(library, NULL));
    assert_string_equal(search(library, (LibraryQuery){0}).ids, "0 1 2 ");
    assert_string_equal(search(library, (LibraryQuery){.player = "ann"}).ids, "0 2 ");
    assert_string_equal(search(library, (LibraryQuery){.black = "BOB"}).ids, "1 ");
    assert_string_equal(search(library, (LibraryQuery){.white = "bob"}).ids, "0 ");
    assert_string_equal(search(library, (LibraryQuery){.white = "n_"}).ids, "2 ");
    assert_string_equal(search(library, (LibraryQuery){.event = "0%"}).ids, "0 ");
    assert_string_equal(search(library, (LibraryQuery){.opening = "tiger"}).ids, "0 ");
    assert_string_equal(search(library, (LibraryQuery){.first_year = 2004}).ids, "1 ");
    assert_string_equal(search(library, (LibraryQuery){.first_year = 2000, .last_year = 2004}).ids,
                        "0 ");
    assert_string_equal(search(library, (LibraryQuery){.result = RESULT_BLACK}).ids, "0 ");
    assert_string_equal(search(library, (LibraryQuery){.result = RESULT_WHITE}).ids, "1 ");
    assert_string_equal(search(library, (LibraryQuery){.result = RESULT_DRAW}).ids, "2 ");
    LibraryStats stats;
    assert_true(library_stats(library, &stats, NULL));
    assert_int_equal(stats.games, 3);
    assert_int_equal(stats.players, 6);
    assert_int_equal(stats.events, 1);
    assert_int_equal(stats.first_year, 2003);
    assert_int_equal(stats.last_year, 2005);
    assert_int_equal(stats.draws, 1);
    library_close(library);
    remove_library();
}

/* A win without discs counts as one; on a finished board the board is right. */
static void winners_without_discs_are_found_and_counted(void **state) {
    (void)state;
    Library *library = open_new();
    Shape shape = shape_of(8, 8);
    GameRecord game;
    make_game(&game, &shape, "f5d6c3", "Ann", "Bob");
    record_set_winner(&game, BLACK, 'R');
    assert_true(add(library, &game));
    make_game(&game, &shape, "f5d6c4", "Ann", "Bob");
    record_set_winner(&game, WHITE, 'T');
    assert_true(add(library, &game));
    make_game(&game, &shape, "f5f6", "Ann", "Bob");
    assert_true(add(library, &game));
    make_game(&game, &shape, "f5d6c5f4e3f6g5e6e7", "Ann", "Bob"); // White has no discs
    record_set_winner(&game, WHITE, 'R');
    assert_true(add(library, &game));
    assert_true(library_save(library, NULL));
    assert_string_equal(search(library, (LibraryQuery){.result = RESULT_BLACK}).ids, "0 3 ");
    assert_string_equal(search(library, (LibraryQuery){.result = RESULT_WHITE}).ids, "1 ");
    assert_string_equal(search(library, (LibraryQuery){.result = RESULT_DRAW}).ids, "");
    LibraryStats stats;
    assert_true(library_stats(library, &stats, NULL));
    assert_int_equal(stats.black_wins, 2);
    assert_int_equal(stats.white_wins, 1);
    assert_int_equal(stats.draws, 0);
    LibraryMoves moves;
    Board start = board_start(&shape);
    assert_true(library_explore(library, &start, &moves, NULL));
    assert_int_equal(moves.moves[0].games, 4);
    assert_int_equal(moves.moves[0].black_wins, 2);
    assert_int_equal(moves.moves[0].white_wins, 1);
    assert_int_equal(moves.moves[0].draws, 0);
    library_close(library);
    remove_library();
}

static void the_same_game_is_not_added_twice(void **state) {
    (void)state;
    Library *library = open_new();
    Shape shape = shape_of(8, 8);
    GameRecord game;
    make_game(&game, &shape, "f5d6c3", "Ann", "Bob");
    assert_true(add(library, &game));
    assert_false(add(library, &game));
    make_game(&game, &shape, "c4e3f6", "Ann", "Bob"); // turned by half
    assert_false(add(library, &game));
    make_game(&game, &shape, "e6f4c3", "Ann", "Bob"); // mirrored
    assert_false(add(library, &game));
    make_game(&game, &shape, "f5d6c3", "Bob", "Ann"); // others played it too
    assert_true(add(library, &game));
    make_game(&game, &shape, "f5d6c3d3", "Ann", "Bob");
    assert_true(add(library, &game));
    assert_true(library_save(library, NULL));
    library_close(library);
    library = library_open(path, false, NULL);
    make_game(&game, &shape, "d3c5f6", "Ann", "Bob");
    assert_false(add(library, &game));
    library_close(library);
    remove_library();
}

static void what_was_not_saved_is_forgotten(void **state) {
    (void)state;
    Library *library = open_new();
    Shape shape = shape_of(8, 8);
    GameRecord game;
    make_game(&game, &shape, "f5d6c3", "Ann", "Bob");
    add(library, &game);
    assert_true(library_save(library, NULL));
    make_game(&game, &shape, "f5f6", "Ann", "Bob");
    add(library, &game);
    library_close(library);
    library = library_open(path, false, NULL);
    assert_int_equal(search(library, (LibraryQuery){0}).count, 1);
    assert_true(add(library, &game));
    assert_true(library_save(library, NULL));
    assert_int_equal(search(library, (LibraryQuery){0}).count, 2);
    library_close(library);
    remove_library();
}

/* --- Positions, compared with looking at every game ---------------------------------------------
 */

static Position canonical(const Board *board) {
    Board after = *board;
    if (play_must_pass(&after)) board_play(&after, (Move){PASS, 0});
    return symmetry_canonical(after.shape, after.position, NULL);
}

static bool reaches(const GameRecord *game, Position wanted) {
    Board board = game->moves.start;
    for (int i = 0;; i++) {
        Position position = canonical(&board);
        if (position.own == wanted.own && position.opp == wanted.opp) return true;
        if (i == game->moves.count) return false;
        board_play(&board, game->moves.moves[i]);
    }
}

static void check_position(Library *library, const GameRecord *games, int count,
                           const Board *board) {
    int expected = 0, first = -1, moved = 0;
    Position wanted = canonical(board);
    for (int i = 0; i < count; i++)
        if (reaches(&games[i], wanted) && expected++ == 0) first = i;
    Found found = search(library, (LibraryQuery){.position = board});
    assert_int_equal(found.count, expected);
    if (expected > 0) assert_int_equal(atoi(found.ids), first);
    LibraryMoves moves;
    assert_true(library_explore(library, board, &moves, NULL));
    assert_int_equal(moves.games, expected);
    Board after = *board;
    if (play_must_pass(&after)) board_play(&after, (Move){PASS, 0});
    uint64_t legal = rules_moves(board->shape, after.position.own, after.position.opp);
    for (int i = 0; i < moves.count; i++) {
        assert_true(bits_has(legal, moves.moves[i].square));
        moved += moves.moves[i].games;
        // As many games reach the position after the move, at least; others come another way.
        Board next = after;
        Move move;
        assert_true(rules_find_move(next.shape, next.position, moves.moves[i].square, &move));
        board_play(&next, move);
        LibraryMoves later;
        assert_true(library_explore(library, &next, &later, NULL));
        assert_true(later.games >= moves.moves[i].games);
    }
    assert_true(moved <= expected);
}

static void positions_are_found_as_by_looking_at_every_game(void **state) {
    (void)state;
    enum { GAMES = 250 };
    static const int sizes[][2] = {{8, 8}, {6, 6}, {9, 7}, {4, 4}};
    GameRecord *games = malloc(GAMES * sizeof *games);
    for (int n = 0; n < 4; n++) {
        Library *library = open_new();
        Shape shape = shape_of(sizes[n][0], sizes[n][1]);
        Random random = random_seeded(7 + (uint64_t)n);
        for (int i = 0; i < GAMES; i++) {
            play_random(&games[i], &shape, i % 2 ? 100 : 1 + i % 20, &random);
            snprintf(games[i].black, sizeof games[i].black, "%d", i);
            assert_true(add(library, &games[i]));
        }
        assert_true(library_save(library, NULL));
        for (int i = 0; i < 40; i++) {
            const GameRecord *game = &games[random_below(&random, GAMES)];
            Board board = game->moves.start;
            int plies = (int)random_below(&random, (uint32_t)game->moves.count + 1);
            if (i % 2) plies = plies < i % 8 ? plies : i % 8;
            for (int ply = 0; ply < plies; ply++) board_play(&board, game->moves.moves[ply]);
            int s = (int)random_below(&random, (uint32_t)shape.symmetries);
            board.position = symmetry_position(&shape, s, board.position);
            check_position(library, games, GAMES, &board);
        }
        library_close(library);
    }
    free(games);
    remove_library();
}

static void symmetric_moves_count_as_one(void **state) {
    (void)state;
    Library *library = open_new();
    Shape shape = shape_of(8, 8);
    static const char *const lines[] = {"f5d6", "c4e3", "e6f4", "d3c5", "f5f6"};
    for (int i = 0; i < 5; i++) {
        GameRecord game;
        char name[8];
        snprintf(name, sizeof name, "%d", i);
        make_game(&game, &shape, lines[i], name, "x");
        record_set_score(&game, i == 0 ? 10 : i == 1 ? 0 : -10);
        assert_true(add(library, &game));
    }
    assert_true(library_save(library, NULL));
    Board start = board_start(&shape);
    LibraryMoves moves;
    assert_true(library_explore(library, &start, &moves, NULL));
    assert_int_equal(moves.games, 5);
    assert_int_equal(moves.count, 1);
    assert_int_equal(moves.moves[0].games, 5);
    assert_int_equal(moves.moves[0].black_wins, 1);
    assert_int_equal(moves.moves[0].draws, 1);
    assert_int_equal(moves.moves[0].white_wins, 3);
    GameRecord game;
    make_game(&game, &shape, "d3", "", "");
    assert_true(library_explore(library, &game.moves.end, &moves, NULL));
    assert_int_equal(moves.count, 2);
    assert_int_equal(moves.moves[0].games, 4);
    assert_string_equal(move_name(&shape, moves.moves[0].square).text, "c5");
    assert_string_equal(move_name(&shape, moves.moves[1].square).text, "c3");
    library_close(library);
    remove_library();
}

/* A chunk has 4096 games; games are added in several sittings. */
static void chunks_have_no_borders_for_those_who_search(void **state) {
    (void)state;
    enum { GAMES = 9000, SITTING = 3001 };
    Library *library = open_new();
    Shape shape = shape_of(4, 4);
    Random random = random_seeded(3);
    int games = 0;
    for (int i = 0; i < GAMES; i++) {
        GameRecord game;
        play_random(&game, &shape, 100, &random);
        snprintf(game.black, sizeof game.black, "player %d", i);
        games += add(library, &game);
        if (i % SITTING != SITTING - 1) continue;
        assert_true(library_save(library, NULL));
        library_close(library);
        library = library_open(path, false, NULL);
        assert_non_null(library);
    }
    assert_true(library_save(library, NULL));
    assert_int_equal(games, GAMES);
    Board start = board_start(&shape);
    LibraryMoves moves;
    assert_true(library_explore(library, &start, &moves, NULL));
    assert_int_equal(moves.games, GAMES);
    assert_int_equal(moves.moves[0].games, GAMES);
    LibraryStats stats;
    assert_true(library_stats(library, &stats, NULL));
    assert_int_equal(moves.moves[0].black_wins, stats.black_wins);
    assert_int_equal(moves.moves[0].white_wins, stats.white_wins);
    assert_int_equal(search(library, (LibraryQuery){.position = &start}).count, GAMES);
    library_close(library);
    remove_library();
}

static bool compare_games(void *context, int64_t id, const GameRecord *game, const char *opening) {
    const GameRecord *expected = (const GameRecord *)context + id;
    (void)opening;
    assert_int_equal(game->moves.start.shape->width, expected->moves.start.shape->width);
    assert_int_equal(game->moves.start.shape->height, expected->moves.start.shape->height);
    assert_int_equal(game->moves.count, expected->moves.count);
    for (int i = 0; i < game->moves.count; i++)
        assert_int_equal(game->moves.moves[i].square, expected->moves.moves[i].square);
    assert_int_equal(game->moves.end.position.own, expected->moves.end.position.own);
    assert_int_equal(game->moves.start.side, expected->moves.start.side);
    assert_string_equal(game->black, expected->black);
    assert_string_equal(game->place, expected->place);
    assert_string_equal(game->result, expected->result);
    return true;
}

static void games_come_out_as_they_went_in(void **state) {
    (void)state;
    Library *library = open_new();
    Shape shapes[] = {shape_of(8, 8), shape_of(4, 4), shape_of(9, 7), shape_of(8, 7),
                      shape_of(7, 8)};
    static GameRecord games[6];
    make_game(&games[0], &shapes[0], "f5d6c3", "Jérôme", "");
    snprintf(games[0].place, sizeof games[0].place, "here");
    record_set_score(&games[0], 12);
    make_game(&games[1], &shapes[1], "b1c1d1a1a3--", "a", "b"); // ends with a pass
    make_game(&games[2], &shapes[1], "b1c1d1a1a3d4", "a", "b"); // a pass in the middle
    make_game(&games[3], &shapes[2], "c3", "a", "b");
    Board start =
        board_of(&shapes[2], "---------------------XO-------OX------------------------------- O");
    transcript_init(&games[3].moves, &start);
    for (int i = 4; i < 6; i++) { // as wide or as high as the usual board, and another one
        start = board_start(&shapes[i - 1]);
        transcript_init(&games[i].moves, &start);
    }
    for (int i = 0; i < 6; i++) assert_true(add(library, &games[i]));
    assert_true(library_save(library, NULL));
    LibraryQuery all = {0};
    assert_true(library_search(library, &all, compare_games, games, NULL));
    library_close(library);
    remove_library();
}

static bool count_game(void *context, int64_t id, const GameRecord *game, const char *opening) {
    (void)id, (void)game, (void)opening;
    ++*(int *)context;
    return true;
}

static int count_found(Library *library, const Board *position) {
    int count = 0;
    Error error;
    LibraryQuery query = {.position = position};
    if (!library_search(library, &query, count_game, &count, &error)) fail_msg("%s", error.text);
    return count;
}

static void a_deleted_game_is_found_no_more_and_the_others_are(void **state) {
    (void)state;
    enum { GAMES = 40 };
    Error error;
    Shape shape;
    Random random = random_seeded(12);
    Library *library = open_new();
    bool is_new, was_there;
    LibraryMoves moves;
    assert_true(shape_init(&shape, 8, 8, NULL));
    Board start = board_start(&shape);
    GameRecord *games = calloc(GAMES, sizeof *games);
    assert_non_null(games);
    for (int i = 0; i < GAMES; i++) {
        play_random(&games[i], &shape, 60, &random);
        assert_true(library_add(library, &games[i], &is_new, &error) && is_new);
    }
    // Some in the middle, the last one, and none that is not there. What was added is kept.
    assert_true(library_delete(library, 7, &was_there, &error) && was_there);
    assert_true(library_delete(library, 7, &was_there, &error) && !was_there);
    assert_true(library_delete(library, GAMES - 1, &was_there, &error) && was_there);
    assert_true(library_delete(library, -1, &was_there, &error) && !was_there);
    assert_true(library_delete(library, INT64_MAX, &was_there, &error) && !was_there);
    for (int i = 0; i < GAMES; i++)
        assert_int_equal(count_found(library, &games[i].moves.end), i != 7 && i != GAMES - 1);
    assert_int_equal(count_found(library, &start), GAMES - 2);
    assert_true(library_explore(library, &start, &moves, &error));
    assert_int_equal(moves.games, GAMES - 2);
    // It can be added again.
    assert_true(library_add(library, &games[7], &is_new, &error) && is_new);
    assert_true(library_add(library, &games[8], &is_new, &error) && !is_new);
    assert_true(library_save(library, &error));
    assert_int_equal(count_found(library, &games[7].moves.end), 1);
    assert_int_equal(count_found(library, NULL), GAMES - 1);
    library_close(library);
    free(games);
    remove_library();
}

static void what_is_no_library_is_refused(void **state) {
    (void)state;
    Error error;
    library_close(open_new());
    remove_library();
    assert_null(library_open(path, false, &error));
    assert_true(file_replace(path, "games of mine, as text", 22, &error));
    assert_null(library_open(path, true, &error));
    assert_non_null(strstr(error.text, path));
    remove_library();
}

static bool read_only(void *context, int64_t id, const GameRecord *game, const char *opening) {
    (void)id, (void)opening;
    *(int *)context += game->moves.count;
    return true;
}

/* Bytes of the file are overwritten: whatever comes out are legal games, or an error. */
static void damaged_libraries_are_survived(void **state) {
    (void)state;
    Library *library = open_new();
    Shape shape = shape_of(8, 8);
    Random random = random_seeded(11);
    for (int i = 0; i < 50; i++) {
        GameRecord game;
        play_random(&game, &shape, 100, &random);
        add(library, &game);
    }
    assert_true(library_save(library, NULL));
    library_close(library);
    char *whole;
    size_t length;
    assert_true(file_read(path, FILE_LIMIT, &whole, &length, NULL));
    for (int i = 0; i < 60; i++) {
        char *bytes = malloc(length);
        memcpy(bytes, whole, length);
        for (int n = 0; n < 20; n++)
            bytes[random_below(&random, (uint32_t)length)] = (char)random_next(&random);
        remove_library();
        assert_true(file_replace(path, bytes, length, NULL));
        free(bytes);
        library = library_open(path, false, NULL);
        if (library == NULL) continue;
        Board start = board_start(&shape);
        LibraryQuery queries[] = {{0}, {.position = &start}};
        int moves = 0;
        for (int n = 0; n < 2; n++) library_search(library, &queries[n], read_only, &moves, NULL);
        LibraryMoves explored;
        library_explore(library, &start, &explored, NULL);
        library_close(library);
    }
    free(whole);
    remove_library();
}

/* An id that no library has would be a place beyond all columns. */
static void ids_of_a_damaged_library_are_refused(void **state) {
    (void)state;
#ifdef WITH_SQLITE
    static const char *const changes[] = {"UPDATE games SET id = -5",
                                          "UPDATE games SET id = 1000000000",
                                          "UPDATE games SET id = 5000000000"};
    Shape shape = shape_of(8, 8);
    for (int i = 0; i < 3; i++) {
        GameRecord game;
        Error error;
        sqlite3 *db;
        Library *library = open_new();
        make_game(&game, &shape, "f5d6c3", "Ann", "Bob");
        add(library, &game);
        assert_true(library_save(library, &error));
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, changes[i], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        bool is_new;
        LibraryMoves moves;
        Board start = board_start(&shape);
        assert_false(library_add(library, &game, &is_new, &error));
        assert_false(library_explore(library, &start, &moves, &error));
        assert_non_null(strstr(error.text, "damaged"));
        library_close(library);
        assert_null(library_open(path, false, &error));
        remove_library();
    }
#endif
}

/* A square beyond the board is not taken for the pass that stands there. */
static void a_game_with_a_square_beyond_the_board_is_left_out(void **state) {
    (void)state;
#ifdef WITH_SQLITE
    Library *library = open_new();
    Shape shape = shape_of(8, 8);
    Random random = random_seeded(7);
    GameRecord game;
    sqlite3 *db;
    sqlite3_stmt *row;
    uint8_t moves[RECORD_MAX_MOVES];
    int found = 0, passes = 0;
    for (; passes == 0; passes = 0) {
        play_random(&game, &shape, 100, &random);
        for (int i = 0; i < game.moves.count; i++) passes += game.moves.moves[i].square == PASS;
        if (passes > 0) break;
    }
    add(library, &game);
    assert_true(library_save(library, NULL));
    assert_true(library_search(library, &(LibraryQuery){0}, read_only, &found, NULL));
    assert_int_equal(found, game.moves.count);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    for (int i = 0; i < game.moves.count; i++) moves[i] = (uint8_t)game.moves.moves[i].square;
    sqlite3_prepare_v2(db, "UPDATE games SET moves = ?", -1, &row, NULL);
    sqlite3_bind_blob(row, 1, moves, game.moves.count, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(row), SQLITE_DONE);
    sqlite3_finalize(row);
    sqlite3_close(db);
    found = 0;
    assert_true(library_search(library, &(LibraryQuery){0}, read_only, &found, NULL));
    assert_int_equal(found, 0);
    library_close(library);
    remove_library();
#endif
}

/* A game that could not be found by its positions is not added. */
static void without_its_columns_a_library_takes_no_games(void **state) {
    (void)state;
#ifdef WITH_SQLITE
    Library *library = open_new();
    Shape shape = shape_of(8, 8);
    GameRecord game;
    Error error;
    sqlite3 *db;
    bool is_new;
    make_game(&game, &shape, "f5d6c3", "Ann", "Bob");
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DROP TABLE columns", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_false(library_add(library, &game, &is_new, &error));
    assert_non_null(strstr(error.text, "cannot be read"));
    library_close(library);
    remove_library();
#endif
}

static void keys_are_the_same_however_the_board_is_turned(void **state) {
    (void)state;
    static const int sizes[][2] = {{8, 8}, {6, 6}, {9, 7}, {4, 6}};
    for (int n = 0; n < 4; n++) {
        Shape shape = shape_of(sizes[n][0], sizes[n][1]);
        Random random = random_seeded(5);
        for (int i = 0; i < 300; i++) {
            GameRecord game;
            play_random(&game, &shape, 1 + i % 40, &random);
            Position position = game.moves.end.position;
            PositionKey key = position_key(&shape, position);
            for (int s = 0; s < shape.symmetries; s++) {
                Position turned = symmetry_position(&shape, s, position);
                assert_true(position_key(&shape, turned).hash == key.hash);
            }
            int square = shape_square(&shape, i % shape.width, i % shape.height);
            int there = position_key_square(&shape, key.turn, square);
            assert_int_equal(position_key_square_back(&shape, key.turn, there), square);
            // With the other side to move it is another position, unless that is the same turned.
            Position passed = position_passed(position);
            Position one = symmetry_canonical(&shape, position, NULL);
            Position two = symmetry_canonical(&shape, passed, NULL);
            bool is_same = one.own == two.own && one.opp == two.opp;
            assert_int_equal(position_key(&shape, passed).hash == key.hash, is_same);
        }
    }
}

/* The columns keep 25 bits of a key: of some 7000 positions two share them. */
static void positions_that_share_a_cell_are_told_apart(void **state) {
    (void)state;
    enum { PLIES = 20, MOST = 100000 };
    static uint64_t hashes[MOST];
    static uint8_t seen[1 << 22];
    Library *library = open_new();
    Shape shape = shape_of(8, 8);
    Random random = random_seeded(3);
    GameRecord one, other;
    int first = MOST;
    for (int i = 0; i < MOST && first == MOST; i++) {
        play_random(&one, &shape, PLIES, &random);
        hashes[i] = position_key(&shape, one.moves.end.position).hash;
        uint64_t cell = hashes[i] >> 39;
        for (int k = 0; seen[cell >> 3] >> (cell & 7) & 1 && k < i; k++)
            if (hashes[k] >> 39 == cell && hashes[k] != hashes[i]) first = k;
        seen[cell >> 3] |= (uint8_t)(1 << (cell & 7));
    }
    assert_true(first < MOST);
    random = random_seeded(3);
    for (int i = 0; i <= first; i++) play_random(&other, &shape, PLIES, &random);
    assert_true(add(library, &one) && add(library, &other) && library_save(library, NULL));
    LibraryQuery query = {.position = &one.moves.end};
    int moves = 0;
    assert_true(library_search(library, &query, read_only, &moves, NULL));
    assert_int_equal(moves, one.moves.count);
    library_close(library);
    remove_library();
}

/* Files keep them: other keys would not find what an older program has written. */
static void keys_do_not_change(void **state) {
    (void)state;
    static const struct {
        int width, height;
        uint64_t hash;
    } keys[] = {{8, 8, UINT64_C(0x9898f7f52d5f7ba8)},
                {6, 6, UINT64_C(0x665fcb7d21f526d1)},
                {9, 7, UINT64_C(0xf4b992b281ad9dc7)},
                {7, 9, UINT64_C(0x23f8118c07c8b1ca)}};
    for (int n = 0; n < 4; n++) {
        Shape shape = shape_of(keys[n].width, keys[n].height);
        uint64_t hash = position_key(&shape, position_start(&shape)).hash;
        if (hash != keys[n].hash)
            fail_msg("%dx%d: 0x%016llx", keys[n].width, keys[n].height, (unsigned long long)hash);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_found_by_what_is_known_of_them),
        cmocka_unit_test(winners_without_discs_are_found_and_counted),
        cmocka_unit_test(the_same_game_is_not_added_twice),
        cmocka_unit_test(what_was_not_saved_is_forgotten),
        cmocka_unit_test(positions_are_found_as_by_looking_at_every_game),
        cmocka_unit_test(symmetric_moves_count_as_one),
        cmocka_unit_test(chunks_have_no_borders_for_those_who_search),
        cmocka_unit_test(games_come_out_as_they_went_in),
        cmocka_unit_test(a_deleted_game_is_found_no_more_and_the_others_are),
        cmocka_unit_test(what_is_no_library_is_refused),
        cmocka_unit_test(damaged_libraries_are_survived),
        cmocka_unit_test(ids_of_a_damaged_library_are_refused),
        cmocka_unit_test(without_its_columns_a_library_takes_no_games),
        cmocka_unit_test(keys_are_the_same_however_the_board_is_turned),
        cmocka_unit_test(a_game_with_a_square_beyond_the_board_is_left_out),
        cmocka_unit_test(keys_do_not_change),
        cmocka_unit_test(positions_that_share_a_cell_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
