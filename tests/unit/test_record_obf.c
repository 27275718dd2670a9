/* OBF files: comments, empty lines, scores, and the line and column of every fault. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record/obf.h"
#include "support/boards.h"

#define START "---------------------------OX------XO--------------------------- X"

static ObfReader reader_of(const Shape *shape, const char *text) {
    return (ObfReader){shape, text, strlen(text), 0, 0};
}

static void assert_refused(const char *line, const char *reason) {
    Shape shape = shape_of(8, 8);
    ObfReader reader = reader_of(&shape, line);
    ObfEntry entry = {.count = -3};
    Error error = {.status = STATUS_OK};
    assert_int_equal(obf_next(&reader, &entry, &error), OBF_ERROR);
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_string_equal(error.text, reason);
    assert_int_equal(entry.count, -3);
    assert_int_equal(obf_next(&reader, &entry, &error), OBF_END);
}

static void entries_are_read_between_comments_and_empty_lines(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    ObfReader reader = reader_of(&shape, "% two positions\r\n\n \t\r\n" START
                                         "; d3:+2; C4 : -4 ;E6:0 % rest\n" START "\n%");
    ObfEntry entry;
    Error error;
    assert_int_equal(obf_next(&reader, &entry, &error), OBF_ENTRY);
    assert_int_equal(reader.line, 4);
    assert_int_equal(entry.count, 3);
    assert_int_equal(entry.moves[0].score, 2);
    assert_int_equal(entry.moves[1].score, -4);
    assert_int_equal(entry.moves[1].square, 26);
    assert_int_equal(entry.moves[2].score, 0);
    assert_int_equal(obf_next(&reader, &entry, &error), OBF_ENTRY);
    assert_int_equal(reader.line, 5);
    assert_int_equal(entry.count, 0);
    assert_int_equal(obf_next(&reader, &entry, &error), OBF_END);
    assert_int_equal(obf_next(&reader, &entry, &error), OBF_END);
}

static void an_empty_file_has_no_entries(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    ObfReader reader = {&shape, NULL, 0, 0, 0};
    ObfEntry entry;
    assert_int_equal(obf_next(&reader, &entry, NULL), OBF_END);
}

static void an_entry_is_written_as_it_is_read(void **state) {
    (void)state;
    char text[OBF_TEXT_SIZE];
    Shape shape = shape_of(8, 8), small = shape_of(4, 4);
    ObfReader reader = reader_of(&shape, START ";d3:2;c4:-4");
    ObfEntry entry;
    assert_int_equal(obf_next(&reader, &entry, NULL), OBF_ENTRY);
    assert_int_equal(obf_format(&entry, text, sizeof text), strlen(START "; d3:+2; c4:-4;"));
    assert_string_equal(text, START "; d3:+2; c4:-4;");
    reader = reader_of(&small, "OXXX-XX-XXO----- O; PS:-16");
    assert_int_equal(obf_next(&reader, &entry, NULL), OBF_ENTRY);
    obf_format(&entry, text, sizeof text);
    assert_string_equal(text, "OXXX-XX-XXO----- O; pass:-16;");
}

static void faults_have_a_line_and_a_column(void **state) {
    (void)state;
    assert_refused("\n% x\n" START "; a1:+2", "obf: line 3, column 69: a1 turns nothing for Black");
    assert_refused(START "; d4:+2", "obf: line 1, column 69: d4 is occupied");
    assert_refused(START "; j1:+2", "obf: line 1, column 69: j1 is off the board (8x8)");
    assert_refused(START "; ps:+2", "obf: line 1, column 69: Black can move and may not pass");
    assert_refused(START "; d3", "obf: line 1, column 71: expected ':', found the end");
    assert_refused(START "; d3:", "obf: line 1, column 72: expected a score such as +12, found the "
                                  "end");
    assert_refused(START "; d3:+", "obf: line 1, column 72: expected a score such as +12, found "
                                   "'+'");
    assert_refused(START "; d3:+65;", "obf: line 1, column 72: a score is at most 64 discs");
    assert_refused(START "; d3:+0001;", "obf: line 1, column 72: a score is at most 64 discs");
    assert_refused(START "; d3:+2.5;", "obf: line 1, column 74: expected ';', found '.'");
    assert_refused(START " X; d3:+2", "obf: line 1, column 68: expected ';', found 'X'");
    assert_refused(START ";; d3:+2", "obf: line 1, column 68: expected a move such as d3, found "
                                     "';'");
    assert_refused("  ;", "obf: line 1, column 3: 0 squares, 8x8 has 64 and then the side to move");
    assert_refused(&START[1], "obf: line 1, column 66: 63 squares before the side to move, 8x8 has "
                              "64");
    assert_refused("--10", "obf: line 1, column 3: '1': digits mean opposite colours to different "
                           "programs; write X (black), O (white) and - (empty)");
}

static void a_bad_line_does_not_hide_the_next(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    ObfReader reader = reader_of(&shape, "?\n" START "; d3:+2\n");
    ObfEntry entry;
    Error error;
    assert_int_equal(obf_next(&reader, &entry, &error), OBF_ERROR);
    assert_int_equal(obf_next(&reader, &entry, &error), OBF_ENTRY);
    assert_int_equal(entry.moves[0].score, 2);
}

static void a_line_beyond_the_limit_is_refused(void **state) {
    (void)state;
    size_t length = RECORD_MAX_BYTES + 1;
    char *text = malloc(length);
    Shape shape = shape_of(8, 8);
    ObfEntry entry;
    Error error;
    assert_non_null(text);
    memset(text, ' ', length);
    ObfReader reader = {&shape, text, length, 0, 0};
    assert_int_equal(obf_next(&reader, &entry, &error), OBF_ERROR);
    assert_string_equal(error.text, "obf: line 1: longer than 65536 bytes");
    reader = (ObfReader){&shape, text, length - 1, 0, 0};
    assert_int_equal(obf_next(&reader, &entry, &error), OBF_END);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_read_between_comments_and_empty_lines),
        cmocka_unit_test(an_empty_file_has_no_entries),
        cmocka_unit_test(an_entry_is_written_as_it_is_read),
        cmocka_unit_test(faults_have_a_line_and_a_column),
        cmocka_unit_test(a_bad_line_does_not_hide_the_next),
        cmocka_unit_test(a_line_beyond_the_limit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
