/* Iterative deepening: passes over the root of growing depth, each within an aspiration window
 * around the score of the last, until the depth asked for or a limit is reached. A position that is
 * to be solved is first searched to a depth short of the end, then solved selectively, then as
 * asked. docs/search.md says what each of these gains. */
#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "search/driver.h"

enum {
    /* Midgame passes stop this many plies before the end of the game: a solve that has all the time
     * it needs wants less preparation than one that may be cut off. One that asks first who wins:
     * SearchParameters.solve_margin. */
    MARGIN_LIMITED = 10,
    MARGIN_FREE = 14,
    /* Boards of so many squares are solved early in the game, and perfect play counts discs. */
    SMALL_BOARD = 36,
    SOLVE_AT_ONCE = 10,            /* up to here a solve needs no passes before it */
    WINDOW_FIRST = 3 * SCORE_DISC, /* half-width of the first aspiration window */
    WINDOW_SOLVED = SCORE_DISC,    /* ... after a selective solve of the same depth */
    DROP = 3 * SCORE_DISC / 2,     /* a fall of the score that asks for more time */
    FORCED_DEPTH = 4,              /* enough for a score where there is only one move */
    PASS_EVERY_DEPTH = 8,          /* from here on passes are PASS_STEP plies apart */
    PASS_STEP = 2,
};

/* Of the selective solves that prepare an exact one. A solve that asks first who wins begins with
 * the first, others with the last. */
static const Selectivity preparing[] = {SELECTIVITY_73, SELECTIVITY_87};
enum { PREPARING = sizeof preparing / sizeof preparing[0] };

static int clamp_score(int score) {
    return score > SCORE_INFINITE    ? SCORE_INFINITE
           : score < -SCORE_INFINITE ? -SCORE_INFINITE
                                     : score;
}

/* Searches the root within a window around `guess`. Where it fails, that side opens and the other
 * stays: a selective search may contradict itself, and must not be chased from side to side. False
 * if the pass was stopped; the best so far is then in shared->root, if any. */
static bool search_window(Search *search, int depth, Selectivity selectivity, int guess, int half) {
    Shared *shared = &search->shared;
    int alpha = clamp_score(guess - half), beta = clamp_score(guess + half);
    for (;; half *= 2) {
        Pass pass = {.alpha = alpha, .beta = beta, .depth = depth, .selectivity = selectivity};
        int score = pass_search(search->workers, search->kernel, &pass);
        if (atomic_load(&shared->stop)) return false;
        if (score <= alpha && alpha > -SCORE_INFINITE)
            alpha = clamp_score(score - half);
        else if (score >= beta && beta < SCORE_INFINITE)
            beta = clamp_score(score + half);
        else
            return true;
    }
}

/* The line that the search of the root has just found, as one of this pass. */
static SearchLine root_line(const Run *run, int depth, Selectivity selectivity) {
    const RootBest *root = &run->search->shared.root;
    SearchLine line = {.score = root->score,
                       .depth = depth,
                       .selectivity = selectivity,
                       .is_exact = depth >= run->empties && selectivity == SELECTIVITY_NONE,
                       .length = root->line.length};
    memcpy(line.pv, root->line.moves, (size_t)line.length);
    return line;
}

/* The score around which the next line of a pass is searched: that of the best line of the last
 * pass whose move this pass has not ranked yet, else that of the line just found. */
static int guess_score(const Run *run, const SearchLine *found, int rank) {
    const SearchResult *last = run->result;
    for (int i = 0; i < last->count; i++)
        if (!bits_has(run->search->shared.excluded, last->lines[i].pv[0] & 63))
            return last->lines[i].score;
    return rank > 0 ? found[rank - 1].score : last->lines[0].score;
}

/* Best first; lines of one score stay in the order in which they were found. */
static void sort_lines(SearchLine *lines, int count) {
    for (int i = 1; i < count; i++) {
        SearchLine line = lines[i];
        int place = i;
        for (; place > 0 && lines[place - 1].score < line.score; place--)
            lines[place] = lines[place - 1];
        lines[place] = line;
    }
}

static void note_change(Run *run, int old_move, int old_score) {
    const SearchLine *line = &run->result->lines[0];
    run->unchanged = line->pv[0] == old_move ? run->unchanged + 1 : 0;
    run->has_dropped = line->score < old_score - DROP;
}

