/* The book in the program: whole, small, and with the named openings to 16 plies or more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/book_play.h"
#include "record/opening.h"
#include "support/boards.h"

enum { LARGEST = 1 << 20, LINE_PLIES = 16 };

static Shape shape;
static Book *book;

static int open_it(void **state) {
    (void)state;
    shape = shape_of(8, 8);
    return book_open_named(&book, BOOK_EMBEDDED, &shape, NULL) && book ? 0 : -1;
}

static int close_it(void **state) {
    (void)state;
    book_close(book);
    return 0;
}

static void it_is_whole_and_small(void **state) {
    (void)state;
    Error error = {.text = ""};
    if (!book_check(book, &shape, &error)) fail_msg("%s", error.text);
    assert_true(book_is_for(book, &shape));
    assert_true(book_bytes(book) <= LARGEST);
    assert_true(book_count(book) > 1000);
}

static void it_has_every_named_opening_to_16_plies(void **state) {
    (void)state;
    Board start = board_start(&shape);
    for (int i = 0; i < opening_count; i++) {
        Transcript game;
        EngineResult result;
        const char *line = openings[i].line;
        assert_true(transcript_parse(&game, &start, line, strlen(line), NULL));
        if (!book_think(book, &shape, game.end.position, &result))
            fail_msg("%s (%s) is not in the book", openings[i].english, line);
        if (game.count + result.lines[0].length < LINE_PLIES)
            fail_msg("%s (%s): only %d plies", openings[i].english, line,
                     game.count + result.lines[0].length);
    }
}

static void other_boards_have_none(void **state) {
    (void)state;
    Shape small = shape_of(6, 6);
    Book *none = book;
    assert_true(book_open_named(&none, BOOK_EMBEDDED, &small, NULL));
    assert_null(none);
    assert_true(book_open_named(&none, BOOK_NONE, &shape, NULL));
    assert_null(none);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_whole_and_small),
        cmocka_unit_test(it_has_every_named_opening_to_16_plies),
        cmocka_unit_test(other_boards_have_none),
    };
    return cmocka_run_group_tests(tests, open_it, close_it);
}
