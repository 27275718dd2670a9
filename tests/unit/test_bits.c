/* Sets of squares in one word. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/random.h"

static void a_square_is_alone_in_its_set(void **state) {
    (void)state;
    for (int square = 0; square < 64; square++) {
        uint64_t set = bits_square(square);
        assert_int_equal(bits_count(set), 1);
        assert_int_equal(bits_first(set), square);
        assert_int_equal(bits_last(set), square);
        for (int other = 0; other < 64; other++)
            assert_int_equal(bits_has(set, other), other == square);
    }
}

static void the_first_and_the_last_square_are_the_ends(void **state) {
    (void)state;
    assert_int_equal(bits_first(UINT64_MAX), 0);
    assert_int_equal(bits_last(UINT64_MAX), 63);
    assert_int_equal(bits_count(UINT64_MAX), 64);
    assert_int_equal(bits_count(0), 0);
}

static void pop_takes_all_squares_in_rising_order(void **state) {
    (void)state;
    Random random = random_seeded(1);
    for (int round = 0; round < 1000; round++) {
        uint64_t set = random_next(&random) & random_next(&random), left = set, seen = 0;
        int before = -1;
        while (left) {
            int square = bits_pop(&left);
            assert_true(square > before);
            seen |= bits_square(before = square);
        }
        assert_int_equal(seen, set);
    }
}

static void shifts_beyond_the_word_are_empty(void **state) {
    (void)state;
    assert_int_equal(bits_up(1, 63), bits_square(63));
    assert_int_equal(bits_down(bits_square(63), 63), 1);
    for (int distance = 64; distance < 200; distance++) {
        assert_int_equal(bits_up(UINT64_MAX, distance), 0);
        assert_int_equal(bits_down(UINT64_MAX, distance), 0);
    }
    assert_int_equal(bits_up(UINT64_MAX, 0), UINT64_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_square_is_alone_in_its_set),
        cmocka_unit_test(the_first_and_the_last_square_are_the_ends),
        cmocka_unit_test(pop_takes_all_squares_in_rising_order),
        cmocka_unit_test(shifts_beyond_the_word_are_empty),
    };
    return cmocka_run_group_tests_name("bits", tests, NULL, NULL);
}
