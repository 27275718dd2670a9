/* Player strings, and the players made from them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "engine/player.h"
#include "game/rules.h"

static PlayerSpec parsed(const char *text) {
    PlayerSpec spec;
    Error error;
    if (!player_spec_parse(&spec, text, strlen(text), &error)) fail_msg("%s", error.text);
    return spec;
}

static void assert_refused(const char *text, const char *reason) {
    PlayerSpec spec = {.depth = 77};
    Error error;
    assert_false(player_spec_parse(&spec, text, strlen(text), &error));
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_string_equal(error.text, reason);
    assert_int_equal(spec.depth, 77);
}

static void strings_are_taken_apart(void **state) {
    (void)state;
    PlayerSpec spec = parsed("e03-myjudge");
    assert_int_equal(spec.kind, PLAYER_ALPHABETA);
    assert_string_equal(spec.eval, "e03-myjudge");
    assert_int_equal(spec.depth, 0);
    spec = parsed("e03-myjudge:depth=8,pruning=no");
    assert_int_equal(spec.depth, 8);
    assert_true(spec.is_minimax);
    spec = parsed("engine:level=10");
    assert_int_equal(spec.kind, PLAYER_ENGINE);
    assert_int_equal(spec.level, 10);
    spec = parsed("engine:depth=12,selectivity=87");
    assert_int_equal(spec.selectivity, 87);
    spec = parsed("engine:eval=miniproject3,time=0.1,threads=2,hash=64,nodes=1000");
    assert_string_equal(spec.eval, "miniproject3");
    assert_true(spec.seconds == 0.1);
    assert_int_equal(spec.threads, 2);
    assert_int_equal(spec.hash_mb, 64);
    assert_int_equal(spec.nodes, 1000);
    spec = parsed("alphabeta:eval=pattern,weights=my.weights,depth=3");
    assert_string_equal(spec.weights, "my.weights");
    spec = parsed("random:seed=7");
    assert_int_equal(spec.kind, PLAYER_RANDOM);
    assert_int_equal(spec.seed, 7);
    spec = parsed("beginner:3");
    assert_int_equal(spec.kind, PLAYER_BEGINNER);
    assert_int_equal(spec.level, 3);
    spec = parsed("beginner:5,seed=12");
    assert_int_equal(spec.level, 5);
    assert_int_equal(spec.seed, 12);
    assert_int_equal(parsed("baseline1").kind, PLAYER_RANDOM);
    assert_string_equal(parsed("baseline1").text, "baseline1");
}

/* What `match --depth` must not touch. */
static void any_limit_of_a_string_is_a_limit(void **state) {
    (void)state;
    static const char *const limited[] = {"engine:level=3", "engine:depth=3", "engine:time=0.1",
                                          "engine:nodes=1000", "e03-myjudge:depth=3"};
    static const char *const free_ones[] = {"engine", "engine:selectivity=87", "e03-myjudge",
                                            "engine:threads=2,hash=4,seed=3,variety=1"};
    for (int i = 0; i < 5; i++) {
        PlayerSpec spec = parsed(limited[i]);
        assert_true(player_has_limit(&spec));
    }
    for (int i = 0; i < 4; i++) {
        PlayerSpec spec = parsed(free_ones[i]);
        assert_false(player_has_limit(&spec));
    }
}

