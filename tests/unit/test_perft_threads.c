/* perft on several threads: the same numbers, and no thread steps on another's toes. A file of its
 * own, because the thread sanitizer runs it as well. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/thread_pool.h"
#include "game/perft.h"
#include "reference/sample.h"

static uint64_t count_from_start(BoardSize size, int depth, int threads) {
    Shape shape;
    uint64_t leaves = 0;
    assert_true(shape_init(&shape, size.width, size.height, NULL));
    assert_true(
        perft_count(&shape, isa_best(), position_start(&shape), depth, threads, &leaves, NULL));
    return leaves;
}

static void perft_is_the_same_on_any_number_of_threads(void **state) {
    (void)state;
    static const BoardSize sizes[] = {{8, 8}, {6, 6}, {9, 7}, {4, 4}, {16, 4}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int depth = 0; depth <= 9; depth++) {
            uint64_t one = count_from_start(sizes[i], depth, 1);
            assert_int_equal(count_from_start(sizes[i], depth, 2), one);
            assert_int_equal(count_from_start(sizes[i], depth, 3), one);
        }
}

static void more_threads_than_allowed_are_as_many_as_allowed(void **state) {
    (void)state;
    assert_int_equal(count_from_start((BoardSize){6, 6}, 7, THREAD_POOL_MAX + 5), 47740);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_is_the_same_on_any_number_of_threads),
        cmocka_unit_test(more_threads_than_allowed_are_as_many_as_allowed),
    };
    return cmocka_run_group_tests_name("perft threads", tests, NULL, NULL);
}
