/* The best moves of a position: `best` answers once, `search` streams what the engine finds while
 * it goes deeper. */
#include <stdlib.h>

#include "engine/result_text.h"
#include "web/fields.h"
#include "web/think.h"

typedef struct Plan {
    Shape shape;
    Board board; /* borrows shape */
    EngineLimits limits;
    int threads; /* 0: all that the server gives */
} Plan;

typedef struct Stream {
    WebJob *job;
    const Shape *shape;
} Stream;

json_t *result_object(const Shape *shape, const EngineResult *result) {
    char bytes[RESULT_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    result_json(&text, shape, result);
    return json_loads(bytes, 0, NULL);
}

bool limits_read(EngineLimits *limits, const json_t *request, double most, Error *error) {
    long level, depth, selectivity, nodes, lines;
    double seconds;
    if (!fields_integer(request, "level", 0, 1, ENGINE_MAX_LEVEL, &level, error) ||
        !fields_integer(request, "depth", 0, 0, SHAPE_MAX_SQUARES, &depth, error) ||
        !fields_integer(request, "selectivity", 0, 0, 100, &selectivity, error) ||
        !fields_integer(request, "nodes", 0, 0, 1000000000000, &nodes, error) ||
        !fields_number(request, "seconds", most, 0, most, &seconds, error) ||
        !fields_integer(request, "lines", 1, 1, ENGINE_MAX_LINES, &lines, error))
        return false;
    if (selectivity && !engine_selectivity_exists((int)selectivity, error)) return false;
    *limits = (EngineLimits){.level = (int)level,
                             .depth = (int)depth,
                             .selectivity = (int)selectivity,
                             .nodes = (uint64_t)nodes,
                             .has_move_time = true,
                             .move_seconds = seconds,
                             .lines = (int)lines};
    return true;
}

static void *plan_with(const json_t *request, double most, Error *error) {
    Plan *plan = aligned_alloc(_Alignof(Plan), sizeof *plan);
    if (!plan) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a search");
        return NULL;
    }
    long threads;
    if (position_input_read(&plan->shape, &plan->board, request, error) &&
        limits_read(&plan->limits, request, most, error) &&
        fields_integer(request, "threads", 0, 0, ENGINE_MAX_THREADS, &threads, error)) {
        plan->threads = (int)threads;
        return plan;
    }
    free(plan);
    return NULL;
}

static void *plan_best(const json_t *request, Error *error) {
    return plan_with(request, THINK_MAX_SECONDS, error);
}

static void *plan_search(const json_t *request, Error *error) {
    return plan_with(request, THINK_MAX_STREAM_SECONDS, error);
}

static void run_best(WebJob *job, void *work) {
    Plan *plan = work;
    EngineResult result;
    Engine *engine = job_borrow_engine(job, &plan->shape, plan->threads);
    if (!engine) return;
    engine_think(engine, plan->board.position, &plan->limits, NULL, NULL, &result);
    if (!job_is_stopped(job)) job_answer(job, result_object(&plan->shape, &result));
}

/* A search has a pass per depth, so there are never more than about a hundred of these. */
static void send_progress(void *context, const EngineResult *result) {
    const Stream *stream = context;
    job_event(stream->job, "progress", result_object(stream->shape, result), true);
}

static void run_search(WebJob *job, void *work) {
    Plan *plan = work;
    EngineResult result;
    Engine *engine = job_borrow_engine(job, &plan->shape, plan->threads);
    if (!engine) return;
    Stream stream = {job, &plan->shape};
    engine_think(engine, plan->board.position, &plan->limits, send_progress, &stream, &result);
    job_event(job, "result", result_object(&plan->shape, &result), false);
    job_answer(job, NULL);
}

const ThinkVerb think_best = {
    .name = "best",
    .fields = "session threads " POSITION_FIELDS " " LIMIT_FIELDS,
    .plan = plan_best,
    .run = run_best,
};

const ThinkVerb think_search = {
    .name = "search",
    .fields = "session threads " POSITION_FIELDS " " LIMIT_FIELDS,
    .is_stream = true,
    .plan = plan_search,
    .run = run_search,
};