static void foreign_programs_are_a_protocol_and_a_command(void **state) {
    (void)state;
    static const struct {
        const char *text;
        Protocol protocol;
        const char *command;
    } rows[] = {
        {"gtp:gtp-rhino --level 3", PROTOCOL_GTP, "gtp-rhino --level 3"},
        {"nboard:./edax -nboard", PROTOCOL_NBOARD, "./edax -nboard"},
        {"botzone:./bot", PROTOCOL_BOTZONE, "./bot"},
        {"botzone-json: ./bot a:b,c=d", PROTOCOL_BOTZONE_JSON, "./bot a:b,c=d"},
        {"statefile:build/player", PROTOCOL_STATEFILE, "build/player"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        PlayerSpec spec = parsed(rows[i].text), copy = spec;
        assert_true(player_is_foreign(&copy));
        assert_int_equal(copy.protocol, rows[i].protocol);
        assert_string_equal(player_command(&copy), rows[i].command);
    }
    assert_false(player_is_foreign(&(PlayerSpec){.kind = PLAYER_RANDOM}));
    /* `botzone` without a command is the classic program. */
    assert_int_equal(parsed("botzone").kind, PLAYER_ALPHABETA);
    assert_int_equal(parsed("botzone:depth=4").kind, PLAYER_ALPHABETA);
    assert_int_equal(parsed("botzone:dept=4").kind, PLAYER_FOREIGN);
}

static void wrong_strings_are_refused_with_the_reason(void **state) {
    (void)state;
    assert_refused("engine:selectivity=80",
                   "player 'engine:selectivity=80': selectivity must be 73, "
                   "87, 95, 98, 99 or 100, not 80");
    assert_refused("", "player: expected 1 to 1023 characters");
    assert_refused("e03-myjugde",
                   "player 'e03-myjugde': unknown player 'e03-myjugde', did you mean "
                   "'e03-myjudge'?");
    assert_refused("xyzzy", "player 'xyzzy': unknown player 'xyzzy', see 'bianca players'");
    assert_refused("engine:levle=3",
                   "player 'engine:levle=3': unknown key 'levle', did you mean 'level'?");
    assert_refused("random:depth=3",
                   "player 'random:depth=3': unknown key 'depth', see 'bianca players'");
    assert_refused("miniproject3:eval=discs",
                   "player 'miniproject3:eval=discs': unknown key 'eval', see 'bianca players'");
    assert_refused("engine:level=61", "player 'engine:level=61': level: '61' is out of range (a "
                                      "whole number from 1 to 60)");
    assert_refused("discs:depth=61", "player 'discs:depth=61': depth: '61' is out of range (a "
                                     "whole number from 1 to 60)");
    assert_refused("engine:level=x", "player 'engine:level=x': level: 'x' is not a number (a "
                                     "whole number from 1 to 60)");
    assert_refused("engine:time=0", "player 'engine:time=0': time must be more than 0");
    assert_refused("engine:level=1,level=2",
                   "player 'engine:level=1,level=2': level is given twice");
    assert_refused("engine:eval=botzoen", "player 'engine:eval=botzoen': unknown evaluation "
                                          "'botzoen', did you mean 'botzone'?");
    assert_refused("discs:pruning=maybe",
                   "player 'discs:pruning=maybe': pruning must be yes or no");
    static const char *const beginners[] = {"beginner",     "beginner:",   "beginner:0",
                                            "beginner:6",   "beginner:-1", "beginner:x",
                                            "beginner:2.5", "beginner:,",  "beginner:seed=3"};
    for (size_t i = 0; i < sizeof beginners / sizeof beginners[0]; i++) {
        char reason[100];
        snprintf(reason, sizeof reason,
                 "player '%s': a number must follow, such as beginner:3, from 1 to 5",
                 beginners[i]);
        assert_refused(beginners[i], reason);
    }
    assert_refused("beginner:3,level=2",
                   "player 'beginner:3,level=2': unknown key 'level', see 'bianca players'");
    assert_refused("begginner:3",
                   "player 'begginner:3': unknown player 'begginner', did you mean 'beginner'?");
    static const char *const shapeless[] = {"engine:",        "engine:level",    "engine:=3",
                                            "engine:level=",  "engine:level=3,", "engine:,level=3",
                                            "discs:depth=3,,"};
    for (size_t i = 0; i < sizeof shapeless / sizeof shapeless[0]; i++) {
        Error error;
        PlayerSpec spec;
        assert_false(player_spec_parse(&spec, shapeless[i], strlen(shapeless[i]), &error));
        assert_non_null(strstr(error.text, "expected KEY=VALUE"));
    }
    assert_refused("gtp", "player 'gtp': a command must follow, such as gtp:./program");
    assert_refused("gtp: ", "player 'gtp: ': a command must follow, such as gtp:./program");
}

static void very_long_strings_are_refused(void **state) {
    (void)state;
    char text[3000];
    PlayerSpec spec;
    Error error;
    memset(text, 'a', sizeof text);
    assert_false(player_spec_parse(&spec, text, sizeof text, &error));
    assert_false(player_spec_parse(&spec, text, 900, &error));
    memcpy(text, "engine:weights=", 15);
    assert_false(player_spec_parse(&spec, text, 900, &error));
    assert_false(player_spec_parse(&spec, "disc\0s", 6, &error));
}

static Player *made(const char *text, const Shape *shape) {
    PlayerSpec spec = parsed(text);
    Error error;
    Player *player = player_new(&spec, shape, &error);
    if (!player) fail_msg("%s", error.text);
    return player;
}

/* Plays a whole game, every move of which must be legal; returns a hash of it. */
static uint64_t play(Player *black, Player *white, const Shape *shape, uint64_t game,
                     const PlayerClock *clock) {
    Board board = board_start(shape);
    uint64_t hash = 0;
    player_begin(black, game, BLACK);
    player_begin(white, game, WHITE);
    while (true) {
        PlayerMove chosen;
        player_move(board.side == BLACK ? black : white, board.position, clock, &chosen);
        if (chosen.square == NO_MOVE) break;
        Move move;
        assert_true(rules_find_move(shape, board.position, chosen.square, &move));
        assert_true(chosen.length >= 1 && chosen.pv[0] == chosen.square);
        board_play(&board, move);
        hash = random_mix(hash + position_hash(board.position));
    }
    assert_true(rules_is_over(shape, board.position));
    return hash;
}

static void every_player_plays_whole_games_on_its_boards(void **state) {
    (void)state;
    static const int boards[][2] = {{8, 8}, {6, 6}, {9, 7}, {4, 4}, {5, 12}};
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        Shape shape;
        assert_true(shape_init(&shape, boards[b][0], boards[b][1], NULL));
        Player *random = made("random:seed=3", &shape);
        PlayerInfo info;
        for (int i = 0; player_info(i, &info); i++) {
            char text[64];
            bool has_depth = strstr(info.keys, "depth") != NULL;
            snprintf(text, sizeof text, "%s%s", info.name, has_depth ? ":depth=2" : "");
            if (info.name[strlen(info.name) - 1] == ':') continue;
            if (strcmp(info.name, "beginner:N") == 0) snprintf(text, sizeof text, "beginner:2");
            PlayerSpec spec = parsed(text);
            Error error;
            Player *player = player_new(&spec, &shape, &error);
            if (!player) {
                assert_true(info.is_home_only && error.status == STATUS_UNSUPPORTED);
                continue;
            }
            assert_string_equal(player_name(player), text);
            play(player, random, &shape, 0, NULL);
            play(random, player, &shape, 1, NULL);
            player_free(player);
        }
        player_free(random);
    }
}

