/* How much of the transposition table is in use. The table begins small, because the system takes
 * half a second to hand out 256 MB of memory and most searches need far less, and grows between
 * passes by what the next pass is expected to store. */
#include "base/clock.h"
#include "search/driver.h"

enum {
    BYTES_PER_NODE = 2,         /* of all passes so far, before a midgame pass */
    BYTES_PER_SOLVED_NODE = 24, /* ... before a solve */
    BYTES_PER_MS = 32 << 10,    /* that may be taken for every millisecond left */
    SMALL_SOLVE_EMPTIES = 26,   /* up to here SMALL_SOLVE_BYTES are enough for a solve */
    SMALL_SOLVE_BYTES = 16 << 20,
    MAX_DOUBLINGS = 30,
};

/* A midgame pass takes about twice the nodes of all passes before it and stores fewer than one in
 * twenty. A solve may take 50 times as many; but a solve of 26 squares takes no more nodes with the
 * first 16 MB than with 256 (FFO 40-49), and each further square needs about twice as much (FFO 53
 * to 58: no more nodes than with four times that). */
static uint64_t wanted_bytes(const Run *run, int depth) {
    uint64_t nodes = run_nodes(run);
    if (depth < run->empties) return nodes * BYTES_PER_NODE;
    int more = run->empties - SMALL_SOLVE_EMPTIES;
    uint64_t enough = SMALL_SOLVE_BYTES;
    if (more > 0) enough <<= more < MAX_DOUBLINGS ? more : MAX_DOUBLINGS;
    uint64_t bytes = nodes * BYTES_PER_SOLVED_NODE;
    return bytes < enough ? bytes : enough;
}

/* Fresh pages take about 2 ms a megabyte, and no worker reads the clock meanwhile: with a deadline,
 * the table grows no further than the time that is left allows. */
static uint64_t allowed_bytes(const Run *run) {
    if (!run->limits->deadline_ns) return UINT64_MAX;
    int64_t now = clock_ns(), deadline = run->limits->deadline_ns;
    /* A deadline in the past may be any number: no difference of it is taken. */
    int64_t left_ms = deadline > now ? (deadline - now) / NS_PER_MS : 0;
    uint64_t more = (uint64_t)left_ms * BYTES_PER_MS;
    return run->search->shared.table.bytes + more;
}

void table_size_fit(Run *run, int depth) {
    Table *table = &run->search->shared.table;
    uint64_t wanted = wanted_bytes(run, depth), allowed = allowed_bytes(run);
    size_t before = 0;
    while (table->bytes < wanted && 2 * (uint64_t)table->bytes <= allowed &&
           before != table->bytes) {
        before = table->bytes;
        table_grow(table, before + 1);
    }
}
