/* Tournaments in-process: the same results on any number of threads, what is stored comes back, and
 * a referee that nobody can fool. */
#include <math.h>
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

#include "arena/report/report.h"
#include "arena/tournament/standings.h"
#include "arena/tournament/store.h"
#include "base/bits.h"
#include "base/clock.h"
#include "game/rules.h"
#include "record/play.h"

enum { PLAYERS = 4 };

typedef struct Setting {
    Shape shape;
    ParticipantSpec participants[PLAYERS];
    Openings openings;
    TournamentOptions options;
} Setting;

static void set_up(Setting *setting, int width, int height, int games, int threads) {
    static const char *const players[PLAYERS] = {"random", "b=random:seed=2", "discs:depth=1",
                                                 "mobility:depth=2"};
    Error error;
    ProcessOptions process = {.limits = process_default_limits};
    memset(setting, 0, sizeof *setting);
    assert_true(shape_init(&setting->shape, width, height, &error));
    for (int i = 0; i < PLAYERS; i++)
        if (!participant_spec_parse(&setting->participants[i], players[i], &setting->shape, 0,
                                    &process, &error))
            fail_msg("%s", error.text);
    assert_true(openings_make(&setting->openings, &setting->shape, "3", 5, games, NULL, &error));
    setting->options = (TournamentOptions){.shape = &setting->shape,
                                           .participants = setting->participants,
                                           .participant_count = PLAYERS,
                                           .games = games,
                                           .openings = &setting->openings,
                                           .seed = 11,
                                           .threads = threads,
                                           .terms = {.hard_seconds = 60, .start_seconds = 10}};
}

static void tear_down(Setting *setting) {
    for (int i = 0; i < PLAYERS; i++) participant_spec_release(&setting->participants[i]);
    openings_release(&setting->openings);
}

static void assert_same_results(const Tournament *one, const Tournament *two) {
    assert_int_equal(one->total, two->total);
    for (int i = 0; i < one->total; i++) {
        const GameResult *a = &one->results[i], *b = &two->results[i];
        assert_true(a->is_done && b->is_done);
        assert_int_equal(a->score, b->score);
        assert_int_equal(a->move_count, b->move_count);
        assert_memory_equal(a->moves, b->moves, (size_t)a->move_count);
    }
}

static Tournament played(Setting *setting) {
    Tournament tournament;
    Error error;
    if (!tournament_init(&tournament, &setting->options, &error)) fail_msg("%s", error.text);
    if (!tournament_run(&tournament, &error)) fail_msg("%s", error.text);
    return tournament;
}

static void results_do_not_depend_on_threads(void **state) {
    (void)state;
    const int shapes[][2] = {{8, 8}, {9, 7}, {6, 6}};
    for (int i = 0; i < 3; i++) {
        Setting one, three;
        set_up(&one, shapes[i][0], shapes[i][1], 7, 1);
        set_up(&three, shapes[i][0], shapes[i][1], 7, 3);
        Tournament a = played(&one), b = played(&three);
        assert_int_equal(a.done, 42);
        assert_same_results(&a, &b);
        tournament_release(&a), tournament_release(&b);
        tear_down(&one), tear_down(&three);
    }
}

static void all_play_all_with_both_colours(void **state) {
    (void)state;
    Setting setting;
    set_up(&setting, 6, 6, 4, 2);
    Tournament tournament = played(&setting);
    int met[PLAYERS][PLAYERS] = {{0}};
    for (int i = 0; i < tournament.total; i++) {
        const GameResult *result = &tournament.results[i];
        met[result->participants[BLACK]][result->participants[WHITE]]++;
        assert_int_equal(result->ending, ENDING_PLAYED_OUT);
        Transcript game;
        result_transcript(&tournament, result, &game);
        assert_int_equal(game.count, result->move_count);
        assert_true(rules_is_over(&setting.shape, game.end.position));
        int score = rules_score(&setting.shape, game.end.position);
        assert_int_equal(result->score, game.end.side == BLACK ? score : -score);
    }
    for (int i = 0; i < PLAYERS; i++)
        for (int k = 0; k < PLAYERS; k++) assert_int_equal(met[i][k], i == k ? 0 : 2);
    Tally tally = tournament_tally(&tournament, 0, 3), other = tournament_tally(&tournament, 3, 0);
    assert_int_equal(tally_games(&tally), 4);
    assert_int_equal(tally.wins, other.losses);
    assert_int_equal(tally.discs, -other.discs);
    int pairs = 0;
    for (int i = 0; i < PAIR_SCORES; i++) {
        pairs += tally.pairs[i];
        assert_int_equal(tally.pairs[i], other.pairs[PAIR_SCORES - 1 - i]);
    }
    assert_int_equal(pairs, 2);
    tournament_release(&tournament);
    tear_down(&setting);
}

