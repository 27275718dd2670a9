/* Choosing the instruction set: the best one, or the one that is asked for, or a clear no. */
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

static Isa highest(void) {
    int isa = ISA_COUNT - 1;
    while (!isa_available((Isa)isa)) isa--;
    return (Isa)isa;
}

static void every_isa_has_its_own_name(void **state) {
    (void)state;
    assert_string_equal(isa_name(ISA_BASE), "base");
    assert_string_equal(isa_name(ISA_V2), "v2");
    assert_string_equal(isa_name(ISA_V3), "v3");
    assert_string_equal(isa_name(ISA_V4), "v4");
    assert_string_equal(isa_name(ISA_COUNT), "unknown");
}

static void the_base_isa_runs_everywhere(void **state) {
    (void)state;
    assert_true(isa_available(ISA_BASE));
    assert_false(isa_available(ISA_COUNT));
}

static void an_available_isa_has_its_kernels(void **state) {
    (void)state;
    Shape grid, any;
    assert_true(shape_init(&grid, 8, 8, NULL));
    assert_true(shape_init(&any, 9, 7, NULL));
    for (int isa = 0; isa < ISA_COUNT; isa++) {
        if (!isa_available((Isa)isa)) continue;
        assert_non_null(game_kernel(&grid, (Isa)isa));
        assert_non_null(game_kernel(&any, (Isa)isa));
        assert_ptr_not_equal(game_kernel(&grid, (Isa)isa), game_kernel(&any, (Isa)isa));
    }
    assert_null(game_kernel(&grid, ISA_COUNT));
}

static void without_a_wish_the_highest_isa_is_taken(void **state) {
    (void)state;
    Isa isa = ISA_COUNT;
    unsetenv("BIANCA_ISA");
    assert_true(isa_choose(&isa, NULL));
    assert_int_equal(isa, highest());
    setenv("BIANCA_ISA", "", 1);
    assert_true(isa_choose(&isa, NULL));
    assert_int_equal(isa, highest());
    assert_int_equal(isa_best(), highest());
}

static void an_isa_that_is_available_can_be_asked_for(void **state) {
    (void)state;
    for (int wish = 0; wish < ISA_COUNT; wish++) {
        Isa isa = ISA_COUNT;
        Error error = {STATUS_OK, ""};
        setenv("BIANCA_ISA", isa_name((Isa)wish), 1);
        bool is_chosen = isa_choose(&isa, &error);
        assert_int_equal(is_chosen, isa_available((Isa)wish));
        if (is_chosen) {
            assert_int_equal(isa, wish);
            assert_int_equal(isa_best(), wish);
        } else {
            assert_int_equal(isa, ISA_COUNT);
            assert_int_equal(error.status, STATUS_UNSUPPORTED);
            assert_int_equal(isa_best(), highest());
        }
    }
}

static void an_isa_that_does_not_exist_is_refused(void **state) {
    (void)state;
    static const char *const wishes[] = {"v5", "V3", "v3 ", " v3", "avx2", "v", "base2", "3"};
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        Isa isa = ISA_COUNT;
        Error error;
        setenv("BIANCA_ISA", wishes[i], 1);
        assert_false(isa_choose(&isa, &error));
        assert_int_equal(isa, ISA_COUNT);
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
    Isa isa;
    memset(wish, 'v', sizeof wish);
    wish[sizeof wish - 1] = '\0';
    setenv("BIANCA_ISA", wish, 1);
    assert_false(isa_choose(&isa, &error));
    assert_non_null(strstr(error.text, "base, v2, v3, v4"));
}

static void only_older_processors_of_amd_gather_slowly(void **state) {
    (void)state;
    enum { EXCAVATOR = 0x15, ZEN_2 = 0x17, DHYANA = 0x18, ZEN_3 = 0x19, ZEN_5 = 0x1a, INTEL = 6 };
    assert_false(isa_family_gathers_fast("AuthenticAMD", EXCAVATOR));
    assert_false(isa_family_gathers_fast("AuthenticAMD", ZEN_2));
    assert_false(isa_family_gathers_fast("HygonGenuine", DHYANA));
    assert_true(isa_family_gathers_fast("AuthenticAMD", ZEN_3));
    assert_true(isa_family_gathers_fast("AuthenticAMD", ZEN_5));
    assert_true(isa_family_gathers_fast("GenuineIntel", INTEL));
}

/* Every processor with AVX-512 does, and none without v3. Portable builds have neither isa,
 * whatever the processor has. */
static void what_has_avx512_gathers_fast(void **state) {
    (void)state;
    if (isa_available(ISA_V4)) assert_true(isa_gathers_fast());
#ifdef HAVE_ISA_v3
    if (!isa_available(ISA_V3)) assert_false(isa_gathers_fast());
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_isa_has_its_own_name),
        cmocka_unit_test(the_base_isa_runs_everywhere),
        cmocka_unit_test(only_older_processors_of_amd_gather_slowly),
        cmocka_unit_test(what_has_avx512_gathers_fast),
        cmocka_unit_test(an_available_isa_has_its_kernels),
        cmocka_unit_test_setup_teardown(without_a_wish_the_highest_isa_is_taken, keep_wish,
                                        restore_wish),
        cmocka_unit_test_setup_teardown(an_isa_that_is_available_can_be_asked_for, keep_wish,
                                        restore_wish),
        cmocka_unit_test_setup_teardown(an_isa_that_does_not_exist_is_refused, keep_wish,
                                        restore_wish),
        cmocka_unit_test_setup_teardown(a_very_long_wish_is_cut_in_the_message, keep_wish,
                                        restore_wish),
    };
    return cmocka_run_group_tests_name("isa", tests, NULL, NULL);
}
