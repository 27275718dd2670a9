/* See network_model.h. */
#include "train/network/network_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "game/rules.h"
#include "train/linear/linear_fit.h"

/* --- Making ------------------------------------------------------------------------------------
 */

static float *zeros(size_t count) {
    size_t size = (count * sizeof(float) + 63) / 64 * 64;
    float *made = aligned_alloc(64, size);
    if (made) memset(made, 0, size);
    return made;
}

/* Half of the outputs speak for the side to move and half against it. The spreads keep sums near
 * 1 on the way, where the cut is not yet at work. */
static void draw_head(ModelHead *head, Random *random) {
    for (int j = 0; j < NETWORK_WIDTH; j++) {
        double sign = j % 2 ? 1 : -1;
        head->start[j] = (float)(0.25 + 0.5 * random_unit(random));
        head->direct[j] =
            (float)(sign * 0.5 * (0.3 + random_unit(random)) / sqrt((double)NETWORK_WIDTH));
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            head->hidden[h][j] =
                (float)(0.7 * (2 * random_unit(random) - 1) * sqrt(6.0 / NETWORK_WIDTH));
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        double sign = h % 2 ? 1 : -1;
        head->last[h] = (float)(sign * (0.3 + random_unit(random)) / sqrt((double)NETWORK_HIDDEN));
        head->hidden_start[h] = 0.1f;
    }
}

static void draw(Model *model, uint64_t seed) {
    Random random = random_seeded(seed);
    ModelHead *heads = model_head(model, model->parameters, 0);
    ModelTrace trace;
    draw_head(&heads[0], &random);
    for (int stage = 0; stage < model->stages; stage++) {
        heads[stage] = heads[0];
        model_turn(model, stage);
    }
    model_value(model, NULL, 0, 0, &trace);
    for (int discs = 0; discs <= 64; discs++)
        model->parameters[model_bias_at(model) + (size_t)discs] = -trace.value;
}

bool model_new(Model *model, const PatternSet *set, uint64_t seed) {
    *model = (Model){.set = set, .inputs = set->instances + 2};
    model->stages = fit_stages(set->shape, model->stage_of);
    model->tied = malloc(set->weights * sizeof *model->tied);
    if (!model->tied) return false;
    model->numbers = pattern_ties(set, model->tied);
    model->rows = (size_t)model->numbers + (size_t)2 * NETWORK_MOVES;
    model->count = model_row_at(model, model->rows);
    model->parameters = zeros(model->count);
    model->mean = zeros(model->count);
    model->square = zeros(model->count);
    model->across = (float(*)[NETWORK_WIDTH][NETWORK_HIDDEN])zeros((size_t)model->stages *
                                                                   NETWORK_WIDTH * NETWORK_HIDDEN);
    if (!model->parameters || !model->mean || !model->square || !model->across) {
        model_free(model);
        return false;
    }
    draw(model, seed);
    return true;
}

void model_free(Model *model) {
    free(model->tied);
    free(model->parameters);
    free(model->mean);
    free(model->square);
    free(model->across);
    *model = (Model){0};
}

/* --- The value ---------------------------------------------------------------------------------
 */

void model_turn(Model *model, int stage) {
    const ModelHead *head = model_head(model, model->parameters, stage);
    for (int h = 0; h < NETWORK_HIDDEN; h++)
        for (int j = 0; j < NETWORK_WIDTH; j++) model->across[stage][j][h] = head->hidden[h][j];
}

static uint32_t few(int moves) {
    return (uint32_t)(moves < NETWORK_MOVES ? moves : NETWORK_MOVES - 1);
}

void model_rows(const Model *model, Position position, uint32_t *rows) {
    const PatternSet *set = model->set;
    PatternState state;
    pattern_start(set, position, &state);
    for (int lane = 0; lane < set->instances; lane++)
        rows[lane] = model->tied[set->offset[lane] + state.index[lane]];
    int own = bits_count(rules_moves(set->shape, position.own, position.opp));
    int opp = bits_count(rules_moves(set->shape, position.opp, position.own));
    rows[set->instances] = model->numbers + few(own);
    rows[set->instances + 1] = model->numbers + NETWORK_MOVES + few(opp);
}

/* The sum of the products: pairs, then pairs of pairs, always in this order. */
static float dot(const float *a, const float *b, int count) {
    float product[NETWORK_WIDTH] = {0};
    for (int j = 0; j < count; j++) product[j] = a[j] * b[j];
    for (int half = count / 2; half > 0; half /= 2)
        for (int j = 0; j < half; j++) product[j] += product[j + half];
    return product[0];
}

/* The sums of the rows, in registers all the while. A plain loop over the numbers of a row does not
 * vectorise here: gcc 12 joins two rows first and then works on single numbers, half as fast. */
static void add_rows(const float *first, const uint32_t *rows, int inputs, const float *start,
                     float *sum) {
    ModelLanes lanes[NETWORK_WIDTH / MODEL_LANES];
    memcpy(lanes, start, sizeof lanes);
    for (int i = 0; i < inputs; i++) {
        const ModelLanes *row = (const ModelLanes *)(first + (size_t)rows[i] * NETWORK_WIDTH);
#pragma GCC unroll 8
        for (int v = 0; v < NETWORK_WIDTH / MODEL_LANES; v++) lanes[v] += row[v];
    }
    memcpy(sum, lanes, sizeof lanes);
}

void model_value(const Model *model, const uint32_t *rows, int inputs, int discs,
                 ModelTrace *trace) {
    int stage = model->stage_of[discs];
    const ModelHead *head = model_head(model, model->parameters, stage);
    const float *first = model->parameters + model_row_at(model, 0);
    float cells[NETWORK_HIDDEN];
    add_rows(first, rows, inputs, head->start, trace->sum);
    for (int j = 0; j < NETWORK_WIDTH; j++) {
        float most = trace->sum[j] < 1 ? trace->sum[j] : 1;
        trace->cut[j] = most > 0 ? most : 0;
    }
    memcpy(cells, head->hidden_start, sizeof cells);
    for (int j = 0; j < NETWORK_WIDTH; j++)
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            cells[h] += trace->cut[j] * model->across[stage][j][h];
    for (int h = 0; h < NETWORK_HIDDEN; h++) trace->cells[h] = cells[h] > 0 ? cells[h] : 0;
    float given = dot(trace->cut, head->direct, NETWORK_WIDTH) +
                  dot(trace->cells, head->last, NETWORK_HIDDEN);
    trace->value = model->parameters[model_bias_at(model) + (size_t)discs] + MODEL_SCALE * given;
}
