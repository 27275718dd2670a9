/* The inside of a Search, and one run of it: what the files of the driver share. Nothing in them is
 * hot.
 *
 * search.c makes and frees a Search; run.c is search_run(), which calls the other three in this
 * order: deepening.c searches pass after pass until a limit is reached, table_size.c takes more of
 * the table into use before each pass, pv.c completes the principal variations of each report. */
#ifndef SEARCH_DRIVER_H
#define SEARCH_DRIVER_H

#include "search/pass.h"

enum {
    CLOCK_GAP_FIRST_NS = 6000000, /* expected before any gap between two clock reads was measured */
    NS_PER_MS = 1000000,
    NS_PER_SECOND = 1000000000,
};

struct Search {
    Shared shared;
    const SearchKernel *kernel;
    Worker *workers[SEARCH_MAX_THREADS];
    pthread_t threads[SEARCH_MAX_THREADS];
    int started; /* helper threads running: workers 1 .. started */
};

/* One call of search_run(). */
typedef struct Run {
    Search *search;
    const SearchLimits *limits;
    SearchResult *result;
    SearchProgress *progress;
    void *context;
    Position position;
    int empties;
    uint64_t moves; /* legal root moves; empty for a pass */
    int64_t start_ns;
    int unchanged;    /* passes in a row with the same best move */
    bool has_dropped; /* the last pass scored much lower than the one before */
} Run;

/* Nodes of all workers in this run. */
uint64_t run_nodes(const Run *run);

/* Brings nodes, seconds and lines of the result up to date and calls the progress function, if any.
 */
void run_report(Run *run);

/* What a proven score says. */
SearchOutcome outcome_of(const Run *run, int score);

/* Iterative deepening: fills run->result, best line first, as far as the limits allow. Sets
 * result->end where it ends before a worker stopped the search. */
void deepening_run(Run *run);

/* Takes as much of the table into use as a pass of this depth may need. Only between passes. */
void table_size_fit(Run *run, int depth);

/* Continues an estimated line with the moves of the table, to the depth searched at most. */
void pv_continue(const Run *run, SearchLine *line);

/* Plays an exact line to the end of the game with moves that keep its score. It searches; where it
 * is stopped the line stays short. */
void pv_play_out(Run *run, SearchLine *line);

#endif