/* --- Storing ------------------------------------------------------------------------------------
 */

#ifdef WITH_SQLITE

static void database_path(char *path, size_t size) {
    const char *folder = getenv("TMPDIR");
    snprintf(path, size, "%s/arena-%d.db", folder != NULL ? folder : "/tmp", (int)getpid());
    unlink(path);
}

static Store *opened(const char *path, const Setting *setting) {
    StoreSignature signature;
    Error error;
    store_sign(&signature, &setting->options, "3");
    Store *store = store_open(path, &signature, &error);
    if (store == NULL) fail_msg("%s", error.text);
    return store;
}

static void a_resumed_tournament_gives_the_same_results(void **state) {
    (void)state;
    char path[512];
    database_path(path, sizeof path);
    Setting plain, stored;
    set_up(&plain, 8, 8, 9, 1);
    Tournament expected = played(&plain);
    for (int games = 3; games <= 9; games += 3) {
        set_up(&stored, 8, 8, games, 2);
        stored.options.store = opened(path, &stored);
        Tournament tournament = played(&stored);
        assert_int_equal(tournament.resumed, (games - 3) * 6);
        if (games == 9) assert_same_results(&tournament, &expected);
        tournament_release(&tournament);
        store_close(stored.options.store);
        tear_down(&stored);
    }
    tournament_release(&expected);
    tear_down(&plain);
    unlink(path);
}

/* Every field, with other values in each: who failed, how it ended, both sides' seconds. */
static void results_come_back_as_they_were_stored(void **state) {
    (void)state;
    char path[512];
    Error error;
    Setting setting;
    Tournament tournament;
    GameResult stored[2];
    database_path(path, sizeof path);
    set_up(&setting, 8, 8, 2, 1);
    setting.options.store = opened(path, &setting);
    assert_true(tournament_init(&tournament, &setting.options, &error));
    for (int i = 0; i < 2; i++) {
        stored[i] = tournament.results[i];
        stored[i].is_done = true;
        stored[i].ending = i ? ENDING_TIMEOUT : ENDING_CRASHED;
        stored[i].failed = i ? WHITE : BLACK;
        stored[i].score = i ? 64 : -64;
        stored[i].seconds[BLACK] = 1.5 + i;
        stored[i].seconds[WHITE] = 2.25 + i;
        stored[i].isolation[BLACK] = 1;
        stored[i].isolation[WHITE] = 2;
        stored[i].reason = i ? "too slow" : "fell over";
        Transcript opening;
        openings_get(&setting.openings, stored[i].number / 2, &opening);
        stored[i].opening_moves = stored[i].move_count = opening.count;
        for (int m = 0; m < opening.count; m++)
            stored[i].moves[m] = (uint8_t)opening.moves[m].square;
        assert_true(store_save(setting.options.store, &stored[i], &error));
    }
    tournament_release(&tournament);
    assert_true(tournament_init(&tournament, &setting.options, &error));
    assert_int_equal(tournament.resumed, 2);
    for (int i = 0; i < 2; i++) {
        const GameResult *read = &tournament.results[i];
        assert_true(read->is_done);
        assert_int_equal(read->ending, stored[i].ending);
        assert_int_equal(read->failed, stored[i].failed);
        assert_int_equal(read->score, stored[i].score);
        for (Side side = BLACK; side <= WHITE; side++) {
            assert_true(read->seconds[side] == stored[i].seconds[side]);
            assert_int_equal(read->isolation[side], stored[i].isolation[side]);
        }
        assert_string_equal(read->reason, stored[i].reason);
        assert_int_equal(read->opening_moves, stored[i].opening_moves);
        assert_int_equal(read->move_count, stored[i].move_count);
        assert_memory_equal(read->moves, stored[i].moves, (size_t)stored[i].move_count);
    }
    tournament_release(&tournament);
    store_close(setting.options.store);
    tear_down(&setting);
    unlink(path);
}

