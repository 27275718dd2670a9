/* The rounds of a tuning (tune.h). */
#include "train/tune/tune.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/thread_pool.h"

/* One round at work. Tasks write their own score and count the finished ones. */
typedef struct Round {
    const TunePlan *plan;
    const Spsa *spsa;
    const Journal *journal;
    uint64_t first; /* number of its first pair */
    int *scores;
    atomic_int done;
} Round;

static bool is_stopped(const TunePlan *plan) {
    return plan->stop && *plan->stop;
}

static void play_pair(void *context, int worker, size_t task) {
    Round *round = context;
    const TunePlan *plan = round->plan;
    if (is_stopped(plan)) return;
    uint64_t pair = round->first + task;
    int plus[SPSA_MAX_VALUES], minus[SPSA_MAX_VALUES];
    spsa_perturb(round->spsa, pair, plus, minus);
    round->scores[task] = plan->play(plan->play_context, worker, pair, plus, minus);
    atomic_fetch_add(&round->done, 1);
}

static void tick(void *context) {
    Round *round = context;
    const TunePlan *plan = round->plan;
    if (!plan->progress) return;
    TuneStatus status = {.pairs = round->first + (uint64_t)atomic_load(&round->done),
                         .wanted = plan->pairs,
                         .journal = round->journal};
    plan->progress(plan->progress_context, &status);
}

/* The scores of one round. */
static bool play_round(Round *round, ThreadPool *pool, int pairs, Error *error) {
    const TunePlan *plan = round->plan;
    if (!plan->play_round)
        return thread_pool_run_watched(pool, (size_t)pairs, play_pair, tick, round, error);
    TunePairSets *sets = calloc((size_t)pairs, sizeof *sets);
    if (!sets) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a round");
        return false;
    }
    for (int i = 0; i < pairs; i++) {
        sets[i].count = plan->count;
        spsa_perturb(round->spsa, round->first + (uint64_t)i, sets[i].plus, sets[i].minus);
    }
    bool ok = plan->play_round(plan->play_context, round->first, pairs, sets, round->scores, error);
    free(sets);
    return ok || is_stopped(plan);
}

static bool run_rounds(const TunePlan *plan, ThreadPool *pool, Spsa *spsa, Journal *journal,
                       int *scores, Error *error) {
    JournalRow row = {0};
    if (journal->count) row = journal->rows[journal->count - 1];
    if (journal->count) memcpy(spsa->values, row.values, sizeof spsa->values);
    while (row.pairs < plan->pairs) {
        uint64_t left = plan->pairs - row.pairs;
        int pairs = left < (uint64_t)plan->batch ? (int)left : plan->batch;
        Round round = {
            .plan = plan, .spsa = spsa, .journal = journal, .first = row.pairs, .scores = scores};
        if (!play_round(&round, pool, pairs, error)) return false;
        if (is_stopped(plan)) {
            error_set(error, STATUS_STOPPED, "stopped after %llu of %llu games",
                      (unsigned long long)(2 * row.pairs), (unsigned long long)(2 * plan->pairs));
            return false;
        }
        for (int i = 0; i < pairs; i++) spsa_update(spsa, row.pairs + (uint64_t)i, scores[i]);
        row.pairs += (uint64_t)pairs;
        memcpy(row.values, spsa->values, sizeof row.values);
        if (!journal_add(journal, plan->path, &row, error)) return false;
    }
    return true;
}

static bool open_journal(const TunePlan *plan, Journal *journal, Error *error) {
    char settings[JOURNAL_SETTINGS_SIZE];
    Text text = text_into(settings, sizeof settings);
    text_format(&text, "bianca tune 1\n%sgames %llu batch %d rate %.17g seed %llu\n",
                plan->settings, (unsigned long long)(2 * plan->pairs), plan->batch, plan->rate,
                (unsigned long long)plan->seed);
    if (text.length >= sizeof settings) {
        error_set(error, STATUS_BAD_INPUT, "the settings of the tuning are too long");
        return false;
    }
    return journal_open(journal, plan->path, settings, plan->count, error);
}

bool tune_run(const TunePlan *plan, Journal *journal, Error *error) {
    if (!open_journal(plan, journal, error)) return false;
    int *scores = calloc((size_t)plan->batch, sizeof *scores);
    if (!scores) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a round");
        journal_release(journal);
        return false;
    }
    Spsa spsa;
    Error reason = {0};
    ThreadPool pool;
    spsa_init(&spsa, plan->ranges, plan->count, plan->pairs, plan->rate, plan->seed);
    thread_pool_start(&pool, plan->threads);
    bool ok = run_rounds(plan, &pool, &spsa, journal, scores, &reason);
    thread_pool_stop(&pool);
    free(scores);
    if (!ok && reason.status != STATUS_STOPPED) journal_release(journal);
    if (!ok) error_set(error, reason.status, "%s", reason.text);
    return ok;
}
