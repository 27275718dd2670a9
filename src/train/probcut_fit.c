/* Measures the errors of shallow searches and fits the error model of Multi-ProbCut to them
 * (probcut_fit.h). */
#include "train/probcut_fit.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/file.h"
#include "base/random.h"
#include "base/thread_pool.h"
#include "eval/weight_file.h"
#include "game/rules.h"
#include "search/search.h"

enum {
    HASH_MB = 16,
    GAME_DEPTH = 2,      /* of the games that lead to the positions */
    OPENING_PLIES = 8,   /* random moves at their start */
    RANDOM_PERCENT = 15, /* and later on, so that bad moves occur as they do inside a search */
    FEWEST_EMPTIES = 6,  /* below it nothing is ever cut */
    LEAST_COUNT = 8,     /* differences that make a cell worth fitting */
};

typedef struct Measuring {
    const Evaluation *evaluation;
    const ProbcutFitOptions *options;
    ProbcutFitProgress *progress;
    void *context;
    Search *searches[THREAD_POOL_MAX]; /* by worker, made for its first position */
    atomic_int done;
    atomic_bool is_stopped;
    pthread_mutex_t lock; /* guards the rest */
    ProbcutFit *fit;
    bool has_failed;
    Error error;
} Measuring;

/* Scores of one position: by the static evaluation, by depth, and exact if it was solved. */
typedef struct Sample {
    int empties, deepest;
    double by_depth[PROBCUT_FIT_MAX_DEPTH + 1];
    bool is_solved;
    double exact;
} Sample;

static double discs(int score) {
    return (double)score / EVAL_DISC;
}

/* --- Positions ----------------------------------------------------------------------------------
 */

static int choose(Search *search, Position position, uint64_t moves, bool is_random,
                  Random *random) {
    if (is_random) return rules_random_move(moves, random);
    SearchLimits limits = {.depth = GAME_DEPTH, .selectivity = SELECTIVITY_NONE};
    SearchResult result;
    search_run(search, position, &limits, NULL, NULL, &result);
    return result.lines[0].pv[0];
}

/* Plays until `empties` squares are left; false if the game ends before that. */
static bool play_down_to(Search *search, const Shape *shape, int empties, Random *random,
                         Position *position) {
    *position = position_start(shape);
    for (int ply = 0; bits_count(position_empties(shape, *position)) > empties; ply++) {
        uint64_t moves = rules_moves(shape, position->own, position->opp);
        if (!moves) {
            if (rules_is_over(shape, *position)) return false;
            *position = position_passed(*position);
            continue;
        }
        bool is_random = ply < OPENING_PLIES || random_below(random, 100) < RANDOM_PERCENT;
        int square = choose(search, *position, moves, is_random, random);
        uint64_t flips = rules_flips(shape, square, position->own, position->opp);
        *position = position_after(*position, square, flips);
    }
    return rules_moves(shape, position->own, position->opp) != 0;
}

/* --- Measuring ----------------------------------------------------------------------------------
 */

static void note_depth(void *context, const SearchResult *so_far) {
    Sample *sample = context;
    const SearchLine *line = &so_far->lines[0];
    if (line->depth > PROBCUT_FIT_MAX_DEPTH || line->depth >= sample->empties) return;
    sample->by_depth[line->depth] = discs(line->score);
    sample->deepest = line->depth;
}

static void measure(Search *search, const Measuring *measuring, Position position, Sample *sample) {
    const ProbcutFitOptions *options = measuring->options;
    SearchResult result;
    SearchLimits limits = {.selectivity = SELECTIVITY_NONE, .is_every_depth = true};
    memset(sample, 0, sizeof *sample);
    sample->empties = bits_count(position_empties(measuring->evaluation->shape, position));
    sample->by_depth[0] = discs(evaluation_value(measuring->evaluation, position));
    limits.depth = options->depth < sample->empties ? options->depth : sample->empties - 1;
    search_clear(search);
    search_run(search, position, &limits, note_depth, sample, &result);
    if (sample->empties > options->exact_from) return;
    limits.depth = sample->empties;
    search_run(search, position, &limits, NULL, NULL, &result);
    sample->is_solved = result.lines[0].is_exact;
    sample->exact = discs(result.lines[0].score);
}

