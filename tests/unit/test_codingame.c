/* CodinGame's turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "protocol/codingame.h"

#define ROWS "........\n........\n........\n...10...\n...01...\n........\n........\n........\n"

/* Reads the text as a start and a turn, and answers with a square (column, row from the top). */
static void assert_answer(const char *text, int column, int row, const char *expected) {
    static Codingame game;
    char *answer = NULL;
    size_t size = 0;
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    FILE *out = open_memstream(&answer, &size);
    assert_true(codingame_begin(&game, in));
    assert_true(codingame_turn(&game, in));
    codingame_answer(&game, column < 0 ? PASS : shape_square(&game.shape, column, row), out);
    assert_string_equal(answer, expected);
    assert_false(codingame_turn(&game, in));
    fclose(in);
    fclose(out);
    free(answer);
}

static void assert_refused(const char *text) {
    static Codingame game;
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    assert_false(codingame_begin(&game, in) && codingame_turn(&game, in));
    fclose(in);
}

static void turns_are_read_and_answered(void **state) {
    (void)state;
    assert_answer("0\n8\n" ROWS "4\nd3\nc4\nf5\ne6\n", 3, 2, "d3\n");
    assert_answer("1\n8\n" ROWS "4\ne3\nf4\nc5\nd6\n", 4, 2, "e3\n");
}

static void rows_may_be_counted_from_the_bottom(void **state) {
    (void)state;
    assert_answer("0\n8\n" ROWS "4\nd6\nc5\nf4\ne3\n", 3, 2, "d6\n");
}

static void a_side_without_a_move_passes(void **state) {
    (void)state;
    assert_answer("0\n8\n........\n........\n........\n........\n........\n........\n........\n"
                  "......01\n0\n",
                  -1, 0, "pass\n");
}

static void nonsense_is_refused(void **state) {
    (void)state;
    assert_refused(" ");
    assert_refused("2\n8\n" ROWS "4\nd3\nc4\nf5\ne6\n");
    assert_refused("0\n10\n" ROWS "4\nd3\nc4\nf5\ne6\n");
    assert_refused("0\n8\n" ROWS "3\nd3\nc4\nf5\n");
    assert_refused("0\n8\n" ROWS);
    assert_refused("0\n8\n" ROWS "4\nd3\nc4\nzz\n9999999999999999999999999\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_read_and_answered),
        cmocka_unit_test(rows_may_be_counted_from_the_bottom),
        cmocka_unit_test(a_side_without_a_move_passes),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
