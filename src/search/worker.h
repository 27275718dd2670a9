/* What one searching thread owns, and what the threads of a search share.
 *
 * Everything a search touches hangs on its worker; workers share the table, the moves that are
 * being searched now and the stop flag, nothing else. The worker's stack has one Node per ply. */
#ifndef SEARCH_WORKER_H
#define SEARCH_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "eval/learned.h"
#include "search/busy.h"
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
    MAX_FRAMES = 192,            /* shared nodes on one line, ProbCut's included */
    /* Nodes whose moves threads share: in the midgame, and by empty squares in a solve. On 16 cores
     * FFO 40-49 take 1.23 to 1.35 s with 15, 1.42 with 14 and 1.83 with 17; with two threads 17 is
     * 3 % faster. The midgame is the same from 5 to 10. */
    SHARE_MIN_DEPTH = 6,
    SHARE_MIN_EMPTIES = 15,
    SHARE_MIN_EMPTIES_FEW = 17, /* ... with fewer threads than MANY_THREADS */
    MANY_THREADS = 4,
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

/* What all threads search: stack[ply], which is `position`, within (alpha, beta). */
typedef struct Pass {
    Position position;
    int ply, alpha, beta, depth;
    Selectivity selectivity;
} Pass;

/* A node that this worker is in, and that another thread may settle. */
typedef struct Frame {
    uint64_t hash;
    int alpha, beta, depth;
    Selectivity selectivity;
    /* Of a PV node while a move is tried with a zero window: the window, and the moves that are not
     * done. Another thread may find that one of them beats it. */
    int bound;
    uint64_t squares;
} Frame;

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
    int share_empties; /* SHARE_MIN_EMPTIES of so many threads */

    /* Set once per pass by the driver, only read while workers search. */
    int64_t start_ns, deadline_ns;
    uint64_t node_limit;
    const _Atomic bool *stop_flag; /* SearchLimits.stop */
    uint64_t excluded;             /* root moves that belong to better lines already */

    RootBest root; /* of the last pass; written by thread 0 */

    atomic_bool stop;       /* the search ends; written by any thread */
    atomic_bool cancel;     /* all workers return at once: `stop`, or the pass has its result */
    atomic_int stop_reason; /* SearchEnd that made `stop` true */

    /* search_stop(): survives into the next run until search_rearm(). */
    atomic_bool is_stop_requested;

    /* The longest recent gap between two clock reads: what the machine and the endgame layers may
     * still cost after the deadline. Written by any worker that sees a longer one. */
    _Atomic int64_t clock_gap_ns;

    Pass pass;          /* written by thread 0 while no helper is in a pass */
    atomic_int winner;  /* worker that has the result of the pass, or -1 */
    int pass_score;     /* written by the winner */
    atomic_int running; /* helpers that have not left the pass yet */
    atomic_uint passes; /* begun so far; the last may be the end */
    atomic_bool is_quitting;
    pthread_mutex_t lock; /* of the two below */
    pthread_cond_t wake;  /* `passes` has grown */
    pthread_cond_t done;  /* `running` is 0 */

    BusyMoves busy;
} Shared;

typedef struct Worker {
    Shared *shared;
    const Shape *shape;
    const LearnedWeights *learned; /* the evaluation's, or NULL */
    Selectivity selectivity;       /* of the search in progress */
    bool is_sharing;               /* other threads search the same position */
    bool gathers_fast;             /* search_gathers_fast() */
    int index;                     /* 0 is the thread that called search_run() */
    uint64_t nodes;
    uint64_t next_check;   /* nodes at which to check the limits again */
    int64_t clock_read_ns; /* when it last read the clock; 0 after it waited */
    uint64_t next_look_up; /* nodes at which to look for settled frames again */
    int frame_count;
    int settled;       /* the frame that another thread has settled or improved, or -1 */
    bool is_improved;  /* that frame is a PV node, and another thread has found a better move */
    int settled_score; /* its score */
    Frame frames[MAX_FRAMES];
    RootBest root;       /* of this worker's pass */
    Line lines[MAX_PLY]; /* principal variation from each ply */
    Node stack[MAX_PLY];
    EndEntry cache[END_CACHE_SIZE];
    /* Static values of positions met lately: 48 bits of the hash above 16 of the value. The
     * searches of ProbCut and of the next depth ask for the same ones again and again. */
    uint64_t values[1 << VALUE_CACHE_BITS];
} Worker;

/* True once this worker's result is useless: the search is stopped, the pass has its result, or
 * another thread has settled a node above. */
static inline bool worker_is_cancelled(const Worker *worker) {
    return atomic_load_explicit(&worker->shared->cancel, memory_order_relaxed) ||
           worker->settled >= 0;
}

/* Whether other threads search the same position from now on. */
void worker_share(Worker *worker, bool is_sharing);

/* Looks in the table for frames from `first` on that another thread has settled. */
void worker_look_up(Worker *worker, int first);

/* Enters a node that others may settle; returns its frame. */
static inline int frame_enter(Worker *worker, uint64_t hash, int alpha, int beta, int depth) {
    if (worker->frame_count == MAX_FRAMES) return MAX_FRAMES;
    worker->frames[worker->frame_count] =
        (Frame){hash, alpha, beta, depth, worker->selectivity, INT32_MAX, 0};
    return worker->frame_count++;
}

/* Leaves it. True if another thread has settled it: *score is its score. */
static inline bool frame_leave(Worker *worker, int frame, int *score) {
    if (frame < MAX_FRAMES) worker->frame_count = frame;
    if (worker->settled < 0 || worker->settled != frame) return false;
    worker->settled = -1;
    *score = worker->settled_score;
    return !worker_is_cancelled(worker);
}

/* Checks clock, node limit and stop request every CLOCK_INTERVAL nodes; sets shared->stop. */
void worker_check_limits(Worker *worker);

#endif
