/* See network_step.h. */
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
    PLACE_BITS = 9, /* of an entry: the place in the chunk; the rest is the row */
    BLOCK = 32,     /* parameters that take their step together */
    FEISTEL_ROUNDS = 4,
    BIAS_HASTE = 8, /* biases are in discs, not in 1/MODEL_SCALE: they learn faster */
    LINE = 16,      /* floats of a cache line */
    AHEAD = 4       /* positions whose rows are fetched before they are needed */
};

_Static_assert(STEP_CHUNK_MOST <= 1 << PLACE_BITS, "a place must fit an entry");
_Static_assert((PATTERN_LANES * PATTERN_ENTRIES + 2 * NETWORK_MOVES) >> (32 - PLACE_BITS) == 0,
               "a row must fit an entry");

/* Adam: how much of the means stays in a step, and what keeps it from dividing by 0. */
#define KEEP_MEAN   0.9f
#define KEEP_SQUARE 0.99f
#define TINY        1e-10f

/* A row stays within its limit. Where its slopes, counted for one position, are no larger
 * than ROW_DAMP, its steps are shorter than the rate: without that, rows that hardly occur learn
 * their few positions by heart. Validation error, 3 or 4 epochs: with 1 M positions 4.975 without
 * it, 4.939 with 0.04, 4.925 with 0.15, 4.926 with 0.5, 4.973 with 1.5; with 8 M 4.477 without it,
 * 4.453 with 0.15. It does for learned rows, too: going on with 1.2 M positions of other play, 1.5
 * and 6 gave less to the new ones for what they took from the old, 0.04 a little more. */
#define ROW_MOST ((float)NETWORK_ROW_MOST / NETWORK_ONE)
#define ROW_DAMP 0.15f

/* No error counts more, in discs: only a fit that has gone astray has such. */
#define ERROR_MOST 1e4f

/* --- Making ------------------------------------------------------------------------------------
 */

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static void choose_sizes(Step *step) {
    step->batch = STEP_BATCH_LEAST;
    while (step->batch < STEP_BATCH_MOST && 2 * step->batch * STEP_EPOCH <= step->total)
        step->batch *= 2;
    step->batch = least(step->batch, step->total);
    step->chunk_size = step->batch / STEP_CHUNKS;
    if (step->chunk_size < STEP_CHUNK_LEAST) step->chunk_size = STEP_CHUNK_LEAST;
    step->chunk_count = (int)((step->batch + step->chunk_size - 1) / step->chunk_size);
}

