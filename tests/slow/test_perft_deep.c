/* The whole table of known perft numbers, 8x8 to depth 13 (18 thousand million leaves) included.
 * Takes 30 s on two cores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/perft.h"
#include "reference/perft_table.h"

static void perft_is_as_in_the_whole_table(void **state) {
    (void)state;
    PerftTable table;
    perft_table_read(&table);
    for (int i = 0; i < table.count; i++) {
        const PerftRow *row = &table.rows[i];
        Shape shape;
        uint64_t leaves = 0;
        assert_true(shape_init(&shape, row->size.width, row->size.height, NULL));
        assert_true(
            perft_count(&shape, isa_best(), position_start(&shape), row->depth, 2, &leaves, NULL));
        assert_int_equal(leaves, row->leaves);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(perft_is_as_in_the_whole_table)};
    return cmocka_run_group_tests_name("perft deep", tests, NULL, NULL);
}
