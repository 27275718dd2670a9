/* Runs the stages of a linear fit (linear_fit.h) on a thread pool, and keeps the checkpoint.
 *
 * Flow: linear_stage.c solves one stage, linear_checkpoint.c has the file. */
#include "train/linear/linear_fit.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread_pool.h"
#include "train/linear/linear_checkpoint.h"
#include "train/linear/linear_stage.h"

enum {
    START_DISCS = 4,
    ORDER_MAX = 18, /* empty squares of the positions that the table for ordering learns from */
    ORDER_MIN = 8
};

/* At least, between two checkpoints: a small fit shall not wait for the disk. */
#define SAVE_SECONDS 0.25

typedef struct Fitting {
    const Dataset *dataset;
    const LinearFitOptions *options;
    LinearGeometry geometry;
    LinearFitProgress *progress;
    void *context;
    LinearFitResult *result;
    uint64_t signature;
    pthread_mutex_t lock; /* guards what follows, is_done, and the calls of progress() */
    double saved;         /* when */
    bool is_saved;        /* all finished stages are in the checkpoint */
    bool has_failed;
    Error error;
} Fitting;

typedef struct FittedStage {
    Fitting *fitting;
    int stage;
} FittedStage;

static bool report_epoch(void *context, int epoch, double training_rms, double validation_rms) {
    const FittedStage *fitted = context;
    Fitting *fitting = fitted->fitting;
    pthread_mutex_lock(&fitting->lock);
    bool continues = !fitting->has_failed;
    if (continues && fitting->progress)
        continues = fitting->progress(fitting->context, fitted->stage, fitting->result->tables,
                                      epoch, training_rms, validation_rms);
    pthread_mutex_unlock(&fitting->lock);
    return continues;
}

static int16_t to_units(float discs) {
    double units = rint((double)discs * EVAL_DISC);
    return (int16_t)fmax(INT16_MIN, fmin(INT16_MAX, units));
}

static bool fit_one(Fitting *fitting, int stage, float *weights, Error *error) {
    LinearFitResult *result = fitting->result;
    FittedStage context = {fitting, stage};
    float bias[65] = {0};
    if (!linear_stage_fit(&fitting->geometry, fitting->dataset, fitting->options, report_epoch,
                          &context, weights, bias, &result->report[stage], error))
        return false;
    for (uint32_t w = 0; w < fitting->geometry.numbers; w++)
        result->tied[stage][w] = to_units(weights[w]);
    for (int discs = result->report[stage].first;
         discs <= result->report[stage].last && stage < result->stages; discs++)
        result->bias[discs] = to_units(bias[discs]);
    return true;
}

/* --- Checkpoints and threads ---------------------------------------------------------------- */

/* Under the lock. */
static bool save(Fitting *fitting, Error *error) {
    if (!fitting->options->checkpoint || fitting->is_saved) return true;
    fitting->saved = clock_seconds();
    fitting->is_saved = linear_checkpoint_save(fitting->options->checkpoint, fitting->signature,
                                               fitting->geometry.numbers, fitting->result, error);
    return fitting->is_saved;
}

/* Whether a table is still to be fitted: no checkpoint had it, and nothing has failed so far. */
static bool is_wanted(Fitting *fitting, int stage) {
    if (fitting->options->only_ordering && stage < fitting->result->stages) return false;
    pthread_mutex_lock(&fitting->lock);
    bool wanted = !fitting->has_failed && !fitting->result->is_done[stage];
    pthread_mutex_unlock(&fitting->lock);
    return wanted;
}

static void end_stage(Fitting *fitting, int stage, bool ok, Error *error) {
    pthread_mutex_lock(&fitting->lock);
    if (ok) {
        fitting->result->is_done[stage] = true;
        fitting->is_saved = false;
        if (clock_seconds() - fitting->saved >= SAVE_SECONDS) ok = save(fitting, error);
    }
    if (!ok && !fitting->has_failed) fitting->error = *error;
    if (!ok) fitting->has_failed = true;
    pthread_mutex_unlock(&fitting->lock);
}

static void do_stage(void *context, int worker, size_t number) {
    Fitting *fitting = context;
    int stage = (int)number;
    (void)worker;
    if (!is_wanted(fitting, stage)) return;
    Error error;
    float *weights = malloc(fitting->geometry.numbers * sizeof *weights);
    bool ok = weights && fit_one(fitting, stage, weights, &error);
    if (!weights) error_set(&error, STATUS_NO_MEMORY, "no memory to fit");
    end_stage(fitting, stage, ok, &error);
    free(weights);
}

