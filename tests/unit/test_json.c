/* JSON read token by token: every kind of value, the place of what is wrong, the limits. Strings as
 * they are written. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json_scan.h"
#include "base/json_write.h"

static Scan scan_of(const char *text) {
    return (Scan){text, strlen(text), 0};
}

/* The text is one value and nothing more. */
static void assert_skips(const char *text) {
    Scan scan = scan_of(text);
    Error error;
    if (!json_skip(&scan, &error)) fail_msg("%s: %s", text, error.text);
    assert_int_equal(json_peek(&scan), SCAN_END);
}

static void assert_refuses(const char *text, size_t at, const char *reason) {
    Scan scan = scan_of(text);
    Error error = {0};
    if (json_skip(&scan, &error)) fail_msg("%s was read", text);
    assert_string_equal(error.text, reason);
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_int_equal(scan.at, at);
}

static void every_kind_of_value_is_read_over(void **state) {
    (void)state;
    static const char *const values[] = {
        "true",
        "false",
        "null",
        "0",
        "-0",
        "10",
        "-12.50",
        "1e9",
        "1E+9",
        "2.5e-07",
        "\"\"",
        "\"a\"",
        "[]",
        "{}",
        " [ 1 , 2 ]",
        "{\"a\":1}",
        " { \"a\" : [ ] , \"b\" : { } } ",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00aF\"",
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) assert_skips(values[i]);
}

static void what_is_wrong_is_said_with_its_place(void **state) {
    (void)state;
    assert_refuses("", 0, "expected a value, not the end");
    assert_refuses("  nul", 2, "expected a value, not 'n'");
    assert_refuses("-", 1, "expected a digit, not the end");
    assert_refuses("-a", 1, "expected a digit, not 'a'");
    assert_refuses("01", 1, "expected no digit after a leading 0, not '1'");
    assert_refuses("1.", 2, "expected a digit, not the end");
    assert_refuses("1e", 2, "expected a digit, not the end");
    assert_refuses("1e+x", 3, "expected a digit, not 'x'");
    assert_refuses("\"a", 2, "expected the end of the string, not the end");
    assert_refuses("\"a\n\"", 2, "expected the end of the string, not the end of the line");
    assert_refuses("\"\\q\"", 2, "expected an escape, not 'q'");
    assert_refuses("\"\\", 2, "expected an escape, not the end");
    assert_refuses("\"\\u12g4\"", 5, "expected a hexadecimal digit, not 'g'");
    assert_refuses("\"\\u123\"", 6, "expected a hexadecimal digit, not '\"'");
    assert_refuses("[1 2]", 3, "expected ',' or ']', not '2'");
    assert_refuses("[1,]", 3, "expected a value, not ']'");
    assert_refuses("{\"a\":1 2}", 7, "expected ',' or '}', not '2'");
    assert_refuses("{\"a\" 1}", 5, "expected ':', not '1'");
    assert_refuses("{a:1}", 1, "expected a string, not 'a'");
    assert_refuses("[", 1, "expected a value, not the end");
    assert_refuses("\x01", 0, "expected a value, not control character 0x01");
    assert_refuses("\xff", 0, "expected a value, not a character outside of ASCII");
    assert_refuses("\x7f", 0, "expected a value, not control character 0x7f");
}

static void nesting_is_limited_exactly(void **state) {
    (void)state;
    char text[2 * JSON_MAX_NESTING + 3] = {0};
    for (int depth = JSON_MAX_NESTING; depth <= JSON_MAX_NESTING + 1; depth++) {
        Error error;
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        text[2 * depth] = '\0';
        Scan scan = scan_of(text);
        assert_int_equal(json_skip(&scan, &error), depth == JSON_MAX_NESTING);
    }
}

static void whole_numbers_have_limits_on_both_sides(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool is_ok;
    } numbers[] = {
        {"-3", true}, {"-4", false},  {"7", true},          {"8", false},
        {" 0", true}, {"1.0", false}, {"1e0", false},       {"99999999999999999999", false},
        {"x", false}, {"-", false},   {"4294967296", false}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        Scan scan = scan_of(numbers[i].text);
        Error error;
        int out = 77;
        assert_int_equal(json_whole(&scan, -3, 7, &out, &error), numbers[i].is_ok);
        assert_int_equal(out, numbers[i].is_ok ? atoi(numbers[i].text) : 77);
    }
    Scan scan = scan_of("  8");
    Error error;
    int out;
    assert_false(json_whole(&scan, -3, 7, &out, &error));
    assert_string_equal(error.text, "expected a number from -3 to 7");
    assert_int_equal(scan.at, 2);
    scan = scan_of("-2147483648");
    assert_true(json_whole(&scan, INT_MIN, INT_MAX, &out, &error));
    assert_int_equal(out, INT_MIN);
}