static void a_stored_game_that_cannot_be_is_refused(void **state) {
    (void)state;
    static const char *const changes[] = {
        "ending = 'banana'", "score = 65",      "score = -65",           "opening_moves = 2",
        "opening_moves = 4", "moves = x'0000'", "moves = zeroblob(999)",
    };
    char path[512], change[100];
    Setting setting;
    Tournament tournament;
    database_path(path, sizeof path);
    set_up(&setting, 8, 8, 2, 1);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        Error error = {.text = ""};
        sqlite3 *db;
        unlink(path);
        setting.options.store = opened(path, &setting);
        tournament = played(&setting);
        tournament_release(&tournament);
        store_close(setting.options.store);
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        snprintf(change, sizeof change,
                 "UPDATE games SET %s WHERE black = 0 AND white = 1 AND number = 0", changes[i]);
        if (sqlite3_exec(db, change, NULL, NULL, NULL) != SQLITE_OK)
            fail_msg("%s", sqlite3_errmsg(db));
        assert_int_equal(sqlite3_changes(db), 1);
        sqlite3_close(db);
        setting.options.store = opened(path, &setting);
        if (tournament_init(&tournament, &setting.options, &error))
            fail_msg("%s is read", changes[i]);
        assert_string_equal(error.text,
                            "database: game 1 of players 1 and 2 does not fit its opening "
                            "or the rules");
        store_close(setting.options.store);
    }
    tear_down(&setting);
    unlink(path);
}

static void another_tournament_is_refused(void **state) {
    (void)state;
    char path[512];
    StoreSignature signature;
    Error error;
    Setting setting;
    database_path(path, sizeof path);
    set_up(&setting, 8, 8, 2, 1);
    store_close(opened(path, &setting));
    setting.options.seed = 12;
    store_sign(&signature, &setting.options, "3");
    assert_null(store_open(path, &signature, &error));
    assert_non_null(strstr(error.text, "another tournament: there 'seed: 11', here 'seed: 12'"));
    setting.options.seed = 11;
    setting.options.participant_count = 3;
    store_sign(&signature, &setting.options, "3");
    assert_null(store_open(path, &signature, &error));
    assert_non_null(strstr(error.text, "another tournament"));
    setting.options.participant_count = PLAYERS;
    store_close(opened(path, &setting));
    tear_down(&setting);
    unlink(path);
}

/* The lock then has the number 0, which is a number like any other. */
static void a_database_opens_while_standard_input_is_closed(void **state) {
    (void)state;
    char path[512];
    StoreSignature signature;
    Error error = {0};
    Setting setting;
    database_path(path, sizeof path);
    set_up(&setting, 8, 8, 2, 1);
    store_sign(&signature, &setting.options, "3");
    int input = dup(STDIN_FILENO);
    close(STDIN_FILENO);
    Store *store = store_open(path, &signature, &error);
    store_close(store);
    if (input >= 0) {
        dup2(input, STDIN_FILENO);
        close(input);
    }
    if (store == NULL) fail_msg("not opened: %s", error.text);
    tear_down(&setting);
    unlink(path);
}

static void a_file_that_is_no_database_is_refused(void **state) {
    (void)state;
    StoreSignature signature;
    Error error;
    Setting setting;
    set_up(&setting, 8, 8, 2, 1);
    store_sign(&signature, &setting.options, "3");
    assert_null(store_open("Makefile", &signature, &error));
    assert_null(store_open("src", &signature, &error));
    assert_null(store_open("no/such/folder/x.db", &signature, &error));
    tear_down(&setting);
}

#endif

/* --- The referee ---------------------------------------------------------------------------------
 */

/* A participant that answers one fixed thing, legal or not. */
typedef struct Liar {
    Participant base;
    int square;
    int begun, ended;
    double seconds; /* that it had for its last answer */
} Liar;

static bool liar_begin(Participant *self, const GameTerms *terms, const Transcript *opening,
                       Side side, Failure *failure) {
    (void)terms, (void)opening, (void)side, (void)failure;
    ((Liar *)self)->begun++;
    return true;
}

static bool liar_choose(Participant *self, const Turn *turn, Choice *choice, Failure *failure) {
    (void)failure;
    choice->square = ((Liar *)self)->square;
    ((Liar *)self)->seconds = (double)(turn->deadline_ns - clock_ns()) * 1e-9;
    return true;
}

static void liar_end(Participant *self, bool has_failed) {
    (void)has_failed;
    ((Liar *)self)->ended++;
}

static const ParticipantKind liar_kind = {liar_begin, liar_choose, liar_end, NULL, NULL};

