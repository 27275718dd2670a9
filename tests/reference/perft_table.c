/* See perft_table.h. */
#include "reference/perft_table.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

void perft_table_read(PerftTable *table) {
    FILE *file = fopen("tests/data/perft.tsv", "r");
    assert_non_null(file);
    char line[256];
    table->count = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#') continue;
        assert_true(table->count < PERFT_TABLE_MAX);
        PerftRow *row = &table->rows[table->count++];
        assert_int_equal(sscanf(line, "%dx%d\t%d\t%" SCNu64, &row->size.width, &row->size.height,
                                &row->depth, &row->leaves),
                         4);
    }
    fclose(file);
    assert_true(table->count > 0);
}
