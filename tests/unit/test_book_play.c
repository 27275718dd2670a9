/* Playing from a book: the player says so, varies within its margin, and searches where the book
 * ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bits.h"
#include "book/graph.h"
#include "engine/player.h"
#include "engine/result_text.h"
#include "game/rules.h"
#include "game/symmetry.h"
#include "protocol/gtp.h"
#include "protocol/nboard.h"
#include "support/boards.h"

static char path[] = "/tmp/bianca-book-play-XXXXXX";
static Shape shape;

/* After f5, White's answers are worth 0 (d6), -0.5 (f6) and -3 (f4) discs; nothing more is known
 * but one answer to d6. */
static void add(Graph *graph, const char *moves, int score, bool is_expanded) {
    Board start = board_start(&shape);
    Transcript game;
    assert_true(transcript_parse(&game, &start, moves, strlen(moves), NULL));
    BookEntry entry = {.position = symmetry_canonical(&shape, game.end.position, NULL),
                       .move = NO_MOVE,
                       .score = score,
                       .depth = 12,
                       .selectivity = 73,
                       .is_expanded = is_expanded};
    assert_int_not_equal(graph_put(graph, &entry, NULL), GRAPH_NONE);
}

static int make_book(void **state) {
    (void)state;
    Graph graph;
    shape = shape_of(8, 8);
    close(mkstemp(path));
    graph_init(&graph, &shape);
    add(&graph, "f5", 0, true);
    add(&graph, "f5d6", 0, true);
    add(&graph, "f5d6c3", 0, false);
    add(&graph, "f5f6", 64, false);
    add(&graph, "f5f4", 3 * BOOK_DISC, false);
    assert_true(graph_back_up(&graph, NULL) && graph_save(&graph, path, "by hand", NULL));
    graph_release(&graph);
    return 0;
}

static int remove_book(void **state) {
    (void)state;
    return unlink(path);
}

static Player *player_of(const char *settings, const Shape *on, Error *error) {
    char text[200];
    PlayerSpec spec;
    int length = snprintf(text, sizeof text, "engine:depth=1,book=%s%s", path, settings);
    assert_true(player_spec_parse(&spec, text, (size_t)length, error));
    return player_new(&spec, on, error);
}

static Position after(const char *moves) {
    Board start = board_start(&shape);
    Transcript game;
    assert_true(transcript_parse(&game, &start, moves, strlen(moves), NULL));
    return game.end.position;
}

static const char *name(int square) {
    static MoveName name;
    name = move_name(&shape, square);
    return name.text;
}

static void the_best_move_of_the_book_is_played_and_named(void **state) {
    (void)state;
    PlayerMove move;
    Player *player = player_of("", &shape, NULL);
    assert_non_null(player);
    player_move(player, after("f5"), NULL, &move);
    assert_string_equal(name(move.square), "d6");
    assert_int_equal(move.end, ENGINE_BOOK);
    assert_string_equal(engine_end_name(move.end), "book");
    assert_true(move.has_score && move.score == 0 && move.nodes == 0);
    assert_int_equal(move.length, 2); /* d6 c3, and then a search of 12 plies */
    assert_int_equal(move.depth, 14);
    /* The same turned: after d3, c3 and c5 are what f6 and d6 are after f5. */
    player_move(player, after("d3"), NULL, &move);
    assert_int_equal(move.end, ENGINE_BOOK);
    assert_string_equal(name(move.square), "c5");
    player_free(player);
}

static void outside_of_the_book_it_searches(void **state) {
    (void)state;
    static const char *const lines[] = {"", "f5d6c3", "f5f6", "f5d6c4"};
    Player *player = player_of("", &shape, NULL);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        PlayerMove move;
        player_move(player, after(lines[i]), NULL, &move);
        assert_int_not_equal(move.end, ENGINE_BOOK);
        assert_true(move.nodes > 0);
    }
    player_free(player);
}

static void variety_stays_within_its_margin_and_repeats_with_the_seed(void **state) {
    (void)state;
    int d6 = 0, f6 = 0;
    Player *player = player_of(",variety=1,seed=5", &shape, NULL);
    Player *twin = player_of(",variety=1,seed=5", &shape, NULL);
    for (uint64_t game = 0; game < 200; game++) {
        PlayerMove move, same;
        player_begin(player, game, WHITE);
        player_begin(twin, game, WHITE);
        player_move(player, after("f5"), NULL, &move);
        player_move(twin, after("f5"), NULL, &same);
        assert_int_equal(move.square, same.square);
        d6 += strcmp(name(move.square), "d6") == 0;
        f6 += strcmp(name(move.square), "f6") == 0;
    }
    assert_int_equal(d6 + f6, 200);
    assert_true(d6 > 50 && f6 > 50);
    player_free(player);
    player_free(twin);
}

static void a_book_for_another_board_is_refused_or_left_alone(void **state) {
    (void)state;
    Shape small = shape_of(6, 6);
    Error error = {.text = ""};
    PlayerSpec spec;
    PlayerMove move;
    assert_null(player_of("", &small, &error));
    assert_non_null(strstr(error.text, "the book is for another board than 6x6"));
    assert_true(player_spec_parse(&spec, "engine:depth=1", 14, NULL));
    Player *player = player_new(&spec, &small, NULL);
    assert_true(player_use_book(player, path, NULL));
    player_move(player, position_start(&small), NULL, &move);
    assert_int_not_equal(move.end, ENGINE_BOOK);
    player_free(player);
}

