/* The engine: what it can be asked, in every wrong way too, and that it answers with a legal move
 * whatever the limits are. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/clock.h"
#include "engine/engine.h"
#include "game/rules.h"
#include "record/notation.h"
#include "reference/endings.h"
#include "support/effort.h"

enum { SMALL_MB = 4 };

typedef struct Bench {
    Shape shape;
    Engine *engine;
} Bench;

static void open_bench(Bench *bench, int width, int height, int threads) {
    Error error = {0};
    assert_true(shape_init(&bench->shape, width, height, NULL));
    bench->engine = engine_new(&bench->shape,
                               &(EngineOptions){.threads = threads, .hash_mb = SMALL_MB}, &error);
    assert_non_null(bench->engine);
}

static Position parse(const Shape *shape, const char *text) {
    Board board;
    assert_true(board_parse(shape, text, strlen(text), &board, NULL));
    return board.position;
}

static void check_legal(const Bench *bench, Position position, const EngineResult *result) {
    Move move;
    if (rules_is_over(&bench->shape, position)) {
        assert_int_equal(result->count, 0);
        assert_int_equal(result->end, ENGINE_GAME_OVER);
        return;
    }
    assert_true(result->count >= 1);
    assert_true(rules_find_move(&bench->shape, position, result->lines[0].pv[0], &move));
}

static void wrong_options_are_refused_with_a_reason(void **state) {
    (void)state;
    static const EngineOptions wrong[] = {
        {.threads = -1},
        {.threads = ENGINE_MAX_THREADS + 1},
        {.eval = "clairvoyance"},
        {.hash_mb = -1},
    };
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Error error = {0};
        assert_null(engine_new(&shape, &wrong[i], &error));
        assert_int_not_equal(error.status, STATUS_OK);
        assert_true(strlen(error.text) > 0);
    }
}

static void freeing_nothing_is_allowed(void **state) {
    (void)state;
    engine_free(NULL);
}

static void every_time_gives_a_legal_move(void **state) {
    (void)state;
    const double seconds[] = {0, 0.001, -1, -1e300, 1e-9, (double)NAN, 0.003};
    static const BoardSize boards[] = {{8, 8}, {6, 6}, {9, 7}, {4, 4}};
    for (int b = 0; b < 4; b++) {
        Bench bench;
        open_bench(&bench, boards[b].width, boards[b].height, 1 + b % 2);
        Sampler sampler = sampler_new(boards[b], 4);
        for (long n = 0; n < effort_rounds(150); n++) {
            Position packed = sampler_next(&sampler, n);
            Position position = {shape_unpack(&bench.shape, packed.own),
                                 shape_unpack(&bench.shape, packed.opp)};
            EngineLimits limits = {.lines = (int)(n % 4)};
            if (n % 2) {
                limits.has_move_time = true;
                limits.move_seconds = seconds[n % 7];
            } else {
                limits.has_clock = true;
                limits.clock_seconds = seconds[n % 7];
                limits.increment_seconds = n % 3 ? 0 : seconds[n % 5];
            }
            EngineResult result;
            engine_think(bench.engine, position, &limits, NULL, NULL, &result);
            check_legal(&bench, position, &result);
        }
        engine_free(bench.engine);
    }
}

static void an_endless_time_ends_with_the_other_limits(void **state) {
    (void)state;
    Bench bench;
    EngineResult result;
    open_bench(&bench, 8, 8, 2);
    Position position = position_start(&bench.shape);
    const double endless[] = {1e9, 1e300, (double)INFINITY};
    for (int i = 0; i < 3; i++) {
        EngineLimits limits = {.depth = 4, .has_move_time = true, .move_seconds = endless[i]};
        engine_think(bench.engine, position, &limits, NULL, NULL, &result);
        assert_int_equal(result.end, ENGINE_FINISHED);
        assert_int_equal(result.lines[0].depth, 4);
        limits = (EngineLimits){.depth = 4, .has_clock = true, .clock_seconds = endless[i]};
        engine_think(bench.engine, position, &limits, NULL, NULL, &result);
        assert_int_equal(result.lines[0].depth, 4);
    }
    engine_free(bench.engine);
}

static void a_depth_is_reached_and_not_passed(void **state) {
    (void)state;
    Bench bench;
    EngineResult result;
    open_bench(&bench, 8, 8, 1);
    for (int depth = 1; depth <= 12; depth++) {
        EngineLimits limits = {.depth = depth};
        engine_think(bench.engine, position_start(&bench.shape), &limits, NULL, NULL, &result);
        assert_int_equal(result.lines[0].depth, depth);
        assert_false(result.lines[0].is_exact);
        assert_int_equal(result.end, ENGINE_FINISHED);
    }
    engine_free(bench.engine);
}

/* A depth by itself is searched at 73 %, a level as the level says, and who asks gets what he asks
 * for; only to the end of the game a depth is exact by itself. */