static void add(ProbcutCell *cell, double difference) {
    cell->squares += difference * difference;
    cell->count++;
}

static void collect(ProbcutFit *fit, const Sample *sample) {
    int bucket = sample->empties / PROBCUT_FIT_BUCKET;
    for (int shallow = 0; shallow <= sample->deepest; shallow++) {
        double value = sample->by_depth[shallow];
        for (int deep = shallow + 1; deep <= sample->deepest; deep++)
            add(&fit->middle[bucket][deep][shallow], sample->by_depth[deep] - value);
        if (sample->is_solved) add(&fit->ending[bucket][shallow], sample->exact - value);
    }
    leaf_bias_add(&fit->leaves, sample->empties, sample->deepest, sample->by_depth,
                  sample->is_solved ? &sample->exact : NULL);
}

static void measure_game(Measuring *measuring, Search *search, uint64_t number) {
    const ProbcutFitOptions *options = measuring->options;
    const Shape *shape = measuring->evaluation->shape;
    int span = shape->squares - 4 - OPENING_PLIES - FEWEST_EMPTIES;
    if (span < 1) span = 1;
    Random random = random_seeded(random_mix(options->seed) + number);
    int empties = FEWEST_EMPTIES + (int)random_below(&random, (uint32_t)span);
    Position position;
    Sample sample;
    search_clear(search);
    if (!play_down_to(search, shape, empties, &random, &position)) return;
    measure(search, measuring, position, &sample);
    pthread_mutex_lock(&measuring->lock);
    collect(measuring->fit, &sample);
    pthread_mutex_unlock(&measuring->lock);
}

static void do_position(void *context, int worker, size_t number) {
    Measuring *measuring = context;
    Search **search = &measuring->searches[worker];
    Error error;
    SearchOptions options = {.isa = measuring->options->isa, .threads = 1, .hash_mb = HASH_MB};
    if (atomic_load(&measuring->is_stopped)) return;
    if (*search || (*search = search_new(measuring->evaluation, &options, &error))) {
        measure_game(measuring, *search, number);
        atomic_fetch_add(&measuring->done, 1);
        return;
    }
    pthread_mutex_lock(&measuring->lock);
    measuring->has_failed = true;
    measuring->error = error;
    pthread_mutex_unlock(&measuring->lock);
    atomic_store(&measuring->is_stopped, true);
}

static void report_progress(void *context) {
    Measuring *measuring = context;
    if (!measuring->progress) return;
    if (!measuring->progress(measuring->context, atomic_load(&measuring->done)))
        atomic_store(&measuring->is_stopped, true);
}

static bool measure_all(Measuring *measuring, Error *error) {
    ThreadPool pool;
    thread_pool_start(&pool, measuring->options->threads);
    bool ok = thread_pool_run_watched(&pool, (size_t)measuring->options->positions, do_position,
                                      report_progress, measuring, error);
    thread_pool_stop(&pool);
    for (int worker = 0; worker < THREAD_POOL_MAX; worker++)
        search_free(measuring->searches[worker]);
    if (!ok) return false;
    if (measuring->has_failed)
        *error = measuring->error;
    else if (atomic_load(&measuring->is_stopped))
        error_set(error, STATUS_STOPPED, "stopped");
    return !measuring->has_failed && !atomic_load(&measuring->is_stopped);
}

/* --- Fitting ------------------------------------------------------------------------------------
 */

/* Weighted least squares for the logarithm of the deviations. */
typedef struct Normal {
    double a[EVAL_ERROR_TERMS][EVAL_ERROR_TERMS + 1];
} Normal;

