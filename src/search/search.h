/* Limits in, result out: the search for the best move on any board.
 *
 * A Search belongs to one shape and one evaluation; it owns the transposition table and its
 * threads, and is silent. One thread at a time may call search_run(); search_stop() may be called
 * from any thread and from a signal handler. With one thread and no time limit the same search on
 * a new (or cleared) Search visits the same nodes every time. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "base/isa.h"
#include "eval/evaluation.h"
#include "search/parameters.h"

/* How selective a search is: Multi-ProbCut keeps the given chance, in percent, of being right at
 * each cut. A higher value prunes less; SELECTIVITY_NONE prunes nothing. */
typedef enum Selectivity {
    SELECTIVITY_73,
    SELECTIVITY_87,
    SELECTIVITY_95,
    SELECTIVITY_98,
    SELECTIVITY_99,
    SELECTIVITY_NONE,
    SELECTIVITIES,
} Selectivity;

int selectivity_percent(Selectivity selectivity); /* 73, 87, ... 100 */

/* The selectivity with that percent; false, with *selectivity as it was, if there is none. */
bool selectivity_from_percent(int percent, Selectivity *selectivity);

enum { SEARCH_MAX_PV = 64, SEARCH_MAX_LINES = 64, SEARCH_MAX_THREADS = 256 };

typedef struct SearchLimits {
    int depth; /* plies ahead; at or beyond the empty squares it means to the end; 0: as
                * deep as the other limits allow */
    Selectivity selectivity; /* the last pass of the deepest iteration; NONE at the end of the game
                              * makes the result exact */
    Selectivity middle;   /* of the passes before a solve, where `depth` does not end before it */
    uint64_t nodes;       /* stop after about this many; 0: no limit */
    int64_t deadline_ns;  /* stop at this moment of clock_ns(); 0: no limit */
    int64_t soft_ns;      /* do not begin what is unlikely to finish by then; 0: the deadline */
    bool is_every_depth;  /* leave no depth out on the way: for those who want the scores of all */
    int lines;            /* how many best moves to rank with full scores; 0 and 1: only one */
    bool is_outcome_only; /* prove who wins, not by how much: for a solve, one line */
    int outcome_at;       /* discs: the score that counts as a draw for is_outcome_only */
    const _Atomic bool *stop; /* ends the search when it becomes true, as search_stop() does; may be
                               * NULL */
} SearchLimits;

typedef enum SearchEnd {
    SEARCH_FINISHED,   /* reached the depth asked for, or solved the position */
    SEARCH_ONLY_MOVE,  /* one legal move, and no score was asked for */
    SEARCH_GAME_OVER,  /* neither side can move */
    SEARCH_STOPPED,    /* search_stop() */
    SEARCH_NODE_LIMIT, /* limits.nodes */
    SEARCH_TIME_LIMIT, /* limits.deadline_ns or soft_ns */
} SearchEnd;

/* Who wins with best play, for the side to move. */
typedef enum SearchOutcome {
    OUTCOME_UNKNOWN, /* not proven */
    OUTCOME_LOSS,
    OUTCOME_DRAW,
    OUTCOME_WIN,
} SearchOutcome;

typedef struct SearchLine {
    int score; /* for the side to move, in 1/EVAL_DISC disc */
    int depth;
    Selectivity selectivity;
    bool is_exact;
    int length;                /* moves in pv */
    uint8_t pv[SEARCH_MAX_PV]; /* squares, or PASS; pv[0] is the move */
} SearchLine;

typedef struct SearchResult {
    int count; /* lines found: 1, or what limits.lines asked for; 0 only if the game is over */
    SearchLine lines[SEARCH_MAX_LINES]; /* best first, all of the last finished pass; only where one
                                         * line was asked for it may come from an unfinished one */
    uint64_t nodes;
    double seconds;
    SearchEnd end;
    SearchOutcome outcome; /* proven, against limits.outcome_at; with it the score of an inexact
                            * line has the right sign */
} SearchResult;

typedef struct Search Search;

typedef struct SearchOptions {
    Isa isa;
    int threads;                        /* 1 .. SEARCH_MAX_THREADS */
    size_t hash_mb;                     /* size of the transposition table, at least 1 */
    const SearchParameters *parameters; /* copied; NULL: the standard ones */
} SearchOptions;

/* Called on the thread of search_run() after every finished pass. Lines are as long as the table
 * allows; exact ones reach the end of the game. */
typedef void SearchProgress(void *context, const SearchResult *so_far);

/* The evaluation (and its shape) must outlive the search. NULL on failure, with the reason. */
Search *search_new(const Evaluation *evaluation, const SearchOptions *options, Error *error);
void search_free(Search *search);

/* Gives it other parameters (copied), before the next run. What earlier runs left in the table
 * stays: search_clear() forgets it. */
void search_set_parameters(Search *search, const SearchParameters *parameters);

/* Forgets everything learned from earlier positions. */
void search_clear(Search *search);

/* Searches the position. Always delivers a legal move, however small the limits, unless the game
 * is over or the side to move must pass: then lines[0].pv[0] is PASS and its score is that of the
 * position after the pass. */
void search_run(Search *search, Position position, const SearchLimits *limits,
                SearchProgress *progress, void *context, SearchResult *result);

/* Makes a running search_run() return soon; also one that begins later, until search_rearm(). */
void search_stop(Search *search);
void search_rearm(Search *search);

#endif
