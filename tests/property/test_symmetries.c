/* Turning or mirroring the board changes nothing but the names of the squares: moves, flips and
 * stable discs of an image are the images of the moves, flips and stable discs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bits.h"
#include "game/rules.h"
#include "game/symmetry.h"
#include "reference/sample.h"
#include "support/effort.h"

enum { POSITIONS = 40000, SEED = 20 };

typedef void Check(const Shape *shape, Position position);

/* Both layouts of every sample board. */
static void for_all_positions(Check *check, long positions) {
    long share = effort_rounds(positions) / sample_board_count + 1;
    for (int b = 0; b < sample_board_count; b++) {
        Shape shapes[2];
        BoardSize size = sample_boards[b];
        assert_true(shape_init(&shapes[0], size.width, size.height, NULL));
        assert_true(shape_init_any(&shapes[1], size.width, size.height, NULL));
        Sampler sampler = sampler_new(size, SEED);
        for (long i = 0; i < share; i++) {
            Position packed = sampler_next(&sampler, i);
            for (int layout = 0; layout < 2; layout++) {
                const Shape *shape = &shapes[layout];
                check(shape,
                      (Position){shape_unpack(shape, packed.own), shape_unpack(shape, packed.opp)});
            }
        }
    }
}

static void check_moves(const Shape *shape, Position position) {
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    for (int s = 0; s < shape->symmetries; s++) {
        Position image = symmetry_position(shape, s, position);
        assert_int_equal(rules_moves(shape, image.own, image.opp), symmetry_apply(shape, s, moves));
        for (uint64_t left = moves; left;) {
            int square = bits_pop(&left);
            uint64_t flips = rules_flips(shape, square, position.own, position.opp);
            assert_int_equal(rules_flips(shape, shape->where[s][square], image.own, image.opp),
                             symmetry_apply(shape, s, flips));
        }
    }
}

static void moves_and_flips_of_an_image_are_images(void **state) {
    (void)state;
    for_all_positions(check_moves, POSITIONS);
}

static void check_stable(const Shape *shape, Position position) {
    uint64_t stable = rules_stable(shape, position.own, position.opp);
    for (int s = 1; s < shape->symmetries; s++) {
        Position image = symmetry_position(shape, s, position);
        assert_int_equal(rules_stable(shape, image.own, image.opp),
                         symmetry_apply(shape, s, stable));
    }
}

static void stable_discs_of_an_image_are_images(void **state) {
    (void)state;
    for_all_positions(check_stable, POSITIONS);
}

static void check_inverse(const Shape *shape, Position position) {
    for (int s = 0; s < shape->symmetries; s++) {
        Position image = symmetry_position(shape, s, position);
        Position back = symmetry_position(shape, symmetry_inverse(shape, s), image);
        assert_int_equal(back.own, position.own);
        assert_int_equal(back.opp, position.opp);
    }
}

static void the_inverse_leads_back(void **state) {
    (void)state;
    for_all_positions(check_inverse, POSITIONS);
}

static void check_canonical(const Shape *shape, Position position) {
    int s = -1;
    Position canonical = symmetry_canonical(shape, position, &s);
    assert_in_range(s, 0, shape->symmetries - 1);
    Position image = symmetry_position(shape, s, position);
    assert_int_equal(image.own, canonical.own);
    assert_int_equal(image.opp, canonical.opp);
    for (s = 0; s < shape->symmetries; s++) {
        Position same = symmetry_canonical(shape, symmetry_position(shape, s, position), NULL);
        assert_int_equal(same.own, canonical.own);
        assert_int_equal(same.opp, canonical.opp);
    }
}

static void all_images_have_one_canonical_form(void **state) {
    (void)state;
    for_all_positions(check_canonical, POSITIONS / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_and_flips_of_an_image_are_images),
        cmocka_unit_test(stable_discs_of_an_image_are_images),
        cmocka_unit_test(the_inverse_leads_back),
        cmocka_unit_test(all_images_have_one_canonical_form),
    };
    return cmocka_run_group_tests_name("symmetries", tests, NULL, NULL);
}
