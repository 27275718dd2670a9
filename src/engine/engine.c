/* See engine.h. */
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "engine/time.h"
#include "eval/handmade.h"
#include "eval/weights.h"
#include "search/level.h"

/* Deeper middle-game searches prune on probability, as the levels do. */
enum { FULL_WIDTH_DEPTH = 10 };

struct Engine {
    Weights *weights; /* NULL: the evaluation needs none */
    const Shape *shape;
    Evaluator evaluator;
    Search *search;
};

static int processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > SEARCH_MAX_THREADS ? SEARCH_MAX_THREADS : (int)count;
}

/* Learned weights if there are any for the board, else the hand-made evaluation. */
static bool choose_evaluator(Engine *engine, const EngineOptions *options, Error *error) {
    if (options->weights)
        engine->weights = weights_read(engine->shape, options->weights, error);
    else if (!options->eval || strcmp(options->eval, "pattern") == 0)
        engine->weights = weights_embedded(engine->shape, error);
    if (engine->weights) {
        engine->evaluator = weights_evaluator(engine->weights);
        return true;
    }
    if (options->weights || (options->eval && strcmp(options->eval, "pattern") == 0)) return false;
    if (options->eval && strcmp(options->eval, "handmade") != 0) {
        error_set(error, STATUS_BAD_INPUT, "there is no evaluation called '%.40s'", options->eval);
        return false;
    }
    if (handmade_init(&engine->evaluator, engine->shape)) return true;
    error_set(error, STATUS_UNSUPPORTED, "this program has no code for this processor");
    return false;
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
    bool ok = isa_choose(&search.level, error) && choose_evaluator(engine, options, error);
    if (ok) engine->search = search_new(&engine->evaluator, &search, error);
    if (ok && engine->search) return engine;
    engine_free(engine);
    return NULL;
}

void engine_free(Engine *engine) {
    if (!engine) return;
    search_free(engine->search);
    weights_free(engine->weights);
    free(engine);
}

const char *engine_eval_name(const Engine *engine) {
    return engine->evaluator.name;
}

void engine_clear(Engine *engine) {
    search_clear(engine->search);
}

static bool has_no_limit(const EngineLimits *limits) {
    return !limits->level && !limits->depth && !limits->nodes && !limits->has_move_time &&
           !limits->has_clock;
}

static void set_depth(const EngineLimits *limits, int empties, SearchLimits *out) {
    out->confidence = CONFIDENCE_FULL;
    if (limits->level) {
        level_limits(limits->level, empties, out);
    } else if (limits->depth) {
        out->depth = limits->depth < empties ? limits->depth : empties;
        if (out->depth > FULL_WIDTH_DEPTH && out->depth < empties) out->confidence = CONFIDENCE_73;
    } else if (!has_no_limit(limits)) {
        /* Only time or nodes: as deep as they allow, as strong players do it, with pruning. The
         * driver raises the confidence when it solves. */
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
    return evaluator_value(&engine->evaluator, position);
}

void engine_stop(Engine *engine) {
    search_stop(engine->search);
}

void engine_rearm(Engine *engine) {
    search_rearm(engine->search);
}
