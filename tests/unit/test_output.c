/* Numbers for people and strings for machines, as the commands print them. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/output.h"

static void counts_have_two_digits_and_a_unit(void **state) {
    (void)state;
    assert_string_equal(output_count(0).text, "0");
    assert_string_equal(output_count(999).text, "999");
    assert_string_equal(output_count(1000).text, "1.0 k");
    assert_string_equal(output_count(12345).text, "12 k");
    assert_string_equal(output_count(999499).text, "999 k");
    assert_string_equal(output_count(999500).text, "1.0 M");
    assert_string_equal(output_count(9949999).text, "9.9 M");
    assert_string_equal(output_count(9950001).text, "10 M");
    assert_string_equal(output_count(1939886636.0).text, "1.9 G");
    assert_string_equal(output_count(18446744073709551615.0).text, "18 E");
}

static void rates_are_counts_per_second(void **state) {
    (void)state;
    assert_string_equal(output_rate(70e6, 2).text, "35 M/s");
    assert_string_equal(output_rate(1, 0).text, "-");
}

static void durations_switch_to_minutes_and_hours(void **state) {
    (void)state;
    assert_string_equal(output_duration(0).text, "0.00 s");
    assert_string_equal(output_duration(0.123).text, "0.12 s");
    assert_string_equal(output_duration(12.34).text, "12.3 s");
    assert_string_equal(output_duration(59.96).text, "1:00");
    assert_string_equal(output_duration(185.2).text, "3:05");
    assert_string_equal(output_duration(7385).text, "2:03:05");
}

static void assert_json(const char *text, const char *expected) {
    char *written = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    json_write_string(out, text);
    fclose(out);
    assert_string_equal(written, expected);
    free(written);
}

static void json_strings_are_escaped(void **state) {
    (void)state;
    assert_json("", "\"\"");
    assert_json("f5d6", "\"f5d6\"");
    assert_json("say \"no\" \\ \n\t\x01\x7f", "\"say \\\"no\\\" \\\\ \\n\\t\\u0001\\u007f\"");
}

static void json_strings_cannot_end_a_script_of_a_page(void **state) {
    (void)state;
    assert_json("</script><!--&", "\"\\u003c/script>\\u003c!--&\"");
    assert_json("a<b <script> <", "\"a<b <script> <\"");
}

static void json_strings_are_always_utf8(void **state) {
    (void)state;
    assert_json("J\xc3\xb8rn \xe2\x97\x8f \xf0\x9f\x98\x80",
                "\"J\xc3\xb8rn \xe2\x97\x8f \xf0\x9f\x98\x80\"");
    assert_json("\xc3", "\"\\ufffd\"");
    assert_json("a\x80z", "\"a\\ufffdz\"");
    assert_json("\xc0\xaf", "\"\\ufffd\\ufffd\"");                       // overlong '/'
    assert_json("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");            // half a surrogate pair
    assert_json("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""); // past U+10FFFF
}

static void colour_needs_a_terminal_that_wants_it(void **state) {
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    assert_false(output_has_colour(COLOUR_AUTO, file));
    assert_true(output_has_colour(COLOUR_ALWAYS, file));
    assert_false(output_has_colour(COLOUR_NEVER, file));
    fclose(file);
}

/* The side of a new terminal that a program writes to; *master is the side of the person. */
static int open_terminal(int *master) {
    *master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(*master >= 0 && grantpt(*master) == 0 && unlockpt(*master) == 0);
    int slave = open(ptsname(*master), O_RDWR | O_NOCTTY);
    assert_true(slave >= 0);
    return slave;
}

static void a_terminal_has_colour_unless_it_or_its_user_does_not_want_it(void **state) {
    (void)state;
    int master;
    FILE *terminal = fdopen(open_terminal(&master), "w");
    assert_non_null(terminal);
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    assert_true(output_has_colour(COLOUR_AUTO, terminal));
    assert_false(output_has_colour(COLOUR_NEVER, terminal));
    setenv("NO_COLOR", "", 1);
    assert_true(output_has_colour(COLOUR_AUTO, terminal));
    setenv("NO_COLOR", "1", 1);
    assert_false(output_has_colour(COLOUR_AUTO, terminal));
    unsetenv("NO_COLOR");
    setenv("TERM", "dumb", 1);
    assert_false(output_has_colour(COLOUR_AUTO, terminal));
    setenv("TERM", "", 1);
    assert_false(output_has_colour(COLOUR_AUTO, terminal));
    fclose(terminal);
    close(master);
}

/* Whether progress would be shown if standard error were this descriptor. */
static bool is_shown_on(int descriptor) {
    Progress progress;
    int before = dup(STDERR_FILENO);
    dup2(descriptor, STDERR_FILENO);
    progress_start(&progress);
    dup2(before, STDERR_FILENO);
    close(before);
    return progress.is_terminal;
}

static void progress_is_for_terminals(void **state) {
    (void)state;
    int master, slave = open_terminal(&master), null = open("/dev/null", O_WRONLY);
    assert_true(is_shown_on(slave));
    assert_false(is_shown_on(null));
    close(slave), close(master), close(null);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_have_two_digits_and_a_unit),
        cmocka_unit_test(rates_are_counts_per_second),
        cmocka_unit_test(durations_switch_to_minutes_and_hours),
        cmocka_unit_test(json_strings_are_escaped),
        cmocka_unit_test(json_strings_cannot_end_a_script_of_a_page),
        cmocka_unit_test(json_strings_are_always_utf8),
        cmocka_unit_test(colour_needs_a_terminal_that_wants_it),
        cmocka_unit_test(a_terminal_has_colour_unless_it_or_its_user_does_not_want_it),
        cmocka_unit_test(progress_is_for_terminals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
