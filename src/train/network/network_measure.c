/* Adds up the errors of an evaluation on labelled positions, on the threads of a pool. */
#include "train/network/network_measure.h"

#include <math.h>

enum { SLICE = 2048 }; /* positions that a thread takes at a time */

typedef struct Slices {
    Measure *measure;
    const DatasetBucket *bucket;
    int discs;
    MeasureValue *value;
    const void *context;
} Slices;

static void do_slice(void *context, int worker, size_t slice) {
    const Slices *slices = context;
    const DatasetBucket *bucket = slices->bucket;
    size_t end = (slice + 1) * SLICE < bucket->count ? (slice + 1) * SLICE : bucket->count;
    uint64_t absolutes = 0, squares = 0;
    (void)worker;
    for (size_t i = slice * SLICE; i < end; i++) {
        int64_t error =
            slices->value(slices->context, bucket->positions[i], slices->discs) - bucket->labels[i];
        absolutes += (uint64_t)(error < 0 ? -error : error);
        squares += (uint64_t)(error * error);
    }
    atomic_fetch_add(&slices->measure->absolutes[slices->discs], absolutes);
    atomic_fetch_add(&slices->measure->squares[slices->discs], squares);
}

void measure_run(Measure *measure, const Dataset *dataset, DatasetPart part, ThreadPool *pool,
                 MeasureValue *value, const void *context) {
    for (int discs = 0; discs <= 64; discs++) {
        const DatasetBucket *bucket = &dataset->buckets[part][discs];
        Slices slices = {measure, bucket, discs, value, context};
        measure->positions[discs] = bucket->count;
        atomic_store(&measure->absolutes[discs], 0);
        atomic_store(&measure->squares[discs], 0);
        if (bucket->count)
            thread_pool_run(pool, (bucket->count + SLICE - 1) / SLICE, do_slice, &slices);
    }
}

FitErrors measure_errors(const Measure *measure, int first, int last) {
    FitErrors errors = {0};
    uint64_t absolutes = 0, squares = 0;
    for (int discs = first; discs <= last; discs++) {
        errors.positions += measure->positions[discs];
        absolutes += measure->absolutes[discs];
        squares += measure->squares[discs];
    }
    if (errors.positions) {
        double count = (double)errors.positions;
        errors.mae = (double)absolutes / count / EVAL_DISC;
        errors.rms = sqrt((double)squares / count) / EVAL_DISC;
    }
    return errors;
}