static void a_default_book_does_not_replace_the_players_own(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool has_book;
    } cases[] = {{"engine:depth=1", true},
                 {"engine:depth=1,book=none", false},
                 {"random", false},
                 {"beginner:3", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        PlayerSpec spec;
        PlayerMove move;
        assert_true(player_spec_parse(&spec, cases[i].text, strlen(cases[i].text), NULL));
        Player *player = player_new(&spec, &shape, NULL);
        assert_true(player_use_book(player, path, NULL));
        player_move(player, after("f5"), NULL, &move);
        assert_int_equal(move.end == ENGINE_BOOK, cases[i].has_book);
        player_free(player);
    }
}

static void a_missing_book_is_told(void **state) {
    (void)state;
    Error error = {.text = ""};
    PlayerSpec spec;
    assert_true(player_spec_parse(&spec, "engine:book=/no/such.book", 25, NULL));
    assert_null(player_new(&spec, &shape, &error));
    assert_non_null(strstr(error.text, "/no/such.book"));
    assert_true(player_spec_parse(&spec, "engine:depth=1", 14, NULL));
    Player *player = player_new(&spec, &shape, NULL);
    assert_false(player_use_book(player, "/no/such.book", &error));
    player_free(player);
}

static void gtp_tells_what_the_book_has(void **state) {
    (void)state;
    char *answers;
    size_t size;
    FILE *out = open_memstream(&answers, &size);
    Gtp *gtp = gtp_new(&shape, "engine:depth=1", out, NULL);
    static const char *const lines[] = {"play b f5",   "bianca-book", "genmove w",  "bianca-score",
                                        "bianca-book", "boardsize 6", "bianca-book"};
    assert_true(gtp && gtp_use_book(gtp, path, NULL));
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        gtp_obey(gtp, lines[i], strlen(lines[i]), false);
    gtp_free(gtp);
    fclose(out);
    assert_string_equal(answers, "=\n\n"
                                 "= d6 +0.00 depth 14 73% d6 c3\n"
                                 "f6 -0.50 depth 13 73% f6\n"
                                 "f4 -3.00 depth 13 73% f4\n\n"
                                 "= d6\n\n"
                                 "= +0.00 discs depth 14 nodes 0 book\n\n"
                                 "= c3 +0.00 depth 13 73% c3\n\n"
                                 "=\n\n"
                                 "=\n\n");
    free(answers);
}

/* The longest name that fits, one more, and the shortest: all name the same file. */
static void a_book_of_any_name_stays_with_the_session(void **state) {
    (void)state;
    char name[PLAYER_WORD_SIZE + 1], *answers;
    size_t size, length = strlen(path);
    Error error = {.text = ""};
    for (size_t size_of_name = PLAYER_WORD_SIZE - 1; size_of_name <= PLAYER_WORD_SIZE;
         size_of_name++) {
        memset(name, '/', sizeof name);
        memcpy(name + size_of_name - length, path, length + 1);
        FILE *out = open_memstream(&answers, &size);
        Gtp *gtp = gtp_new(&shape, "engine:depth=1", out, NULL);
        bool fits = size_of_name < PLAYER_WORD_SIZE;
        assert_int_equal(gtp_use_book(gtp, name, &error), fits);
        if (!fits) assert_string_equal(error.text, "the name of the book is too long");
        gtp_free(gtp);
        fclose(out);
        free(answers);
    }
    char folder[] = "/tmp/bianca-book-folder-XXXXXX";
    assert_true(mkdtemp(folder) && chdir(folder) == 0 && symlink(path, "b") == 0);
    FILE *out = open_memstream(&answers, &size);
    Gtp *gtp = gtp_new(&shape, "engine:depth=1", out, NULL);
    assert_true(gtp_use_book(gtp, "b", NULL));
    static const char *const lines[] = {"boardsize 8", "play b f5", "play w d6", "bianca-book"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        gtp_obey(gtp, lines[i], strlen(lines[i]), false);
    gtp_free(gtp);
    assert_true(unlink("b") == 0 && chdir("/") == 0 && rmdir(folder) == 0);
    fclose(out);
    assert_non_null(strstr(answers, "= c3 +0.00 depth 13 73% c3"));
    free(answers);
}

static void nboard_shows_book_lines(void **state) {
    (void)state;
    char *answers;
    size_t size;
    FILE *out = open_memstream(&answers, &size);
    NBoard *nboard = nboard_new(&shape, "engine:depth=1", out, NULL);
    assert_true(nboard && nboard_use_book(nboard, path, NULL));
    nboard_obey(nboard, "move f5", 7, false);
    nboard_obey(nboard, "go", 2, false);
    nboard_free(nboard);
    fclose(out);
    assert_non_null(strstr(answers, "book D6C3 +0.00 0 14\nbook F6 -0.50 0 13\n"));
    assert_non_null(strstr(answers, "=== D6/+0.00/"));
    free(answers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_move_of_the_book_is_played_and_named),
        cmocka_unit_test(outside_of_the_book_it_searches),
        cmocka_unit_test(variety_stays_within_its_margin_and_repeats_with_the_seed),
        cmocka_unit_test(a_book_for_another_board_is_refused_or_left_alone),
        cmocka_unit_test(a_default_book_does_not_replace_the_players_own),
        cmocka_unit_test(a_missing_book_is_told),
        cmocka_unit_test(gtp_tells_what_the_book_has),
        cmocka_unit_test(a_book_of_any_name_stays_with_the_session),
        cmocka_unit_test(nboard_shows_book_lines),
    };
    return cmocka_run_group_tests(tests, make_book, remove_book);
}
