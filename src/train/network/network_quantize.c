/* Quantizes the parameters of a trained network, measures the result, and dequantizes a network. */
#include "train/network/network_quantize.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/network_kernel.h"
#include "game/rules.h"
#include "train/network/network_measure.h"

enum { SAMPLES = 4096 /* positions that show what quantizing does to a number of discs */ };

/* Each hidden unit has a scale of its own, as large as its largest weight allows; its output weight
 * is divided by it. The integers do not tell the scale: dequantizing takes the largest weight to be
 * this. */
static const double hidden_max = 0.5;
/* The largest scale of a hidden weight: units that count for nothing stay so. */
static const double hidden_scale_max = 1024;

/* The scale of a weighted sum that is worth MODEL_SCALE discs. */
static const double value_scale =
    (double)MODEL_SCALE * EVAL_DISC * (double)(1 << NETWORK_VALUE_SHIFT);

/* The shift to a hidden unit truncates: half of the lost range, added before, makes it round. */
static const double hidden_half = (1 << NETWORK_HIDDEN_SHIFT) / 2.0;
/* The same for the shift of the value; the biases contain it. */
static const double bias_half = 0.5;

/* --- Integers ----------------------------------------------------------------------------------
 */

static int32_t quantize(double number, double max) {
    return (int32_t)rint(fmax(-max, fmin(max, number)));
}

/* The scale of a hidden unit whose weights have this scale. */
static double unit_scale(double hidden_scale) {
    return hidden_scale * NETWORK_ONE / (1 << NETWORK_HIDDEN_SHIFT);
}

static void quantize_hidden(const ModelHead *from, int h, NetworkHead *to) {
    double most = NETWORK_HIDDEN_MAX / hidden_scale_max;
    for (int j = 0; j < NETWORK_WIDTH; j++) most = fmax(most, fabs((double)from->hidden[h][j]));
    double scale = NETWORK_HIDDEN_MAX / most;
    for (int j = 0; j < NETWORK_WIDTH; j++)
        to->hidden[j / 4][h][j % 4] =
            (int8_t)quantize((double)from->hidden[h][j] * scale, NETWORK_HIDDEN_MAX);
    to->hidden_bias[h] = quantize((double)from->hidden_bias[h] * NETWORK_ONE * scale + hidden_half,
                                  NETWORK_HIDDEN_BIAS_MAX);
    to->output[h] = (int16_t)quantize((double)from->output[h] * value_scale / unit_scale(scale),
                                      NETWORK_OUTPUT_MAX);
}

static void quantize_head(const ModelHead *from, NetworkHead *to) {
    memset(to, 0, sizeof *to);
    for (int j = 0; j < NETWORK_WIDTH; j++) {
        to->bias[j % 2][j / 2] =
            (int16_t)quantize((double)from->bias[j] * NETWORK_ONE, NETWORK_BIAS_MAX);
        to->direct[j % 2][j / 2] =
            (int16_t)quantize((double)from->direct[j] * value_scale / NETWORK_ONE, INT16_MAX);
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) quantize_hidden(from, h, to);
}

/* Adds to the biases of a head what quantizing the embeddings takes from the sums of its stage, on
 * average over (some of) its positions. It matters where many patterns have the same content, as on
 * an almost empty board. */
static void correct_bias(const Model *model, const Dataset *dataset, int stage,
                         const NetworkFitResult *result, float *bias) {
    const float *first = model->parameters + model_embedding_at(model, 0);
    double lost[NETWORK_WIDTH] = {0};
    uint32_t rows[MODEL_INPUTS];
    size_t count = 0;
    for (int discs = 0; discs <= 64; discs++) {
        const DatasetBucket *bucket = &dataset->buckets[PART_TRAINING][discs];
        if (model->stage_of[discs] != stage) continue;
        for (size_t i = 0; i < bucket->count; i += 1 + bucket->count / SAMPLES, count++) {
            model_embeddings(model, bucket->positions[i], rows);
            for (int k = 0; k < model->inputs; k++)
                for (size_t j = 0; j < NETWORK_WIDTH; j++) {
                    size_t at = rows[k] * (size_t)NETWORK_WIDTH + j;
                    lost[j] += (double)first[at] - (double)result->embeddings[at] / NETWORK_ONE;
                }
        }
    }
    for (int j = 0; j < NETWORK_WIDTH && count; j++) bias[j] += (float)(lost[j] / (double)count);
}

/* The nearest of 0 .. count - 1 to `at` that has positions, a later one first; or `at`. */
static int nearest(const size_t *positions, int count, int at) {
    for (int away = 0; away < count; away++) {
        if (at + away < count && positions[at + away]) return at + away;
        if (at >= away && positions[at - away]) return at - away;
    }
    return at;
}

