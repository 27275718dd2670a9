/* One training batch (network_step.h): the order of the samples, forward and backward passes by
 * chunk, and the updates of Adam. */
#include "train/network/network_step.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/random.h"

enum {
    PLACE_BITS = 9, /* of an entry: the place in the chunk; the rest is the embedding over
                     * STEP_PARTITIONS, since the partition has the remainder */
    BLOCK = 32,     /* parameters that take their step together */
    FEISTEL_ROUNDS = 4,
    BIAS_RATE_SCALE = 8, /* learning-rate scale of biases, which are in discs, not 1/MODEL_SCALE */
    LINE = 16,           /* floats of a cache line */
    AHEAD = 4,           /* positions whose embeddings are fetched before they are needed */
    EMBEDDINGS_MAX = NETWORK_PHASES * (PATTERN_LANES * PATTERN_ENTRIES + 2 * NETWORK_MOVES)
};

_Static_assert(STEP_CHUNK_MAX <= 1 << PLACE_BITS, "a place must fit an entry");
_Static_assert((EMBEDDINGS_MAX / STEP_PARTITIONS) >> (32 - PLACE_BITS) == 0,
               "an embedding must fit an entry");

/* The decay rates of Adam's moments, and what keeps it from dividing by 0. */
#define BETA1   0.9f
#define BETA2   0.99f
#define EPSILON 1e-10f

/* The limit of a number in an embedding; and the epsilon of Adam for embeddings, counted for one
 * position. Where the gradients of an embedding are smaller than this its steps are shorter than
 * the learning rate: without that, rare embeddings overfit their few positions. Validation error, 3
 * or 4 epochs: with 1 M positions 4.975 without it, 4.939 with 0.04, 4.925 with 0.15, 4.926 with
 * 0.5, 4.973 with 1.5; with 8 M 4.477 without it, 4.453 with 0.15. It is right for trained
 * embeddings, too: continuing with 1.2 M positions of other play, 1.5 and 6 gained less on the new
 * positions for what they lost on the old, 0.04 a little more. */
#define EMBEDDING_MAX     ((float)NETWORK_EMBEDDING_MAX / NETWORK_ONE)
#define EMBEDDING_EPSILON 0.15f

/* Larger errors, in discs, are reported as this: only a fit that diverges has them. */
#define ERROR_MAX 1e4f

/* --- Making ------------------------------------------------------------------------------------
 */

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static void choose_sizes(Step *step) {
    step->batch = STEP_BATCH_MIN;
    while (step->batch < STEP_BATCH_MAX && 2 * step->batch * STEP_EPOCH <= step->total)
        step->batch *= 2;
    step->batch = least(step->batch, step->total);
    step->chunk_size = step->batch / STEP_CHUNKS;
    if (step->chunk_size < STEP_CHUNK_MIN) step->chunk_size = STEP_CHUNK_MIN;
    step->chunk_count = (int)((step->batch + step->chunk_size - 1) / step->chunk_size);
}

