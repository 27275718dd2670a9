/* See engine.h. */
#include "engine/engine.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "engine/level.h"
#include "engine/time.h"
#include "eval/evaluation.h"

/* Deeper middle-game searches prune on probability, as the levels do. */
enum { FULL_WIDTH_DEPTH = 10 };

struct Engine {
    const Shape *shape;
    Evaluation evaluation;
    Search *search;
};

static int processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > SEARCH_MAX_THREADS ? SEARCH_MAX_THREADS : (int)count;
}

Engine *engine_new(const Shape *shape, const EngineOptions *options, Error *error) {
    Engine *engine = calloc(1, sizeof *engine);
    if (!engine) {
        error_set(error, STATUS_NO_MEMORY, "no memory for an engine");
        return NULL;
    }
    engine->shape = shape;
    SearchOptions search = {
        .threads = options->threads ? options->threads : processors(),
        .hash_mb = (size_t)(options->hash_mb ? options->hash_mb : ENGINE_DEFAULT_HASH_MB)};
    bool ok = isa_choose(&search.isa, error) &&
              evaluation_open(&engine->evaluation, shape, options->eval, options->weights, error);
    if (ok) engine->search = search_new(&engine->evaluation.evaluator, &search, error);
    if (ok && engine->search) return engine;
    engine_free(engine);
    return NULL;
}

void engine_free(Engine *engine) {
    if (!engine) return;
    search_free(engine->search);
    evaluation_close(&engine->evaluation);
    free(engine);
}

const char *engine_eval_name(const Engine *engine) {
    return engine->evaluation.evaluator.name;
}

void engine_clear(Engine *engine) {
    search_clear(engine->search);
}

static bool has_no_limit(const EngineLimits *limits) {
    return !limits->level && !limits->depth && !limits->nodes && !limits->has_move_time &&
           !limits->has_clock;
}

static void set_depth(const EngineLimits *limits, int empties, SearchLimits *out) {
    out->selectivity = SELECTIVITY_NONE;
    if (limits->level) {
        level_limits(limits->level, empties, out);
    } else if (limits->depth) {
        out->depth = limits->depth < empties ? limits->depth : empties;
        if (out->depth > FULL_WIDTH_DEPTH && out->depth < empties)
            out->selectivity = SELECTIVITY_73;
    } else if (!has_no_limit(limits)) {
        /* Only time or nodes: as deep as they allow, as strong players do it, with pruning; the
         * driver turns it off when it solves. */
        out->depth = 0;
    }
}

void engine_think(Engine *engine, Position position, const EngineLimits *limits,
                  SearchProgress *progress, void *context, SearchResult *result) {
    int64_t now = clock_ns();
    int empties = bits_count(position_empties(engine->shape, position));
    SearchLimits search = {.nodes = limits->nodes, .lines = limits->lines};
    set_depth(limits, empties, &search);
    if (limits->has_move_time) time_for_move(now, limits->move_seconds, &search);
    if (limits->has_clock)
        time_for_game(now, limits->clock_seconds, limits->increment_seconds, empties, &search);
    search_run(engine->search, position, &search, progress, context, result);
}

int engine_evaluate(const Engine *engine, Position position) {
    return evaluator_value(&engine->evaluation.evaluator, position);
}

void engine_stop(Engine *engine) {
    search_stop(engine->search);
}

void engine_rearm(Engine *engine) {
    search_rearm(engine->search);
}
