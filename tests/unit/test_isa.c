/* Choosing the instruction level: the best one, or the one that is asked for, or a clear no. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/isa.h"
#include "game/dispatch.h"

/* The variable is put back, because the tests may run under one. */
static int keep_wish(void **state) {
    const char *wish = getenv("BIANCA_ISA");
    *state = wish ? strdup(wish) : NULL;
    return 0;
}

static int restore_wish(void **state) {
    if (*state)
        setenv("BIANCA_ISA", *state, 1);
    else
        unsetenv("BIANCA_ISA");
    free(*state);
    return 0;
}

static IsaLevel highest(void) {
    int level = ISA_LEVELS - 1;
    while (!isa_available((IsaLevel)level)) level--;
    return (IsaLevel)level;
}

static void every_level_has_its_own_name(void **state) {
    (void)state;
    assert_string_equal(isa_name(ISA_BASE), "base");
    assert_string_equal(isa_name(ISA_V2), "v2");
    assert_string_equal(isa_name(ISA_V3), "v3");
    assert_string_equal(isa_name(ISA_V4), "v4");
    assert_string_equal(isa_name(ISA_LEVELS), "unknown");
}

static void the_base_level_runs_everywhere(void **state) {
    (void)state;
    assert_true(isa_available(ISA_BASE));
    assert_false(isa_available(ISA_LEVELS));
}

static void an_available_level_has_its_kernels(void **state) {
    (void)state;
    Shape grid, any;
    assert_true(shape_init(&grid, 8, 8, NULL));
    assert_true(shape_init(&any, 9, 7, NULL));
    for (int level = 0; level < ISA_LEVELS; level++) {
        if (!isa_available((IsaLevel)level)) continue;
        assert_non_null(game_kernel(&grid, (IsaLevel)level));
        assert_non_null(game_kernel(&any, (IsaLevel)level));
        assert_ptr_not_equal(game_kernel(&grid, (IsaLevel)level),
                             game_kernel(&any, (IsaLevel)level));
    }
    assert_null(game_kernel(&grid, ISA_LEVELS));
}

static void without_a_wish_the_highest_level_is_taken(void **state) {
    (void)state;
    IsaLevel level = ISA_LEVELS;
    unsetenv("BIANCA_ISA");
    assert_true(isa_choose(&level, NULL));
    assert_int_equal(level, highest());
    setenv("BIANCA_ISA", "", 1);
    assert_true(isa_choose(&level, NULL));
    assert_int_equal(level, highest());
    assert_int_equal(isa_best(), highest());
}

static void a_level_that_is_available_can_be_asked_for(void **state) {
    (void)state;
    for (int wish = 0; wish < ISA_LEVELS; wish++) {
        IsaLevel level = ISA_LEVELS;
        Error error = {STATUS_OK, ""};
        setenv("BIANCA_ISA", isa_name((IsaLevel)wish), 1);
        bool is_chosen = isa_choose(&level, &error);
        assert_int_equal(is_chosen, isa_available((IsaLevel)wish));
        if (is_chosen) {
            assert_int_equal(level, wish);
            assert_int_equal(isa_best(), wish);
        } else {
            assert_int_equal(level, ISA_LEVELS);
            assert_int_equal(error.status, STATUS_UNSUPPORTED);
            assert_int_equal(isa_best(), highest());
        }
    }
}

static void a_level_that_does_not_exist_is_refused(void **state) {
    (void)state;
    static const char *const wishes[] = {"v5", "V3", "v3 ", " v3", "avx2", "v", "base2", "3"};
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        IsaLevel level = ISA_LEVELS;
        Error error;
        setenv("BIANCA_ISA", wishes[i], 1);
        assert_false(isa_choose(&level, &error));
        assert_int_equal(level, ISA_LEVELS);
        assert_int_equal(error.status, STATUS_BAD_INPUT);
        assert_non_null(strstr(error.text, wishes[i]));
        assert_non_null(strstr(error.text, "base, v2, v3, v4"));
        assert_int_equal(isa_best(), highest());
    }
}

static void a_very_long_wish_is_cut_in_the_message(void **state) {
    (void)state;
    char wish[5000];
    Error error;
    IsaLevel level;
    memset(wish, 'v', sizeof wish);
    wish[sizeof wish - 1] = '\0';
    setenv("BIANCA_ISA", wish, 1);
    assert_false(isa_choose(&level, &error));
    assert_non_null(strstr(error.text, "base, v2, v3, v4"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_has_its_own_name),
        cmocka_unit_test(the_base_level_runs_everywhere),
        cmocka_unit_test(an_available_level_has_its_kernels),
        cmocka_unit_test_setup_teardown(without_a_wish_the_highest_level_is_taken, keep_wish,
                                        restore_wish),
        cmocka_unit_test_setup_teardown(a_level_that_is_available_can_be_asked_for, keep_wish,
                                        restore_wish),
        cmocka_unit_test_setup_teardown(a_level_that_does_not_exist_is_refused, keep_wish,
                                        restore_wish),
        cmocka_unit_test_setup_teardown(a_very_long_wish_is_cut_in_the_message, keep_wish,
                                        restore_wish),
    };
    return cmocka_run_group_tests_name("isa", tests, NULL, NULL);
}
