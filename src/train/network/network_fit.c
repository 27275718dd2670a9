/* The training loop: learning rate schedule, epochs, validation and checkpoints (network_fit.h).
 *
 * network_step.c does the work of one batch, network_quantize.c that after the last. */
#include "train/network/network_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "train/network/network_checkpoint.h"
#include "train/network/network_measure.h"
#include "train/network/network_quantize.h"
#include "train/network/network_step.h"

enum {
    WARM_UP = 100,      /* steps until the learning rate is reached, */
    WARM_UP_SHARE = 10, /* but at most one of so many */
    SAVE_SECONDS = 300  /* between two checkpoints at most; there is one after each epoch too */
};

/* The learning rate falls along a cosine to this share. */
#define LAST_RATE 0.02

typedef struct Training {
    const Dataset *dataset;
    const NetworkFitOptions *options;
    NetworkFitProgress *progress;
    void *context;
    Model model;
    ThreadPool pool;
    Step step;
    NetworkState state;
    uint64_t signature;
    double saved; /* when */
} Training;

/* --- Steps -------------------------------------------------------------------------------------
 */

static uint64_t all_steps(const Training *training) {
    return (uint64_t)step_count(&training->step) * (uint64_t)training->options->epochs;
}

static double rate_at(const Training *training, uint64_t step) {
    double all = (double)all_steps(training);
    double warm_up = fmax(1, fmin(WARM_UP, all / WARM_UP_SHARE));
    double share = (double)step / all;
    double fall = LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + cos(acos(-1.0) * share));
    return training->options->rate * fmin(1, ((double)step + 1) / warm_up) * fall;
}

static int learning_value(const void *context, Position position, int discs) {
    const Model *model = context;
    uint32_t embeddings[MODEL_INPUTS];
    ModelActivations activations;
    model_embeddings(model, position, embeddings);
    model_value(model, embeddings, model->inputs, discs, &activations);
    return (int)lrintf(fmaxf(-EVAL_LIMIT, fminf(EVAL_LIMIT, activations.value * EVAL_DISC)));
}

static FitErrors validate(Training *training) {
    Measure measure;
    measure_run(&measure, training->dataset, PART_VALIDATION, &training->pool, learning_value,
                &training->model);
    return measure_errors(&measure, 0, 64);
}

static bool report(const Training *training, uint64_t step_in_epoch) {
    const NetworkState *state = &training->state;
    uint64_t count = step_count(&training->step);
    double seen = (double)step_in_epoch * (double)training->step.batch;
    NetworkProgress progress = {.epoch = (int)((state->steps - 1) / count) + 1,
                                .epochs = training->options->epochs,
                                .share = (double)step_in_epoch / (double)count,
                                .training = (double)state->error / seen / LABEL_UNIT,
                                .validation = state->validation};
    return !training->progress || training->progress(training->context, &progress);
}

static bool save(Training *training, Error *error) {
    training->saved = clock_seconds();
    return !training->options->checkpoint ||
           network_checkpoint_save(training->options->checkpoint, training->signature,
                                   &training->model, &training->state, error);
}

/* Takes one step. False when stopped, or when the checkpoint cannot be written. */
static bool take_step(Training *training, Error *error) {
    NetworkState *state = &training->state;
    uint64_t count = step_count(&training->step), place = state->steps % count;
    if (place == 0) state->error = 0;
    state->error += step_run(&training->step, state->steps, training->options->seed,
                             rate_at(training, state->steps));
    state->steps++;
    bool is_end = place + 1 == count;
    if (is_end) state->validation = validate(training).mae;
    bool goes_on = report(training, place + 1);
    if (is_end || !goes_on || clock_seconds() - training->saved > SAVE_SECONDS)
        if (!save(training, error)) return false;
    if (!goes_on) error_set(error, STATUS_STOPPED, "stopped; the same command resumes it");
    return goes_on;
}

/* --- The fit -----------------------------------------------------------------------------------
 */

static bool restore(Training *training, NetworkFitResult *result, Error *error) {
    training->state = (NetworkState){.validation = -1};
    training->saved = clock_seconds();
    if (!training->options->checkpoint) return true;
    training->signature = network_signature(training->dataset, &training->model, training->options);
    if (!network_checkpoint_load(training->options->checkpoint, training->signature,
                                 all_steps(training), &training->model, &training->state, error))
        return false;
    result->restored = (double)training->state.steps / (double)step_count(&training->step);
    return true;
}

