/* What one searching thread owns, and what the threads of a search share.
 *
 * Everything a search touches hangs on its worker; workers share the table, the open split points
 * and the stop flag, nothing else. The worker's stack has one Node per ply; a helper that joins a
 * split point at ply p uses its own stack from p + 1 on. */
#ifndef SEARCH_WORKER_H
#define SEARCH_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "eval/learned.h"
#include "search/probcut.h"
#include "search/search.h"
#include "search/table.h"

enum {
    SCORE_DISC = EVAL_DISC,      /* the unit of scores: 1/128 disc */
    SCORE_MAX = 64 * SCORE_DISC, /* no score lies beyond */
    SCORE_INFINITE = SCORE_MAX + 1,
    MAX_PLY = 2 * SEARCH_MAX_PV, /* moves and passes on one line */
    END_CACHE_SIZE = 1 << 13,    /* entries of the private endgame cache: 192 KB, inside L2 */
    VALUE_CACHE_BITS = 14,       /* entries of the cache of static values: 2^14, 128 KB */
    CLOCK_INTERVAL = 1 << 12,    /* nodes of the general search between two clock reads */
    VALUE_UNKNOWN = INT32_MIN,   /* a static value that has not been asked for */
};

/* A position on the way down, with the evaluation's running indices. */
typedef struct Node {
    PatternState pattern; /* kept only if the evaluation has learned weights */
    Position position;
    int empties;
    int value; /* static, for the side to move; VALUE_UNKNOWN where nobody asked yet */
} Node;

/* An entry of the private endgame cache; bounds are in discs. */
typedef struct EndEntry {
    uint64_t own, opp;
    int8_t lower, upper;
    uint8_t move;
} EndEntry;

typedef struct Line {
    int length;
    uint8_t moves[SEARCH_MAX_PV];
} Line;

/* The best root move of the pass in progress, so that a search stopped in the middle of a pass
 * loses nothing. */
typedef struct RootBest {
    bool is_set;
    int score;
    Line line;
} RootBest;

struct SplitPoint;

/* What the workers of one running search share. */
typedef struct Shared {
    const Shape *shape;
    const Evaluation *evaluation;
    Table table;
    SearchParameters parameters;
    Probcut probcut;
    /* One ply above the leaves moves are tried by their squares alone: these first (corners and
     * edges away from corners), those last (next to a corner). */
    uint64_t first_squares, last_squares;
    int threads;

    /* Set once per pass by the driver, only read while workers search. */
    int64_t start_ns, deadline_ns;
    uint64_t node_limit;
    const _Atomic bool *stop_flag; /* SearchLimits.stop */
    uint64_t excluded;             /* root moves that belong to better lines already */

    RootBest root; /* written with the lock held */

    atomic_bool stop;       /* all workers return at once; written by any thread */
    atomic_int stop_reason; /* SearchEnd that made `stop` true */
    atomic_int idle;        /* helpers waiting for work; a hint, read without the lock */

    /* search_stop(): survives into the next run until search_rearm(). */
    atomic_bool is_stop_requested;

    atomic_uint changes; /* counts events that may give a waiting thread something to do */

    /* The longest recent gap between two clock reads: what the machine and the endgame layers may
     * still cost after the deadline. Written by any worker that sees a longer one. */
    _Atomic int64_t clock_gap_ns;

    pthread_mutex_t lock;    /* guards the fields below, and who is inside which split point */
    pthread_cond_t wake;     /* something to do for a helper, or time to quit */
    int sleepers;            /* threads waiting for `wake` */
    struct SplitPoint *open; /* split points with moves left */
    bool is_quitting;
} Shared;

typedef struct Worker {
    Shared *shared;
    const Shape *shape;
    const LearnedWeights *learned; /* the evaluation's, or NULL */
    struct SplitPoint *split;      /* innermost split point this worker works for */
    Selectivity selectivity;       /* of the search in progress: the driver's, or a split point's */
    int index;                     /* 0 is the thread that called search_run() */
    uint64_t nodes;
    uint64_t next_check;   /* nodes at which to check the limits again */
    int64_t clock_read_ns; /* when it last read the clock; 0 after it waited */
    Line lines[MAX_PLY];   /* principal variation from each ply */
    Node stack[MAX_PLY];
    EndEntry cache[END_CACHE_SIZE];
    /* Static values of positions met lately: 48 bits of the hash above 16 of the value. The
     * searches of ProbCut and of the next depth ask for the same ones again and again. */
    uint64_t values[1 << VALUE_CACHE_BITS];
} Worker;

/* True once this worker's result is useless: the search is stopped, or a split point above has
 * found its cut-off. */
bool worker_is_cancelled(const Worker *worker);

/* Checks clock, node limit and stop request every CLOCK_INTERVAL nodes; sets shared->stop. */
void worker_check_limits(Worker *worker);

#endif