/* A stage without positions takes over from the nearest that has some, a later one first. */
static bool fill_gaps(LinearFitResult *result, uint32_t numbers) {
    for (int stage = 0; stage < result->stages; stage++) {
        if (result->report[stage].epochs > 0) continue;
        int near = -1;
        for (int away = 1; away < result->stages && near < 0; away++) {
            if (stage + away < result->stages && result->report[stage + away].epochs > 0)
                near = stage + away;
            else if (stage >= away && result->report[stage - away].epochs > 0)
                near = stage - away;
        }
        if (near < 0) return false;
        memcpy(result->tied[stage], result->tied[near], numbers * sizeof(int16_t));
        for (int discs = 0; discs <= 64; discs++)
            if (result->stage_of[discs] == stage)
                result->bias[discs] = result->bias[near > stage ? result->report[near].first
                                                                : result->report[near].last];
    }
    return true;
}

static bool prepare(Fitting *fitting, const PatternSet *set, uint32_t *tied) {
    LinearGeometry *geometry = &fitting->geometry;
    LinearFitResult *result = fitting->result;
    memset(result, 0, sizeof *result);
    *geometry = (LinearGeometry){.set = set, .tied = tied, .numbers = pattern_ties(set, tied)};
    for (int lane = 0; lane < set->instances; lane++)
        geometry->base[lane] = tied[set->offset[lane]];
    int discs_each = fitting->options->stage_discs;
    result->stages =
        fit_stages(set->shape, discs_each ? discs_each : LINEAR_STAGE_DISCS, result->stage_of);
    result->tables = result->stages + 1;
    for (int stage = 0; stage < result->tables; stage++) {
        result->report[stage].first = 65;
        result->report[stage].lanes = set->instances;
        result->tied[stage] = calloc(geometry->numbers, sizeof(int16_t));
        if (!result->tied[stage]) return false;
    }
    for (int discs = 64; discs >= 0; discs--) {
        FitStage *report = &result->report[result->stage_of[discs]];
        report->first = discs;
        if (report->last < discs) report->last = discs;
    }
    FitStage *order = &result->report[result->stages];
    order->lanes = pattern_order_lanes(set);
    order->last = set->shape->squares - ORDER_MIN;
    order->first = set->shape->squares - ORDER_MAX;
    if (order->first <= START_DISCS) order->first = START_DISCS + 1;
    return true;
}

/* Takes over what an earlier run has finished. */
static bool restore(Fitting *fitting, Error *error) {
    LinearFitResult *result = fitting->result;
    fitting->saved = clock_seconds();
    fitting->is_saved = true;
    if (!fitting->options->checkpoint) return true;
    fitting->signature = linear_signature(fitting->dataset, &fitting->geometry, fitting->options);
    if (!linear_checkpoint_load(fitting->options->checkpoint, fitting->signature,
                                fitting->geometry.numbers, result, error))
        return false;
    for (int stage = 0; stage < result->tables; stage++) result->restored += result->is_done[stage];
    return true;
}

static bool run_prepared(Fitting *fitting, Error *error) {
    if (!restore(fitting, error)) return false;
    ThreadPool pool;
    thread_pool_start(&pool, fitting->options->threads);
    thread_pool_run(&pool, (size_t)fitting->result->tables, do_stage, fitting);
    thread_pool_stop(&pool);
    if (fitting->has_failed) {
        Error later; /* the first failure is the one to report_epoch */
        *error = fitting->error;
        save(fitting, &later);
        return false;
    }
    if (fitting->options->only_ordering || fill_gaps(fitting->result, fitting->geometry.numbers))
        return true;
    error_set(error, STATUS_BAD_INPUT, "there is no position to learn from");
    return false;
}

bool linear_fit_run(const Dataset *dataset, const PatternSet *set, const LinearFitOptions *options,
                    LinearFitProgress *progress, void *context, LinearFitResult *result,
                    Error *error) {
    Fitting fitting = {.dataset = dataset,
                       .options = options,
                       .progress = progress,
                       .context = context,
                       .result = result,
                       .lock = PTHREAD_MUTEX_INITIALIZER};
    uint32_t *tied = malloc(set->weights * sizeof *tied);
    bool ok = tied && prepare(&fitting, set, tied);
    if (!tied) memset(result, 0, sizeof *result);
    if (!ok) error_set(error, STATUS_NO_MEMORY, "no memory to fit");
    ok = ok && run_prepared(&fitting, error);
    free(tied);
    if (!ok) linear_fit_release(result);
    return ok;
}

void linear_fit_release(LinearFitResult *result) {
    for (int stage = 0; stage < PATTERN_STAGES; stage++) free(result->tied[stage]);
    memset(result, 0, sizeof *result);
}
