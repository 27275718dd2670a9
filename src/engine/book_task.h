/* What the builder of a book (book_builder.c) and its searches (book_search.c) share. */
#ifndef ENGINE_BOOK_TASK_H
#define ENGINE_BOOK_TASK_H

#include <math.h>

#include "book/graph.h"
#include "engine/book_builder.h"

enum { BOOK_RANK_SLACK = 3 * BOOK_DISC / 2 /* margin for errors of the ranking search */ };

static inline int book_units(double discs) {
    return (int)lround(discs * BOOK_DISC);
}

/* A unit of work for one thread, and its result. */
typedef struct BookTask {
    Position position;
    bool is_expansion; /* else: search the position as a leaf */
    bool is_done;
    int cost, loss;
    int count; /* leaves that were searched */
    BookEntry
        leaves[BOOK_SEARCH_LINES]; /* of an expansion: after the moves; else [0] is the leaf */
    int rest;                      /* the best move that leads out of the book, or NO_MOVE */
    int rest_score;
} BookTask;

typedef struct BookBuilder {
    const BookBuildOptions *options;
    const Shape *shape;
    Graph graph;
    int *roots; /* nodes */
    int root_count;
    Engine **engines; /* one per thread */
    int threads;
    BookTask *tasks; /* of this batch */
    int task_count;
    int margin;
    double deadline;
    BookSearch *searches; /* of this batch, made elsewhere; the first `known` are made */
    int search_count, known;
    _Atomic bool must_stop; /* read by the searches */
    _Atomic int searched;
    BookBuildStatus status;
} BookBuilder;

/* Does task number `number` of the BookBuilder `context` on a thread of its pool, unless the build
 * must stop. */
void book_task_run(void *context, int worker, size_t number);

#endif
