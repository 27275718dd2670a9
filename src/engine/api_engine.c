/* The engine of include/bianca.h, which is its specification. */
#include <stdlib.h>

#include "base/thread_pool.h"
#include "engine/api.h"
#include "engine/evaluations.h"

BiancaStatus bianca_engine_new(BiancaEngine **engine, int width, int height,
                               const BiancaEngineOptions *options, BiancaError *error) {
    EngineOptions settings = {0};
    Error reason;
    if (options)
        settings = (EngineOptions){.threads = options->threads,
                                   .hash_mb = options->hash_mb,
                                   .eval = options->eval,
                                   .weights = options->weights};
    size_t size = (sizeof(BiancaEngine) + 63) / 64 * 64;
    BiancaEngine *made = aligned_alloc(64, size);
    if (!made) {
        error_set(&reason, STATUS_NO_MEMORY, "no memory for an engine");
        return api_fail(error, &reason);
    }
    made->threads = thread_pool_size(settings.threads);
    bool ok = shape_init(&made->shape, width, height, &reason);
    made->engine = ok ? engine_new(&made->shape, &settings, &reason) : NULL;
    if (!made->engine) {
        free(made);
        return api_fail(error, &reason);
    }
    *engine = made;
    return BIANCA_OK;
}

void bianca_engine_free(BiancaEngine *engine) {
    if (!engine) return;
    engine_free(engine->engine);
    free(engine);
}

void bianca_engine_clear(BiancaEngine *engine) {
    engine_clear(engine->engine);
}

bool api_seconds(double seconds, Error *error) {
    if (seconds >= 0) return true; // which NaN is not
    error_set(error, STATUS_BAD_INPUT, "limits: seconds must be 0, for none, or more");
    return false;
}

bool api_limits(const BiancaLimits *limits, EngineLimits *out, Error *error) {
    if (limits->level < 0 || limits->level > ENGINE_MAX_LEVEL || limits->depth < 0) {
        error_set(error, STATUS_BAD_INPUT, "limits: level must be 0 to %d, depth 0 or more",
                  ENGINE_MAX_LEVEL);
        return false;
    }
    *out = (EngineLimits){.level = limits->level,
                          .depth = limits->depth,
                          .nodes = limits->nodes,
                          .move_seconds = limits->seconds,
                          .has_move_time = limits->seconds > 0};
    return api_seconds(limits->seconds, error);
}

static BiancaLine line_out(const Shape *shape, const EngineLine *line) {
    BiancaLine out = {.score = line->score,
                      .is_exact = line->is_exact,
                      .depth = line->depth,
                      .selectivity = line->selectivity,
                      .length = line->length};
    for (int i = 0; i < line->length; i++) out.pv[i] = api_square_out(shape, line->pv[i]);
    return out;
}

BiancaStatus bianca_engine_think(BiancaEngine *engine, const BiancaPosition *position,
                                 const BiancaLimits *limits, BiancaLine *lines, int capacity,
                                 BiancaThought *thought, BiancaError *error) {
    Position start;
    Error reason;
    if (!api_open_on(position, &engine->shape, &start, &reason)) return api_fail(error, &reason);
    if (capacity < 1 || capacity > BIANCA_MAX_LINES) {
        error_set(&reason, STATUS_BAD_INPUT, "there must be room for 1 to %d lines, not %d",
                  BIANCA_MAX_LINES, capacity);
        return api_fail(error, &reason);
    }
    EngineLimits asked;
    if (!api_limits(limits, &asked, &reason)) return api_fail(error, &reason);
    asked.lines = capacity;
    EngineResult *result = &engine->result;
    engine_think(engine->engine, start, &asked, NULL, NULL, result);
    int count = result->count < capacity ? result->count : capacity;
    for (int i = 0; i < count; i++) lines[i] = line_out(&engine->shape, &result->lines[i]);
    *thought = (BiancaThought){result->nodes, result->seconds, count};
    if (engine_failure(engine->engine, &reason)) return api_fail(error, &reason);
    if (result->end != ENGINE_STOPPED) return BIANCA_OK;
    error_set(&reason, STATUS_STOPPED, "stopped; the lines are the best so far");
    return api_fail(error, &reason);
}

void bianca_engine_stop(BiancaEngine *engine) {
    engine_stop(engine->engine);
}

void bianca_engine_rearm(BiancaEngine *engine) {
    engine_rearm(engine->engine);
}

double bianca_engine_evaluate(const BiancaEngine *engine, const BiancaPosition *position) {
    Position start;
    if (!api_open_on(position, &engine->shape, &start, NULL)) return 0;
    return engine_evaluate(engine->engine, start);
}

BiancaStatus bianca_engine_explain(const BiancaEngine *engine, const BiancaPosition *position,
                                   BiancaExplanation *explanation, BiancaError *error) {
    _Static_assert((int)BIANCA_MAX_TERMS == EXPLANATION_MAX_TERMS, "every term must fit");
    const Shape *shape = &engine->shape;
    Position start;
    Explanation found;
    Error reason;
    if (!api_open_on(position, shape, &start, &reason)) return api_fail(error, &reason);
    evaluations_explain(engine_evaluation(engine->engine), start, NULL, &found);
    if (engine_failure(engine->engine, &reason)) return api_fail(error, &reason);
    *explanation = (BiancaExplanation){
        .value = found.value, .count = found.count, .has_table = found.square_weights != NULL};
    for (int i = 0; i < found.count; i++)
        explanation->terms[i] =
            (BiancaTerm){found.terms[i].name, found.terms[i].value, found.terms[i].weight};
    for (int i = 0; found.square_weights && i < shape->squares; i++)
        explanation->table[i] = found.square_weights[shape_from_index(shape, i)];
    return BIANCA_OK;
}

const char *bianca_engine_evaluation(const BiancaEngine *engine) {
    return engine_eval_name(engine->engine);
}

const char *bianca_evaluation_name(int index) {
    EvaluationInfo info;
    return evaluations_info(index, &info) ? info.name : NULL;
}
