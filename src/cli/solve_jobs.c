/* Batches of positions as jobs (solve_jobs.h). The payload is the positions, one per line; the
 * result has for each a record of fixed fields and its principal variation. */
#include "cli/solve_jobs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "engine/run_engine.h"

enum {
    SCORE_UNITS = 128, /* of a disc */
    SCORE_BIAS = 1 << 15,
    RECORD_SIZE = 16, /* nodes 8, score 2, then a byte for each field */
};

/* A batch is about a second of work, so that a worker that dies loses little, the queue is asked
 * seldom, and a hundred workers have something to share. */
static const double batch_seconds = 1;

/* Roughly, on one core: 2 ms with 14 empties, and twice that for each more. */
static double expected_seconds(int empties) {
    return 0.002 * exp2(empties - 14);
}

/* --- The run ------------------------------------------------------------------------------- */

static bool write_parameters(const SolveJobsOptions *options, char *out, Error *error) {
    Text text = text_into(out, RUN_PARAMETERS_SIZE);
    if (!run_engine_write(&text, options->shape, &options->engine, error)) return false;
    text_format(&text, "outcome only: %d\n", options->is_outcome_only);
    return run_parameters_fit(&text, error);
}

/* --- The worker's side --------------------------------------------------------------------- */

typedef struct Solver {
    RunEngine run;
    Engine *engine;
    const JobHost *host;
    bool is_outcome_only;
    EngineResult result;
} Solver;

static void close_solver(void *context) {
    Solver *solver = context;
    engine_free(solver->engine);
    free(solver);
}

static bool read_run(Solver *solver, const char *parameters, Error *error) {
    int64_t outcome_only;
    if (!run_engine_read(&solver->run, parameters, error) ||
        !settings_integer(parameters, "outcome only", 0, 1, &outcome_only, error))
        return false;
    solver->is_outcome_only = outcome_only;
    solver->engine = engine_new(&solver->run.shape, &solver->run.options, error);
    return solver->engine != NULL;
}

static void *open_solver(const char *parameters, const JobHost *host, Error *error) {
    Solver *solver = aligned_alloc(64, (sizeof *solver + 63) / 64 * 64);
    if (!solver) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a solver");
        return NULL;
    }
    memset(solver, 0, sizeof *solver);
    solver->host = host;
    if (read_run(solver, parameters, error)) return solver;
    free(solver);
    return NULL;
}

static void write_result(const EngineResult *result, FILE *out) {
    const EngineLine *line = &result->lines[0];
    uint8_t record[RECORD_SIZE];
    bytes_put(record, result->nodes, 8);
    bytes_put(record + 8, (uint64_t)(lround(line->score * SCORE_UNITS) + SCORE_BIAS), 2);
    record[10] = (uint8_t)line->depth;
    record[11] = (uint8_t)line->selectivity;
    record[12] = line->is_exact;
    record[13] = (uint8_t)result->end;
    record[14] = (uint8_t)result->outcome;
    record[15] = (uint8_t)line->length;
    fwrite(record, 1, sizeof record, out);
    fwrite(line->pv, 1, (size_t)line->length, out);
}

static bool solve_batch(void *context, const uint8_t *payload, size_t length, FILE *out,
                        Error *error) {
    Solver *solver = context;
    EngineLimits limits = {.is_outcome_only = solver->is_outcome_only, .stop = solver->host->stop};
    ObfReader reader = {
        .shape = &solver->run.shape, .bytes = (const char *)payload, .length = length};
    ObfEntry entry;
    ObfNext next;
    while ((next = obf_next(&reader, &entry, error)) == OBF_ENTRY) {
        engine_clear(solver->engine);
        engine_think(solver->engine, entry.board.position, &limits, NULL, NULL, &solver->result);
        if (solver->result.end == ENGINE_STOPPED) {
            error_set(error, STATUS_STOPPED, "stopped");
            return false;
        }
        write_result(&solver->result, out);
    }
    return next == OBF_END;
}

const JobKind job_kind_solve = {
    .name = "solve", .open = open_solver, .close = close_solver, .run = solve_batch};

/* --- The side that wants the scores -------------------------------------------------------- */

/* Where a batch begins in the file, and how many positions it has. */
typedef struct Batch {
    size_t at;
    int line, count;
} Batch;

typedef struct Solving {
    const SolveJobsOptions *options;
    Batch *batches;
    size_t count, capacity;
    ObfReader collector; /* stands before the next position to be reported */
    EngineResult result;
} Solving;

static ObfReader reader_of(const SolveJobsOptions *options) {
    return (ObfReader){.shape = options->shape, .bytes = options->bytes, .length = options->length};
}

