/* Memory and random initialisation of the network in training, and its forward pass. */
#include "train/network/network_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "game/rules.h"
#include "train/fit_report.h"

enum { PART = 32 }; /* numbers of an embedding that the registers of SSE2 hold */

/* --- Making ------------------------------------------------------------------------------------
 */

static float *zeros(size_t count) {
    size_t size = (count * sizeof(float) + 63) / 64 * 64;
    float *made = aligned_alloc(64, size);
    if (made) memset(made, 0, size);
    return made;
}

/* Half of the units count for the side to move and half against it. The spreads keep sums near 1 at
 * first, where the clamp has no effect yet. */
static void init_head(ModelHead *head, int width, Random *random) {
    for (int j = 0; j < width; j++) {
        double sign = j % 2 ? 1 : -1;
        head->bias[j] = (float)(0.25 + 0.5 * random_unit(random));
        head->direct[j] = (float)(sign * 0.5 * (0.3 + random_unit(random)) / sqrt((double)width));
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            head->hidden[h][j] = (float)(0.7 * (2 * random_unit(random) - 1) * sqrt(6.0 / width));
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        double sign = h % 2 ? 1 : -1;
        head->output[h] =
            (float)(sign * (0.3 + random_unit(random)) / sqrt((double)NETWORK_HIDDEN));
        head->hidden_bias[h] = 0.1f;
    }
}

static void init_parameters(Model *model, uint64_t seed) {
    Random random = random_seeded(seed);
    ModelHead *heads = model_head(model, model->parameters, 0);
    ModelActivations activations;
    init_head(&heads[0], model->width, &random);
    for (int stage = 0; stage < model->stages; stage++) {
        heads[stage] = heads[0];
        model_transpose(model, stage);
    }
    model_value(model, NULL, 0, 0, &activations);
    for (int discs = 0; discs <= 64; discs++)
        model->parameters[model_disc_bias_at(model) + (size_t)discs] = -activations.value;
}

float model_widen_head(const Model *model, ModelHead *head, int from) {
    Random random = random_seeded(model->seed);
    float added = 0;
    for (int j = from; j < model->width; j++) {
        double sign = j % 2 ? 1 : -1;
        head->bias[j] = (float)(0.25 + 0.5 * random_unit(&random));
        head->direct[j] = (float)(sign * 0.1 * (0.5 + random_unit(&random)));
        added += head->direct[j] * head->bias[j];
        for (int h = 0; h < NETWORK_HIDDEN; h++) {
            head->hidden[h][j] = (float)(0.1 * (2 * random_unit(&random) - 1));
            head->hidden_bias[h] -= head->hidden[h][j] * head->bias[j];
        }
    }
    return added;
}

bool model_new(Model *model, const PatternSet *set, int phases, int width, uint64_t seed) {
    *model = (Model){.set = set, .inputs = set->instances + 2, .width = width, .seed = seed};
    model->stages = fit_stages(set->shape, NETWORK_STAGE_DISCS, model->stage_of);
    model->tied = malloc(set->weights * sizeof *model->tied);
    if (!model->tied) return false;
    model->numbers = pattern_ties(set, model->tied);
    model->phases = phases;
    model->embeddings =
        (size_t)model->phases * ((size_t)model->numbers + (size_t)2 * NETWORK_MOVES);
    model->count = model_embedding_at(model, model->embeddings);
    model->parameters = zeros(model->count);
    model->first_moment = zeros(model->count);
    model->second_moment = zeros(model->count);
    model->transposed = (float(*)[NETWORK_WIDTH][NETWORK_HIDDEN])zeros(
        (size_t)model->stages * NETWORK_WIDTH * NETWORK_HIDDEN);
    if (!model->parameters || !model->first_moment || !model->second_moment || !model->transposed) {
        model_free(model);
        return false;
    }
    init_parameters(model, seed);
    return true;
}

void model_free(Model *model) {
    free(model->tied);
    free(model->parameters);
    free(model->first_moment);
    free(model->second_moment);
    free(model->transposed);
    *model = (Model){0};
}

