/* The general search of a node, as a table of functions per instruction set and layout: the
 * driver (driver.h) and the threads (pass.c) reach the kernels through it. */
#ifndef SEARCH_DISPATCH_H
#define SEARCH_DISPATCH_H

#include "search/worker.h"

typedef struct SearchKernel {
    /* Makes the worker's stack[ply] the given position. */
    void (*place)(Worker *worker, int ply, Position position);

    /* The score of stack[ply] within (alpha, beta), fail-soft, `depth` plies deep; a depth of at
     * least the empty squares means to the end of the game. lines[ply] is the principal
     * variation. Ply 0 leaves out shared->excluded and writes worker->root. */
    int (*pv_search)(Worker *worker, int ply, int alpha, int beta, int depth);

    /* The same against one bound: a result > alpha is a lower bound, else an upper bound. */
    int (*zero_window_search)(Worker *worker, int ply, int alpha, int depth);
} SearchKernel;

/* The kernel for an isa and a shape; NULL if the program was not built with that isa. */
const SearchKernel *search_kernel(const Shape *shape, Isa isa);

/* Whether kernels that may look up flips do so: isa_gathers_fast(). */
bool search_gathers_fast(void);

#endif
