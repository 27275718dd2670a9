/* Many positions at once, players and reviews of the public interface. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "bianca.h"

enum { COUNT = 300 };

typedef struct Sample {
    int width, height;
    BiancaPosition positions[COUNT];
    uint64_t own[COUNT], opp[COUNT], moves[COUNT];
    uint8_t squares[COUNT];
} Sample;

static void fill_sets(Sample *sample) {
    for (int i = 0; i < COUNT; i++) {
        const BiancaPosition *position = &sample->positions[i];
        bool is_white = position->side == BIANCA_WHITE;
        sample->own[i] = is_white ? position->white : position->black;
        sample->opp[i] = is_white ? position->black : position->white;
    }
}

/* The positions of random games, one after another. */
static void fill_sample(Sample *sample, int width, int height) {
    Random random = random_seeded(7);
    BiancaPosition position;
    *sample = (Sample){.width = width, .height = height};
    bianca_position_start(&position, width, height, NULL);
    for (int i = 0; i < COUNT; i++) {
        if (bianca_is_over(&position)) bianca_position_start(&position, width, height, NULL);
        sample->positions[i] = position;
        uint64_t moves = bianca_legal_moves(&position);
        int square = BIANCA_PASS;
        for (unsigned at = (unsigned)random_next(&random); moves; at++)
            if (moves >> at % 64 & 1) {
                square = at % 64;
                break;
            }
        assert_int_equal(bianca_play(&position, square, NULL, NULL), BIANCA_OK);
    }
    fill_sets(sample);
}

