/* Logs of long work: lines come back, a torn one is cut off, others' files are left alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/append_log.h"

#define HEAD "numbers 1\n"
#define NOUN "a list of numbers"

static char path[300];

static int make_path(void **state) {
    (void)state;
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/test-append-log-%ld", folder ? folder : "/tmp", (long)getpid());
    unlink(path);
    return 0;
}

static int remove_path(void **state) {
    (void)state;
    unlink(path);
    return 0;
}

/* Adds the numbers up. */
static bool take(void *context, char *line, Error *error) {
    char *end;
    *(long *)context += strtol(line, &end, 10);
    if (end != line && *end == '\0') return true;
    error_set(error, STATUS_BAD_INPUT, "is no number: %.20s", line);
    return false;
}

static void write_file(const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_file(const char *expected) {
    char text[200] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) < sizeof text - 1);
    fclose(file);
    assert_string_equal(text, expected);
}

static void append(AppendLog *log, int number) {
    Error error;
    fprintf(log->file, "%d\n", number);
    assert_true(append_log_flush(log, true, &error));
}

static void what_was_added_comes_back(void **state) {
    (void)state;
    AppendLog log;
    Error error;
    long sum = 0;
    assert_true(append_log_open(&log, path, HEAD, NOUN, take, &sum, &error));
    append(&log, 4);
    append(&log, 5);
    append_log_close(&log);
    assert_int_equal(sum, 0);
    assert_true(append_log_open(&log, path, HEAD, NOUN, take, &sum, &error));
    assert_int_equal(sum, 9);
    append(&log, 6);
    append_log_close(&log);
    assert_file(HEAD "4\n5\n6\n");
    sum = 0;
    assert_true(append_log_read(&log, path, HEAD, NOUN, take, &sum, &error));
    assert_null(log.file);
    append_log_close(&log);
    assert_int_equal(sum, 15);
}

static void a_torn_line_is_cut_off(void **state) {
    (void)state;
    AppendLog log;
    Error error;
    long sum = 0;
    write_file(HEAD "4\n51");
    assert_true(append_log_open(&log, path, HEAD, NOUN, take, &sum, &error));
    append(&log, 7);
    append_log_close(&log);
    assert_int_equal(sum, 4);
    assert_file(HEAD "4\n7\n");
}

static void an_empty_file_is_begun(void **state) {
    (void)state;
    AppendLog log;
    Error error;
    long sum = 0;
    write_file("");
    assert_true(append_log_open(&log, path, HEAD, NOUN, take, &sum, &error));
    append_log_close(&log);
    assert_file(HEAD);
}

static void other_files_and_lines_are_refused_and_kept(void **state) {
    (void)state;
    static const struct {
        const char *text, *reason;
    } rows[] = {{"a letter\n", "is not a list of numbers"},
                {HEAD "4\nfive\n", ": line 3 is no number: five"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        AppendLog log;
        Error error;
        long sum = 0;
        write_file(rows[i].text);
        assert_false(append_log_open(&log, path, HEAD, NOUN, take, &sum, &error));
        assert_non_null(strstr(error.text, rows[i].reason));
        assert_int_equal(error.status, STATUS_BAD_INPUT);
        assert_false(append_log_read(&log, path, HEAD, NOUN, take, &sum, &error));
        assert_non_null(strstr(error.text, rows[i].reason));
        assert_file(rows[i].text);
    }
}

static void one_process_writes_at_a_time(void **state) {
    (void)state;
    AppendLog one, two;
    Error error;
    long sum = 0;
    assert_true(append_log_open(&one, path, HEAD, NOUN, take, &sum, &error));
    assert_false(append_log_open(&two, path, HEAD, NOUN, take, &sum, &error));
    append_log_close(&one);
    assert_true(append_log_open(&two, path, HEAD, NOUN, take, &sum, &error));
    append_log_close(&two);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_added_comes_back, make_path, remove_path),
        cmocka_unit_test_setup_teardown(a_torn_line_is_cut_off, make_path, remove_path),
        cmocka_unit_test_setup_teardown(an_empty_file_is_begun, make_path, remove_path),
        cmocka_unit_test_setup_teardown(other_files_and_lines_are_refused_and_kept, make_path,
                                        remove_path),
        cmocka_unit_test_setup_teardown(one_process_writes_at_a_time, make_path, remove_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