static void *lines(size_t size) {
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static bool chunk_new(StepChunk *chunk, const Model *model, size_t size) {
    chunk->size = size;
    chunk->entries = malloc(size * (size_t)model->inputs * sizeof *chunk->entries);
    chunk->gradient = lines(model_embedding_at(model, 0) * sizeof(float));
    return chunk->entries && chunk->gradient;
}

static bool scratch_new(StepScratch *scratch, const Model *model, size_t chunk_size) {
    size_t embeddings = model->embeddings / STEP_PARTITIONS + 1;
    scratch->embeddings = malloc(chunk_size * (size_t)model->inputs * sizeof *scratch->embeddings);
    scratch->touched = malloc(embeddings * sizeof *scratch->touched);
    scratch->gradient = lines(embeddings * sizeof *scratch->gradient);
    return scratch->embeddings && scratch->touched && scratch->gradient;
}

bool step_new(Step *step, Model *model, const Dataset *dataset, ThreadPool *pool, int threads) {
    *step = (Step){.model = model, .dataset = dataset, .pool = pool, .threads = threads};
    for (int discs = 0; discs <= 64; discs++) {
        step->from[discs] = step->total;
        step->total += dataset->buckets[PART_TRAINING][discs].count;
    }
    step->from[65] = step->total;
    choose_sizes(step);
    step->scratch = calloc((size_t)threads, sizeof *step->scratch);
    step->sum_gradients = lines((step->batch + 1) * sizeof *step->sum_gradients);
    step->slots = calloc(model->embeddings, sizeof *step->slots);
    bool ok = step->scratch && step->sum_gradients && step->slots;
    for (int i = 0; i < step->chunk_count && ok; i++) {
        size_t before = (size_t)i * step->chunk_size;
        ok = chunk_new(&step->chunks[i], model, least(step->chunk_size, step->batch - before));
    }
    for (int i = 0; i < threads && ok; i++)
        ok = scratch_new(&step->scratch[i], model, step->chunk_size);
    if (!ok) step_free(step);
    return ok;
}

void step_free(Step *step) {
    for (int i = 0; i < STEP_CHUNKS; i++) {
        free(step->chunks[i].entries);
        free(step->chunks[i].gradient);
    }
    for (int i = 0; i < step->threads && step->scratch; i++) {
        free(step->scratch[i].embeddings);
        free(step->scratch[i].touched);
        free(step->scratch[i].gradient);
    }
    free(step->scratch);
    free(step->sum_gradients);
    free(step->slots);
    *step = (Step){0};
}

size_t step_count(const Step *step) {
    return step->batch ? step->total / step->batch : 0;
}

/* --- The order of positions --------------------------------------------------------------------
 */

uint64_t step_permute(uint64_t index, uint64_t total, uint64_t key) {
    int half = 1;
    while ((total - 1) >> (2 * half)) half++;
    uint64_t mask = (UINT64_C(1) << half) - 1;
    do {
        uint64_t left = index >> half, right = index & mask;
        for (uint64_t round = 0; round < FEISTEL_ROUNDS; round++) {
            uint64_t next = left ^ (random_mix(key + right + (round << 40)) & mask);
            left = right;
            right = next;
        }
        index = left << half | right;
    } while (index >= total);
    return index;
}

typedef struct Sample {
    Position position;
    int discs;
    float label; /* in discs */
} Sample;

static Sample find_sample(const Step *step, size_t index) {
    int low = 0, high = 65;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (step->from[middle] <= index)
            low = middle;
        else
            high = middle;
    }
    const DatasetBucket *bucket = &step->dataset->buckets[PART_TRAINING][low];
    size_t place = index - step->from[low];
    return (Sample){bucket->positions[place], low, (float)bucket->labels[place] / LABEL_UNIT};
}

/* --- A chunk: values and gradients -------------------------------------------------------------
 */

/* The backward pass of a head. `value_gradient` is the gradient of the value in units of
 * MODEL_SCALE discs; adds to the gradient of the head, and stores that of the summed embeddings. */
static void backward_pass(const ModelHead *head, const ModelActivations *activations,
                          float value_gradient, ModelHead *gradient, float *sum_gradient) {
    float back[NETWORK_WIDTH];
    for (int j = 0; j < NETWORK_WIDTH; j++) {
        back[j] = value_gradient * head->direct[j];
        gradient->direct[j] += value_gradient * activations->clamped[j];
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        if (!(activations->units[h] > 0)) continue;
        float unit_gradient = value_gradient * head->output[h];
        gradient->output[h] += value_gradient * activations->units[h];
        gradient->hidden_bias[h] += unit_gradient;
        for (int j = 0; j < NETWORK_WIDTH; j++) {
            back[j] += unit_gradient * head->hidden[h][j];
            gradient->hidden[h][j] += unit_gradient * activations->clamped[j];
        }
    }
    for (int j = 0; j < NETWORK_WIDTH; j++) {
        /* A clamped sum does not move the value: `clamped` is 0 or 1 then. */
        float passed = activations->sum[j] == activations->clamped[j] ? back[j] : 0;
        sum_gradient[j] = passed;
        gradient->bias[j] += passed;
    }
}

/* Sorts the embeddings of the chunk's positions by partition, and within a partition by position.
 */
static void sort_entries(StepChunk *chunk, const uint32_t *embeddings, size_t inputs) {
    uint32_t at[STEP_PARTITIONS] = {0};
    for (size_t i = 0; i < chunk->size * inputs; i++) at[embeddings[i] % STEP_PARTITIONS]++;
    chunk->start[0] = 0;
    for (int p = 0; p < STEP_PARTITIONS; p++) {
        chunk->start[p + 1] = chunk->start[p] + at[p];
        at[p] = chunk->start[p];
    }
    for (size_t i = 0; i < chunk->size; i++)
        for (size_t k = 0; k < inputs; k++) {
            uint32_t embedding = embeddings[i * inputs + k];
            chunk->entries[at[embedding % STEP_PARTITIONS]++] =
                embedding / STEP_PARTITIONS << PLACE_BITS | (uint32_t)i;
        }
}

