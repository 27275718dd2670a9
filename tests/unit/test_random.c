/* The random generator: repeatable, within its limits, fair enough. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/random.h"

static void the_same_seed_gives_the_same_numbers_on_every_machine(void **state) {
    (void)state;
    Random random = random_seeded(2024), again = random_seeded(2024);
    for (int i = 0; i < 1000; i++) assert_int_equal(random_next(&random), random_next(&again));
    random = random_seeded(0);
    assert_int_equal(random_next(&random), UINT64_C(0xa706dd2f4d197e6f));
    assert_int_equal(random_next(&random), UINT64_C(0xb382a305f4414f5e));
}

static void neighbouring_seeds_give_different_numbers(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        Random one = random_seeded(seed), two = random_seeded(seed + 1);
        for (int i = 0; i < 10; i++) {
            int differing = bits_count(random_next(&one) ^ random_next(&two));
            assert_in_range(differing, 8, 56);
        }
    }
}

static void numbers_stay_below_their_limit_and_reach_it(void **state) {
    (void)state;
    static const uint32_t limits[] = {1, 2, 3, 7, 64, 1000};
    Random random = random_seeded(3);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        uint32_t lowest = UINT32_MAX, highest = 0;
        for (int round = 0; round < 20000; round++) {
            uint32_t number = random_below(&random, limits[i]);
            assert_true(number < limits[i]);
            if (number < lowest) lowest = number;
            if (number > highest) highest = number;
        }
        assert_int_equal(lowest, 0);
        assert_int_equal(highest, limits[i] - 1);
    }
    for (int round = 0; round < 1000; round++)
        assert_true(random_below(&random, UINT32_MAX) < UINT32_MAX);
}

static void every_number_below_the_limit_is_as_likely(void **state) {
    (void)state;
    enum { LIMIT = 60, DRAWS = 60000, USUAL = DRAWS / LIMIT };
    int drawn[LIMIT] = {0};
    Random random = random_seeded(4);
    for (int i = 0; i < DRAWS; i++) drawn[random_below(&random, LIMIT)]++;
    /* Six standard deviations (31.6 each). */
    for (int i = 0; i < LIMIT; i++) assert_in_range(drawn[i], USUAL - 190, USUAL + 190);
}

static void the_unit_is_between_zero_and_one(void **state) {
    (void)state;
    enum { DRAWS = 100000 };
    Random random = random_seeded(5);
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
        double number = random_unit(&random);
        assert_true(number >= 0 && number < 1);
        sum += number;
    }
    assert_true(sum / DRAWS > 0.49 && sum / DRAWS < 0.51);
}

/* All items are there, no order is preferred, and the seed decides. */
static void a_shuffle_keeps_all_items_and_depends_on_the_seed(void **state) {
    (void)state;
    enum { ITEMS = 5, TRIES = 6000 };
    int first[ITEMS] = {0};
    for (int i = 0; i < TRIES; i++) {
        int16_t items[ITEMS] = {0, 1, 2, 3, 4}, again[ITEMS] = {0, 1, 2, 3, 4};
        Random random = random_seeded((uint64_t)i), same = random;
        random_shuffle(&random, items, ITEMS, sizeof items[0]);
        random_shuffle(&same, again, ITEMS, sizeof again[0]);
        assert_memory_equal(items, again, sizeof items);
        int seen = 0;
        for (int k = 0; k < ITEMS; k++) seen |= 1 << items[k];
        assert_int_equal(seen, (1 << ITEMS) - 1);
        first[items[0]]++;
    }
    for (int k = 0; k < ITEMS; k++)
        assert_true(first[k] > TRIES / ITEMS * 9 / 10 && first[k] < TRIES / ITEMS * 11 / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_gives_the_same_numbers_on_every_machine),
        cmocka_unit_test(neighbouring_seeds_give_different_numbers),
        cmocka_unit_test(numbers_stay_below_their_limit_and_reach_it),
        cmocka_unit_test(every_number_below_the_limit_is_as_likely),
        cmocka_unit_test(the_unit_is_between_zero_and_one),
        cmocka_unit_test(a_shuffle_keeps_all_items_and_depends_on_the_seed),
    };
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