/* --- The value ---------------------------------------------------------------------------------
 */

void model_transpose(Model *model, int stage) {
    const ModelHead *head = model_head(model, model->parameters, stage);
    for (int h = 0; h < NETWORK_HIDDEN; h++)
        for (int j = 0; j < NETWORK_WIDTH; j++) model->transposed[stage][j][h] = head->hidden[h][j];
}

static uint32_t few(int moves) {
    return (uint32_t)(moves < NETWORK_MOVES ? moves : NETWORK_MOVES - 1);
}

void model_embeddings(const Model *model, Position position, uint32_t *embeddings) {
    const PatternSet *set = model->set;
    int stage = model->stage_of[bits_count(position.own | position.opp)];
    uint32_t first = (uint32_t)model_phase_at(model, model_phase(model, stage));
    PatternState state;
    pattern_start(set, position, &state);
    for (int lane = 0; lane < set->instances; lane++)
        embeddings[lane] = first + model->tied[set->offset[lane] + state.index[lane]];
    int own = bits_count(rules_moves(set->shape, position.own, position.opp));
    int opp = bits_count(rules_moves(set->shape, position.opp, position.own));
    embeddings[set->instances] = first + model->numbers + few(own);
    embeddings[set->instances + 1] = first + model->numbers + NETWORK_MOVES + few(opp);
}

/* The dot product: sums of pairs, then of pairs of pairs, always in this order. */
static float dot(const float *a, const float *b, int count) {
    float product[NETWORK_WIDTH] = {0};
    for (int j = 0; j < count; j++) product[j] = a[j] * b[j];
    for (int half = count / 2; half > 0; half /= 2)
        for (int j = 0; j < half; j++) product[j] += product[j + half];
    return product[0];
}

/* Sums PART numbers of the embeddings, which stay in registers throughout. A plain loop over the
 * numbers of an embedding does not vectorise here: gcc 12 joins two embeddings first and then works
 * on single numbers, half as fast. */
static void add_embeddings(const float *first, const uint32_t *embeddings, int inputs,
                           const float *bias, float *sum) {
    ModelLanes lanes[PART / MODEL_LANES];
    memcpy(lanes, bias, sizeof lanes);
    for (int i = 0; i < inputs; i++) {
        const ModelLanes *embedding =
            (const ModelLanes *)(first + (size_t)embeddings[i] * NETWORK_WIDTH);
#pragma GCC unroll 8
        for (int v = 0; v < PART / MODEL_LANES; v++) lanes[v] += embedding[v];
    }
    memcpy(sum, lanes, sizeof lanes);
}

void model_value(const Model *model, const uint32_t *embeddings, int inputs, int discs,
                 ModelActivations *activations) {
    int stage = model->stage_of[discs];
    const ModelHead *head = model_head(model, model->parameters, stage);
    const float *first = model->parameters + model_embedding_at(model, 0);
    float units[NETWORK_HIDDEN];
    for (int at = 0; at < NETWORK_WIDTH; at += PART)
        add_embeddings(first + at, embeddings, inputs, head->bias + at, activations->sum + at);
    for (int j = 0; j < NETWORK_WIDTH; j++) {
        float below = activations->sum[j] < 1 ? activations->sum[j] : 1;
        activations->clamped[j] = below > 0 ? below : 0;
    }
    memcpy(units, head->hidden_bias, sizeof units);
    for (int j = 0; j < NETWORK_WIDTH; j++)
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            units[h] += activations->clamped[j] * model->transposed[stage][j][h];
    for (int h = 0; h < NETWORK_HIDDEN; h++) activations->units[h] = units[h] > 0 ? units[h] : 0;
    float given = dot(activations->clamped, head->direct, NETWORK_WIDTH) +
                  dot(activations->units, head->output, NETWORK_HIDDEN);
    activations->value =
        model->parameters[model_disc_bias_at(model) + (size_t)discs] + MODEL_SCALE * given;
}
