/* One stage of a linear fit: its positions as rows of a sparse matrix, and conjugate gradients on
 * them. */
#include "train/linear/linear_stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

/* --- Rows --------------------------------------------------------------------------------------
 */

typedef struct Rows {
    const LinearGeometry *geometry;
    size_t count;
    size_t lanes;
    uint16_t *index; /* [row][lane]: column less the base of the lane */
    uint8_t *bias;   /* [row]: which bias column */
    float *weight;   /* [row] */
    float *residual; /* [row]: label less the sum of the columns */
    float *image;    /* [row]: scratch */
} Rows;

static void rows_free(Rows *rows) {
    free(rows->index);
    free(rows->bias);
    free(rows->weight);
    free(rows->residual);
    free(rows->image);
}

static bool rows_new(Rows *rows, const LinearGeometry *geometry, int lanes, size_t count) {
    *rows = (Rows){.geometry = geometry, .lanes = (size_t)lanes};
    size_t room = count ? count : 1;
    rows->index = malloc(room * rows->lanes * sizeof *rows->index);
    rows->bias = malloc(room);
    rows->weight = malloc(room * sizeof *rows->weight);
    rows->residual = malloc(room * sizeof *rows->residual);
    rows->image = malloc(room * sizeof *rows->image);
    if (rows->index && rows->bias && rows->weight && rows->residual && rows->image) return true;
    rows_free(rows);
    return false;
}

static void rows_add(Rows *rows, const DatasetBucket *bucket, int bias, double weight) {
    const LinearGeometry *geometry = rows->geometry;
    const PatternSet *set = geometry->set;
    for (size_t i = 0; i < bucket->count; i++) {
        PatternState state;
        pattern_start(set, bucket->positions[i], &state);
        uint16_t *index = rows->index + rows->count * rows->lanes;
        for (size_t k = 0; k < rows->lanes; k++)
            index[k] =
                (uint16_t)(geometry->tied[set->offset[k] + state.index[k]] - geometry->base[k]);
        rows->bias[rows->count] = (uint8_t)bias;
        rows->weight[rows->count] = (float)weight;
        rows->residual[rows->count++] = (float)bucket->labels[i] / LABEL_UNIT;
    }
}

/* image = rows * columns; returns the weighted sum of its squares. */
static double rows_times(Rows *rows, const float *columns) {
    const uint32_t *base = rows->geometry->base;
    const float *biases = columns + rows->geometry->numbers;
    double squares = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const uint16_t *index = rows->index + i * rows->lanes;
        float sum = biases[rows->bias[i]];
        for (size_t k = 0; k < rows->lanes; k++) sum += columns[base[k] + index[k]];
        rows->image[i] = sum;
        squares += (double)(rows->weight[i] * sum * sum);
    }
    return squares;
}

/* gradient += transposed rows * (weight * residual) */
static void rows_gradient(const Rows *rows, float *gradient) {
    const uint32_t *base = rows->geometry->base;
    float *biases = gradient + rows->geometry->numbers;
    for (size_t i = 0; i < rows->count; i++) {
        const uint16_t *index = rows->index + i * rows->lanes;
        float value = rows->weight[i] * rows->residual[i];
        biases[rows->bias[i]] += value;
        for (size_t k = 0; k < rows->lanes; k++) gradient[base[k] + index[k]] += value;
    }
}

/* How often each column occurs. */
static void rows_counts(const Rows *rows, float *counts) {
    const uint32_t *base = rows->geometry->base;
    for (size_t i = 0; i < rows->count; i++) {
        const uint16_t *index = rows->index + i * rows->lanes;
        counts[rows->geometry->numbers + rows->bias[i]] += rows->weight[i];
        for (size_t k = 0; k < rows->lanes; k++) counts[base[k] + index[k]] += rows->weight[i];
    }
}

static void rows_step(Rows *rows, double step) {
    for (size_t i = 0; i < rows->count; i++) rows->residual[i] -= (float)step * rows->image[i];
}