/* Takes over the lines of a finished pass. */
static void finish_pass(Run *run, SearchLine *found, int count) {
    SearchResult *result = run->result;
    int old_move = result->lines[0].pv[0], old_score = result->lines[0].score;
    bool is_first = result->count == 0;
    sort_lines(found, count);
    memcpy(result->lines, found, (size_t)count * sizeof *found);
    result->count = count;
    if (!is_first) note_change(run, old_move, old_score);
    if (result->lines[0].is_exact) result->outcome = outcome_of(run, result->lines[0].score);
    /* Exact lines are played out first; search_run() reports them. */
    if (!result->lines[0].is_exact) run_report(run);
}

/* Whether a line may replace the best one: a proven win or draw is given up for no guess. */
static bool keeps_outcome(const Run *run, const SearchLine *line) {
    const SearchResult *result = run->result;
    if (result->outcome <= OUTCOME_LOSS || line->pv[0] == result->lines[0].pv[0]) return true;
    bool is_proof = line->depth >= run->empties && line->selectivity == SELECTIVITY_NONE;
    return is_proof && outcome_of(run, line->score) >= result->outcome;
}

/* What a stopped pass found counts where only the best move is wanted. A ranking stays that of the
 * last finished pass: scores of two passes cannot be compared. */
static void keep_of_stopped_pass(Run *run, SearchLine line, int wanted) {
    SearchResult *result = run->result;
    if ((wanted > 1 && result->count > 0) || !keeps_outcome(run, &line)) return;
    line.is_exact = false;
    result->lines[0] = line;
    result->count = 1;
}

static int lines_wanted(const Run *run) {
    int wanted = run->limits->lines > 1 ? run->limits->lines : 1, moves = bits_count(run->moves);
    return wanted <= moves ? wanted : moves ? moves : 1;
}

/* One pass over the root for every line wanted. False when stopped. */
static bool run_pass(Run *run, int depth, Selectivity selectivity, int half) {
    Search *search = run->search;
    Shared *shared = &search->shared;
    SearchLine found[SEARCH_MAX_LINES];
    int wanted = lines_wanted(run);
    table_size_fit(run, depth);
    shared->excluded = 0;
    for (int rank = 0; rank < wanted; rank++) {
        int guess = guess_score(run, found, rank);
        bool is_done = search_window(search, depth, selectivity, guess, half);
        if (shared->root.is_set) found[rank] = root_line(run, depth, selectivity);
        if (!is_done) {
            shared->excluded = 0;
            if (rank > 0 || shared->root.is_set) keep_of_stopped_pass(run, found[0], wanted);
            return false;
        }
        assert(shared->root.is_set);
        shared->excluded |= bits_square(found[rank].pv[0] & 63);
    }
    shared->excluded = 0;
    if (keeps_outcome(run, &found[0])) finish_pass(run, found, wanted);
    return true;
}

/* Whether there is time for one more pass, which takes about as long as all before it. A steady
 * best move needs less than its share, a falling score or a new best move is worth more. */
static bool has_time(const Run *run) {
    const SearchLimits *limits = run->limits;
    if (!limits->soft_ns) return true;
    double share = run->has_dropped || run->unchanged == 0 ? 1.0 : run->unchanged >= 3 ? 0.35 : 0.6;
    double budget = ((double)limits->soft_ns - (double)run->start_ns) * share;
    return (double)(clock_ns() - run->start_ns) < budget;
}

/* Ends the run if there is no time for one more pass. */
static bool is_out_of_time(Run *run) {
    if (has_time(run)) return false;
    run->result->end = SEARCH_TIME_LIMIT;
    return true;
}

/* The depth of the pass after one of `depth`, where the last one has depth `last`. A pass makes the
 * next one cheaper, but not by what it costs: from PASS_EVERY_DEPTH on only depths of the parity of
 * `last` are searched, so that scores do not swing with the parity either. */
static int next_depth(const Run *run, int depth, int last) {
    if (run->limits->is_every_depth || depth < PASS_EVERY_DEPTH) return depth + 1;
    return (last - depth) % PASS_STEP == 0 ? depth + PASS_STEP : depth + 1;
}

/* Passes of growing depth up to `last`. False if one of them was the last of the run. */
static bool run_midgame_passes(Run *run, int last, Selectivity selectivity) {
    const SearchLimits *limits = run->limits;
    bool is_forced = bits_count(run->moves) <= 1 && limits->deadline_ns && limits->lines <= 1;
    for (int depth = 1; depth <= last; depth = next_depth(run, depth, last)) {
        if (!run_pass(run, depth, selectivity, WINDOW_FIRST)) return false;
        if (is_forced && depth >= FORCED_DEPTH) {
            run->result->end = SEARCH_ONLY_MOVE;
            return false;
        }
        if (is_out_of_time(run)) return false;
    }
    return true;
}

