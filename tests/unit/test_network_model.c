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
#include "train/network/network_model.h"

typedef struct Untrained {
    Shape shape;
    PatternSet *set;
    Model model;
} Untrained;

static void untrained_make(Untrained *untrained, uint64_t seed) {
    PatternReference references[PATTERN_INSTANCES];
    assert_true(shape_init(&untrained->shape, 6, 6, NULL));
    untrained->set = aligned_alloc(64, (sizeof *untrained->set + 63) / 64 * 64);
    int count = pattern_references(&untrained->shape, references);
    assert_true(pattern_set_init(untrained->set, &untrained->shape, references, count, NULL));
    assert_true(model_new(&untrained->model, untrained->set, seed));
}

static void untrained_free(Untrained *untrained) {
    model_free(&untrained->model);
    free(untrained->set);
}

static void every_position_has_the_value_0(void **state) {
    (void)state;
    static Untrained untrained;
    untrained_make(&untrained, 5);
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
    untrained_make(&one, 5);
    untrained_make(&same, 5);
    untrained_make(&other, 6);
    size_t size = model_disc_bias_at(&one.model) * sizeof(float);
    assert_memory_equal(one.model.parameters, same.model.parameters, size);
    assert_memory_not_equal(one.model.parameters, other.model.parameters, size);
    untrained_free(&one);
    untrained_free(&same);
    untrained_free(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_has_the_value_0),
        cmocka_unit_test(the_seed_alone_decides_the_weights),
    };
    return cmocka_run_group_tests_name("untrained network", tests, NULL, NULL);
}
