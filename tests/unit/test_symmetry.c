/* The symmetries themselves: what they do to single squares, and that they are a group. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "game/symmetry.h"
#include "reference/sample.h"

typedef void Check(const Shape *shape);

static void for_all_shapes(Check *check) {
    for (int b = 0; b < sample_board_count; b++) {
        Shape shape;
        assert_true(shape_init(&shape, sample_boards[b].width, sample_boards[b].height, NULL));
        check(&shape);
        assert_true(shape_init_any(&shape, sample_boards[b].width, sample_boards[b].height, NULL));
        check(&shape);
    }
}

static void symmetries_move_corners_as_their_names_say(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    enum { A1 = 0, B1 = 1, H1 = 7, A2 = 8, G1 = 6, A8 = 56, B8 = 57 };
    static const int b1_goes_to[8] = {B1, G1, B8, 62, A2, 48, 15, 55};
    for (int s = 0; s < 8; s++) assert_int_equal(shape.where[s][B1], b1_goes_to[s]);
    assert_int_equal(symmetry_apply(&shape, 1, bits_square(A1)), bits_square(H1));
    assert_int_equal(symmetry_apply(&shape, 2, bits_square(A1)), bits_square(A8));
}

static void check_permutation(const Shape *shape) {
    for (int s = 0; s < shape->symmetries; s++) {
        assert_int_equal(symmetry_apply(shape, s, shape->playable), shape->playable);
        assert_int_equal(symmetry_apply(shape, s, shape->corners), shape->corners);
        assert_int_equal(symmetry_apply(shape, s, 0), 0);
    }
    assert_int_equal(symmetry_apply(shape, 0, shape->rays[0][0]), shape->rays[0][0]);
}

static void a_symmetry_moves_every_square_to_another(void **state) {
    (void)state;
    for_all_shapes(check_permutation);
}

static bool is_same(const Shape *shape, const uint8_t *one, const uint8_t *two) {
    for (uint64_t left = shape->playable; left;) {
        int square = bits_pop(&left);
        if (one[square] != two[square]) return false;
    }
    return true;
}

static void check_group(const Shape *shape) {
    for (int a = 0; a < shape->symmetries; a++) {
        for (int b = 0; b < shape->symmetries; b++) {
            uint8_t both[64] = {0};
            int found = 0;
            for (uint64_t left = shape->playable; left;) {
                int square = bits_pop(&left);
                both[square] = shape->where[b][shape->where[a][square]];
            }
            for (int c = 0; c < shape->symmetries; c++)
                found += is_same(shape, both, shape->where[c]);
            assert_int_equal(found, 1); /* exactly one: they are closed, and all different */
            assert_int_equal(is_same(shape, both, shape->where[0]),
                             b == symmetry_inverse(shape, a));
        }
    }
}

static void two_symmetries_together_are_a_third(void **state) {
    (void)state;
    for_all_shapes(check_group);
}

static void symmetry_zero_changes_nothing(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 9, 7, NULL));
    Position start = position_start(&shape), same = symmetry_position(&shape, 0, start);
    assert_int_equal(same.own, start.own);
    assert_int_equal(same.opp, start.opp);
    assert_int_equal(symmetry_inverse(&shape, 0), 0);
}

static void the_canonical_form_is_the_smallest_image(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    Position position = {bits_square(63), bits_square(62)};
    int s = -1;
    Position canonical = symmetry_canonical(&shape, position, &s);
    assert_int_equal(canonical.own, 1);
    assert_int_equal(canonical.opp, 2);
    Position image = symmetry_position(&shape, s, position);
    assert_int_equal(image.own, canonical.own);
    assert_int_equal(image.opp, canonical.opp);
    canonical = symmetry_canonical(&shape, (Position){0, 0}, NULL);
    assert_int_equal(canonical.own | canonical.opp, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetries_move_corners_as_their_names_say),
        cmocka_unit_test(a_symmetry_moves_every_square_to_another),
        cmocka_unit_test(two_symmetries_together_are_a_third),
        cmocka_unit_test(symmetry_zero_changes_nothing),
        cmocka_unit_test(the_canonical_form_is_the_smallest_image),
    };
    return cmocka_run_group_tests_name("symmetry", tests, NULL, NULL);
}
