/* One training batch: values, gradients, and a step of Adam for every parameter concerned.
 *
 * A batch is divided into chunks. Each chunk adds up its own gradients, which are then added in the
 * order of the chunks, those of embeddings in PARTITIONS that no two threads share. So floating-
 * point sums always have the same order, and the outcome does not depend on the number of threads.
 *
 * The order of the samples is a permutation of their numbers that is computed, not stored: a
 * Feistel network over an even number of bits, repeated until the number is below the count. */
#ifndef TRAIN_NETWORK_STEP_H
#define TRAIN_NETWORK_STEP_H

#include "base/thread_pool.h"
#include "train/network/network_model.h"

enum {
    STEP_BATCH_MAX = 16384,
    STEP_BATCH_MIN = 64,
    STEP_EPOCH = 200, /* batches of an epoch at least, as far as STEP_BATCH_MIN allows */
    STEP_CHUNK_MAX = 512,
    STEP_CHUNK_MIN = 64,
    STEP_CHUNKS = 32, /* of a batch at most */
    STEP_PARTITIONS = 64
};

typedef struct StepChunk {
    size_t size;
    uint32_t *entries; /* embedding and place in the chunk (network_step.c), sorted by partition */
    uint32_t start[STEP_PARTITIONS + 1];
    float *gradient; /* of heads and biases, laid out like the parameters */
    uint64_t error;  /* sum of absolute errors, in 1/LABEL_UNIT disc */
} StepChunk;

/* Memory of one worker. */
typedef struct StepScratch {
    uint32_t *embeddings;             /* of the positions of a chunk */
    uint32_t *touched;                /* embeddings of a partition that occur in the batch */
    float (*gradient)[NETWORK_WIDTH]; /* of each of those */
} StepScratch;

typedef struct Step {
    Model *model;
    const Dataset *dataset;
    ThreadPool *pool;
    size_t total;    /* training positions */
    size_t from[66]; /* ... with fewer discs */
    size_t batch, chunk_size;
    int chunk_count, threads;
    StepChunk chunks[STEP_CHUNKS];
    StepScratch *scratch;                  /* by worker */
    float (*sum_gradients)[NETWORK_WIDTH]; /* [place in the batch]: of the summed embeddings */
    uint32_t *slots;                       /* by embedding: its place among those touched */
    /* Of the current batch. */
    uint64_t key;          /* of the order */
    size_t first;          /* place in the order */
    float corrected_rate;  /* the learning rate over the bias correction of the first moment */
    float root_correction; /* the bias correction of the root of the second moment */
} Step;

/* Prepares for batches on `pool` of `threads`. False without memory. The model, the positions and
 * the pool must outlive it. */
bool step_new(Step *step, Model *model, const Dataset *dataset, ThreadPool *pool, int threads);
void step_free(Step *step);

/* Batches of an epoch; at least 1 if there is a position. */
size_t step_count(const Step *step);

/* Trains on batch `number` (the first is 0) of all epochs, in the order that `seed` gives. Returns
 * the sum of the absolute errors before the update, in 1/LABEL_UNIT disc. */
uint64_t step_run(Step *step, uint64_t number, uint64_t seed, double rate);

/* Where number `index` comes in the order with this key; `total` numbers. */
uint64_t step_permute(uint64_t index, uint64_t total, uint64_t key);

#endif
