/* Errors: filled, cut, or not wanted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/status.h"

static void an_error_says_what_and_where(void **state) {
    (void)state;
    Error error;
    error_set(&error, STATUS_BAD_INPUT, "move %d at byte %d", 7, 12);
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_string_equal(error.text, "move 7 at byte 12");
}

static void a_long_text_is_cut_and_ended(void **state) {
    (void)state;
    char text[2 * ERROR_TEXT_SIZE];
    struct {
        Error error;
        char guard;
    } guarded = {.guard = 'g'};
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    error_set(&guarded.error, STATUS_IO, "%s", text);
    assert_int_equal(strlen(guarded.error.text), ERROR_TEXT_SIZE - 1);
    assert_int_equal(guarded.guard, 'g');
}

static void nobody_needs_to_take_the_error(void **state) {
    (void)state;
    error_set(NULL, STATUS_NO_MEMORY, "lost %d", 1);
}

static void every_status_has_its_own_name(void **state) {
    (void)state;
    for (int one = STATUS_OK; one <= STATUS_UNSUPPORTED; one++) {
        assert_string_not_equal(status_name((Status)one), "unknown");
        for (int two = STATUS_OK; two < one; two++)
            assert_string_not_equal(status_name((Status)one), status_name((Status)two));
    }
    assert_string_equal(status_name(STATUS_OK), "ok");
    assert_string_equal(status_name((Status)(STATUS_UNSUPPORTED + 1)), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_says_what_and_where),
        cmocka_unit_test(a_long_text_is_cut_and_ended),
        cmocka_unit_test(nobody_needs_to_take_the_error),
        cmocka_unit_test(every_status_has_its_own_name),
    };
    return cmocka_run_group_tests_name("status", tests, NULL, NULL);
}
