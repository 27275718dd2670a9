/* The engine of include/bianca.h, which is its specification. */
#include <stdlib.h>

#include "engine/api.h"
#include "engine/engine.h"

struct BiancaEngine {
    Shape shape; /* the engine and its evaluation point at it */
    Engine *engine;
    EngineResult result; /* large, so not on the caller's stack */
};

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

/* The position as the engine sees it, if it is on the engine's board. */
static bool open_position(const BiancaEngine *engine, const BiancaPosition *position, Position *out,
                          Error *error) {
    Shape shape;
    Board board;
    if (!api_open(position, &shape, &board, error)) return false;
    if (shape.width != engine->shape.width || shape.height != engine->shape.height) {
        error_set(error, STATUS_BAD_INPUT, "the position is on %dx%d, the engine plays %dx%d",
                  shape.width, shape.height, engine->shape.width, engine->shape.height);
        return false;
    }
    *out = board.position;
    return true;
}

static BiancaLine line_out(const Shape *shape, const EngineLine *line) {
    BiancaLine out = {.score = line->score,
                      .is_exact = line->is_exact,
                      .depth = line->depth,
                      .percent = line->selectivity,
                      .length = line->length};
    for (int i = 0; i < line->length; i++) out.moves[i] = api_square_out(shape, line->pv[i]);
    return out;
}

BiancaStatus bianca_engine_think(BiancaEngine *engine, const BiancaPosition *position,
                                 const BiancaLimits *limits, BiancaLine *lines, int capacity,
                                 BiancaThought *thought, BiancaError *error) {
    Position start;
    Error reason;
    if (!open_position(engine, position, &start, &reason)) return api_fail(error, &reason);
    if (capacity < 1 || capacity > BIANCA_MAX_LINES) {
        error_set(&reason, STATUS_BAD_INPUT, "there must be room for 1 to %d lines, not %d",
                  BIANCA_MAX_LINES, capacity);
        return api_fail(error, &reason);
    }
    EngineLimits asked = {.level = limits->level,
                          .depth = limits->depth,
                          .nodes = limits->nodes,
                          .move_seconds = limits->seconds,
                          .has_move_time = limits->seconds > 0,
                          .lines = capacity};
    EngineResult *result = &engine->result;
    engine_think(engine->engine, start, &asked, NULL, NULL, result);
    int count = result->count < capacity ? result->count : capacity;
    for (int i = 0; i < count; i++) lines[i] = line_out(&engine->shape, &result->lines[i]);
    *thought = (BiancaThought){result->nodes, result->seconds, count};
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
    if (!open_position(engine, position, &start, NULL)) return 0;
    return engine_evaluate(engine->engine, start);
}
