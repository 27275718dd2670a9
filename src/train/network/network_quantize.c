/* See network_quantize.h. */
#include "train/network/network_quantize.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/network_value.h"
#include "game/rules.h"
#include "train/network/network_measure.h"

enum { SAMPLE = 4096 /* positions that tell what rounding does to a number of discs */ };

/* Each hidden cell has units of its own, as many as its largest weight allows; what is made of it
 * weighs that much less. It is not told apart from one of other units then: going back, the largest
 * weight is taken to be this. */
static const double hidden_most = 0.5;
/* No more units than this for 1 in a hidden weight: cells that count for nothing stay so. */
static const double hidden_units_most = 1024;

/* Units of a weighed sum that is worth MODEL_SCALE discs. */
static const double value_units =
    (double)MODEL_SCALE * EVAL_DISC * (double)(1 << NETWORK_VALUE_SHIFT);

/* The shift to a hidden cell cuts off: half of what it loses makes a rounding of that. */
static const double hidden_half = (1 << NETWORK_HIDDEN_SHIFT) / 2.0;
/* The same for the shift of the value, which the biases make up for. */
static const double bias_half = 0.5;

/* --- Integers ----------------------------------------------------------------------------------
 */

static int32_t whole(double number, double most) {
    return (int32_t)rint(fmax(-most, fmin(most, number)));
}

/* Units of 1 in a hidden cell, of 1 in its weights. */
static double cell_units(double hidden_units) {
    return hidden_units * NETWORK_ONE / (1 << NETWORK_HIDDEN_SHIFT);
}

static void round_hidden(const ModelHead *from, int h, NetworkHead *to) {
    double most = NETWORK_HIDDEN_MOST / hidden_units_most;
    for (int j = 0; j < NETWORK_WIDTH; j++) most = fmax(most, fabs((double)from->hidden[h][j]));
    double units = NETWORK_HIDDEN_MOST / most;
    for (int j = 0; j < NETWORK_WIDTH; j++)
        to->hidden[j / 4][h][j % 4] =
            (int8_t)whole((double)from->hidden[h][j] * units, NETWORK_HIDDEN_MOST);
    to->hidden_start[h] = whole((double)from->hidden_start[h] * NETWORK_ONE * units + hidden_half,
                                NETWORK_HIDDEN_START_MOST);
    to->last[h] =
        (int16_t)whole((double)from->last[h] * value_units / cell_units(units), NETWORK_LAST_MOST);
}

static void round_head(const ModelHead *from, NetworkHead *to) {
    memset(to, 0, sizeof *to);
    for (int j = 0; j < NETWORK_WIDTH; j++) {
        to->start[j % 2][j / 2] =
            (int16_t)whole((double)from->start[j] * NETWORK_ONE, NETWORK_START_MOST);
        to->direct[j % 2][j / 2] =
            (int16_t)whole((double)from->direct[j] * value_units / NETWORK_ONE, INT16_MAX);
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) round_hidden(from, h, to);
}

/* How far the rounding of rows moves the sums of a stage, on average over (some of) its positions:
 * the sums begin that much higher. It matters where many patterns have the same content, as on an
 * almost empty board. */
static void make_up(const Model *model, const Dataset *dataset, int stage,
                    const NetworkFitResult *result, float *start) {
    const float *first = model->parameters + model_row_at(model, 0);
    double lost[NETWORK_WIDTH] = {0};
    uint32_t rows[MODEL_INPUTS];
    size_t count = 0;
    for (int discs = 0; discs <= 64; discs++) {
        const DatasetBucket *bucket = &dataset->buckets[PART_TRAINING][discs];
        if (model->stage_of[discs] != stage) continue;
        for (size_t i = 0; i < bucket->count; i += 1 + bucket->count / SAMPLE, count++) {
            model_rows(model, bucket->positions[i], rows);
            for (int k = 0; k < model->inputs; k++)
                for (size_t j = 0; j < NETWORK_WIDTH; j++) {
                    size_t at = rows[k] * (size_t)NETWORK_WIDTH + j;
                    lost[j] += (double)first[at] - (double)result->rows[at] / NETWORK_ONE;
                }
        }
    }
    for (int j = 0; j < NETWORK_WIDTH && count; j++) start[j] += (float)(lost[j] / (double)count);
}

/* The nearest of 0 .. count - 1 to `at` that has positions, a later one first; or `at`. */
static int nearest(const size_t *positions, int count, int at) {
    for (int away = 0; away < count; away++) {
        if (at + away < count && positions[at + away]) return at + away;
        if (at >= away && positions[at - away]) return at - away;
    }
    return at;
}

static void round_biases(const Model *model, const size_t *by_discs, int16_t *bias) {
    const float *biases = model->parameters + model_bias_at(model);
    for (int discs = 0; discs <= 64; discs++) {
        int from = model->is_learned ? discs : nearest(by_discs, 65, discs);
        bias[discs] = (int16_t)whole((double)biases[from] * EVAL_DISC + bias_half, INT16_MAX);
    }
}

static bool make_room(const Model *model, NetworkFitResult *result) {
    result->row_count = model->rows;
    result->rows = aligned_alloc(64, (model->rows * NETWORK_WIDTH + 63) / 64 * 64);
    result->heads =
        aligned_alloc(_Alignof(NetworkHead), (size_t)model->stages * sizeof *result->heads);
    return result->rows && result->heads;
}