static void fetch_embeddings(const Model *model, const uint32_t *embeddings) {
    for (int k = 0; k < model->inputs; k++) {
        const float *embedding = model->parameters + model_embedding_at(model, embeddings[k]);
        for (int at = 0; at < NETWORK_WIDTH; at += LINE) __builtin_prefetch(embedding + at);
    }
}

/* Forward and backward pass of the sample at `place` of the batch; embeddings are those of its
 * position. */
static void do_sample(Step *step, StepChunk *chunk, const Sample *sample,
                      const uint32_t *embeddings, size_t place) {
    const Model *model = step->model;
    int stage = model->stage_of[sample->discs];
    ModelActivations activations;
    model_value(model, embeddings, model->inputs, sample->discs, &activations);
    float error = activations.value - sample->label;
    float value_gradient = error / (float)step->batch / MODEL_SCALE;
    chunk->error += (uint64_t)lrintf(fminf(fabsf(error), ERROR_MAX) * LABEL_UNIT);
    chunk->gradient[model_disc_bias_at(model) + (size_t)sample->discs] += value_gradient;
    backward_pass(model_head(model, model->parameters, stage), &activations, value_gradient,
                  model_head(model, chunk->gradient, stage), step->sum_gradients[place]);
}

static void do_chunk(void *context, int worker, size_t number) {
    Step *step = context;
    const Model *model = step->model;
    StepChunk *chunk = &step->chunks[number];
    uint32_t *embeddings = step->scratch[worker].embeddings;
    size_t inputs = (size_t)model->inputs, before = number * step->chunk_size;
    const size_t size = chunk->size;
    Sample samples[STEP_CHUNK_MAX];
    memset(chunk->gradient, 0, model_embedding_at(model, 0) * sizeof(float));
    chunk->error = 0;
    for (size_t i = 0; i < size; i++)
        samples[i] =
            find_sample(step, step_permute(step->first + before + i, step->total, step->key));
    for (size_t i = 0; i < size; i++)
        model_embeddings(model, samples[i].position, embeddings + i * inputs);
    for (size_t i = 0; i < size; i++) {
        if (i + AHEAD < size) fetch_embeddings(model, embeddings + (i + AHEAD) * inputs);
        do_sample(step, chunk, &samples[i], embeddings + i * inputs, before + i);
    }
    sort_entries(chunk, embeddings, inputs);
}

/* --- Steps of Adam -----------------------------------------------------------------------------
 */

/* sqrtf() may set errno, which keeps loops with it from being vectorised. */
static void take_roots(const float *from, float *to) {
#if defined(__SSE2__)
    for (int i = 0; i < BLOCK; i += 4) _mm_storeu_ps(to + i, _mm_sqrt_ps(_mm_loadu_ps(from + i)));
#else
    for (int i = 0; i < BLOCK; i++) to[i] = sqrtf(from[i]);
#endif
}

/* One step of Adam for the parameters at .. at + count - 1; `count` is a multiple of BLOCK. */
static void adam_step(const Step *step, size_t at, size_t count, const float *gradient,
                      float rate_scale, float epsilon, float max) {
    const Model *model = step->model;
    float rate = step->corrected_rate * rate_scale, root_correction = step->root_correction;
    for (size_t i = 0; i < count; i += BLOCK, at += BLOCK) {
        float *restrict parameter = model->parameters + at;
        float *restrict first = model->first_moment + at;
        float *restrict second = model->second_moment + at;
        const float *restrict g = gradient + i;
        float root[BLOCK];
        for (int k = 0; k < BLOCK; k++) {
            first[k] = BETA1 * first[k] + (1 - BETA1) * g[k];
            second[k] = BETA2 * second[k] + (1 - BETA2) * g[k] * g[k];
        }
        take_roots(second, root);
        for (int k = 0; k < BLOCK; k++) {
            float next = parameter[k] - rate * first[k] / (root[k] * root_correction + epsilon);
            next = next < max ? next : max;
            parameter[k] = next > -max ? next : -max;
        }
    }
}

