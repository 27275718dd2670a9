/* Opening variety: games differ, a move never costs more than was allowed, and all of it can be
 * played again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "engine/player.h"
#include "engine/variety.h"
#include "game/rules.h"

typedef struct Played {
    int count, score; /* for Black */
    uint8_t squares[128];
} Played;

static Player *make_player(const Shape *shape, const char *text) {
    PlayerSpec spec;
    Error error;
    assert_true(player_spec_parse(&spec, text, strlen(text), &error));
    Player *player = player_new(&spec, shape, &error);
    assert_non_null(player);
    return player;
}

/* The player against itself, at most so many moves. */
static Played play(const Shape *shape, const char *text, uint64_t game, int most) {
    Played played = {0};
    Player *player = make_player(shape, text);
    Position position = position_start(shape);
    int sign = 1;
    player_begin(player, game, BLACK);
    while (!rules_is_over(shape, position) && played.count < most) {
        PlayerMove move;
        player_move(player, position, NULL, &move);
        played.squares[played.count++] = (uint8_t)move.square;
        uint64_t flips =
            move.square == PASS ? 0 : rules_flips(shape, move.square, position.own, position.opp);
        position = move.square == PASS ? position_passed(position)
                                       : position_after(position, move.square, flips);
        sign = -sign;
    }
    played.score = sign * rules_score(shape, position);
    player_free(player);
    return played;
}

static bool is_same(const Played *a, const Played *b) {
    return a->count == b->count && memcmp(a->squares, b->squares, (size_t)a->count) == 0;
}

static Shape shape_of(int width, int height) {
    Shape shape;
    Error error;
    assert_true(shape_init(&shape, width, height, &error));
    return shape;
}

static void no_variety_is_the_engine_as_it_was(void **unused) {
    (void)unused;
    Shape shape = shape_of(8, 8);
    Played plain = play(&shape, "engine:level=2", 0, 60);
    Played none = play(&shape, "engine:level=2,variety=0,seed=5", 3, 60);
    assert_true(is_same(&plain, &none));
}

static void seeds_and_games_differ_and_can_be_played_again(void **unused) {
    (void)unused;
    Shape shape = shape_of(8, 8);
    enum { SEEDS = 12 };
    Played played[2 * SEEDS];
    int different = 0;
    for (int i = 0; i < 2 * SEEDS; i++) {
        char text[60];
        snprintf(text, sizeof text, "engine:level=2,variety=2,seed=%d", i < SEEDS ? i : 0);
        uint64_t game = i < SEEDS ? 0 : (uint64_t)i;
        played[i] = play(&shape, text, game, 12);
        Played again = play(&shape, text, game, 12);
        assert_true(is_same(&played[i], &again));
        bool is_new = true;
        for (int k = 0; k < i; k++) is_new = is_new && !is_same(&played[k], &played[i]);
        different += is_new;
    }
    if (different < SEEDS) fail_msg("only %d different openings", different);
}

/* What the player's own search says about its moves. */
static void check_cost(Player *player, const Shape *shape, Position position, double discs) {
    PlayerMove move;
    EngineResult result;
    engine_clear(player_engine(player));
    player_move(player, position, NULL, &move);
    EngineLimits limits = player_limits(player, NULL);
    bool is_young = variety_applies(shape, position);
    limits.lines = is_young ? VARIETY_LINES : 1;
    engine_clear(player_engine(player));
    engine_think(player_engine(player), position, &limits, NULL, NULL, &result);
    for (int i = 0; i < result.count; i++) {
        if (result.lines[i].pv[0] != move.square) continue;
        double cost = result.lines[0].score - result.lines[i].score;
        assert_true(cost <= discs && (is_young || i == 0));
        if (result.lines[0].is_exact) assert_true(cost == 0);
        return;
    }
    fail_msg("a move that is not among the best");
}

static void no_move_costs_more_than_allowed(void **unused) {
    (void)unused;
    static const int boards[][2] = {{8, 8}, {6, 6}, {9, 7}, {5, 5}};
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        Shape shape = shape_of(boards[b][0], boards[b][1]);
        for (int tenths = 0; tenths <= 30; tenths += 10) {
            char text[60];
            snprintf(text, sizeof text, "engine:level=2,variety=%.1f,seed=7", tenths / 10.0);
            Player *player = make_player(&shape, text);
            Random random = random_seeded((uint64_t)tenths);
            Position position = position_start(&shape);
            for (int ply = 0; ply < 20 && !rules_is_over(&shape, position); ply++) {
                uint64_t moves = rules_moves(&shape, position.own, position.opp);
                if (!moves) {
                    position = position_passed(position);
                    continue;
                }
                check_cost(player, &shape, position, tenths / 10.0);
                int square = rules_random_move(moves, &random);
                uint64_t flips = rules_flips(&shape, square, position.own, position.opp);
                position = position_after(position, square, flips);
            }
            player_free(player);
        }
    }
}

static void a_known_result_is_not_given_away(void **unused) {
    (void)unused;
    Shape shape = shape_of(4, 4);
    Played best = play(&shape, "engine:level=20", 0, 60);
    for (int seed = 0; seed < 10; seed++) {
        char text[60];
        snprintf(text, sizeof text, "engine:level=20,variety=64,seed=%d", seed);
        assert_int_equal(play(&shape, text, 0, 60).score, best.score);
    }
}

static void bad_values_are_refused(void **unused) {
    (void)unused;
    static const char *const bad[] = {"engine:variety=-1", "engine:variety=65", "engine:variety=x",
                                      "miniproject3:variety=1", "random:variety=1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        PlayerSpec spec;
        Error error;
        assert_false(player_spec_parse(&spec, bad[i], strlen(bad[i]), &error));
        assert_non_null(strstr(error.text, "variety"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_variety_is_the_engine_as_it_was),
        cmocka_unit_test(seeds_and_games_differ_and_can_be_played_again),
        cmocka_unit_test(no_move_costs_more_than_allowed),
        cmocka_unit_test(a_known_result_is_not_given_away),
        cmocka_unit_test(bad_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
