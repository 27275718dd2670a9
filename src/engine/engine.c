/* The engine: opens evaluation and search for a board, turns levels, clocks and depths into limits
 * of one search, asks the table of perfect play first, and turns what the search finds into the
 * plain values of engine/result.h. */
#include "engine/engine.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/thread_pool.h"
#include "engine/level.h"
#include "engine/perfect.h"
#include "engine/time.h"
#include "eval/evaluation.h"
#include "game/rules.h"
#include "search/search.h"

_Static_assert((int)ENGINE_MAX_PV == SEARCH_MAX_PV && (int)ENGINE_MAX_LINES == SEARCH_MAX_LINES &&
                   (int)ENGINE_MAX_THREADS == SEARCH_MAX_THREADS,
               "the engine has the limits of its search");
_Static_assert((int)ENGINE_FINISHED == SEARCH_FINISHED &&
                   (int)ENGINE_ONLY_MOVE == SEARCH_ONLY_MOVE &&
                   (int)ENGINE_GAME_OVER == SEARCH_GAME_OVER &&
                   (int)ENGINE_STOPPED == SEARCH_STOPPED &&
                   (int)ENGINE_NODE_LIMIT == SEARCH_NODE_LIMIT &&
                   (int)ENGINE_TIME_LIMIT == SEARCH_TIME_LIMIT,
               "the engine ends for the reasons of its search");

struct Engine {
    const Shape *shape;
    Evaluation evaluation;
    Search *search;
    bool is_perfect;      /* a small board, searched as the engine likes */
    PerfectTable perfect; /* of its first moves; empty if there is none */
    SearchResult found;   /* large, and filled by one thread at a time */
};

_Static_assert((int)ENGINE_UNKNOWN == OUTCOME_UNKNOWN && (int)ENGINE_LOSS == OUTCOME_LOSS &&
                   (int)ENGINE_DRAW == OUTCOME_DRAW && (int)ENGINE_WIN == OUTCOME_WIN,
               "the engine has the outcomes of its search");

/* A progress callback of the caller, and where its result is built. */
typedef struct Watch {
    EngineProgress *progress;
    void *context;
    EngineResult *result;
} Watch;

Engine *engine_new(const Shape *shape, const EngineOptions *options, Error *error) {
    Engine *engine = calloc(1, sizeof *engine);
    if (!engine) {
        error_set(error, STATUS_NO_MEMORY, "no memory for an engine");
        return NULL;
    }
    if (options->hash_mb < 0) {
        error_set(error, STATUS_BAD_INPUT, "hash_mb: %d is less than 0", options->hash_mb);
        free(engine);
        return NULL;
    }
    engine->shape = shape;
    SearchOptions search = {
        .threads = options->threads ? options->threads : thread_pool_size(0),
        .hash_mb = (size_t)(options->hash_mb ? options->hash_mb : ENGINE_DEFAULT_HASH_MB)};
    search.parameters = options->parameters;
    bool ok = isa_choose(&search.isa, error) &&
              evaluation_open(&engine->evaluation, shape, options->eval, options->weights, error);
    engine->is_perfect =
        shape->squares <= ENGINE_PERFECT_SQUARES && !options->eval && !options->weights;
    if (engine->is_perfect) perfect_embedded(shape, &engine->perfect);
    if (ok) engine->search = search_new(&engine->evaluation, &search, error);
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

bool engine_renew(Engine **engine, Shape *shape, const Shape *wanted, const EngineOptions *options,
                  Error *error) {
    if (*engine && shape->width == wanted->width && shape->height == wanted->height) {
        engine_clear(*engine);
        return true;
    }
    engine_free(*engine);
    *shape = *wanted;
    *engine = engine_new(shape, options, error);
    return *engine != NULL;
}

bool engine_failure(const Engine *engine, Error *error) {
    return evaluation_failure(&engine->evaluation, error);
}

const char *engine_eval_name(const Engine *engine) {
    return engine->evaluation.name;
}

const Evaluation *engine_evaluation(const Engine *engine) {
    return &engine->evaluation;
}

void engine_clear(Engine *engine) {
    search_clear(engine->search);
}

bool engine_is_perfect(const Engine *engine) {
    return engine->is_perfect;
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
        if (out->depth < empties) out->selectivity = SELECTIVITY_73;
    } else if (!has_no_limit(limits)) {
        /* Only time or nodes: as deep as they allow, as strong players do it, with pruning; the
         * driver turns it off when it solves. */
        out->depth = 0;
        selectivity_from_percent(limits->selectivity, &out->middle);
    }
    selectivity_from_percent(limits->selectivity, &out->selectivity);
}