static void add_cell(Normal *normal, const ProbcutCell *cell, int deep, int shallow, int bucket) {
    if (cell->count < LEAST_COUNT || cell->squares <= 0) return;
    double x = (bucket + 0.5) * PROBCUT_FIT_BUCKET / 64;
    double row[EVAL_ERROR_TERMS] = {1, deep, shallow, x, x * x};
    double target = 0.5 * log(cell->squares / cell->count);
    for (int i = 0; i < EVAL_ERROR_TERMS; i++) {
        for (int j = 0; j < EVAL_ERROR_TERMS; j++) normal->a[i][j] += cell->count * row[i] * row[j];
        normal->a[i][EVAL_ERROR_TERMS] += cell->count * row[i] * target;
    }
}

/* Gaussian elimination with pivots; the tiny ridge keeps terms that the data never vary at 0. */
static void solve(Normal *normal, double *terms) {
    enum { N = EVAL_ERROR_TERMS };
    for (int i = 0; i < N; i++) normal->a[i][i] += 1e-3;
    for (int i = 0; i < N; i++) {
        int pivot = i;
        for (int r = i + 1; r < N; r++)
            if (fabs(normal->a[r][i]) > fabs(normal->a[pivot][i])) pivot = r;
        for (int c = 0; c <= N; c++) {
            double swap = normal->a[i][c];
            normal->a[i][c] = normal->a[pivot][c];
            normal->a[pivot][c] = swap;
        }
        for (int r = 0; r < N; r++) {
            if (r == i) continue;
            double factor = normal->a[r][i] / normal->a[i][i];
            for (int c = i; c <= N; c++) normal->a[r][c] -= factor * normal->a[i][c];
        }
    }
    for (int i = 0; i < N; i++) terms[i] = normal->a[i][N] / normal->a[i][i];
}

static void fit_errors(ProbcutFit *fit) {
    Normal middle = {0}, ending = {0};
    for (int bucket = 0; bucket < PROBCUT_FIT_BUCKETS; bucket++) {
        for (int shallow = 0; shallow <= PROBCUT_FIT_MAX_DEPTH; shallow++) {
            for (int deep = shallow + 1; deep <= PROBCUT_FIT_MAX_DEPTH; deep++)
                add_cell(&middle, &fit->middle[bucket][deep][shallow], deep, shallow, bucket);
            add_cell(&ending, &fit->ending[bucket][shallow], 0, shallow, bucket);
        }
    }
    solve(&middle, fit->errors.middle);
    solve(&ending, fit->errors.ending);
}

/* The bias is taken out of the value of each number of discs. */
static bool write_model(const char *path, const Shape *shape, const ProbcutFit *fit, Error *error) {
    char *bytes;
    size_t length;
    int16_t delta[65] = {0};
    if (!file_read(path, FILE_LIMIT, &bytes, &length, error)) return false;
    for (int empties = 0; empties <= shape->squares; empties++)
        delta[shape->squares - empties] = (int16_t)lrint(-fit->leaf_bias[empties] * EVAL_DISC);
    weight_file_set_errors((uint8_t *)bytes, &fit->errors);
    weight_file_add_bias((uint8_t *)bytes, delta);
    bool ok = file_replace(path, bytes, length, error);
    free(bytes);
    return ok;
}

bool probcut_fit_run(const Shape *shape, const char *eval, const char *weights,
                     const ProbcutFitOptions *options, ProbcutFitProgress *progress, void *context,
                     ProbcutFit *fit, Error *error) {
    Evaluation evaluation;
    if (!evaluation_open(&evaluation, shape, eval, weights, error)) return false;
    memset(fit, 0, sizeof *fit);
    Measuring measuring = {.evaluation = &evaluation,
                           .options = options,
                           .progress = progress,
                           .context = context,
                           .lock = PTHREAD_MUTEX_INITIALIZER,
                           .fit = fit};
    bool ok = measure_all(&measuring, error);
    evaluation_close(&evaluation);
    if (!ok) return false;
    fit_errors(fit);
    leaf_bias_solve(&fit->leaves, fit->leaf_bias);
    return !options->is_written || write_model(weights, shape, fit, error);
}