static double rows_rms(const Rows *rows) {
    double squares = 0, weight = 0;
    for (size_t i = 0; i < rows->count; i++) {
        squares += (double)(rows->weight[i] * rows->residual[i] * rows->residual[i]);
        weight += (double)rows->weight[i];
    }
    return weight > 0 ? sqrt(squares / weight) : 0;
}

/* --- Conjugate gradients ------------------------------------------------------------------------
 */

typedef struct Solver {
    Rows parts[DATASET_PARTS];
    size_t columns;
    double ridge;
    float *solution, *best, *gradient, *direction, *scale; /* [column] */
    double rho;                                            /* gradient * scaled gradient */
} Solver;

static void solver_free(Solver *solver) {
    for (int part = 0; part < DATASET_PARTS; part++) rows_free(&solver->parts[part]);
    free(solver->solution);
    free(solver->best);
    free(solver->gradient);
    free(solver->direction);
    free(solver->scale);
}

/* Which positions a stage looks at: [first, last] for validation, and around it for training. */
static double weight_of(const FitStage *stage, const LinearFitOptions *options, DatasetPart part,
                        int discs) {
    if (discs >= stage->first && discs <= stage->last) return 1;
    int away = discs < stage->first ? stage->first - discs : discs - stage->last;
    return part == PART_TRAINING && away <= options->overlap ? options->overlap_weight : 0;
}

static bool solver_new(Solver *solver, const LinearGeometry *geometry, const Dataset *dataset,
                       const LinearFitOptions *options, const FitStage *stage) {
    *solver = (Solver){.columns = geometry->numbers + 65, .ridge = options->ridge};
    bool ok = true;
    for (int part = 0; part < DATASET_PARTS && ok; part++) {
        size_t count = 0;
        for (int discs = 0; discs <= 64; discs++)
            if (weight_of(stage, options, (DatasetPart)part, discs) > 0)
                count += dataset->buckets[part][discs].count;
        ok = rows_new(&solver->parts[part], geometry, stage->lanes, count);
        for (int discs = 0; discs <= 64 && ok; discs++) {
            double weight = weight_of(stage, options, (DatasetPart)part, discs);
            if (weight > 0)
                rows_add(&solver->parts[part], &dataset->buckets[part][discs], discs, weight);
        }
    }
    float **vectors[] = {&solver->solution, &solver->best, &solver->gradient, &solver->direction,
                         &solver->scale};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        *vectors[i] = calloc(solver->columns, sizeof(float));
        ok = ok && *vectors[i];
    }
    if (!ok) solver_free(solver);
    return ok;
}

/* The gradient at the solution, and its scaled length rho. */
static void take_gradient(Solver *solver) {
    memset(solver->gradient, 0, solver->columns * sizeof *solver->gradient);
    rows_gradient(&solver->parts[PART_TRAINING], solver->gradient);
    solver->rho = 0;
    for (size_t i = 0; i < solver->columns; i++) {
        float value = solver->gradient[i] - (float)solver->ridge * solver->solution[i];
        solver->gradient[i] = value;
        solver->rho += (double)(value * solver->scale[i] * value);
    }
}

static void start(Solver *solver) {
    rows_counts(&solver->parts[PART_TRAINING], solver->scale);
    for (size_t i = 0; i < solver->columns; i++)
        solver->scale[i] = 1 / (solver->scale[i] + (float)solver->ridge + 1e-3f);
    take_gradient(solver);
    for (size_t i = 0; i < solver->columns; i++)
        solver->direction[i] = solver->scale[i] * solver->gradient[i];
}

