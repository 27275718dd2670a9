/* UTF-8: which bytes are a character, how long it is, and how many a text has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/utf8.h"

static void characters_of_every_length_are_recognised(void **state) {
    (void)state;
    static const char *const texts[] = {"a",
                                        "\xC2\x80",
                                        "\xDF\xBF",
                                        "\xE0\xA0\x80",
                                        "\xEF\xBF\xBF",
                                        "\xF0\x90\x80\x80",
                                        "\xF4\x8F\xBF\xBF"};
    static const int lengths[] = {1, 2, 2, 3, 3, 4, 4};
    for (int i = 0; i < 7; i++) assert_int_equal(utf8_length(texts[i]), lengths[i]);
    assert_int_equal(utf8_length(""), 1);
}

static void what_is_no_character_has_no_length(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "\x80",             /* a follower alone */
        "\xC0\x80",         /* overlong NUL */
        "\xC1\xBF",         /* overlong */
        "\xE0\x9F\xBF",     /* overlong */
        "\xF0\x8F\xBF\xBF", /* overlong */
        "\xED\xA0\x80",     /* a surrogate */
        "\xF4\x90\x80\x80", /* beyond U+10FFFF */
        "\xF5\x80\x80\x80", /* beyond U+10FFFF */
        "\xE2\x82",         /* cut */
        "\xE2\x41\x41",     /* followers are missing */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(utf8_length(wrong[i]), 0);
}

static void characters_are_counted_not_bytes(void **state) {
    (void)state;
    assert_int_equal(utf8_characters(""), 0);
    assert_int_equal(utf8_characters("plain"), 5);
    assert_int_equal(utf8_characters("\xC3\xA9t\xC3\xA9"), 3);
    assert_int_equal(utf8_characters("\xE9\xBB\x91\xE7\x99\xBD"), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_of_every_length_are_recognised),
        cmocka_unit_test(what_is_no_character_has_no_length),
        cmocka_unit_test(characters_are_counted_not_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
