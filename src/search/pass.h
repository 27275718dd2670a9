/* One search by all threads: simplified ABDADA (Tom Kerrigan's form of J.-C. Weill's algorithm).
 *
 * Every thread searches the same position with the same window on its own stack. In nodes that are
 * deep enough a thread leaves the moves for later that others are searching now (busy.h); what the
 * others found it learns from the transposition table, nothing else. The first thread that is done
 * has the result, and the others give up.
 *
 * A node that another thread settles while this one is below it is noticed in the table as well:
 * worker_look_up(), worker.h. */
#ifndef SEARCH_PASS_H
#define SEARCH_PASS_H

#include "search/dispatch.h"

/* Runs a pass on one thread, whether others take part or not. */
static inline int pass_alone(Worker *worker, const SearchKernel *kernel, const Pass *pass) {
    worker->root.is_set = false;
    worker->selectivity = pass->selectivity;
    if (pass->beta == pass->alpha + 1)
        return kernel->zero_window_search(worker, pass->ply, pass->alpha, pass->depth);
    return kernel->pv_search(worker, pass->ply, pass->alpha, pass->beta, pass->depth);
}

/* Runs one pass: thread 0 with the others if it is deep enough to be worth waking them. Returns the
 * score, which means nothing if the search was stopped. Of a pass at ply 0 shared->root is the best
 * root move, also if it was stopped. stack[pass->ply] of worker 0 must be the position. */
int pass_search(Worker *const *workers, const SearchKernel *kernel, const Pass *pass);

/* The life of a helper thread: waits for passes and takes part in them until pass_quit(). */
void pass_serve(Worker *worker, const SearchKernel *kernel);

/* Makes every helper thread return from pass_serve(). */
void pass_quit(Shared *shared);

#endif