/* One step along the direction and the choice of the next. False if there is nowhere to go. */
static bool advance(Solver *solver) {
    double squares = rows_times(&solver->parts[PART_TRAINING], solver->direction);
    for (size_t i = 0; i < solver->columns; i++)
        squares += solver->ridge * (double)(solver->direction[i] * solver->direction[i]);
    if (!(squares > 0) || !(solver->rho > 0)) return false;
    double step = solver->rho / squares, rho = solver->rho;
    rows_step(&solver->parts[PART_TRAINING], step);
    rows_times(&solver->parts[PART_VALIDATION], solver->direction);
    rows_step(&solver->parts[PART_VALIDATION], step);
    for (size_t i = 0; i < solver->columns; i++)
        solver->solution[i] += (float)step * solver->direction[i];
    take_gradient(solver);
    float beta = (float)(solver->rho / rho);
    for (size_t i = 0; i < solver->columns; i++)
        solver->direction[i] = solver->scale[i] * solver->gradient[i] + beta * solver->direction[i];
    return true;
}

/* Runs epochs until the validation error stops falling; the best solution is in solver->best. */
static bool solve(Solver *solver, const LinearFitOptions *options, LinearEpoch *epoch,
                  void *context, int *epochs) {
    double least = INFINITY;
    int best_epoch = 0;
    start(solver);
    for (*epochs = 0; *epochs < options->epochs && advance(solver);) {
        ++*epochs;
        double training = rows_rms(&solver->parts[PART_TRAINING]);
        double validation = rows_rms(&solver->parts[PART_VALIDATION]);
        double judge = solver->parts[PART_VALIDATION].count ? validation : training;
        if (judge < least) {
            least = judge;
            best_epoch = *epochs;
            memcpy(solver->best, solver->solution, solver->columns * sizeof *solver->best);
        }
        if (epoch && !epoch(context, *epochs, training, validation)) return false;
        if (*epochs - best_epoch >= options->patience) break;
    }
    return true;
}

/* --- The stage -----------------------------------------------------------------------------------
 */

/* The errors of the best solution on the positions of the stage itself. */
static FitErrors measure(Solver *solver, DatasetPart part, const Dataset *dataset,
                         const FitStage *stage, const LinearFitOptions *options) {
    Rows *rows = &solver->parts[part];
    FitErrors errors = {0};
    size_t row = 0;
    double squares = 0, absolutes = 0;
    rows_times(rows, solver->best);
    for (int discs = 0; discs <= 64; discs++) {
        const DatasetBucket *bucket = &dataset->buckets[part][discs];
        if (weight_of(stage, options, part, discs) <= 0) continue;
        bool is_inside = discs >= stage->first && discs <= stage->last;
        for (size_t i = 0; i < bucket->count; i++, row++) {
            if (!is_inside) continue;
            double error = (double)bucket->labels[i] / LABEL_UNIT - (double)rows->image[row];
            squares += error * error;
            absolutes += fabs(error);
            errors.positions++;
        }
    }
    if (errors.positions) {
        errors.rms = sqrt(squares / (double)errors.positions);
        errors.mae = absolutes / (double)errors.positions;
    }
    return errors;
}

bool linear_stage_fit(const LinearGeometry *geometry, const Dataset *dataset,
                      const LinearFitOptions *options, LinearEpoch *epoch, void *context,
                      float *weights, float *bias, FitStage *report, Error *error) {
    Solver solver;
    if (!solver_new(&solver, geometry, dataset, options, report)) {
        error_set(error, STATUS_NO_MEMORY, "no memory to fit %d to %d discs", report->first,
                  report->last);
        return false;
    }
    bool ok = solve(&solver, options, epoch, context, &report->epochs);
    if (ok) {
        for (int part = 0; part < DATASET_PARTS; part++)
            report->parts[part] = measure(&solver, (DatasetPart)part, dataset, report, options);
        memcpy(weights, solver.best, geometry->numbers * sizeof *weights);
        for (int discs = report->first; discs <= report->last; discs++)
            bias[discs] = solver.best[geometry->numbers + (size_t)discs];
    } else {
        error_set(error, STATUS_STOPPED, "stopped; the same command resumes it");
    }
    solver_free(&solver);
    return ok;
}
