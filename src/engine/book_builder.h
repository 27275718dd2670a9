/* Grows a book (book/book.h) by searching: `bianca book build` and `extend`.
 *
 * The builder works in batches. Positions are chosen best lines first: the way to them from a
 * root gives away least, and is shortest. To expand a position, a quick search ranks its moves,
 * those within the margin are searched at full depth, and the positions after them join the book as
 * leaves. After each batch all scores are backed up, which changes what is best, and so what comes
 * next.
 *
 * The searches of a batch are independent and begin with an empty table: the book that results does
 * not depend on the number of threads. The file is replaced as a whole after a batch, so that
 * whatever ends the work leaves a good book, and the same call continues it. */
#ifndef ENGINE_BOOK_BUILDER_H
#define ENGINE_BOOK_BUILDER_H

#include "book/roots.h"
#include "engine/engine.h"

typedef struct BookBuildStatus {
    int positions, expanded; /* in the book */
    int searched;            /* positions, by this call */
    int waiting;             /* positions that are still to be expanded or searched deeper */
    double loss;             /* discs given away on the way to the next of them */
    bool is_finished;        /* none is waiting */
} BookBuildStatus;

/* Called on the thread of the caller several times a second. */
typedef void BookBuildProgress(void *context, const BookBuildStatus *status);

/* A search that a batch needs: of a leaf, or a quick one that ranks the moves of a position; and
 * what it found. */
enum { BOOK_SEARCH_LINES = 8 };
typedef struct BookSearch {
    Position position; /* in which the game is not over */
    bool is_ranking;
    int count; /* of the lines: moves, best first; one for a leaf */
    struct {
        int move, depth, selectivity;
        bool is_exact;
        double score;
    } lines[BOOK_SEARCH_LINES];
} BookSearch;

/* Makes one search; `limits` are those of leaves. False if it was stopped. */
bool book_search(Engine *engine, const EngineLimits *limits, const _Atomic bool *stop,
                 BookSearch *search);

/* Makes many, somewhere else than on the threads of this process. */
typedef bool BookSearchAll(void *context, BookSearch *searches, int count, Error *error);

typedef struct BookBuildOptions {
    const char *path;     /* the book; made if it is not there */
    const char *settings; /* how it is built, for its header */
    bool is_resumed_only; /* refuse a book that was built with other settings */
    const BookRoots *roots;
    EngineOptions engine;        /* of each thread; its `threads` is not used */
    EngineLimits limits;         /* of the search of a leaf: level, depth, nodes or time */
    int threads;                 /* 0: one per processor */
    int plies;                   /* expand positions up to so many discs after the start */
    double margin;               /* discs that both sides together may give away on a line */
    int positions;               /* stop with so many in the book; 0: no limit */
    int batch;                   /* positions between two saves */
    double seconds;              /* stop after that; 0: no limit */
    BookSearchAll *search_all;   /* makes the searches if not NULL */
    void *search_context;        /* of it */
    const _Atomic bool *stop;    /* stops it when it becomes true; may be NULL */
    BookBuildProgress *progress; /* may be NULL */
    void *context;               /* of progress */
} BookBuildOptions;

/* Works until nothing is waiting or a limit is reached. False with the reason on failure; with
 * STATUS_STOPPED after `stop`, when what was found is saved. */
bool book_build(const BookBuildOptions *options, BookBuildStatus *status, Error *error);

#endif