bool round_model(const Model *model, const Dataset *dataset, NetworkFitResult *result) {
    size_t by_discs[65], by_stage[PATTERN_STAGES] = {0};
    if (!make_room(model, result)) return false;
    result->stages = model->stages;
    memcpy(result->stage_of, model->stage_of, sizeof result->stage_of);
    for (int discs = 0; discs <= 64; discs++) {
        by_discs[discs] = dataset->buckets[PART_TRAINING][discs].count;
        by_stage[model->stage_of[discs]] += by_discs[discs];
    }
    const float *rows = model->parameters + model_row_at(model, 0);
    for (size_t i = 0; i < model->rows * NETWORK_WIDTH; i++)
        result->rows[i] = (int8_t)whole((double)rows[i] * NETWORK_ONE, NETWORK_ROW_MOST);
    for (int stage = 0; stage < model->stages; stage++) {
        int from = model->is_learned ? stage : nearest(by_stage, model->stages, stage);
        ModelHead head = *model_head(model, model->parameters, from);
        make_up(model, dataset, from, result, head.start);
        round_head(&head, &result->heads[stage]);
    }
    round_biases(model, by_discs, result->bias);
    return true;
}

/* --- Errors ------------------------------------------------------------------------------------
 */

static int rounded_value(const void *context, Position position, int discs) {
    const Pattern *pattern = context;
    const Shape *shape = pattern->set->shape;
    PatternState state;
    pattern_start(pattern->set, position, &state);
    return network_value(pattern, &state, discs,
                         bits_count(rules_moves(shape, position.own, position.opp)),
                         bits_count(rules_moves(shape, position.opp, position.own)));
}

bool round_measure(const Model *model, const Dataset *dataset, ThreadPool *pool,
                   NetworkFitResult *result) {
    size_t size = network_rows(model->set) * NETWORK_WIDTH * sizeof(NetworkNumber);
    NetworkNumber *rows = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!rows) return false;
    network_spread_rows(model->set, model->tied, model->numbers, result->rows, rows);
    Network network = {.rows = rows, .heads = result->heads};
    Pattern pattern = {.set = model->set, .network = &network};
    memcpy(pattern.stage_of, result->stage_of, sizeof pattern.stage_of);
    memcpy(pattern.bias, result->bias, sizeof pattern.bias);
    for (int part = 0; part < DATASET_PARTS; part++) {
        Measure measure;
        measure_run(&measure, dataset, (DatasetPart)part, pool, rounded_value, &pattern);
        for (int stage = 0; stage < result->stages; stage++) {
            FitStage *report = &result->report[stage];
            report->parts[part] = measure_errors(&measure, report->first, report->last);
        }
    }
    free(rows);
    return true;
}

/* --- The way back -------------------------------------------------------------------------------
 */

static bool has_patterns(const PatternSet *set, const PatternSet *other) {
    if (set->classes != other->classes || set->weights != other->weights) return false;
    for (int c = 0; c < set->classes; c++) {
        const PatternReference *a = &set->class_list[c].reference;
        const PatternReference *b = &other->class_list[c].reference;
        if (a->size != b->size || memcmp(a->squares, b->squares, a->size) != 0) return false;
    }
    return true;
}

static bool check_weights(const Weights *weights, const PatternSet *set, Error *error) {
    const Shape *shape = set->shape, *other = weights->set.shape;
    if (!weights->pattern.network)
        error_set(error, STATUS_BAD_INPUT, "the weights to start from have no network");
    else if (shape->width != other->width || shape->height != other->height)
        error_set(error, STATUS_BAD_INPUT,
                  "the network to start from was made for board %dx%d, not %dx%d", other->width,
                  other->height, shape->width, shape->height);
    else if (!has_patterns(set, &weights->set))
        error_set(error, STATUS_BAD_INPUT, "the network to start from has other patterns");
    else
        return true;
    return false;
}

static void undo_head(const NetworkHead *from, ModelHead *to) {
    const double units = NETWORK_HIDDEN_MOST / hidden_most;
    for (int j = 0; j < NETWORK_WIDTH; j++) {
        to->start[j] = (float)((double)from->start[j % 2][j / 2] / NETWORK_ONE);
        to->direct[j] = (float)(from->direct[j % 2][j / 2] * NETWORK_ONE / value_units);
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            to->hidden[h][j] = (float)((double)from->hidden[j / 4][h][j % 4] / units);
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        to->hidden_start[h] = (float)((from->hidden_start[h] - hidden_half) / NETWORK_ONE / units);
        to->last[h] = (float)(from->last[h] * cell_units(units) / value_units);
    }
}

static void undo_row(const NetworkNumber *from, float *to) {
    for (int j = 0; j < NETWORK_WIDTH; j++)
        to[j] = (float)((double)(from[j] - (int)NETWORK_ON_TOP) / NETWORK_ONE);
}

bool round_undo(const Weights *weights, Model *model, Error *error) {
    const PatternSet *set = model->set;
    const Pattern *pattern = &weights->pattern;
    if (!check_weights(weights, set, error)) return false;
    for (uint32_t w = 0; w < set->weights; w++)
        undo_row(network_row(pattern->network, w),
                 model->parameters + model_row_at(model, model->tied[w]));
    for (size_t moves = 0; moves < 2 * NETWORK_MOVES; moves++)
        undo_row(network_row(pattern->network, set->weights + 1 + moves),
                 model->parameters + model_row_at(model, model->numbers + moves));
    /* By discs, as the stages of a file need not be those of the model. */
    float *biases = model->parameters + model_bias_at(model);
    for (int discs = 64; discs >= 0; discs--) {
        int known = discs < set->shape->squares ? discs : set->shape->squares;
        undo_head(&pattern->network->heads[pattern->stage_of[known]],
                  model_head(model, model->parameters, model->stage_of[discs]));
        biases[discs] = (float)((pattern->bias[known] - bias_half) / EVAL_DISC);
    }
    for (int stage = 0; stage < model->stages; stage++) model_turn(model, stage);
    model->is_learned = true;
    return true;
}