static void the_referee_checks_every_move(void **state) {
    (void)state;
    const int lies[] = {PASS, NO_MOVE, 0, 27, 63, -1, 64, 1000};
    Shape shape;
    Error error;
    Transcript opening;
    PlayedGame record;
    GameTerms terms = {.shape = &shape, .hard_seconds = 60};
    assert_true(shape_init(&shape, 8, 8, &error));
    Board start = board_start(&shape);
    transcript_init(&opening, &start);
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        Liar black = {{&liar_kind, 0}, lies[i], 0, 0, 0}, white = black;
        Participant *participants[2] = {&black.base, &white.base};
        assert_true(game_play(participants, &terms, &opening, NULL, NULL, &record));
        assert_int_equal(record.ending, ENDING_ILLEGAL_MOVE);
        assert_int_equal(record.failed, BLACK);
        assert_int_equal(record.score, -64);
        assert_int_equal(record.game.count, 0);
        assert_int_equal(black.ended, 1);
        assert_int_equal(white.ended, 1);
    }
}

static void an_answer_has_the_least_of_the_times(void **state) {
    (void)state;
    /* Hard limit, for a move, for the game, in addition to both; expected. */
    static const double cases[][5] = {
        {100, 0, 0, 20, 100},  {100, 50, 0, 20, 70},  {100, 90, 0, 20, 100}, {100, 0, 50, 20, 70},
        {100, 0, 90, 20, 100}, {100, 60, 50, 20, 70}, {100, 50, 60, 20, 70}, {100, 90, 50, 20, 70},
    };
    Shape shape;
    Transcript opening;
    PlayedGame record;
    assert_true(shape_init(&shape, 8, 8, NULL));
    Board start = board_start(&shape);
    transcript_init(&opening, &start);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double *t = cases[i];
        GameTerms terms = {.shape = &shape,
                           .hard_seconds = t[0],
                           .move_seconds = t[1],
                           .clock_seconds = t[2],
                           .grace_seconds = t[3]};
        Liar black = {{&liar_kind, 0}, NO_MOVE, 0, 0, 0}, white = black;
        Participant *participants[2] = {&black.base, &white.base};
        assert_true(game_play(participants, &terms, &opening, NULL, NULL, &record));
        if (black.seconds > t[4] || black.seconds < t[4] - 9)
            fail_msg("case %zu: %f s, expected %f", i, black.seconds, t[4]);
    }
}

/* Plays the first legal move. */
static bool honest_choose(Participant *self, const Turn *turn, Choice *choice, Failure *failure) {
    (void)self, (void)failure;
    const Board *board = &turn->game->end;
    choice->square =
        bits_first(rules_moves(board->shape, board->position.own, board->position.opp));
    return true;
}

static const ParticipantKind honest_kind = {liar_begin, honest_choose, liar_end, NULL, NULL};

static void the_seconds_of_a_side_are_those_of_its_moves(void **state) {
    (void)state;
    Shape shape;
    Transcript opening;
    PlayedGame record;
    GameTerms terms = {.shape = &shape, .hard_seconds = 60};
    assert_true(shape_init(&shape, 4, 4, NULL));
    Board start = board_start(&shape);
    transcript_init(&opening, &start);
    Liar black = {{&honest_kind, 0}, NO_MOVE, 0, 0, 0}, white = black;
    Participant *participants[2] = {&black.base, &white.base};
    assert_true(game_play(participants, &terms, &opening, NULL, NULL, &record));
    assert_int_equal(record.ending, ENDING_PLAYED_OUT);
    double seconds[2] = {0, 0};
    Board board = start;
    for (int i = 0; i < record.game.count; i++) {
        seconds[board.side] += record.notes[i].seconds;
        board_play(&board, record.game.moves[i]);
    }
    for (Side side = BLACK; side <= WHITE; side++) {
        assert_true(record.seconds[side] > 0 && record.seconds[side] < 60);
        assert_true(fabs(record.seconds[side] - seconds[side]) < 1e-9);
    }
}

/* --- The report ------------------------------------------------------------------------------- */

/* Who lost much more by his moves has the lower accuracy. Returns whether one did. */
static bool accuracy_fits_losses(const Shape *shape, const GameResult *game, const char *text) {
    double accuracy[2], lost[2] = {0, 0};
    Board board = board_start(shape);
    const char *at = strstr(text, "\"losses\":["), *side = text;
    for (int i = 0; i < 2; i++) {
        side = strstr(side, "\"accuracy\":");
        assert_non_null(side);
        accuracy[i] = strtod(side += strlen("\"accuracy\":"), NULL);
    }
    assert_non_null(at);
    at += strlen("\"losses\":[");
    for (int i = 0; i < game->move_count; i++) {
        Move move;
        if (game->moves[i] == PASS) continue;
        if (play_must_pass(&board)) board_play(&board, (Move){PASS, 0});
        lost[board.side] += strtod(at, (char **)&at);
        at++;
        assert_true(rules_find_move(shape, board.position, game->moves[i], &move));
        board_play(&board, move);
    }
    Side worse = lost[BLACK] > lost[WHITE] ? BLACK : WHITE;
    if (lost[worse] < 1.6 * lost[1 - worse]) return false;
    assert_true(accuracy[worse] < accuracy[1 - worse]);
    return true;
}

