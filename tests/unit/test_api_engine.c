/* The engine of the public interface. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bianca.h"

static BiancaPosition parsed(int width, int height, const char *text) {
    BiancaPosition position;
    BiancaError error;
    if (bianca_position_parse(&position, width, height, text, strlen(text), &error) != BIANCA_OK)
        fail_msg("%s", error.text);
    return position;
}

static BiancaEngine *engine_for(int width, int height) {
    BiancaEngine *engine = NULL;
    BiancaError error;
    BiancaEngineOptions options = {.threads = 1, .hash_mb = 4};
    if (bianca_engine_new(&engine, width, height, &options, &error) != BIANCA_OK)
        fail_msg("%s", error.text);
    return engine;
}

static void small_boards_are_solved_exactly(void **state) {
    (void)state;
    BiancaEngine *engine = engine_for(4, 4);
    BiancaPosition start;
    BiancaLine line;
    BiancaThought thought;
    assert_int_equal(bianca_position_start(&start, 4, 4, NULL), BIANCA_OK);
    assert_int_equal(
        bianca_engine_think(engine, &start, &(BiancaLimits){0}, &line, 1, &thought, NULL),
        BIANCA_OK);
    assert_int_equal(thought.count, 1);
    assert_true(line.is_exact);
    assert_true(line.score == -10);
    for (int i = 0; i < line.length; i++)
        assert_int_equal(bianca_play(&start, line.moves[i], NULL, NULL), BIANCA_OK);
    assert_true(bianca_is_over(&start));
    bianca_engine_free(engine);
}

static void there_is_room_for_one_line_at_least_and_not_for_any_number(void **state) {
    (void)state;
    BiancaEngine *engine = engine_for(4, 4);
    BiancaPosition start;
    static BiancaLine lines[BIANCA_MAX_LINES + 1];
    BiancaThought thought;
    BiancaError error;
    bianca_position_start(&start, 4, 4, NULL);
    static const int refused[] = {-1, 0, BIANCA_MAX_LINES + 1};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(bianca_engine_think(engine, &start, &(BiancaLimits){.depth = 1}, lines,
                                             refused[i], &thought, &error),
                         BIANCA_BAD_INPUT);
        assert_non_null(strstr(error.text, "room for 1 to 64 lines"));
    }
    assert_int_equal(bianca_engine_think(engine, &start, &(BiancaLimits){.depth = 1}, lines,
                                         BIANCA_MAX_LINES, &thought, &error),
                     BIANCA_OK);
    assert_int_equal(thought.count, 4);
    bianca_engine_free(engine);
}

static void limits_that_make_no_sense_are_refused(void **state) {
    (void)state;
    static const struct {
        BiancaLimits limits;
        const char *reason;
    } cases[] = {
        {{.depth = 1, .seconds = -1}, "seconds"},
        {{.depth = 1, .seconds = NAN}, "seconds"},
        {{.depth = 1, .seconds = -INFINITY}, "seconds"},
        {{.depth = -1}, "depth"},
        {{.level = -1}, "level"},
        {{.level = 61}, "level"},
    };
    BiancaEngine *engine = engine_for(4, 4);
    BiancaPlayer *player;
    BiancaPosition start;
    BiancaLine line;
    BiancaThought thought;
    BiancaReviewMove review;
    BiancaReviewSide sides[2];
    BiancaChoice choice;
    BiancaError error;
    bianca_position_start(&start, 4, 4, NULL);
    BiancaMove move = {.square = 1};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(
            bianca_engine_think(engine, &start, &cases[i].limits, &line, 1, &thought, &error),
            BIANCA_BAD_INPUT);
        assert_non_null(strstr(error.text, cases[i].reason));
        assert_int_equal(bianca_engine_review(engine, &start, &move, 1, &cases[i].limits, &review,
                                              sides, &error),
                         BIANCA_BAD_INPUT);
        assert_non_null(strstr(error.text, cases[i].reason));
    }
    // As long as it takes is a limit, and so is none.
    static const BiancaLimits right[] = {{.depth = 2, .seconds = INFINITY}, {.depth = 2}};
    for (int i = 0; i < 2; i++)
        assert_int_equal(bianca_engine_think(engine, &start, &right[i], &line, 1, &thought, &error),
                         BIANCA_OK);
    assert_int_equal(bianca_player_new(&player, "random", 4, 4, &error), BIANCA_OK);
    assert_int_equal(bianca_player_choose(player, &start, -1, &choice, &error), BIANCA_BAD_INPUT);
    assert_int_equal(bianca_player_choose(player, &start, NAN, &choice, &error), BIANCA_BAD_INPUT);
    assert_int_equal(bianca_player_choose(player, &start, 0, &choice, &error), BIANCA_OK);
    bianca_player_free(player);
    bianca_engine_free(engine);
}

static void several_lines_come_best_first(void **state) {
    (void)state;
    BiancaEngine *engine = engine_for(6, 6), *other = engine_for(9, 7);
    BiancaPosition start;
    BiancaLine lines[3];
    BiancaThought thought;
    bianca_position_start(&start, 6, 6, NULL);
    bianca_play(&start, 8, NULL, NULL);
    assert_int_equal(
        bianca_engine_think(engine, &start, &(BiancaLimits){.depth = 4}, lines, 3, &thought, NULL),
        BIANCA_OK);
    assert_int_equal(thought.count, 3);
    assert_true(lines[0].score >= lines[1].score && lines[1].score >= lines[2].score);
    assert_true(thought.nodes > 0);
    bianca_engine_free(other);
    bianca_engine_free(engine);
}

static void a_position_of_another_board_is_refused(void **state) {
    (void)state;
    BiancaEngine *engine = engine_for(8, 8);
    BiancaPosition start;
    BiancaLine line;
    BiancaThought thought;
    BiancaError error;
    bianca_position_start(&start, 6, 6, NULL);
    assert_int_equal(bianca_engine_think(engine, &start, &(BiancaLimits){.depth = 2}, &line, 1,
                                         &thought, &error),
                     BIANCA_BAD_INPUT);
    assert_string_equal(error.text, "the position is on 6x6, the engine plays 8x8");
    assert_true(bianca_engine_evaluate(engine, &start) == 0);
    bianca_engine_free(engine);
    bianca_engine_free(NULL);
}

static void a_stopped_engine_still_answers_with_a_legal_move(void **state) {
    (void)state;
    BiancaEngine *engine = engine_for(8, 8);
    BiancaPosition start;
    BiancaLine line;
    BiancaThought thought;
    bianca_position_start(&start, 8, 8, NULL);
    bianca_engine_stop(engine);
    assert_int_equal(
        bianca_engine_think(engine, &start, &(BiancaLimits){0}, &line, 1, &thought, NULL),
        BIANCA_STOPPED);
    assert_true(bianca_legal_moves(&start) >> line.moves[0] & 1);
    bianca_engine_rearm(engine);
    assert_int_equal(
        bianca_engine_think(engine, &start, &(BiancaLimits){.depth = 2}, &line, 1, &thought, NULL),
        BIANCA_OK);
    bianca_engine_free(engine);
}

static void bad_options_and_boards_are_refused(void **state) {
    (void)state;
    BiancaEngine *engine = NULL;
    BiancaError error;
    assert_int_equal(bianca_engine_new(&engine, 3, 3, NULL, &error), BIANCA_BAD_INPUT);
    assert_int_equal(
        bianca_engine_new(&engine, 8, 8, &(BiancaEngineOptions){.threads = -1}, &error),
        BIANCA_BAD_INPUT);
    assert_int_equal(
        bianca_engine_new(&engine, 8, 8, &(BiancaEngineOptions){.hash_mb = -1}, &error),
        BIANCA_BAD_INPUT);
    assert_int_not_equal(
        bianca_engine_new(&engine, 8, 8, &(BiancaEngineOptions){.eval = "nonsense"}, &error),
        BIANCA_OK);
    assert_int_not_equal(
        bianca_engine_new(&engine, 8, 8, &(BiancaEngineOptions){.weights = "/nowhere"}, &error),
        BIANCA_OK);
    assert_null(engine);
}

static void a_forced_pass_and_a_finished_game_are_told(void **state) {
    (void)state;
    BiancaEngine *engine = engine_for(4, 4);
    BiancaPosition over = parsed(4, 4, "XXXXXXXXXXXXXXXX X"),
                   pass = parsed(4, 4, "XXXXXXXXXXXXXXO- O");
    BiancaLine line;
    BiancaThought thought;
    bianca_engine_think(engine, &over, &(BiancaLimits){0}, &line, 1, &thought, NULL);
    assert_int_equal(thought.count, 0);
    bianca_engine_think(engine, &pass, &(BiancaLimits){0}, &line, 1, &thought, NULL);
    assert_int_equal(line.moves[0], BIANCA_PASS);
    assert_int_equal(line.pv[0], BIANCA_PASS);
    assert_int_equal(line.percent, line.selectivity);
    assert_true(line.is_exact);
    assert_true(line.score == -16);
    bianca_engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_are_solved_exactly),
        cmocka_unit_test(there_is_room_for_one_line_at_least_and_not_for_any_number),
        cmocka_unit_test(limits_that_make_no_sense_are_refused),
        cmocka_unit_test(several_lines_come_best_first),
        cmocka_unit_test(a_position_of_another_board_is_refused),
        cmocka_unit_test(a_stopped_engine_still_answers_with_a_legal_move),
        cmocka_unit_test(bad_options_and_boards_are_refused),
        cmocka_unit_test(a_forced_pass_and_a_finished_game_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
