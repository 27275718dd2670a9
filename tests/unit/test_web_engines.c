/* The engines that pages share: each is for one board and one number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "web/engines.h"

static EngineLoan take(Engines *engines, const Shape *shape, int threads) {
    static const _Atomic bool stop = false;
    EngineLoan loan;
    Error error;
    if (!engines_take(engines, shape, threads, "page", &stop, &loan, &error))
        fail_msg("%s", error.text);
    return loan;
}

static void an_engine_has_the_board_and_the_threads_that_were_asked_for(void **state) {
    (void)state;
    Error error;
    Shape six, eight;
    assert_true(shape_init(&six, 6, 6, &error) && shape_init(&eight, 8, 8, &error));
    EnginesOptions options = {.count = 3, .threads = 2, .hash_mb = 1};
    Engines *engines = engines_new(&options, &error);
    assert_non_null(engines);
    assert_int_equal(engines_threads(engines), 2);
    EngineLoan one = take(engines, &six, 1), all = take(engines, &six, 0);
    assert_ptr_not_equal(one.engine, all.engine);
    engines_give(engines, one);
    engines_give(engines, all);
    /* What they have learned is not lost: the same kind is the same engine. */
    EngineLoan again = take(engines, &six, 1), most = take(engines, &six, 99);
    assert_ptr_equal(again.engine, one.engine);
    assert_ptr_equal(most.engine, all.engine);
    engines_give(engines, again);
    engines_give(engines, most);
    EngineLoan other = take(engines, &eight, 1);
    assert_true(other.place != one.place && other.place != all.place);
    engines_give(engines, other);
    engines_free(engines);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_engine_has_the_board_and_the_threads_that_were_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
