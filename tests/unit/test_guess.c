/* "Paste anything": what a text is, which board it means, and that the record borrows the shape of
 * the guess, which lives as long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "record/guess.h"

typedef struct Row {
    const char *text, *wanted; /* the board that is tried first */
    const char *format;
    int width, height, moves;
} Row;

static const Row rows[] = {
    {"f5d6c3", "8x8", "transcript", 8, 8, 3},
    {"  F5 d6\nC3", "8x8", "transcript", 8, 8, 3},
    {"c2", "6x6", "transcript", 6, 6, 1},
    {"c2b4", "8x8", "transcript", 6, 6, 2},
    {"% a comment\n-XO-XXOO-OX--XO- X", "8x8", "board", 4, 4, 0},
    {"(;GM[2]SZ[8]PB[Ann];B[f5];W[d6])", "6x6", "sgf", 8, 8, 2},
};

static void every_text_is_what_it_looks_like(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const Row *row = &rows[i];
        Guess guess;
        Error error = {.text = ""};
        if (!record_guess(&guess, row->text, row->wanted, &error))
            fail_msg("%s: %s", row->text, error.text);
        assert_string_equal(guess.format, row->format);
        assert_int_equal(guess.shape.width, row->width);
        assert_int_equal(guess.shape.height, row->height);
        assert_int_equal(guess.record.moves.count, row->moves);
        assert_ptr_equal(guess.record.moves.start.shape, &guess.shape);
        assert_ptr_equal(guess.record.moves.end.shape, &guess.shape);
    }
}

/* The error is that of the board on which most of it can be played. */
static void a_text_that_is_nothing_says_why(void **state) {
    (void)state;
    static const char *const texts[][2] = {
        {"", "nothing to import"},
        {"% only a comment", "nothing to import"},
        {"f5d6c3a1", "move 4"},
        {"----", "may not pass"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Guess guess;
        Error error = {.text = ""};
        assert_false(record_guess(&guess, texts[i][0], "8x8", &error));
        if (!strstr(error.text, texts[i][1])) fail_msg("%s: %s", texts[i][0], error.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_text_is_what_it_looks_like),
        cmocka_unit_test(a_text_that_is_nothing_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