static void every_game_is_reviewed_alike_on_any_number_of_threads(void **state) {
    (void)state;
    Setting setting;
    GameReviews one, three, none;
    Error error;
    _Atomic bool stop = true;
    set_up(&setting, 6, 6, 4, 1);
    Tournament tournament = played(&setting);
    GameReviewsOptions options = {.level = 2, .threads = 1};
    assert_true(game_reviews_make(&one, &tournament, &options, &error));
    options.threads = 3;
    assert_true(game_reviews_make(&three, &tournament, &options, &error));
    options.stop = &stop;
    assert_true(game_reviews_make(&none, &tournament, &options, &error));
    int clear = 0;
    for (int i = 0; i < tournament.counted; i++) {
        assert_string_equal(one.texts[i], three.texts[i]);
        assert_null(none.texts[i]);
        clear += accuracy_fits_losses(&setting.shape, &tournament.results[i], one.texts[i]);
    }
    print_message("%d of %d games with one much better side\n", clear, tournament.counted);
    assert_true(clear > 1);
    game_reviews_release(&one);
    game_reviews_release(&three);
    game_reviews_release(&none);
    tournament_release(&tournament);
    tear_down(&setting);
}

static void names_cannot_break_out_of_the_report(void **state) {
    (void)state;
    Setting setting;
    set_up(&setting, 6, 6, 2, 1);
    strcpy(setting.participants[0].name, "</script><b>\"&'\\\xff");
    Tournament tournament = played(&setting);
    char *page = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&page, &length);
    assert_non_null(out);
    assert_true(report_write(out, &tournament, "<!--<script>", NULL));
    fclose(out);
    assert_null(strstr(page, "</script><b>"));
    assert_null(strstr(page, "<!--<script>"));
    assert_non_null(strstr(page, "\"\\u003c/script><b>\\\"&'\\\\\\ufffd\""));
    assert_non_null(strstr(page, "{\"name\":\"b\",\"player\":\"random:seed=2\"}"));
    assert_null(strstr(page, "{{style}}")); /* every place of the page is filled */
    assert_null(strstr(page, "{{data}}"));
    assert_null(strstr(page, "{{script}}"));
    free(page);
    tournament_release(&tournament);
    tear_down(&setting);
}

static void a_stop_is_obeyed_soon(void **state) {
    (void)state;
    static _Atomic bool stop;
    Setting setting;
    Tournament tournament;
    Error error;
    stop = true;
    set_up(&setting, 8, 8, 1000, 2);
    setting.options.stop = &stop;
    assert_true(tournament_init(&tournament, &setting.options, &error));
    double begin = clock_seconds();
    assert_false(tournament_run(&tournament, &error));
    assert_int_equal(error.status, STATUS_STOPPED);
    assert_true(clock_seconds() - begin < 5);
    assert_int_equal(tournament.done, 0);
    tournament_release(&tournament);
    tear_down(&setting);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_do_not_depend_on_threads),
        cmocka_unit_test(all_play_all_with_both_colours),
#ifdef WITH_SQLITE
        cmocka_unit_test(a_resumed_tournament_gives_the_same_results),
        cmocka_unit_test(results_come_back_as_they_were_stored),
        cmocka_unit_test(a_stored_game_that_cannot_be_is_refused),
        cmocka_unit_test(another_tournament_is_refused),
        cmocka_unit_test(a_database_opens_while_standard_input_is_closed),
        cmocka_unit_test(a_file_that_is_no_database_is_refused),
#endif
        cmocka_unit_test(the_referee_checks_every_move),
        cmocka_unit_test(an_answer_has_the_least_of_the_times),
        cmocka_unit_test(the_seconds_of_a_side_are_those_of_its_moves),
        cmocka_unit_test(every_game_is_reviewed_alike_on_any_number_of_threads),
        cmocka_unit_test(names_cannot_break_out_of_the_report),
        cmocka_unit_test(a_stop_is_obeyed_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