static void a_limit_says_how_deep_and_the_selectivity_how_sure(void **state) {
    (void)state;
    static const int percents[] = {73, 87, 95, 98, 99, 100};
    static const struct {
        EngineLimits limits;
        int by_itself;
    } rows[] = {
        {{.depth = 1}, 73},  {{.depth = 5}, 73},  {{.depth = 10}, 73},   {{.depth = 11}, 73},
        {{.level = 4}, 100}, {{.level = 11}, 73}, {{.nodes = 5000}, 73},
    };
    Bench bench;
    EngineResult result;
    open_bench(&bench, 8, 8, 1);
    Position start = position_start(&bench.shape);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        EngineLimits limits = rows[i].limits;
        engine_think(bench.engine, start, &limits, NULL, NULL, &result);
        assert_int_equal(result.lines[0].selectivity, rows[i].by_itself);
        if (limits.depth > 5 || limits.level > 4) continue;
        for (int p = 0; p < 6; p++) {
            limits.selectivity = percents[p];
            engine_think(bench.engine, start, &limits, NULL, NULL, &result);
            assert_int_equal(result.lines[0].selectivity, percents[p]);
        }
    }
    engine_free(bench.engine);
    open_bench(&bench, 4, 4, 1);
    EngineLimits to_end = {.depth = 12};
    engine_think(bench.engine, position_start(&bench.shape), &to_end, NULL, NULL, &result);
    assert_true(result.lines[0].is_exact);
    engine_free(bench.engine);
}

static void only_six_selectivities_exist(void **state) {
    (void)state;
    int count = 0;
    for (int percent = -1; percent <= 101; percent++)
        count += engine_selectivity_exists(percent, NULL);
    assert_int_equal(count, 6);
    Error error = {0};
    assert_false(engine_selectivity_exists(0, &error));
    assert_int_equal(error.status, STATUS_BAD_INPUT);
}

static void no_limits_mean_an_exact_answer(void **state) {
    (void)state;
    Bench bench;
    EngineResult result;
    open_bench(&bench, 4, 4, 1);
    EngineLimits none = {0}, beyond = {.depth = 60};
    engine_think(bench.engine, position_start(&bench.shape), &none, NULL, NULL, &result);
    assert_true(result.lines[0].is_exact);
    assert_true(result.lines[0].score == -10);
    engine_clear(bench.engine);
    engine_think(bench.engine, position_start(&bench.shape), &beyond, NULL, NULL, &result);
    assert_true(result.lines[0].is_exact);
    assert_true(result.lines[0].score == -10);
    engine_free(bench.engine);
}

/* Black has no move at all, White has. */
static const char *const no_move = "OX--------------------------------------------------"
                                   "------------ X";

static void a_choice_of_one_or_none_is_made_at_once(void **state) {
    (void)state;
    Bench bench;
    EngineResult result;
    open_bench(&bench, 8, 8, 2);
    Sampler sampler = sampler_new((BoardSize){8, 8}, 6);
    enum { EACH = 5, TRIES = 4000 };
    int counts[2] = {0, 0}; /* passes and single moves */
    for (int n = 0; n < TRIES && (counts[0] < EACH || counts[1] < EACH); n++) {
        Position position = endings_next(&sampler, 16 + n % 30, n);
        int moves = bits_count(rules_moves(&bench.shape, position.own, position.opp));
        if (moves > 1 || rules_is_over(&bench.shape, position)) continue;
        if (counts[moves]++ >= EACH) continue;
        EngineLimits limits = {.has_move_time = true, .move_seconds = 20};
        int64_t begin = clock_ns();
        engine_think(bench.engine, position, &limits, NULL, NULL, &result);
        check_legal(&bench, position, &result);
        assert_true(clock_ns() - begin < INT64_C(5000000000));
        assert_true(result.end == ENGINE_ONLY_MOVE || result.end == ENGINE_FINISHED);
    }
    assert_true(counts[0] >= EACH && counts[1] >= EACH);
    engine_free(bench.engine);
}

