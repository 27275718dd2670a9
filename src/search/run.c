/* One run of a search: a legal answer first, then iterative deepening within the limits, then the
 * complete lines. */
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "game/rules.h"
#include "search/driver.h"

enum { CLOCK_GAP_DECAY = 8 }; /* a long gap is forgotten in about so many searches */

uint64_t run_nodes(const Run *run) {
    uint64_t nodes = 0;
    for (int i = 0; i < run->search->shared.threads; i++) nodes += run->search->workers[i]->nodes;
    return nodes;
}

/* Brings the result up to date: totals, and estimated lines as long as the table has them. */
static void update(Run *run) {
    SearchResult *result = run->result;
    for (int i = 0; i < result->count; i++)
        if (!result->lines[i].is_exact) pv_continue(run, &result->lines[i]);
    result->nodes = run_nodes(run);
    result->seconds = (double)(clock_ns() - run->start_ns) / NS_PER_SECOND;
}

SearchOutcome outcome_of(const Run *run, int score) {
    score -= run->limits->outcome_at * SCORE_DISC;
    return score > 0 ? OUTCOME_WIN : score < 0 ? OUTCOME_LOSS : OUTCOME_DRAW;
}

void run_report(Run *run) {
    update(run);
    if (run->progress) run->progress(run->context, run->result);
}

/* A legal answer before anything is searched, so that no limit is too small. */
static void set_first_answer(Run *run) {
    Search *search = run->search;
    SearchLine *line = &run->result->lines[0];
    *line = (SearchLine){.selectivity = SELECTIVITY_73, .length = 1};
    line->pv[0] = (uint8_t)(run->moves ? bits_first(run->moves) : PASS);
    line->score = evaluation_value(search->shared.evaluation, run->position);
}

/* Time that is up already is noticed after the first few plies only: they take less than a
 * millisecond, and the first answer is merely legal. A stop that was requested holds at once. */
static uint64_t first_check(const Shared *shared) {
    if (atomic_load(&shared->is_stop_requested) || (shared->stop_flag && *shared->stop_flag))
        return 0;
    uint64_t share = shared->node_limit / (uint64_t)shared->threads, interval = CLOCK_INTERVAL;
    return shared->node_limit && share < interval ? share : interval;
}

static void prepare(Run *run) {
    Search *search = run->search;
    Shared *shared = &search->shared;
    shared->start_ns = run->start_ns;
    shared->deadline_ns = run->limits->deadline_ns;
    int64_t gap = atomic_load(&shared->clock_gap_ns);
    atomic_store(&shared->clock_gap_ns, gap - gap / CLOCK_GAP_DECAY);
    shared->node_limit = run->limits->nodes;
    shared->stop_flag = run->limits->stop;
    shared->excluded = 0;
    atomic_store(&shared->stop, false);
    atomic_store(&shared->cancel, false);
    atomic_store(&shared->stop_reason, SEARCH_FINISHED);
    for (int i = 0; i < shared->threads; i++) {
        search->workers[i]->nodes = 0;
        search->workers[i]->next_check = first_check(shared);
    }
    search->workers[0]->clock_read_ns = 0;
    table_new_search(&shared->table);
    search->kernel->place(search->workers[0], 0, run->position);
}

void search_run(Search *search, Position position, const SearchLimits *limits,
                SearchProgress *progress, void *context, SearchResult *result) {
    const Shape *shape = search->shared.shape;
    Run run = {.search = search,
               .limits = limits,
               .result = result,
               .progress = progress,
               .context = context,
               .position = position,
               .empties = bits_count(position_empties(shape, position)),
               .moves = rules_moves(shape, position.own, position.opp),
               .start_ns = clock_ns()};
    memset(result, 0, sizeof *result);
    if (rules_is_over(shape, position)) {
        result->lines[0] = (SearchLine){.score = rules_score(shape, position) * SCORE_DISC,
                                        .selectivity = SELECTIVITY_NONE,
                                        .is_exact = true};
        result->end = SEARCH_GAME_OVER;
        result->outcome = outcome_of(&run, result->lines[0].score);
        return;
    }
    set_first_answer(&run);
    prepare(&run);
    deepening_run(&run);
    if (atomic_load(&search->shared.stop))
        result->end = (SearchEnd)atomic_load(&search->shared.stop_reason);
    if (result->count == 0) result->count = 1;
    bool is_exact = result->lines[0].is_exact;
    for (int i = 0; i < result->count && is_exact; i++) pv_play_out(&run, &result->lines[i]);
    if (is_exact)
        run_report(&run);
    else
        update(&run);
}
