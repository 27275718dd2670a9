/* Iterative deepening: passes over the root of growing depth, each within an aspiration window
 * around the score of the last, until the depth asked for or a limit is reached. A position that is
 * to be solved is first searched to a depth short of the end, then solved selectively, then as
 * asked. docs/search.md says what each of these gains. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "search/driver.h"

enum {
    /* Midgame passes stop this many plies before the end of the game: a solve that has all the time
     * it needs wants less preparation than one that may be cut off. */
    MARGIN_LIMITED = 10,
    MARGIN_FREE = 14,
    SOLVE_AT_ONCE = 10,            /* up to here a solve needs no passes before it */
    WINDOW_FIRST = 3 * SCORE_DISC, /* half-width of the first aspiration window */
    WINDOW_SOLVED = SCORE_DISC,    /* ... after a selective solve of the same depth */
    DROP = 3 * SCORE_DISC / 2,     /* a fall of the score that asks for more time */
    FORCED_DEPTH = 4,              /* enough for a score where there is only one move */
};

/* Of the one selective solve that prepares an exact one. */
static const Selectivity preparing_selectivity = SELECTIVITY_87;

static int clamp_score(int score) {
    return score > SCORE_INFINITE    ? SCORE_INFINITE
           : score < -SCORE_INFINITE ? -SCORE_INFINITE
                                     : score;
}

/* Searches the root within a window around `guess`. Where it fails, that side opens and the other
 * stays: a selective search may contradict itself, and must not be chased from side to side. False
 * if the pass was stopped; the best so far is then in shared->root, if any. */
static bool search_window(Search *search, int depth, int guess, int half) {
    Shared *shared = &search->shared;
    int alpha = clamp_score(guess - half), beta = clamp_score(guess + half);
    for (;; half *= 2) {
        shared->root.is_set = false;
        int score = search->kernel->pv_search(search->workers[0], 0, alpha, beta, depth);
        if (atomic_load(&shared->stop)) return false;
        if (score <= alpha && alpha > -SCORE_INFINITE)
            alpha = clamp_score(score - half);
        else if (score >= beta && beta < SCORE_INFINITE)
            beta = clamp_score(score + half);
        else
            return true;
    }
}

/* Makes lines[rank] free for `move`. The lines of the last pass move down, without the one that
 * began with the same move: if this pass is stopped they still stand, and no move stands twice. */
static void make_room(SearchResult *result, int rank, int move, int wanted) {
    int from = rank;
    while (from < result->count && result->lines[from].pv[0] != move) from++;
    if (from == result->count && from < wanted) result->count++;
    if (from == wanted) from--;
    for (; from > rank; from--) result->lines[from] = result->lines[from - 1];
}

static void set_result_line(Run *run, int rank, int wanted, int depth, Selectivity selectivity) {
    const RootBest *root = &run->search->shared.root;
    SearchLine *line = &run->result->lines[rank];
    make_room(run->result, rank, root->line.moves[0], wanted);
    line->score = root->score;
    line->depth = depth;
    line->selectivity = selectivity;
    line->is_exact = depth >= run->empties && selectivity == SELECTIVITY_NONE;
    line->length = root->line.length;
    memcpy(line->pv, root->line.moves, (size_t)line->length);
}

static void note_change(Run *run, int old_move, int old_score) {
    const SearchLine *line = &run->result->lines[0];
    run->unchanged = line->pv[0] == old_move ? run->unchanged + 1 : 0;
    run->has_dropped = line->score < old_score - DROP;
}

static int by_score(const void *a, const void *b) {
    const SearchLine *x = (const SearchLine *)a, *y = (const SearchLine *)b;
    return (y->score > x->score) - (y->score < x->score);
}

