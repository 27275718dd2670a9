/* A network before it has learned anything. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "reference/sample.h"
#include "train/fit_report.h"
#include "train/network/network_model.h"

typedef struct Untrained {
    Shape shape;
    PatternSet *set;
    Model model;
} Untrained;

static void untrained_make_wide(Untrained *untrained, int phases, int width, uint64_t seed) {
    PatternReference references[PATTERN_INSTANCES];
    assert_true(shape_init(&untrained->shape, 6, 6, NULL));
    untrained->set = aligned_alloc(64, (sizeof *untrained->set + 63) / 64 * 64);
    int count = pattern_references(&untrained->shape, references);
    assert_true(pattern_set_init(untrained->set, &untrained->shape, references, count, NULL));
    assert_true(model_new(&untrained->model, untrained->set, phases, width, seed));
}

static void untrained_make(Untrained *untrained, int phases, uint64_t seed) {
    untrained_make_wide(untrained, phases, 32, seed);
}

static void untrained_free(Untrained *untrained) {
    model_free(&untrained->model);
    free(untrained->set);
}

static void every_position_has_the_value_0(void **state) {
    (void)state;
    static Untrained untrained;
    untrained_make_wide(&untrained, 2, NETWORK_WIDTH, 5);
    Sampler sampler = sampler_new((BoardSize){6, 6}, 3);
    for (long n = 0; n < 50; n++) {
        Position packed = sampler_next(&sampler, n);
        Position position = {shape_unpack(&untrained.shape, packed.own),
                             shape_unpack(&untrained.shape, packed.opp)};
        uint32_t embeddings[PATTERN_LANES];
        ModelActivations activations;
        model_embeddings(&untrained.model, position, embeddings);
        model_value(&untrained.model, embeddings, untrained.model.inputs,
                    bits_count(packed.own | packed.opp), &activations);
        assert_true(fabsf(activations.value) < 1e-4f);
    }
    untrained_free(&untrained);
}

static void the_seed_alone_decides_the_weights(void **state) {
    (void)state;
    static Untrained one, same, other;
    untrained_make(&one, 1, 5);
    untrained_make(&same, 1, 5);
    untrained_make(&other, 1, 6);
    size_t size = model_disc_bias_at(&one.model) * sizeof(float);
    assert_memory_equal(one.model.parameters, same.model.parameters, size);
    assert_memory_not_equal(one.model.parameters, other.model.parameters, size);
    untrained_free(&one);
    untrained_free(&same);
    untrained_free(&other);
}

static void units_beyond_the_width_are_0(void **state) {
    (void)state;
    static Untrained untrained;
    for (int width = 4; width < NETWORK_WIDTH; width += 20) {
        untrained_make_wide(&untrained, 1, width, 5);
        const ModelHead *head = model_head(&untrained.model, untrained.model.parameters, 0);
        for (int j = 0; j < NETWORK_WIDTH; j++) {
            assert_int_equal(head->bias[j] != 0, j < width);
            assert_int_equal(head->direct[j] != 0, j < width);
            for (int h = 0; h < NETWORK_HIDDEN; h++)
                assert_int_equal(head->hidden[h][j] != 0, j < width);
        }
        untrained_free(&untrained);
    }
}

/* A phase is a part of the game: positions of two phases share no embedding, those of one do. */
static void every_phase_has_embeddings_of_its_own(void **state) {
    (void)state;
    static Untrained untrained;
    untrained_make(&untrained, 3, 5);
    const Model *model = &untrained.model;
    assert_int_equal(model->phases, 3);
    assert_int_equal(model->embeddings, 3 * (model->numbers + 2 * NETWORK_MOVES));
    Sampler sampler = sampler_new((BoardSize){6, 6}, 3);
    bool seen[3] = {false};
    for (long n = 0; n < 200; n++) {
        Position packed = sampler_next(&sampler, n);
        Position position = {shape_unpack(&untrained.shape, packed.own),
                             shape_unpack(&untrained.shape, packed.opp)};
        uint32_t embeddings[PATTERN_LANES];
        model_embeddings(model, position, embeddings);
        int stage = model->stage_of[bits_count(packed.own | packed.opp)];
        size_t phase = 3 * stage < model->stages ? 0 : 3 * stage < 2 * model->stages ? 1 : 2;
        for (int i = 0; i < model->inputs; i++)
            assert_int_equal(embeddings[i] / (model->embeddings / 3), phase);
        seen[phase] = true;
    }
    assert_true(seen[0] && seen[1] && seen[2]);
    untrained_free(&untrained);
}

/* ... so that no phase is without a stage. */
static void every_board_has_more_stages_than_phases(void **state) {
    (void)state;
    for (int width = 4; width <= 16; width++)
        for (int height = 4; width * height <= 64; height++) {
            Shape shape;
            uint8_t stage_of[65];
            assert_true(shape_init(&shape, width, height, NULL));
            assert_true(fit_stages(&shape, NETWORK_STAGE_DISCS, stage_of) > NETWORK_PHASES);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_has_the_value_0),
        cmocka_unit_test(the_seed_alone_decides_the_weights),
        cmocka_unit_test(units_beyond_the_width_are_0),
        cmocka_unit_test(every_phase_has_embeddings_of_its_own),
        cmocka_unit_test(every_board_has_more_stages_than_phases),
    };
    return cmocka_run_group_tests_name("untrained network", tests, NULL, NULL);
}