static void a_finished_game_has_a_score_and_no_move(void **state) {
    (void)state;
    Bench bench;
    EngineResult result;
    open_bench(&bench, 4, 4, 1);
    Position position = parse(&bench.shape, "XXXXXXXXXX------ X");
    EngineLimits limits = {.depth = 3};
    engine_think(bench.engine, position, &limits, NULL, NULL, &result);
    assert_int_equal(result.end, ENGINE_GAME_OVER);
    assert_int_equal(result.count, 0);
    assert_true(result.lines[0].score == 16);
    assert_true(result.lines[0].is_exact);
    engine_free(bench.engine);
}

static void a_pass_is_the_move_when_there_is_no_other(void **state) {
    (void)state;
    Bench bench;
    EngineResult result, after;
    open_bench(&bench, 8, 8, 1);
    Position position = parse(&bench.shape, no_move);
    assert_int_equal(rules_moves(&bench.shape, position.own, position.opp), 0);
    assert_false(rules_is_over(&bench.shape, position));
    EngineLimits limits = {.depth = 6};
    engine_think(bench.engine, position, &limits, NULL, NULL, &result);
    assert_int_equal(result.count, 1);
    assert_int_equal(result.lines[0].pv[0], PASS);
    engine_clear(bench.engine);
    engine_think(bench.engine, position_passed(position), &limits, NULL, NULL, &after);
    assert_true(result.lines[0].score == -after.lines[0].score);
    engine_free(bench.engine);
}

static void engines_live_side_by_side(void **state) {
    (void)state;
    enum { ENGINES = 6 };
    static const int sides[ENGINES][2] = {{8, 8}, {6, 6}, {9, 7}, {4, 4}, {8, 8}, {5, 12}};
    Bench benches[ENGINES];
    for (int i = 0; i < ENGINES; i++) open_bench(&benches[i], sides[i][0], sides[i][1], 1 + i % 3);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < ENGINES; i++) {
            EngineResult result;
            EngineLimits limits = {.depth = 5};
            Position position = position_start(&benches[i].shape);
            engine_think(benches[i].engine, position, &limits, NULL, NULL, &result);
            check_legal(&benches[i], position, &result);
        }
    }
    assert_non_null(engine_eval_name(benches[0].engine));
    for (int i = 0; i < ENGINES; i++) engine_free(benches[i].engine);
}

static void a_stopped_engine_thinks_again_when_rearmed(void **state) {
    (void)state;
    Bench bench;
    EngineResult result;
    EngineLimits limits = {.depth = 6};
    open_bench(&bench, 8, 8, 2);
    engine_stop(bench.engine);
    engine_think(bench.engine, position_start(&bench.shape), &limits, NULL, NULL, &result);
    assert_int_equal(result.end, ENGINE_STOPPED);
    check_legal(&bench, position_start(&bench.shape), &result);
    engine_rearm(bench.engine);
    engine_think(bench.engine, position_start(&bench.shape), &limits, NULL, NULL, &result);
    assert_int_equal(result.lines[0].depth, 6);
    engine_free(bench.engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_options_are_refused_with_a_reason),
        cmocka_unit_test(freeing_nothing_is_allowed),
        cmocka_unit_test(every_time_gives_a_legal_move),
        cmocka_unit_test(an_endless_time_ends_with_the_other_limits),
        cmocka_unit_test(a_depth_is_reached_and_not_passed),
        cmocka_unit_test(a_limit_says_how_deep_and_the_selectivity_how_sure),
        cmocka_unit_test(only_six_selectivities_exist),
        cmocka_unit_test(no_limits_mean_an_exact_answer),
        cmocka_unit_test(a_choice_of_one_or_none_is_made_at_once),
        cmocka_unit_test(a_finished_game_has_a_score_and_no_move),
        cmocka_unit_test(a_pass_is_the_move_when_there_is_no_other),
        cmocka_unit_test(engines_live_side_by_side),
        cmocka_unit_test(a_stopped_engine_thinks_again_when_rearmed),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