static void keys_are_compared_whole(void **state) {
    (void)state;
    Scan scan = scan_of(" \"name\" : 1"), key;
    Error error;
    assert_true(json_key(&scan, &key, &error));
    assert_true(json_key_is(&key, "name"));
    assert_false(json_key_is(&key, "nam"));
    assert_false(json_key_is(&key, "names"));
    assert_false(json_key_is(&key, "nome"));
    assert_int_equal(json_peek(&scan), '1');
}

static void assert_string_is(const char *text, size_t size, const char *expected) {
    Scan scan = scan_of(text);
    char out[32];
    size_t length;
    Error error;
    if (!json_take_string(&scan, out, size, &length, &error)) fail_msg("%s: %s", text, error.text);
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(out, expected, length);
    assert_true(scan_is_end(&scan));
}

static void strings_lose_their_escapes(void **state) {
    (void)state;
    assert_string_is(" \"a\\\"b\\\\\\/\"", 32, "a\"b\\/");
    assert_string_is("\"\\b\\f\\n\\r\\t\"", 32, "\b\f\n\r\t");
    assert_string_is("\"\\u0041\\u00e9\\u304A\"", 32, "A\xc3\xa9\xe3\x81\x8a");
    assert_string_is("\"\\ud83d\\ude00\"", 32, "\xf0\x9f\x98\x80");
    // Halves of a pair.
    assert_string_is("\"\\ud83d\"", 32, "\xef\xbf\xbd");
    assert_string_is("\"\\ud83d\\u0041\"", 32,
                     "\xef\xbf\xbd"
                     "A");
    assert_string_is("\"\\ude00\"", 32, "\xef\xbf\xbd");
    // Cut, but read to its end, and never in the middle of an escaped letter.
    assert_string_is("\"abcd\"", 3, "abc");
    assert_string_is("\"ab\\u304a\"", 4, "ab");
    Scan scan = scan_of("\"a");
    char out[4];
    size_t length;
    Error error;
    assert_false(json_take_string(&scan, out, sizeof out, &length, &error));
}

static void members_go_on_after_a_comma_and_end_at_the_mark(void **state) {
    (void)state;
    Scan scan = scan_of(" , ] ;");
    Error error;
    bool ok = false;
    assert_true(json_more(&scan, ']', &ok, &error));
    assert_true(ok);
    assert_false(json_more(&scan, ']', &ok, &error));
    assert_true(ok);
    assert_false(json_more(&scan, ']', &ok, &error));
    assert_false(ok);
}

static void assert_writes(const char *text, const char *expected) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    json_write_string(out, text);
    fclose(out);
    assert_string_equal(bytes, expected);
    free(bytes);
}

static void strings_are_escaped(void **state) {
    (void)state;
    assert_writes("", "\"\"");
    assert_writes("a b~", "\"a b~\"");
    assert_writes("\"\\\n\r\t", "\"\\\"\\\\\\n\\r\\t\"");
    assert_writes("\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"");
    assert_writes("<&><a", "\"<&><a\"");
    assert_writes("</a><!--", "\"\\u003c/a>\\u003c!--\"");
    assert_writes("\xc3\xa9\xe2\x82\xac", "\"\xc3\xa9\xe2\x82\xac\"");
    assert_writes("a\xff"
                  "b\xc3",
                  "\"a\\ufffdb\\ufffd\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_value_is_read_over),
        cmocka_unit_test(what_is_wrong_is_said_with_its_place),
        cmocka_unit_test(nesting_is_limited_exactly),
        cmocka_unit_test(whole_numbers_have_limits_on_both_sides),
        cmocka_unit_test(keys_are_compared_whole),
        cmocka_unit_test(strings_lose_their_escapes),
        cmocka_unit_test(members_go_on_after_a_comma_and_end_at_the_mark),
        cmocka_unit_test(strings_are_escaped),
    };
    return cmocka_run_group_tests_name("JSON", tests, NULL, NULL);
}
