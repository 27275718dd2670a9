/* Judges evaluations and searches by a gold set (gold.h). */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/file.h"
#include "base/thread_pool.h"
#include "engine/parameters_text.h"
#include "train/games/gold.h"

enum { EXACT_MIN = 12, EXACT_MAX = 20 }; /* the range that GoldScore.exact is about */

typedef struct Judged {
    double off; /* discs: what was found less the score of the set */
    bool is_best;
    uint64_t nodes;
} Judged;

typedef struct Judging {
    const Evaluation *evaluation;
    const GoldJudge *judge;
    const SearchParameters *parameters;
    ObfEntry *entries;
    Judged *judged;
    size_t count;
    Search *searches[THREAD_POOL_MAX]; /* by worker, made for its first position */
    pthread_mutex_t lock;              /* guards what follows */
    bool has_failed;
    Error error;
} Judging;

static bool is_best_move(const ObfEntry *entry, int square) {
    for (int i = 0; i < entry->count; i++)
        if (entry->moves[i].square == square && entry->moves[i].score == entry->moves[0].score)
            return true;
    return false;
}

static Judged judge_entry(const Judging *judging, Search *search, const ObfEntry *entry) {
    const GoldJudge *judge = judging->judge;
    bool is_static = judge->depth == 0 && judge->nodes == 0;
    SearchLimits limits = {.depth = is_static ? 1 : judge->depth,
                           .nodes = judge->nodes,
                           .selectivity = judge->nodes ? SELECTIVITY_NONE : judge->selectivity,
                           .middle = judge->selectivity,
                           .stop = judge->stop};
    SearchResult result;
    search_clear(search);
    search_run(search, entry->board.position, &limits, NULL, NULL, &result);
    int value = is_static ? evaluation_value(judging->evaluation, entry->board.position)
                          : result.lines[0].score;
    return (Judged){.off = (double)value / EVAL_DISC - entry->moves[0].score,
                    .is_best = is_best_move(entry, result.lines[0].pv[0]),
                    .nodes = result.nodes};
}

static void do_position(void *context, int worker, size_t task) {
    Judging *judging = context;
    Search **search = &judging->searches[worker];
    SearchOptions options = {.isa = judging->judge->isa,
                             .threads = 1,
                             .hash_mb = GOLD_HASH_MB,
                             .parameters = judging->parameters};
    Error error;
    if (judging->judge->stop != NULL && *judging->judge->stop) return;
    if (*search || (*search = search_new(judging->evaluation, &options, &error))) {
        judging->judged[task] = judge_entry(judging, *search, &judging->entries[task]);
        return;
    }
    pthread_mutex_lock(&judging->lock);
    judging->has_failed = true;
    judging->error = error;
    pthread_mutex_unlock(&judging->lock);
}

static bool judge_all(Judging *judging, Error *error) {
    ThreadPool pool;
    thread_pool_start(&pool, judging->judge->threads);
    thread_pool_run(&pool, judging->count, do_position, judging);
    thread_pool_stop(&pool);
    for (int worker = 0; worker < THREAD_POOL_MAX; worker++) search_free(judging->searches[worker]);
    bool is_stopped = judging->judge->stop != NULL && *judging->judge->stop;
    if (judging->has_failed)
        *error = judging->error;
    else if (is_stopped)
        error_set(error, STATUS_STOPPED, "stopped");
    return !judging->has_failed && !is_stopped;
}

/* Sums first; finish_errors() turns them into means. */
static void add_error(GoldErrors *errors, const Judged *judged) {
    errors->count++;
    errors->mae += fabs(judged->off);
    errors->rms += judged->off * judged->off;
    errors->bias += judged->off;
    errors->best += judged->is_best;
    errors->nodes += (double)judged->nodes;
}

static void finish_errors(GoldErrors *errors) {
    if (errors->count == 0) return;
    errors->mae /= errors->count;
    errors->rms = sqrt(errors->rms / errors->count);
    errors->bias /= errors->count;
    errors->best /= errors->count;
    errors->nodes /= errors->count;
}

static void sum_up(const Judging *judging, GoldScore *score) {
    memset(score, 0, sizeof *score);
    for (size_t i = 0; i < judging->count; i++) {
        const Board *board = &judging->entries[i].board;
        int empties = bits_count(position_empties(board->shape, board->position));
        add_error(&score->by_empties[empties], &judging->judged[i]);
        add_error(&score->all, &judging->judged[i]);
        if (empties >= EXACT_MIN && empties <= EXACT_MAX)
            add_error(&score->exact, &judging->judged[i]);
    }
    for (int empties = 0; empties <= 64; empties++) finish_errors(&score->by_empties[empties]);
    finish_errors(&score->exact);
    finish_errors(&score->all);
}

/* Reads the positions that have a score. */
static bool read_set(Judging *judging, const char *bytes, size_t length, const char *name,
                     Error *error) {
    ObfReader reader = {.shape = judging->evaluation->shape, .bytes = bytes, .length = length};
    ObfEntry entry;
    ObfNext next;
    Error why;
    size_t capacity = 0;
    while ((next = obf_next(&reader, &entry, &why)) == OBF_ENTRY) {
        if (entry.count == 0) continue;
        if (judging->count == capacity) {
            capacity = capacity ? 2 * capacity : 256;
            ObfEntry *more = realloc(judging->entries, capacity * sizeof *more);
            if (!more) {
                error_set(error, STATUS_NO_MEMORY, "gold set %s: no memory", name);
                return false;
            }
            judging->entries = more;
        }
        judging->entries[judging->count++] = entry;
    }
    if (next == OBF_ERROR)
        error_set(error, why.status, "gold set %s: %s", name, why.text);
    else if (judging->count == 0)
        error_set(error, STATUS_BAD_INPUT, "gold set %s: no position has a score", name);
    return next != OBF_ERROR && judging->count > 0;
}

static bool judge_set(const Evaluation *evaluation, const char *bytes, size_t length,
                      const char *name, const GoldJudge *judge, GoldScore *score, Error *error) {
    SearchParameters parameters = search_parameters_standard();
    if (judge->search && !search_parameters_parse(&parameters, judge->search, error)) return false;
    Judging judging = {.evaluation = evaluation,
                       .judge = judge,
                       .parameters = &parameters,
                       .lock = PTHREAD_MUTEX_INITIALIZER};
    bool ok = read_set(&judging, bytes, length, name, error);
    if (ok && !(judging.judged = calloc(judging.count + 1, sizeof *judging.judged))) {
        error_set(error, STATUS_NO_MEMORY, "gold set %s: no memory", name);
        ok = false;
    }
    ok = ok && judge_all(&judging, error);
    if (ok) sum_up(&judging, score);
    free(judging.entries);
    free(judging.judged);
    return ok;
}

bool gold_score(const char *path, const Shape *shape, const char *eval, const char *weights,
                const GoldJudge *judge, GoldScore *score, Error *error) {
    Evaluation evaluation;
    char *bytes;
    size_t length;
    if (!evaluation_open(&evaluation, shape, eval, weights, error)) return false;
    bool ok = file_read(path, FILE_LIMIT, &bytes, &length, error);
    if (ok) {
        ok = judge_set(&evaluation, bytes, length, path, judge, score, error);
        free(bytes);
    }
    evaluation_close(&evaluation);
    return ok;
}