static void name_stages(const Training *training, NetworkFitResult *result) {
    for (int stage = 0; stage < PATTERN_STAGES; stage++) result->report[stage].first = 65;
    for (int discs = 64; discs >= 0; discs--) {
        FitStage *report = &result->report[training->model.stage_of[discs]];
        report->first = discs;
        if (report->last < discs) report->last = discs;
        report->lanes = training->model.set->instances;
        report->epochs = training->options->epochs;
    }
}

/* Moves the parameters from what was learned back towards the start, by options->keep. False
 * without memory. */
static bool keep_start(Training *training) {
    const NetworkFitOptions *options = training->options;
    Model *model = &training->model;
    Error unused;
    if (!options->start || options->keep <= 0) return true;
    float *learned = malloc(model->count * sizeof *learned), keep = (float)options->keep;
    if (!learned) return false;
    memcpy(learned, model->parameters, model->count * sizeof *learned);
    dequantize_model(options->start, model, &unused); /* has worked before */
    for (size_t i = 0; i < model->count; i++)
        model->parameters[i] = keep * model->parameters[i] + (1 - keep) * learned[i];
    for (int stage = 0; stage < model->stages; stage++) model_transpose(model, stage);
    free(learned);
    return true;
}

static bool run_prepared(Training *training, NetworkFitResult *result, Error *error) {
    if (training->options->start) result->at_start = validate(training);
    if (!restore(training, result, error)) return false;
    while (training->state.steps < all_steps(training))
        if (!take_step(training, error)) return false;
    name_stages(training, result);
    if (keep_start(training)) {
        result->before_quantizing = validate(training);
        if (quantize_model(&training->model, training->dataset, result) &&
            quantize_measure(&training->model, training->dataset, &training->pool, result))
            return true;
    }
    error_set(error, STATUS_NO_MEMORY, "no memory to quantize the network");
    return false;
}

static bool run_with_pool(Training *training, NetworkFitResult *result, Error *error) {
    if (!step_new(&training->step, &training->model, training->dataset, &training->pool,
                  training->options->threads)) {
        error_set(error, STATUS_NO_MEMORY, "no memory to fit the network");
        return false;
    }
    bool ok = training->step.total > 0;
    if (!ok) error_set(error, STATUS_BAD_INPUT, "there is no position to learn from");
    ok = ok && run_prepared(training, result, error);
    step_free(&training->step);
    return ok;
}

static int phases_of(const NetworkFitOptions *options) {
    const Network *start = options->start ? options->start->learned.network : NULL;
    if (options->phases > 0) return options->phases;
    return start ? start->phases : 1;
}

static int width_of(const NetworkFitOptions *options) {
    const Network *start = options->start ? options->start->learned.network : NULL;
    if (options->width > 0) return options->width;
    return start ? start->width : NETWORK_WIDTH;
}

bool network_fit_run(const Dataset *dataset, const PatternSet *set,
                     const NetworkFitOptions *options, NetworkFitProgress *progress, void *context,
                     NetworkFitResult *result, Error *error) {
    Training *training = calloc(1, sizeof *training);
    memset(result, 0, sizeof *result);
    if (!training ||
        !model_new(&training->model, set, phases_of(options), width_of(options), options->seed)) {
        error_set(error, STATUS_NO_MEMORY, "no memory to fit the network");
        free(training);
        return false;
    }
    training->dataset = dataset;
    training->options = options;
    training->progress = progress;
    training->context = context;
    bool ok = !options->start || dequantize_model(options->start, &training->model, error);
    if (ok) {
        thread_pool_start(&training->pool, options->threads);
        ok = run_with_pool(training, result, error);
        thread_pool_stop(&training->pool);
    }
    model_free(&training->model);
    free(training);
    if (!ok) network_fit_release(result);
    return ok;
}

void network_fit_release(NetworkFitResult *result) {
    free(result->embeddings);
    free(result->heads);
    memset(result, 0, sizeof *result);
}