bool engine_selectivity_exists(int percent, Error *error) {
    Selectivity selectivity;
    if (selectivity_from_percent(percent, &selectivity)) return true;
    error_set(error, STATUS_BAD_INPUT, "selectivity must be 73, 87, 95, 98, 99 or 100, not %d",
              percent);
    return false;
}

static double in_discs(int value) {
    return (double)value / EVAL_DISC;
}

static void copy_line(const SearchLine *from, EngineLine *to) {
    to->score = in_discs(from->score);
    to->depth = from->depth;
    to->selectivity = selectivity_percent(from->selectivity);
    to->is_exact = from->is_exact;
    to->length = from->length;
    for (int i = 0; i < from->length; i++) to->pv[i] = from->pv[i];
}

static void copy_result(const SearchResult *from, EngineResult *to) {
    to->count = from->count;
    to->nodes = from->nodes;
    to->seconds = from->seconds;
    to->end = (EngineEnd)from->end;
    to->outcome = (EngineOutcome)from->outcome;
    copy_line(&from->lines[0], &to->lines[0]); /* a finished game has a score without a line */
    for (int i = 1; i < from->count; i++) copy_line(&from->lines[i], &to->lines[i]);
}

static void report(void *context, const SearchResult *so_far) {
    const Watch *watch = (const Watch *)context;
    copy_result(so_far, watch->result);
    watch->progress(watch->context, watch->result);
}

/* Whether the limits ask for the best move, and not for a search of some depth: a solve without
 * limits is a proof of its own and takes nothing from a table. */
static bool wants_perfect(const Engine *engine, const EngineLimits *limits) {
    return engine->is_perfect && !limits->depth && !limits->is_outcome_only &&
           (limits->level ? limits->level >= ENGINE_PERFECT_LEVEL : !has_no_limit(limits));
}

static bool has_time(const EngineLimits *limits) {
    return !limits->nodes && !limits->has_move_time && !limits->has_clock;
}

/* Plays a line of the table to the end of the game with the search. */
static void complete_line(Engine *engine, Position position, const EngineLimits *limits,
                          EngineLine *line, uint64_t *nodes) {
    SearchLimits search = {.selectivity = SELECTIVITY_NONE, .stop = limits->stop};
    for (int i = 0; i < line->length; i++) {
        Move move;
        if (!rules_find_move(engine->shape, position, line->pv[i], &move)) return;
        position_play(&position, move);
    }
    if (rules_is_over(engine->shape, position)) return;
    search_run(engine->search, position, &search, NULL, NULL, &engine->found);
    const SearchLine *rest = &engine->found.lines[0];
    *nodes += engine->found.nodes;
    for (int i = 0; rest->is_exact && i < rest->length && line->length < ENGINE_MAX_PV; i++)
        line->pv[line->length++] = rest->pv[i];
}

/* Answers from the table of perfect play; false where it has nothing. */
static bool think_perfectly(Engine *engine, Position position, const EngineLimits *limits,
                            EngineProgress *progress, void *context, EngineResult *result) {
    double begin = clock_seconds();
    if (!perfect_think(&engine->perfect, engine->shape, position, limits->lines, result))
        return false;
    for (int i = 0; i < result->count && has_time(limits); i++)
        complete_line(engine, position, limits, &result->lines[i], &result->nodes);
    result->seconds = clock_seconds() - begin;
    if (progress) progress(context, result);
    return true;
}

void engine_think(Engine *engine, Position position, const EngineLimits *limits,
                  EngineProgress *progress, void *context, EngineResult *result) {
    bool is_perfect = wants_perfect(engine, limits);
    if (is_perfect && think_perfectly(engine, position, limits, progress, context, result)) return;
    int64_t now = clock_ns();
    int empties = bits_count(position_empties(engine->shape, position));
    SearchLimits search = {.nodes = limits->nodes,
                           .lines = limits->lines,
                           .is_outcome_only = limits->is_outcome_only,
                           .outcome_at = limits->is_outcome_only ? limits->outcome_at : 0,
                           .stop = limits->stop};
    set_depth(limits, empties, &search);
    if (is_perfect && limits->level) {
        search.depth = empties;
        search.selectivity = SELECTIVITY_NONE;
    }
    if (limits->has_move_time) time_for_move(now, limits->move_seconds, &search);
    if (limits->has_clock)
        time_for_game(now, limits->clock_seconds, limits->increment_seconds, empties, &search);
    Watch watch = {progress, context, result};
    search_run(engine->search, position, &search, progress ? report : NULL, &watch, &engine->found);
    copy_result(&engine->found, result);
}

double engine_evaluate(const Engine *engine, Position position) {
    return in_discs(evaluation_value(&engine->evaluation, position));
}

void engine_stop(Engine *engine) {
    search_stop(engine->search);
}

void engine_rearm(Engine *engine) {
    search_rearm(engine->search);
}