static void quantize_biases(const Model *model, const size_t *by_discs, int16_t *bias) {
    const float *biases = model->parameters + model_disc_bias_at(model);
    for (int discs = 0; discs <= 64; discs++) {
        int from = model->is_learned ? discs : nearest(by_discs, 65, discs);
        bias[discs] = (int16_t)quantize((double)biases[from] * EVAL_DISC + bias_half, INT16_MAX);
    }
}

static bool make_room(const Model *model, NetworkFitResult *result) {
    result->embedding_count = model->embeddings;
    result->embeddings = aligned_alloc(64, (model->embeddings * NETWORK_WIDTH + 63) / 64 * 64);
    result->heads =
        aligned_alloc(_Alignof(NetworkHead), (size_t)model->stages * sizeof *result->heads);
    return result->embeddings && result->heads;
}

/* The phase whose embeddings each phase gets: its own; without positions, that of a neighbour. */
static void choose_phases(const Model *model, const size_t *by_stage, int *from) {
    size_t positions[NETWORK_PHASES] = {0};
    for (int stage = 0; stage < model->stages; stage++)
        positions[model_phase(model, stage)] += by_stage[stage];
    for (int phase = 0; phase < model->phases; phase++)
        from[phase] = model->is_learned ? phase : nearest(positions, model->phases, phase);
}

static void quantize_embeddings(const Model *model, const int *from_phase, int8_t *embeddings) {
    const float *first = model->parameters + model_embedding_at(model, 0);
    size_t size = model_phase_at(model, 1) * NETWORK_WIDTH;
    for (int phase = 0; phase < model->phases; phase++) {
        const float *from = first + (size_t)from_phase[phase] * size;
        int8_t *to = embeddings + (size_t)phase * size;
        for (size_t i = 0; i < size; i++)
            to[i] = (int8_t)quantize((double)from[i] * NETWORK_ONE, NETWORK_EMBEDDING_MAX);
    }
}

/* The stage whose head a stage gets: only one that learned with the embeddings of `phase`. */
static int choose_stage(const Model *model, const size_t *by_stage, int phase, int stage) {
    size_t positions[PATTERN_STAGES];
    for (int i = 0; i < model->stages; i++)
        positions[i] = model_phase(model, i) == phase ? by_stage[i] : 0;
    return model->is_learned ? stage : nearest(positions, model->stages, stage);
}

bool quantize_model(const Model *model, const Dataset *dataset, NetworkFitResult *result) {
    size_t by_discs[65], by_stage[PATTERN_STAGES] = {0};
    int from_phase[NETWORK_PHASES];
    if (!make_room(model, result)) return false;
    result->stages = model->stages;
    result->phases = model->phases;
    result->width = model->width;
    memcpy(result->stage_of, model->stage_of, sizeof result->stage_of);
    for (int discs = 0; discs <= 64; discs++) {
        by_discs[discs] = dataset->buckets[PART_TRAINING][discs].count;
        by_stage[model->stage_of[discs]] += by_discs[discs];
    }
    choose_phases(model, by_stage, from_phase);
    quantize_embeddings(model, from_phase, result->embeddings);
    for (int stage = 0; stage < model->stages; stage++) {
        int from = choose_stage(model, by_stage, from_phase[model_phase(model, stage)], stage);
        ModelHead head = *model_head(model, model->parameters, from);
        correct_bias(model, dataset, from, result, head.bias);
        quantize_head(&head, &result->heads[stage]);
    }
    quantize_biases(model, by_discs, result->bias);
    return true;
}

/* --- Errors ------------------------------------------------------------------------------------
 */

static int quantized_value(const void *context, Position position, int discs) {
    const LearnedWeights *learned = context;
    const Shape *shape = learned->set->shape;
    PatternState state;
    pattern_start(learned->set, position, &state);
    return network_value(learned, &state, discs,
                         bits_count(rules_moves(shape, position.own, position.opp)),
                         bits_count(rules_moves(shape, position.opp, position.own)));
}

