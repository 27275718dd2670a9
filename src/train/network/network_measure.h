/* The errors of an evaluation on labelled positions, by number of discs.
 *
 * Values and labels are whole numbers of 1/EVAL_DISC disc, so the sums are exact and do not depend
 * on the order in which threads add them up. */
#ifndef TRAIN_NETWORK_MEASURE_H
#define TRAIN_NETWORK_MEASURE_H

#include "base/thread_pool.h"
#include "train/fit_report.h"

_Static_assert((int)LABEL_UNIT == (int)EVAL_DISC, "values and labels have one unit");

/* The value of a position in 1/EVAL_DISC disc, on any thread. */
typedef int MeasureValue(const void *context, Position position, int discs);

typedef struct Measure {
    size_t positions[65];
    _Atomic uint64_t absolutes[65], squares[65];
} Measure;

void measure_run(Measure *measure, const Dataset *dataset, DatasetPart part, ThreadPool *pool,
                 MeasureValue *value, const void *context);

/* The errors on positions with `first` .. `last` discs. */
FitErrors measure_errors(const Measure *measure, int first, int last);

#endif