/* Adds the gradients of all chunks, in their order, into that of the first, and takes the step. */
static void update_shared(Step *step, size_t at, size_t count, float rate_scale) {
    float *restrict sum = step->chunks[0].gradient + at;
    for (int c = 1; c < step->chunk_count; c++) {
        const float *restrict more = step->chunks[c].gradient + at;
        for (size_t i = 0; i < count; i++) sum[i] += more[i];
    }
    adam_step(step, at, count, sum, rate_scale, EPSILON, INFINITY);
}

/* An embedding and its moments, which update_partition() needs soon. */
static void fetch_embedding(const Model *model, size_t at) {
    for (size_t line = at; line < at + NETWORK_WIDTH; line += LINE) {
        __builtin_prefetch(model->parameters + line, 1);
        __builtin_prefetch(model->first_moment + line, 1);
        __builtin_prefetch(model->second_moment + line, 1);
    }
}

/* The slot of an embedding among the touched ones, `count` of them; a new one is appended. The slot
 * of an embedding that was touched in an earlier batch points at some other embedding, or nowhere.
 */
static uint32_t find_slot(Step *step, StepScratch *scratch, uint32_t embedding, uint32_t *count) {
    uint32_t slot = step->slots[embedding];
    if (slot < *count && scratch->touched[slot] == embedding) return slot;
    slot = (*count)++;
    step->slots[embedding] = slot;
    scratch->touched[slot] = embedding;
    memset(scratch->gradient[slot], 0, sizeof scratch->gradient[slot]);
    return slot;
}

static void update_partition(Step *step, StepScratch *scratch, size_t partition) {
    uint32_t count = 0;
    float epsilon = EMBEDDING_EPSILON / (float)step->batch;
    for (int c = 0; c < step->chunk_count; c++) {
        const StepChunk *chunk = &step->chunks[c];
        for (uint32_t e = chunk->start[partition]; e < chunk->start[partition + 1]; e++) {
            uint32_t embedding =
                (chunk->entries[e] >> PLACE_BITS) * STEP_PARTITIONS + (uint32_t)partition;
            uint32_t place = chunk->entries[e] & ((1u << PLACE_BITS) - 1);
            const float *restrict sum_gradient =
                step->sum_gradients[(size_t)c * step->chunk_size + place];
            float *restrict gradient =
                scratch->gradient[find_slot(step, scratch, embedding, &count)];
            for (int j = 0; j < NETWORK_WIDTH; j++) gradient[j] += sum_gradient[j];
        }
    }
    for (uint32_t slot = 0; slot < count; slot++) {
        if (slot + AHEAD < count)
            fetch_embedding(step->model,
                            model_embedding_at(step->model, scratch->touched[slot + AHEAD]));
        adam_step(step, model_embedding_at(step->model, scratch->touched[slot]), NETWORK_WIDTH,
                  scratch->gradient[slot], 1, epsilon, EMBEDDING_MAX);
    }
}

/* First the heads, then the biases, then the partitions of embeddings. */
static void do_update(void *context, int worker, size_t task) {
    Step *step = context;
    size_t stages = (size_t)step->model->stages;
    if (task < stages) {
        update_shared(step, task * MODEL_HEAD_FLOATS, MODEL_HEAD_FLOATS, 1);
        model_transpose(step->model, (int)task);
    } else if (task == stages) {
        update_shared(step, model_disc_bias_at(step->model), MODEL_DISC_BIASES, BIAS_RATE_SCALE);
    } else {
        update_partition(step, &step->scratch[worker], task - stages - 1);
    }
}

uint64_t step_run(Step *step, uint64_t number, uint64_t seed, double rate) {
    size_t count = step_count(step);
    double taken = (double)number + 1;
    assert(count > 0);
    step->first = (size_t)(number % count) * step->batch;
    step->key = random_mix(seed ^ random_mix(number / count + 1));
    step->corrected_rate = (float)(rate / (1 - pow((double)BETA1, taken)));
    step->root_correction = (float)(1 / sqrt(1 - pow((double)BETA2, taken)));
    thread_pool_run(step->pool, (size_t)step->chunk_count, do_chunk, step);
    thread_pool_run(step->pool, (size_t)step->model->stages + 1 + STEP_PARTITIONS, do_update, step);
    uint64_t error = 0;
    for (int c = 0; c < step->chunk_count; c++) error += step->chunks[c].error;
    return error;
}