/* The best line so far as a proof of its outcome leaves it: an estimate with the right sign. */
static void apply_outcome(Run *run, SearchOutcome outcome, Selectivity selectivity) {
    const Shared *shared = &run->search->shared;
    SearchLine *line = &run->result->lines[0];
    int score = line->score, draw = run->limits->outcome_at * SCORE_DISC;
    if (outcome == OUTCOME_WIN && score < draw + SCORE_DISC) score = draw + SCORE_DISC;
    if (outcome == OUTCOME_LOSS && score > draw - SCORE_DISC) score = draw - SCORE_DISC;
    if (outcome == OUTCOME_DRAW) score = draw;
    /* No move of a lost position beats the window: the old line stands. */
    if (shared->root.is_set) *line = root_line(run, run->empties, selectivity);
    line->score = score;
    line->depth = run->empties;
    line->selectivity = selectivity;
    line->is_exact = false;
    if (run->result->count == 0) run->result->count = 1;
    if (selectivity == SELECTIVITY_NONE) run->result->outcome = outcome;
}

/* Solves the root with a window around a draw, or what counts as one: who wins, as surely as
 * `selectivity` says. False when stopped, with the result as it was. */
static bool prove_outcome(Run *run, Selectivity selectivity) {
    Search *search = run->search;
    Shared *shared = &search->shared;
    table_size_fit(run, run->empties);
    shared->excluded = 0;
    int alpha = clamp_score((run->limits->outcome_at - 1) * SCORE_DISC);
    int beta = clamp_score((run->limits->outcome_at + 1) * SCORE_DISC);
    Pass pass = {.alpha = alpha, .beta = beta, .depth = run->empties, .selectivity = selectivity};
    int score = pass_search(search->workers, search->kernel, &pass);
    if (atomic_load(&shared->stop)) return false;
    SearchOutcome outcome = score >= beta    ? OUTCOME_WIN
                            : score <= alpha ? OUTCOME_LOSS
                                             : OUTCOME_DRAW;
    apply_outcome(run, outcome, selectivity);
    run_report(run);
    return true;
}

static bool is_limited(const Run *run) {
    return run->limits->deadline_ns || run->limits->nodes;
}

/* Whether the solve, which may be cut off, proves first who wins. */
static bool begins_with_outcome(const Run *run) {
    const Shared *shared = &run->search->shared;
    const SearchLimits *limits = run->limits;
    return shared->parameters.outcome_first && is_limited(run) && limits->lines <= 1 &&
           limits->selectivity == SELECTIVITY_NONE && shared->shape->squares > SMALL_BOARD;
}

/* Who wins, surer and surer. False when stopped before the proof. */
static bool solve_outcome(Run *run, int first) {
    for (int i = first; i < PREPARING; i++)
        if (!prove_outcome(run, preparing[i])) return false;
    return prove_outcome(run, SELECTIVITY_NONE);
}

/* By how many discs, surer and surer. */
static void solve_score(Run *run, int first) {
    int half = WINDOW_FIRST;
    for (int i = first; i < PREPARING && preparing[i] < run->limits->selectivity; i++) {
        if (!run_pass(run, run->empties, preparing[i], half) || is_out_of_time(run)) return;
        half = WINDOW_SOLVED;
    }
    run_pass(run, run->empties, run->limits->selectivity, half);
}

static void run_solve(Run *run) {
    bool is_for_outcome = begins_with_outcome(run);
    int first = run->empties <= SOLVE_AT_ONCE ? PREPARING : is_for_outcome ? 0 : PREPARING - 1;
    if (first < PREPARING && (run->limits->is_outcome_only || is_for_outcome)) {
        bool is_proven = solve_outcome(run, first);
        if (!is_proven || run->limits->is_outcome_only || is_out_of_time(run)) return;
    }
    solve_score(run, first);
}

void deepening_run(Run *run) {
    const SearchLimits *limits = run->limits;
    if (limits->depth > 0 && limits->depth < run->empties) {
        run_midgame_passes(run, limits->depth, limits->selectivity);
        return;
    }
    int margin = begins_with_outcome(run) ? run->search->shared.parameters.solve_margin
                 : is_limited(run)        ? MARGIN_LIMITED
                                          : MARGIN_FREE;
    int last = run->empties <= SOLVE_AT_ONCE ? 0 : run->empties - margin;
    if (run_midgame_passes(run, last, limits->middle)) run_solve(run);
}