static void a_random_game_depends_on_seed_and_number_alone(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    Player *one = made("random:seed=1", &shape), *two = made("random:seed=1", &shape);
    Player *other = made("random:seed=2", &shape);
    uint64_t fifth = play(one, two, &shape, 5, NULL);
    assert_true(play(one, two, &shape, 6, NULL) != fifth);
    assert_true(play(two, one, &shape, 5, NULL) == fifth);
    assert_true(play(other, two, &shape, 5, NULL) != fifth);
    player_free(one);
    player_free(two);
    player_free(other);
}

static void a_beginner_repeats_its_game_by_seed_number_and_colour(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 6, 6, NULL));
    Player *one = made("beginner:2,seed=1", &shape), *two = made("beginner:2,seed=1", &shape);
    Player *other = made("beginner:2,seed=2", &shape);
    uint64_t fifth = play(one, two, &shape, 5, NULL);
    assert_true(play(one, two, &shape, 6, NULL) != fifth);
    assert_true(play(two, one, &shape, 5, NULL) == fifth);
    assert_true(play(other, two, &shape, 5, NULL) != fifth);
    player_free(one);
    player_free(two);
    player_free(other);
}

/* The final score of a game between two players, for Black. */
static int score_of(Player *black, Player *white, const Shape *shape, uint64_t game) {
    Board board = board_start(shape);
    player_begin(black, game, BLACK);
    player_begin(white, game, WHITE);
    for (PlayerMove chosen;;) {
        Move move;
        player_move(board.side == BLACK ? black : white, board.position, NULL, &chosen);
        if (chosen.square == NO_MOVE) break;
        assert_false(chosen.has_score);
        assert_true(rules_find_move(shape, board.position, chosen.square, &move));
        board_play(&board, move);
    }
    return rules_score(shape, board.position) * (board.side == BLACK ? 1 : -1);
}