static void *lines(size_t size) {
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static bool chunk_new(StepChunk *chunk, const Model *model, size_t size) {
    chunk->size = size;
    chunk->entries = malloc(size * (size_t)model->inputs * sizeof *chunk->entries);
    chunk->gradient = lines(model_row_at(model, 0) * sizeof(float));
    return chunk->entries && chunk->gradient;
}

static bool scratch_new(StepScratch *scratch, const Model *model, size_t chunk_size) {
    size_t rows = model->rows / STEP_PARTITIONS + 1;
    scratch->rows = malloc(chunk_size * (size_t)model->inputs * sizeof *scratch->rows);
    scratch->touched = malloc(rows * sizeof *scratch->touched);
    scratch->gradient = lines(rows * sizeof *scratch->gradient);
    return scratch->rows && scratch->touched && scratch->gradient;
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
    step->slopes = lines((step->batch + 1) * sizeof *step->slopes);
    step->slots = calloc(model->rows, sizeof *step->slots);
    bool ok = step->scratch && step->slopes && step->slots;
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
        free(step->scratch[i].rows);
        free(step->scratch[i].touched);
        free(step->scratch[i].gradient);
    }
    free(step->scratch);
    free(step->slopes);
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

typedef struct Lesson {
    Position position;
    int discs;
    float label; /* in discs */
} Lesson;

static Lesson find_lesson(const Step *step, size_t index) {
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
    return (Lesson){bucket->positions[place], low, (float)bucket->labels[place] / LABEL_UNIT};
}

/* --- A chunk: values and gradients -------------------------------------------------------------
 */

/* Traces `slope`, that of the value in units of MODEL_SCALE discs, back through the head: adds to
 * the head's gradient, and leaves in `slopes` that of the summed rows. */
static void trace_back(const ModelHead *head, const ModelTrace *trace, float slope,
                       ModelHead *gradient, float *slopes) {
    float back[NETWORK_WIDTH];
    for (int j = 0; j < NETWORK_WIDTH; j++) {
        back[j] = slope * head->direct[j];
        gradient->direct[j] += slope * trace->cut[j];
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        if (!(trace->cells[h] > 0)) continue;
        float cell = slope * head->last[h];
        gradient->last[h] += slope * trace->cells[h];
        gradient->hidden_start[h] += cell;
        for (int j = 0; j < NETWORK_WIDTH; j++) {
            back[j] += cell * head->hidden[h][j];
            gradient->hidden[h][j] += cell * trace->cut[j];
        }
    }
    for (int j = 0; j < NETWORK_WIDTH; j++) {
        /* A cut sum does not move the value: `cut` is 0 or 1 then. */
        float passed = trace->sum[j] == trace->cut[j] ? back[j] : 0;
        slopes[j] = passed;
        gradient->start[j] += passed;
    }
}

/* Sorts the rows of the chunk's positions by partition, those of one in the order of positions. */
static void sort_entries(StepChunk *chunk, const uint32_t *rows, size_t inputs) {
    uint32_t at[STEP_PARTITIONS] = {0};
    for (size_t i = 0; i < chunk->size * inputs; i++) at[rows[i] % STEP_PARTITIONS]++;
    chunk->start[0] = 0;
    for (int p = 0; p < STEP_PARTITIONS; p++) {
        chunk->start[p + 1] = chunk->start[p] + at[p];
        at[p] = chunk->start[p];
    }
    for (size_t i = 0; i < chunk->size; i++)
        for (size_t k = 0; k < inputs; k++) {
            uint32_t row = rows[i * inputs + k];
            chunk->entries[at[row % STEP_PARTITIONS]++] = row << PLACE_BITS | (uint32_t)i;
        }
}

static void fetch_rows(const Model *model, const uint32_t *rows) {
    for (int k = 0; k < model->inputs; k++) {
        const float *row = model->parameters + model_row_at(model, rows[k]);
        for (int at = 0; at < NETWORK_WIDTH; at += LINE) __builtin_prefetch(row + at);
    }
}

/* Learns what `lesson` at `place` of the batch says; rows are those of the position. */
static void do_lesson(Step *step, StepChunk *chunk, const Lesson *lesson, const uint32_t *rows,
                      size_t place) {
    const Model *model = step->model;
    int stage = model->stage_of[lesson->discs];
    ModelTrace trace;
    model_value(model, rows, model->inputs, lesson->discs, &trace);
    float error = trace.value - lesson->label;
    float slope = error / (float)step->batch / MODEL_SCALE;
    chunk->error += (uint64_t)lrintf(fminf(fabsf(error), ERROR_MOST) * LABEL_UNIT);
    chunk->gradient[model_bias_at(model) + (size_t)lesson->discs] += slope;
    trace_back(model_head(model, model->parameters, stage), &trace, slope,
               model_head(model, chunk->gradient, stage), step->slopes[place]);
}

static void do_chunk(void *context, int worker, size_t number) {
    Step *step = context;
    const Model *model = step->model;
    StepChunk *chunk = &step->chunks[number];
    uint32_t *rows = step->scratch[worker].rows;
    size_t inputs = (size_t)model->inputs, before = number * step->chunk_size;
    const size_t size = chunk->size;
    Lesson lessons[STEP_CHUNK_MOST];
    memset(chunk->gradient, 0, model_row_at(model, 0) * sizeof(float));
    chunk->error = 0;
    for (size_t i = 0; i < size; i++)
        lessons[i] =
            find_lesson(step, step_permute(step->first + before + i, step->total, step->key));
    for (size_t i = 0; i < size; i++) model_rows(model, lessons[i].position, rows + i * inputs);
    for (size_t i = 0; i < size; i++) {
        if (i + AHEAD < size) fetch_rows(model, rows + (i + AHEAD) * inputs);
        do_lesson(step, chunk, &lessons[i], rows + i * inputs, before + i);
    }
    sort_entries(chunk, rows, inputs);
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

/* One step of the parameters at .. at + count - 1; `count` is a multiple of BLOCK. */
static void advance(const Step *step, size_t at, size_t count, const float *gradient, float haste,
                    float damp, float most) {
    const Model *model = step->model;
    float rate = step->advance * haste, unroot = step->unroot;
    for (size_t i = 0; i < count; i += BLOCK, at += BLOCK) {
        float *restrict parameter = model->parameters + at, *restrict mean = model->mean + at;
        float *restrict square = model->square + at;
        const float *restrict slope = gradient + i;
        float root[BLOCK];
        for (int k = 0; k < BLOCK; k++) {
            mean[k] = KEEP_MEAN * mean[k] + (1 - KEEP_MEAN) * slope[k];
            square[k] = KEEP_SQUARE * square[k] + (1 - KEEP_SQUARE) * slope[k] * slope[k];
        }
        take_roots(square, root);
        for (int k = 0; k < BLOCK; k++) {
            float next = parameter[k] - rate * mean[k] / (root[k] * unroot + damp);
            next = next < most ? next : most;
            parameter[k] = next > -most ? next : -most;
        }
    }
}

/* Adds the gradients of all chunks, in their order, into that of the first, and takes the step. */
static void advance_shared(Step *step, size_t at, size_t count, float haste) {
    float *restrict sum = step->chunks[0].gradient + at;
    for (int c = 1; c < step->chunk_count; c++) {
        const float *restrict more = step->chunks[c].gradient + at;
        for (size_t i = 0; i < count; i++) sum[i] += more[i];
    }
    advance(step, at, count, sum, haste, TINY, INFINITY);
}

/* A row and its means, which are about to be asked for. */
static void fetch_row(const Model *model, size_t at) {
    for (size_t line = at; line < at + NETWORK_WIDTH; line += LINE) {
        __builtin_prefetch(model->parameters + line, 1);
        __builtin_prefetch(model->mean + line, 1);
        __builtin_prefetch(model->square + line, 1);
    }
}

/* The place of a row among the touched ones, `count` of them; those that are new are appended. The
 * slot of a row that was touched in an earlier batch points at some other row, or nowhere. */
static uint32_t find_slot(Step *step, StepScratch *scratch, uint32_t row, uint32_t *count) {
    uint32_t slot = step->slots[row];
    if (slot < *count && scratch->touched[slot] == row) return slot;
    slot = (*count)++;
    step->slots[row] = slot;
    scratch->touched[slot] = row;
    memset(scratch->gradient[slot], 0, sizeof scratch->gradient[slot]);
    return slot;
}

static void advance_partition(Step *step, StepScratch *scratch, size_t partition) {
    uint32_t count = 0;
    float damp = ROW_DAMP / (float)step->batch;
    for (int c = 0; c < step->chunk_count; c++) {
        const StepChunk *chunk = &step->chunks[c];
        for (uint32_t e = chunk->start[partition]; e < chunk->start[partition + 1]; e++) {
            uint32_t row = chunk->entries[e] >> PLACE_BITS;
            uint32_t place = chunk->entries[e] & ((1u << PLACE_BITS) - 1);
            const float *restrict slopes = step->slopes[(size_t)c * step->chunk_size + place];
            float *restrict gradient = scratch->gradient[find_slot(step, scratch, row, &count)];
            for (int j = 0; j < NETWORK_WIDTH; j++) gradient[j] += slopes[j];
        }
    }
    for (uint32_t slot = 0; slot < count; slot++) {
        if (slot + AHEAD < count)
            fetch_row(step->model, model_row_at(step->model, scratch->touched[slot + AHEAD]));
        advance(step, model_row_at(step->model, scratch->touched[slot]), NETWORK_WIDTH,
                scratch->gradient[slot], 1, damp, ROW_MOST);
    }
}

/* First the heads, then the biases, then the partitions of rows. */
static void do_advance(void *context, int worker, size_t task) {
    Step *step = context;
    size_t stages = (size_t)step->model->stages;
    if (task < stages) {
        advance_shared(step, task * MODEL_HEAD_FLOATS, MODEL_HEAD_FLOATS, 1);
        model_turn(step->model, (int)task);
    } else if (task == stages) {
        advance_shared(step, model_bias_at(step->model), MODEL_BIASES, BIAS_HASTE);
    } else {
        advance_partition(step, &step->scratch[worker], task - stages - 1);
    }
}

uint64_t step_run(Step *step, uint64_t number, uint64_t seed, double rate) {
    size_t count = step_count(step);
    double taken = (double)number + 1;
    assert(count > 0);
    step->first = (size_t)(number % count) * step->batch;
    step->key = random_mix(seed ^ random_mix(number / count + 1));
    step->advance = (float)(rate / (1 - pow((double)KEEP_MEAN, taken)));
    step->unroot = (float)(1 / sqrt(1 - pow((double)KEEP_SQUARE, taken)));
    thread_pool_run(step->pool, (size_t)step->chunk_count, do_chunk, step);
    thread_pool_run(step->pool, (size_t)step->model->stages + 1 + STEP_PARTITIONS, do_advance,
                    step);
    uint64_t error = 0;
    for (int c = 0; c < step->chunk_count; c++) error += step->chunks[c].error;
    return error;
}