bool quantize_measure(const Model *model, const Dataset *dataset, ThreadPool *pool,
                      NetworkFitResult *result) {
    size_t size = network_embedding_count(model->set) * NETWORK_WIDTH;
    size_t bytes = (size_t)model->phases * size * sizeof(NetworkNumber);
    NetworkNumber *rows = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!rows) return false;
    for (int phase = 0; phase < model->phases; phase++)
        network_expand_embeddings(model->set, model->tied, model->numbers,
                                  result->embeddings + model_phase_at(model, phase) * NETWORK_WIDTH,
                                  rows + (size_t)phase * size);
    Network network = network_of(model->set, rows, model->phases, result->heads, result->stages);
    LearnedWeights learned = {.set = model->set, .network = &network};
    memcpy(learned.stage_of, result->stage_of, sizeof learned.stage_of);
    memcpy(learned.bias, result->bias, sizeof learned.bias);
    for (int part = 0; part < DATASET_PARTS; part++) {
        Measure measure;
        measure_run(&measure, dataset, (DatasetPart)part, pool, quantized_value, &learned);
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

static bool check_weights(const WeightFile *weights, const PatternSet *set, int width,
                          Error *error) {
    const Shape *shape = set->shape, *other = weights->set.shape;
    if (!weights->learned.network)
        error_set(error, STATUS_BAD_INPUT, "the weights to start from have no network");
    else if (shape->width != other->width || shape->height != other->height)
        error_set(error, STATUS_BAD_INPUT,
                  "the network to start from was made for board %dx%d, not %dx%d", other->width,
                  other->height, shape->width, shape->height);
    else if (!has_patterns(set, &weights->set))
        error_set(error, STATUS_BAD_INPUT, "the network to start from has other patterns");
    else if (weights->network.width > width)
        error_set(error, STATUS_BAD_INPUT,
                  "the network to start from has embeddings of %d numbers, more than %d",
                  weights->network.width, width);
    else
        return true;
    return false;
}

static void dequantize_head(const NetworkHead *from, ModelHead *to) {
    const double scale = NETWORK_HIDDEN_MAX / hidden_max;
    for (int j = 0; j < NETWORK_WIDTH; j++) {
        to->bias[j] = (float)((double)from->bias[j % 2][j / 2] / NETWORK_ONE);
        to->direct[j] = (float)(from->direct[j % 2][j / 2] * NETWORK_ONE / value_scale);
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            to->hidden[h][j] = (float)((double)from->hidden[j / 4][h][j % 4] / scale);
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        to->hidden_bias[h] = (float)((from->hidden_bias[h] - hidden_half) / NETWORK_ONE / scale);
        to->output[h] = (float)(from->output[h] * unit_scale(scale) / value_scale);
    }
}

static void dequantize_embedding(const NetworkNumber *from, float *to) {
    for (int j = 0; j < NETWORK_WIDTH; j++)
        to[j] = (float)((double)(from[j] - (int)NETWORK_ZERO_POINT) / NETWORK_ONE);
}

/* The embeddings of a phase of the model: those that the network has in the middle of it. */
static void dequantize_phase(const LearnedWeights *learned, int phase, Model *model) {
    const PatternSet *set = model->set;
    int inside[65], count = 0;
    for (int discs = 0; discs <= set->shape->squares; discs++)
        if (model_phase(model, model->stage_of[discs]) == phase) inside[count++] = discs;
    const NetworkNumber *from = learned->network->embeddings[learned->stage_of[inside[count / 2]]];
    float *to = model->parameters + model_embedding_at(model, model_phase_at(model, phase));
    for (uint32_t w = 0; w < set->weights; w++)
        dequantize_embedding(network_embedding(from, w),
                             to + (size_t)model->tied[w] * NETWORK_WIDTH);
    for (size_t moves = 0; moves < 2 * NETWORK_MOVES; moves++)
        dequantize_embedding(network_embedding(from, set->weights + 1 + moves),
                             to + (model->numbers + moves) * NETWORK_WIDTH);
}

bool dequantize_model(const WeightFile *weights, Model *model, Error *error) {
    const PatternSet *set = model->set;
    const LearnedWeights *learned = &weights->learned;
    if (!check_weights(weights, set, model->width, error)) return false;
    for (int phase = 0; phase < model->phases; phase++) dequantize_phase(learned, phase, model);
    /* By discs, as the stages of a file need not be those of the model. */
    float *biases = model->parameters + model_disc_bias_at(model);
    for (int discs = 64; discs >= 0; discs--) {
        int known = discs < set->shape->squares ? discs : set->shape->squares;
        ModelHead *head = model_head(model, model->parameters, model->stage_of[discs]);
        dequantize_head(&learned->network->heads[learned->stage_of[known]], head);
        float added = model_widen_head(model, head, learned->network->width);
        biases[discs] =
            (float)((learned->bias[known] - bias_half) / EVAL_DISC) - MODEL_SCALE * added;
    }
    for (int stage = 0; stage < model->stages; stage++) model_transpose(model, stage);
    model->is_learned = true;
    return true;
}