static void beginners_get_better_with_their_number(void **state) {
    (void)state;
    enum { GAMES = 12 };
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    static const char *const pairs[][2] = {
        {"beginner:1", "random"}, {"beginner:3", "beginner:1"}, {"beginner:5", "beginner:2"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        Player *strong = made(pairs[i][0], &shape), *weak = made(pairs[i][1], &shape);
        int sum = 0;
        for (uint64_t game = 0; game < GAMES; game += 2)
            sum += score_of(strong, weak, &shape, game) - score_of(weak, strong, &shape, game + 1);
        if (sum <= 0) fail_msg("%s lost to %s by %d", pairs[i][0], pairs[i][1], -sum);
        player_free(strong);
        player_free(weak);
    }
}

static void a_lent_engine_plays_as_an_own_one(void **state) {
    (void)state;
    Shape shape;
    Error error;
    assert_true(shape_init(&shape, 6, 6, NULL));
    Engine *engine = engine_new(&shape, &(EngineOptions){.threads = 1, .hash_mb = 16}, &error);
    static const char *const texts[] = {"engine:level=4", "beginner:3,seed=8",
                                        "engine:depth=3,variety=2,seed=5"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        PlayerSpec spec = parsed(texts[i]);
        Player *own = made(texts[i], &shape);
        Player *borrower = player_new_borrowing(&spec, &shape, &error);
        assert_non_null(borrower);
        assert_true(player_needs_engine(borrower) && !player_needs_engine(own));
        Position position = position_start(&shape);
        for (int ply = 0; ply < 8; ply++) {
            PlayerMove first, second;
            engine_clear(engine);
            player_begin(own, 3, WHITE);
            player_lend(borrower, engine, NULL);
            player_begin(borrower, 3, WHITE);
            player_move(own, position, NULL, &first);
            player_move(borrower, position, NULL, &second);
            assert_int_equal(first.square, second.square);
            assert_int_equal(first.nodes, second.nodes);
            uint64_t flips = rules_flips(&shape, first.square, position.own, position.opp);
            position = position_after(position, first.square, flips);
        }
        player_free(borrower);
        player_free(own);
    }
    engine_free(engine); /* still the caller's */
}

static void who_borrows_cannot_choose_what_the_engine_is(void **state) {
    (void)state;
    Shape shape;
    Error error;
    assert_true(shape_init(&shape, 8, 8, NULL));
    static const char *const texts[] = {"engine:threads=2", "engine:hash=64", "engine:eval=discs",
                                        "engine:level=2,weights=x"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        PlayerSpec spec = parsed(texts[i]);
        assert_null(player_new_borrowing(&spec, &shape, &error));
        assert_int_equal(error.status, STATUS_BAD_INPUT);
    }
    PlayerSpec spec = parsed("miniproject3:depth=2");
    Player *player = player_new_borrowing(&spec, &shape, &error);
    assert_false(player_needs_engine(player));
    player_free(player);
}

static void a_lent_flag_stops_a_classic_program(void **state) {
    (void)state;
    Shape shape;
    Error error;
    assert_true(shape_init(&shape, 8, 8, NULL));
    PlayerSpec spec = parsed("miniproject3:depth=30");
    Player *player = player_new_borrowing(&spec, &shape, &error);
    _Atomic bool stop = true;
    PlayerMove move;
    player_lend(player, NULL, &stop);
    player_move(player, position_start(&shape), NULL, &move);
    assert_int_equal(move.end, ENGINE_STOPPED);
    player_free(player);
}

static void an_engine_with_a_level_repeats_its_game(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 6, 6, NULL));
    Player *black = made("engine:level=3", &shape), *white = made("engine:depth=2", &shape);
    uint64_t game = play(black, white, &shape, 0, NULL);
    assert_true(play(black, white, &shape, 1, NULL) == game);
    player_free(black);
    player_free(white);
}

