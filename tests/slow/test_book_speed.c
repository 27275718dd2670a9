/* A book of a million positions opens in under 10 ms and is looked up in under 10 microseconds.
 * Runs alone: it measures time.
 * Takes 5 s on two cores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/random.h"
#include "book/book_write.h"
#include "support/boards.h"
#include "support/books.h"

enum { MILLION = 1000000, LOOKUPS = 200000, OPENINGS = 20 };

static double best_opening(const char *path) {
    double best = 1e9;
    for (int i = 0; i < OPENINGS; i++) {
        double begin = clock_seconds();
        Book *book = book_open(path, NULL);
        double seconds = clock_seconds() - begin;
        assert_non_null(book);
        assert_int_equal(book_count(book), MILLION);
        book_close(book);
        if (seconds < best) best = seconds;
    }
    return best;
}

static void a_million_positions_open_at_once_and_are_found_quickly(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    char path[] = "/tmp/bianca-million-XXXXXX";
    BookEntry *entries = malloc(MILLION * sizeof *entries);
    assert_non_null(entries);
    books_fill(&shape, entries, MILLION, 1);
    close(mkstemp(path));
    assert_true(book_write(path, &shape, "", entries, MILLION, NULL));
    double opening = best_opening(path);
    Book *book = book_open(path, NULL);
    unlink(path);
    assert_non_null(book);
    Random random = random_seeded(2);
    int found = 0;
    double begin = clock_seconds();
    for (int i = 0; i < LOOKUPS; i++) {
        BookEntry entry;
        found +=
            book_find(book, &shape, entries[random_below(&random, MILLION)].position, &entry, NULL);
    }
    double lookup = (clock_seconds() - begin) / LOOKUPS;
    assert_int_equal(found, LOOKUPS);
    printf("opening %.3f ms, lookup %.2f us\n", 1e3 * opening, 1e6 * lookup);
    assert_true(opening < 10e-3);
    assert_true(lookup < 10e-6);
    book_close(book);
    free(entries);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_positions_open_at_once_and_are_found_quickly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
