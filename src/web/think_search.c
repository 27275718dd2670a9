/* The best moves of a position: `best` answers once, `search` streams what the engine finds while
 * it goes deeper. */
#include <math.h>
#include <stdlib.h>

#include "web/fields.h"
#include "web/think.h"

typedef struct Plan {
    Shape shape;
    Board board; /* borrows shape */
    EngineLimits limits;
} Plan;

typedef struct Stream {
    Job *job;
    const Shape *shape;
} Stream;

double web_score(int score) {
    return round(100.0 * score / EVAL_DISC) / 100 + 0.0;
}

static json_t *line_json(const Shape *shape, const SearchLine *line) {
    json_t *moves = json_array();
    for (int i = 0; i < line->length; i++)
        json_array_append_new(moves, json_square(shape, line->pv[i]));
    return json_pack("{s:o, s:f, s:b, s:i, s:i, s:o}", "move",
                     json_square(shape, line->length > 0 ? line->pv[0] : NO_MOVE), "score",
                     web_score(line->score), "exact", line->is_exact, "confidence",
                     selectivity_percent(line->selectivity), "depth", line->depth, "line", moves);
}

json_t *result_json(const Shape *shape, const SearchResult *result) {
    json_t *lines = json_array();
    for (int i = 0; i < result->count; i++)
        json_array_append_new(lines, line_json(shape, &result->lines[i]));
    return json_pack("{s:I, s:f, s:s, s:o}", "nodes", (json_int_t)result->nodes, "seconds",
                     round(1000 * result->seconds) / 1000, "end", search_end_name(result->end),
                     "lines", lines);
}

bool limits_read(EngineLimits *limits, const json_t *request, double most, Error *error) {
    long level, depth, nodes, lines;
    double seconds;
    if (!fields_integer(request, "level", 0, 0, ENGINE_MAX_LEVEL, &level, error) ||
        !fields_integer(request, "depth", 0, 0, SHAPE_MAX_SQUARES, &depth, error) ||
        !fields_integer(request, "nodes", 0, 0, 1000000000000, &nodes, error) ||
        !fields_number(request, "seconds", most, 0, most, &seconds, error) ||
        !fields_integer(request, "lines", 1, 1, SEARCH_MAX_LINES, &lines, error))
        return false;
    *limits = (EngineLimits){.level = (int)level,
                             .depth = (int)depth,
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
    if (position_input_read(&plan->shape, &plan->board, request, error) &&
        limits_read(&plan->limits, request, most, error))
        return plan;
    free(plan);
    return NULL;
}

static void *plan_best(const json_t *request, Error *error) {
    return plan_with(request, THINK_MAX_SECONDS, error);
}

static void *plan_search(const json_t *request, Error *error) {
    return plan_with(request, THINK_MAX_STREAM_SECONDS, error);
}

static void run_best(Job *job, void *work) {
    Plan *plan = work;
    SearchResult result;
    Engine *engine = job_borrow_engine(job, &plan->shape);
    if (!engine) return;
    engine_think(engine, plan->board.position, &plan->limits, NULL, NULL, &result);
    if (!job_is_stopped(job)) job_answer(job, result_json(&plan->shape, &result));
}

/* A search has a pass per depth, so there are never more than about a hundred of these. */
static void send_progress(void *context, const SearchResult *result) {
    const Stream *stream = context;
    job_event(stream->job, "progress", result_json(stream->shape, result), true);
}

static void run_search(Job *job, void *work) {
    Plan *plan = work;
    SearchResult result;
    Engine *engine = job_borrow_engine(job, &plan->shape);
    if (!engine) return;
    Stream stream = {job, &plan->shape};
    engine_think(engine, plan->board.position, &plan->limits, send_progress, &stream, &result);
    job_event(job, "result", result_json(&plan->shape, &result), false);
    job_answer(job, NULL);
}

const ThinkVerb think_best = {
    .name = "best",
    .fields = "session " POSITION_FIELDS " " LIMIT_FIELDS,
    .plan = plan_best,
    .run = run_best,
};

const ThinkVerb think_search = {
    .name = "search",
    .fields = "session " POSITION_FIELDS " " LIMIT_FIELDS,
    .is_stream = true,
    .plan = plan_search,
    .run = run_search,
};