/* One pass over the root for every line wanted. False when stopped. */
static bool run_pass(Run *run, int depth, Selectivity selectivity, int half) {
    Search *search = run->search;
    Shared *shared = &search->shared;
    SearchResult *result = run->result;
    int wanted = run->limits->lines > 1 ? run->limits->lines : 1, moves = bits_count(run->moves);
    if (wanted > moves) wanted = moves ? moves : 1;
    int old_move = result->lines[0].pv[0], old_score = result->lines[0].score;
    bool is_first = result->count == 0;
    table_size_fit(run, depth);
    search->workers[0]->selectivity = selectivity;
    shared->excluded = 0;
    for (int rank = 0; rank < wanted; rank++) {
        int guess = rank < result->count ? result->lines[rank].score
                                         : result->lines[rank ? rank - 1 : 0].score;
        bool is_done = search_window(search, depth, guess, half);
        /* What a stopped pass found is worth having only if it is the best move of all. */
        if (shared->root.is_set && (is_done || rank == 0))
            set_result_line(run, rank, wanted, depth, selectivity);
        if (!is_done) {
            shared->excluded = 0;
            if (rank == 0 && shared->root.is_set) result->lines[0].is_exact = false;
            qsort(result->lines, (size_t)rank, sizeof result->lines[0], by_score);
            return false;
        }
        shared->excluded |= bits_square(result->lines[rank].pv[0] & 63);
    }
    shared->excluded = 0;
    if (wanted > 1) qsort(result->lines, (size_t)result->count, sizeof result->lines[0], by_score);
    if (!is_first) note_change(run, old_move, old_score);
    run_report(run);
    return true;
}

/* Whether there is time for one more pass. A steady best move needs less than its share, a falling
 * score or a new best move is worth more. */
static bool has_time(const Run *run) {
    const SearchLimits *limits = run->limits;
    if (!limits->soft_ns) return true;
    double share = run->has_dropped || run->unchanged == 0 ? 1.4 : run->unchanged >= 4 ? 0.5 : 0.8;
    double budget = (double)(limits->soft_ns - run->start_ns) * share;
    return (double)(clock_ns() - run->start_ns) < budget;
}

/* Ends the run if there is no time for one more pass. */
static bool is_out_of_time(Run *run) {
    if (has_time(run)) return false;
    run->result->end = SEARCH_TIME_LIMIT;
    return true;
}

/* Passes of depth 1, 2, 3... to `last`. False if one of them was the last of the run. */
static bool run_midgame_passes(Run *run, int last, Selectivity selectivity) {
    const SearchLimits *limits = run->limits;
    bool is_forced = bits_count(run->moves) <= 1 && limits->deadline_ns && limits->lines <= 1;
    for (int depth = 1; depth <= last; depth++) {
        if (!run_pass(run, depth, selectivity, WINDOW_FIRST)) return false;
        if (is_forced && depth >= FORCED_DEPTH) {
            run->result->end = SEARCH_ONLY_MOVE;
            return false;
        }
        if (is_out_of_time(run)) return false;
    }
    return true;
}

static void run_solve(Run *run) {
    Selectivity selectivity = run->limits->selectivity;
    int half = WINDOW_FIRST;
    if (selectivity > preparing_selectivity && run->empties > SOLVE_AT_ONCE) {
        if (!run_pass(run, run->empties, preparing_selectivity, half) || is_out_of_time(run))
            return;
        half = WINDOW_SOLVED;
    }
    run_pass(run, run->empties, selectivity, half);
}

void deepening_run(Run *run) {
    const SearchLimits *limits = run->limits;
    if (limits->depth > 0 && limits->depth < run->empties) {
        run_midgame_passes(run, limits->depth, limits->selectivity);
        return;
    }
    int margin = limits->deadline_ns || limits->nodes ? MARGIN_LIMITED : MARGIN_FREE;
    int last = run->empties <= SOLVE_AT_ONCE ? 0 : run->empties - margin;
    Selectivity selectivity =
        limits->selectivity > SELECTIVITY_73 ? SELECTIVITY_73 : limits->selectivity;
    if (run_midgame_passes(run, last, selectivity)) run_solve(run);
}