static bool add_batch(Solving *solving, const Batch *batch, Error *error) {
    if (solving->count == solving->capacity) {
        size_t capacity = solving->capacity ? 2 * solving->capacity : 64;
        Batch *grown = realloc(solving->batches, capacity * sizeof *grown);
        if (!grown) {
            error_set(error, STATUS_NO_MEMORY, "no memory for %zu batches", capacity);
            return false;
        }
        solving->batches = grown;
        solving->capacity = capacity;
    }
    solving->batches[solving->count++] = *batch;
    return true;
}

/* Divides the file. The division depends on the file alone, so that the same command later means
 * the same jobs. */
static bool divide(Solving *solving, Error *error) {
    ObfReader reader = reader_of(solving->options);
    Batch batch = {0};
    double seconds = 0;
    ObfEntry entry;
    for (;;) {
        Batch here = {.at = reader.at, .line = reader.line};
        ObfNext next = obf_next(&reader, &entry, error);
        if (next == OBF_ERROR) return false;
        if (next == OBF_END) break;
        double expected = expected_seconds(
            bits_count(position_empties(solving->options->shape, entry.board.position)));
        bool is_full = batch.count == SOLVE_MAX_POSITIONS || seconds + expected > batch_seconds;
        if (batch.count > 0 && is_full) {
            if (!add_batch(solving, &batch, error)) return false;
            batch.count = 0;
        }
        if (batch.count == 0) batch = here, seconds = 0;
        batch.count++;
        seconds += expected;
    }
    if (batch.count > 0) return add_batch(solving, &batch, error);
    error_set(error, STATUS_BAD_INPUT, "%.150s: there is no position in it",
              solving->options->path);
    return false;
}

static bool write_payload(void *context, size_t index, uint8_t payload[QUEUE_PAYLOAD_SIZE],
                          size_t *length, Error *error) {
    const Solving *solving = context;
    const Batch *batch = &solving->batches[index];
    ObfReader reader = reader_of(solving->options);
    ObfEntry entry;
    *length = 0;
    reader.at = batch->at, reader.line = batch->line;
    for (int i = 0; i < batch->count; i++) {
        if (obf_next(&reader, &entry, error) != OBF_ENTRY) return false;
        *length +=
            board_format(&entry.board, (char *)payload + *length, QUEUE_PAYLOAD_SIZE - *length);
        payload[(*length)++] = '\n';
    }
    return true;
}

static bool read_result(const uint8_t **at, const uint8_t *end, EngineResult *result) {
    const uint8_t *record = *at;
    EngineLine *line = &result->lines[0];
    if (end - record < RECORD_SIZE || record[15] > ENGINE_MAX_PV ||
        end - record < RECORD_SIZE + record[15])
        return false;
    result->count = record[15] > 0;
    result->nodes = bytes_get(record, 8);
    result->seconds = -1;
    line->score = ((double)bytes_get(record + 8, 2) - SCORE_BIAS) / SCORE_UNITS;
    line->depth = record[10];
    line->selectivity = record[11];
    line->is_exact = record[12];
    result->end = (EngineEnd)record[13];
    result->outcome = (EngineOutcome)record[14];
    line->length = record[15];
    memcpy(line->pv, record + RECORD_SIZE, record[15]);
    *at = record + RECORD_SIZE + record[15];
    return true;
}

static bool take_result(void *context, size_t index, const uint8_t *bytes, size_t length,
                        Error *error) {
    Solving *solving = context;
    const SolveJobsOptions *options = solving->options;
    const uint8_t *at = bytes, *end = bytes + length;
    ObfEntry entry;
    for (int i = 0; i < solving->batches[index].count; i++) {
        if (obf_next(&solving->collector, &entry, error) != OBF_ENTRY) return false;
        if (!read_result(&at, end, &solving->result)) {
            error_set(error, STATUS_BAD_INPUT, "job %zu has a result that makes no sense",
                      index + 1);
            return false;
        }
        if (!options->on_result(options->context, &entry, &solving->result)) {
            error_set(error, STATUS_STOPPED, "stopped");
            return false;
        }
    }
    return true;
}

bool solve_jobs_run(const SolveJobsOptions *options, const SessionOptions *jobs, Error *error) {
    Solving solving = {.options = options, .collector = reader_of(options)};
    char parameters[RUN_PARAMETERS_SIZE];
    SessionOptions session_options = *jobs;
    session_options.kind = &job_kind_solve;
    session_options.parameters = parameters;
    bool ok = divide(&solving, error) && write_parameters(options, parameters, error);
    Session *session = ok ? session_open(&session_options, error) : NULL;
    SessionJobs all = {.count = solving.count,
                       .payload = write_payload,
                       .collect = take_result,
                       .context = &solving};
    ok = session && session_do(session, &all, error);
    session_close(session);
    free(solving.batches);
    return ok;
}