static void the_clock_binds_every_player(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    PlayerClock clock = {.has_move_time = true, .move_seconds = 0.05};
    static const char *const texts[] = {"engine:level=60", "miniproject3:depth=30", "engine",
                                        "engine:time=100"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Player *player = made(texts[i], &shape);
        PlayerMove move;
        player_move(player, position_start(&shape), &clock, &move);
        assert_true(move.seconds < 1.0); /* far more than it takes on a busy machine */
        assert_true(move.has_score && move.nodes > 0);
        player_free(player);
    }
}

static void a_stopped_player_answers_at_once(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    static const char *const texts[] = {"engine:level=60", "miniproject3:depth=30"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Player *player = made(texts[i], &shape);
        Position start = position_start(&shape);
        PlayerMove move;
        player_stop(player);
        player_move(player, start, NULL, &move);
        assert_true(bits_has(rules_moves(&shape, start.own, start.opp), move.square));
        player_rearm(player);
        player_free(player);
    }
}

static void what_cannot_be_made_says_why(void **state) {
    (void)state;
    Shape shape;
    Error error;
    assert_true(shape_init(&shape, 9, 7, NULL));
    PlayerSpec spec = parsed("alpha-othello");
    assert_null(player_new(&spec, &shape, &error));
    assert_string_equal(error.text, "alpha-othello plays on 8x8 only, not on 9x7");
    spec = parsed("gtp:./program");
    assert_null(player_new(&spec, &shape, &error));
    assert_string_equal(error.text, "player 'gtp:./program' is a program of its own");
    spec = parsed("engine:weights=/nowhere/x.weights");
    assert_null(player_new(&spec, &shape, &error));
    assert_int_equal(error.status, STATUS_IO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_taken_apart),
        cmocka_unit_test(any_limit_of_a_string_is_a_limit),
        cmocka_unit_test(foreign_programs_are_a_protocol_and_a_command),
        cmocka_unit_test(wrong_strings_are_refused_with_the_reason),
        cmocka_unit_test(very_long_strings_are_refused),
        cmocka_unit_test(every_player_plays_whole_games_on_its_boards),
        cmocka_unit_test(a_random_game_depends_on_seed_and_number_alone),
        cmocka_unit_test(a_beginner_repeats_its_game_by_seed_number_and_colour),
        cmocka_unit_test(beginners_get_better_with_their_number),
        cmocka_unit_test(a_lent_engine_plays_as_an_own_one),
        cmocka_unit_test(who_borrows_cannot_choose_what_the_engine_is),
        cmocka_unit_test(a_lent_flag_stops_a_classic_program),
        cmocka_unit_test(an_engine_with_a_level_repeats_its_game),
        cmocka_unit_test(the_clock_binds_every_player),
        cmocka_unit_test(a_stopped_player_answers_at_once),
        cmocka_unit_test(what_cannot_be_made_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
