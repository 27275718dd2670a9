/* Text in and out of buffers: each limit at it and one past it; bytes of files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/scan.h"
#include "base/text.h"

static void a_text_keeps_what_fits_and_counts_the_rest(void **state) {
    (void)state;
    for (size_t size = 0; size <= 8; size++) {
        char buffer[9];
        memset(buffer, 'z', sizeof buffer);
        Text text = text_into(buffer, size);
        assert_int_equal(text.length, 0);
        if (size > 0) assert_string_equal(buffer, "");
        text_byte(&text, 'a');
        text_string(&text, "bc");
        text_format(&text, "%d%s", 12, "de");
        text_byte(&text, 'f');
        assert_int_equal(text.length, 8);
        if (size > 0) {
            assert_int_equal(strlen(buffer), size - 1);
            assert_memory_equal(buffer, "abc12def", size - 1);
        }
        assert_int_equal(buffer[size], 'z');
    }
}

static void what_is_not_printable_becomes_a_question_mark(void **state) {
    (void)state;
    char text[] = " ~a\x1f\x7f\n\xc3\xa9!";
    text_make_printable(text);
    assert_string_equal(text, " ~a?????"
                              "!");
}

static void a_scan_ends_where_its_bytes_end(void **state) {
    (void)state;
    Scan scan = {"ab\xff", 2, 0};
    assert_int_equal(scan_peek(&scan, 1), 'b');
    assert_int_equal(scan_peek(&scan, 2), SCAN_END);
    assert_int_equal(scan_peek(&scan, SIZE_MAX), SCAN_END);
    assert_false(scan_is_end(&scan));
    scan.at = 2;
    assert_int_equal(scan_peek(&scan, 0), SCAN_END);
    assert_true(scan_is_end(&scan));
    scan = (Scan){" \t\r\n\v", 5, 0};
    scan_skip_blanks(&scan);
    assert_int_equal(scan.at, 4);
}

static void kinds_of_bytes_are_those_of_ascii(void **state) {
    (void)state;
    int digits = 0, letters = 0, blanks = 0, lowered = 0;
    for (int byte = -1; byte < 256; byte++) {
        digits += scan_is_digit(byte);
        letters += scan_is_letter(byte);
        blanks += scan_is_blank(byte);
        lowered += scan_lower(byte) != byte;
    }
    assert_int_equal(digits, 10);
    assert_int_equal(letters, 52);
    assert_int_equal(blanks, 4);
    assert_int_equal(lowered, 26);
    assert_true(scan_is_digit('0') && scan_is_digit('9') && scan_is_letter('a') &&
                scan_is_letter('z') && scan_is_letter('A') && scan_is_letter('Z'));
    assert_int_equal(scan_lower('A'), 'a');
    assert_int_equal(scan_lower('Z'), 'z');
}

static void a_byte_is_shown_as_people_read_it(void **state) {
    (void)state;
    assert_string_equal(scan_byte_text(SCAN_END).text, "the end");
    assert_string_equal(scan_byte_text('!').text, "'!'");
    assert_string_equal(scan_byte_text('~').text, "'~'");
    assert_string_equal(scan_byte_text(' ').text, "a blank");
    assert_string_equal(scan_byte_text('\n').text, "the end of the line");
    assert_string_equal(scan_byte_text(127).text, "control character 0x7f");
    assert_string_equal(scan_byte_text(255).text, "a character outside of ASCII");
}

static const char *place(const char *text, size_t at) {
    static ScanText shown;
    Scan scan = {text, strlen(text), at};
    shown = scan_place_text(&scan);
    return shown.text;
}

static void a_place_is_counted_from_one_in_characters(void **state) {
    (void)state;
    assert_string_equal(place("xyz", 0), "character 1");
    assert_string_equal(place("xyz", 2), "character 3");
    assert_string_equal(place("xyz", 3), "at the end");
    assert_string_equal(place("", 0), "at the end");
    assert_string_equal(place("\xC3\xA9\xE2\x97\x8Fz", 5), "character 3");
    assert_string_equal(place("xyz\n", 1), "character 2");
    assert_string_equal(place("xyz\nab", 1), "line 1, column 2");
    assert_string_equal(place("xyz\r\n\xC3\xA9"
                              "b",
                              7),
                        "line 2, column 2");
}

static void numbers_lie_least_byte_first(void **state) {
    (void)state;
    uint8_t bytes[9] = {0};
    bytes_put(bytes, UINT64_C(0x0102030405060708), 8);
    assert_memory_equal(bytes, "\x08\x07\x06\x05\x04\x03\x02\x01\x00", 9);
    assert_int_equal(bytes_get(bytes, 8), UINT64_C(0x0102030405060708));
    assert_int_equal(bytes_get(bytes, 3), 0x060708);
    memset(bytes, 0, sizeof bytes);
    bytes_put(bytes, 0xaabbcc, 2);
    assert_memory_equal(bytes, "\xcc\xbb\x00", 3);
    assert_true(bytes_to_double(bytes_from_double(-1.5)) == -1.5);
    assert_int_equal(bytes_from_double(1.0), UINT64_C(0x3ff0000000000000));
}

/* Files carry these: another sum would make every file of ours unreadable. */
static void checksums_stay_what_they_are(void **state) {
    (void)state;
    static const uint8_t bytes[] = "Bianca, and the rest";
    assert_int_equal(bytes_checksum(bytes, 0), UINT64_C(0x9e3779b97f4a7c15));
    assert_int_equal(bytes_checksum(bytes, 8), UINT64_C(0x560988f5e1eaa078));
    assert_int_equal(bytes_checksum(bytes, 20), UINT64_C(0x93937bce77d1aeb6));
    assert_int_not_equal(bytes_checksum(bytes, 7), bytes_checksum(bytes, 8));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_keeps_what_fits_and_counts_the_rest),
        cmocka_unit_test(what_is_not_printable_becomes_a_question_mark),
        cmocka_unit_test(a_scan_ends_where_its_bytes_end),
        cmocka_unit_test(kinds_of_bytes_are_those_of_ascii),
        cmocka_unit_test(a_byte_is_shown_as_people_read_it),
        cmocka_unit_test(a_place_is_counted_from_one_in_characters),
        cmocka_unit_test(numbers_lie_least_byte_first),
        cmocka_unit_test(checksums_stay_what_they_are),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