static const int sizes[][2] = {{8, 8}, {6, 6}, {9, 7}, {4, 4}, {5, 12}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void a_batch_plays_as_one_position_after_another_does(void **state) {
    (void)state;
    static Sample sample;
    for (int k = 0; k < SIZES; k++) {
        int w = sizes[k][0], h = sizes[k][1];
        fill_sample(&sample, w, h);
        uint64_t own[COUNT], opp[COUNT];
        assert_int_equal(
            bianca_batch_legal_moves(w, h, COUNT, sample.own, sample.opp, sample.moves, NULL), 0);
        assert_int_equal(bianca_batch_random(w, h, 3, COUNT, sample.moves, sample.squares, NULL),
                         0);
        assert_int_equal(
            bianca_batch_play(w, h, COUNT, sample.own, sample.opp, sample.squares, own, opp, NULL),
            0);
        for (int i = 0; i < COUNT; i++) {
            BiancaPosition *position = &sample.positions[i];
            assert_true(sample.moves[i] == bianca_legal_moves(position));
            assert_int_equal(bianca_play(position, sample.squares[i], NULL, NULL), BIANCA_OK);
        }
        fill_sets(&sample);
        assert_memory_equal(own, sample.own, sizeof own);
        assert_memory_equal(opp, sample.opp, sizeof opp);
    }
}

static void an_output_may_be_an_input(void **state) {
    (void)state;
    static Sample sample, same;
    fill_sample(&sample, 8, 8);
    bianca_batch_legal_moves(8, 8, COUNT, sample.own, sample.opp, sample.moves, NULL);
    bianca_batch_random(8, 8, 1, COUNT, sample.moves, sample.squares, NULL);
    same = sample;
    uint64_t own[COUNT], opp[COUNT];
    bianca_batch_play(8, 8, COUNT, sample.own, sample.opp, sample.squares, own, opp, NULL);
    bianca_batch_play(8, 8, COUNT, same.own, same.opp, same.squares, same.own, same.opp, NULL);
    assert_memory_equal(own, same.own, sizeof own);
    assert_memory_equal(opp, same.opp, sizeof opp);
}

static void batches_have_the_symmetries_of_positions(void **state) {
    (void)state;
    static Sample sample;
    for (int k = 0; k < SIZES; k++) {
        int w = sizes[k][0], h = sizes[k][1];
        fill_sample(&sample, w, h);
        uint64_t own[COUNT], opp[COUNT], image[COUNT];
        uint8_t symmetries[COUNT];
        assert_int_equal(
            bianca_batch_canonical(w, h, COUNT, sample.own, sample.opp, own, opp, symmetries, NULL),
            0);
        for (int i = 0; i < COUNT; i++) {
            int symmetry;
            BiancaPosition *position = &sample.positions[i];
            bianca_position_canonical(position, position, &symmetry);
            assert_int_equal(symmetry, symmetries[i]);
        }
        for (int s = 0; s < (w == h ? 8 : 4); s++) {
            assert_int_equal(bianca_batch_symmetry(w, h, s, COUNT, sample.own, image, NULL), 0);
            for (int i = 0; i < COUNT; i++)
                if (symmetries[i] == s) assert_true(image[i] == own[i]);
        }
        fill_sets(&sample);
        assert_memory_equal(own, sample.own, sizeof own);
        assert_memory_equal(opp, sample.opp, sizeof opp);
    }
}

static void a_bad_position_is_refused_by_its_index_and_nothing_is_written(void **state) {
    (void)state;
    static Sample sample;
    uint64_t untouched = 42;
    BiancaError error;
    fill_sample(&sample, 6, 6);
    sample.own[17] |= UINT64_C(1) << 36;
    uint64_t moves[COUNT] = {untouched};
    assert_int_equal(bianca_batch_legal_moves(6, 6, COUNT, sample.own, sample.opp, moves, &error),
                     BIANCA_BAD_INPUT);
    assert_string_equal(error.text, "position 17: a disc is off the board");
    assert_true(moves[0] == untouched);
    sample.own[17] = sample.opp[17];
    assert_int_equal(bianca_batch_legal_moves(6, 6, COUNT, sample.own, sample.opp, moves, &error),
                     BIANCA_BAD_INPUT);
    assert_string_equal(error.text, "position 17: a square holds two discs");
    assert_int_equal(bianca_batch_symmetry(9, 7, 4, 1, moves, moves, &error), BIANCA_BAD_INPUT);
    assert_non_null(strstr(error.text, "0 to 3"));
}

static void a_batch_is_evaluated_as_its_positions_are(void **state) {
    (void)state;
    static Sample sample;
    static uint64_t own[40 * COUNT], opp[40 * COUNT];
    static float values[40 * COUNT];
    for (int threads = 1; threads <= 2; threads++) {
        BiancaEngine *engine = NULL;
        fill_sample(&sample, 8, 8);
        BiancaEngineOptions options = {.threads = threads, .hash_mb = 1};
        assert_int_equal(bianca_engine_new(&engine, 8, 8, &options, NULL), BIANCA_OK);
        for (int i = 0; i < 40 * COUNT; i++)
            own[i] = sample.own[i % COUNT], opp[i] = sample.opp[i % COUNT];
        assert_int_equal(bianca_batch_evaluate(engine, 40 * COUNT, own, opp, values, NULL), 0);
        for (int i = 0; i < COUNT; i++) {
            float value = (float)bianca_engine_evaluate(engine, &sample.positions[i]);
            assert_true(values[i] == value && values[39 * COUNT + i] == value);
        }
        bianca_engine_free(engine);
    }
}

static void perft_counts_the_games(void **state) {
    (void)state;
    BiancaPosition start;
    bianca_position_start(&start, 8, 8, NULL);
    assert_int_equal(bianca_perft(&start, 0), 1);
    assert_int_equal(bianca_perft(&start, -5), 1);
    assert_int_equal(bianca_perft(&start, 6), 8200);
    start.black |= start.white;
    assert_int_equal(bianca_perft(&start, 6), 0);
}

static void terms_add_up_to_the_value(void **state) {
    (void)state;
    BiancaPosition position;
    BiancaExplanation explained;
    BiancaEngineOptions options = {.threads = 1, .hash_mb = 1};
    bianca_position_start(&position, 8, 8, NULL);
    bianca_transcript_parse(&position, "f5d6c3", 6, NULL, 0, NULL, NULL);
    for (int i = 0; (options.eval = bianca_evaluation_name(i)) != NULL; i++) {
        BiancaEngine *engine = NULL;
        if (bianca_engine_new(&engine, 8, 8, &options, NULL) != BIANCA_OK) continue;
        assert_string_equal(bianca_engine_evaluation(engine), options.eval);
        assert_int_equal(bianca_engine_explain(engine, &position, &explained, NULL), BIANCA_OK);
        double sum = 0;
        for (int k = 0; k < explained.count; k++)
            sum += explained.terms[k].value * explained.terms[k].weight;
        assert_true(sum - explained.value < 1e-9 && explained.value - sum < 1e-9);
        bianca_engine_free(engine);
    }
    assert_null(bianca_evaluation_name(-1));
}

static void a_review_names_what_each_move_lost(void **state) {
    (void)state;
    static BiancaReviewMove review[BIANCA_MAX_MOVES];
    BiancaMove moves[BIANCA_MAX_MOVES];
    BiancaReviewSide sides[2];
    BiancaPosition start, end;
    BiancaEngine *engine = NULL;
    BiancaError error;
    BiancaEngineOptions options = {.threads = 1, .hash_mb = 4};
    size_t count;
    bianca_position_start(&start, 8, 8, NULL);
    end = start;
    assert_int_equal(bianca_transcript_parse(&end, "f5d6c3d3c4f4f6b3", 16, moves, BIANCA_MAX_MOVES,
                                             &count, &error),
                     BIANCA_OK);
    assert_int_equal(bianca_engine_new(&engine, 8, 8, &options, NULL), BIANCA_OK);
    assert_int_equal(bianca_engine_review(engine, &start, moves, count, &(BiancaLimits){.depth = 3},
                                          review, sides, &error),
                     BIANCA_OK);
    double loss[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(review[i].side, i % 2);
        assert_int_equal(review[i].played, moves[i].square);
        assert_true(review[i].loss >= 0 && review[i].length >= 1);
        loss[i % 2] += review[i].loss;
    }
    for (int side = 0; side < 2; side++)
        assert_true(loss[side] - sides[side].loss < 0.01 && sides[side].loss - loss[side] < 0.01);
    assert_string_equal(bianca_verdict_name(BIANCA_BLUNDER), "blunder");
    assert_string_equal(bianca_verdict_name((BiancaVerdict)9), "none");
    moves[2].square = 0;
    assert_int_equal(bianca_engine_review(engine, &start, moves, count, &(BiancaLimits){.depth = 3},
                                          review, sides, &error),
                     BIANCA_BAD_INPUT);
    assert_non_null(strstr(error.text, "move 3"));
    bianca_engine_free(engine);
}

static void players_are_made_by_name(void **state) {
    (void)state;
    BiancaPlayer *player = NULL;
    BiancaChoice choice;
    BiancaPosition start;
    BiancaError error;
    assert_int_equal(bianca_player_new(&player, "e03-myjudge:depth=3", 6, 6, &error), BIANCA_OK);
    bianca_position_start(&start, 6, 6, NULL);
    bianca_player_begin(player, 2, BIANCA_WHITE);
    assert_int_equal(bianca_player_choose(player, &start, 0, &choice, &error), BIANCA_OK);
    assert_true(bianca_legal_moves(&start) >> choice.square & 1);
    assert_true(choice.has_score && choice.depth == 3);
    bianca_position_start(&start, 8, 8, NULL);
    assert_int_equal(bianca_player_choose(player, &start, 0, &choice, &error), BIANCA_BAD_INPUT);
    bianca_player_free(player);
    bianca_player_free(NULL);
    assert_int_equal(bianca_player_new(&player, "gtp:true", 8, 8, &error), BIANCA_UNSUPPORTED);
    assert_int_equal(bianca_player_new(&player, "nobody", 8, 8, &error), BIANCA_BAD_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_plays_as_one_position_after_another_does),
        cmocka_unit_test(an_output_may_be_an_input),
        cmocka_unit_test(batches_have_the_symmetries_of_positions),
        cmocka_unit_test(a_bad_position_is_refused_by_its_index_and_nothing_is_written),
        cmocka_unit_test(a_batch_is_evaluated_as_its_positions_are),
        cmocka_unit_test(perft_counts_the_games),
        cmocka_unit_test(terms_add_up_to_the_value),
        cmocka_unit_test(a_review_names_what_each_move_lost),
        cmocka_unit_test(players_are_made_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
