/* The known perft numbers, read from tests/data/perft.tsv. Tests run in the root of the tree. */
#ifndef REFERENCE_PERFT_TABLE_H
#define REFERENCE_PERFT_TABLE_H

#include "reference/sample.h"

enum { PERFT_TABLE_MAX = 200 };

typedef struct PerftRow {
    BoardSize size;
    int depth;
    uint64_t leaves;
} PerftRow;

typedef struct PerftTable {
    int count;
    PerftRow rows[PERFT_TABLE_MAX];
} PerftTable;

/* Fails the running test if the file cannot be read, or has a line that is no row. */
void perft_table_read(PerftTable *table);

#endif
