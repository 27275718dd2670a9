/* A player's move: the engine at a level, a classic program as it was, or one at random.
 *
 * Players are named as everywhere: `engine:level=12,variety=1`, `miniproject3`,
 * `miniproject3:depth=4`, `random`. Besides, `beginner:N` (1 to BEGINNERS) is for people who play
 * their first games: it looks one or two moves ahead and errs by several discs, less with each N.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/options.h"
#include "engine/alphabeta.h"
#include "engine/player_spec.h"
#include "engine/variety.h"
#include "eval/registry.h"
#include "game/rules.h"
#include "web/fields.h"
#include "web/think.h"

enum { PLAYER_LIMIT = 60, BEGINNERS = 5 };

typedef enum Kind { KIND_ENGINE, KIND_CLASSIC, KIND_RANDOM, KIND_BEGINNER } Kind;

typedef struct Plan {
    Shape shape;
    Board board; /* borrows shape */
    Kind kind;
    int strength;   /* level, depth or the beginner's number */
    double variety; /* of the engine, see engine/variety.h; and its seed */
    uint64_t seed;
    double seconds;
    Evaluation evaluation;
} Plan;

/* What a beginner of each strength does: plies ahead, and by how many discs he errs. */
static const struct {
    int depth;
    double error;
} beginners[BEGINNERS + 1] = {{0, 0}, {1, 16}, {1, 9}, {2, 6}, {2, 4}, {3, 2.5}};

/* Only where nobody asked for moves that can be repeated. */
static Random fresh_random(void) {
    return random_seeded((uint64_t)clock_ns());
}

static bool read_number(const char *text, const char *key, int64_t max, int *out, Error *error) {
    int64_t number;
    size_t length = strlen(key);
    if (strncmp(text, key, length) != 0 || text[length] != '=') {
        error_set(error, STATUS_BAD_INPUT, "field 'player': expected %s=NUMBER, not '%.30s'", key,
                  text);
        return false;
    }
    if (!options_integer(key, text + length + 1, 1, max, &number, error)) return false;
    *out = (int)number;
    return true;
}

static bool read_beginner(Plan *plan, const char *text, Error *error) {
    int64_t number;
    if (!options_integer("beginner", text, 1, BEGINNERS, &number, error)) return false;
    plan->kind = KIND_BEGINNER;
    plan->strength = (int)number;
    return true;
}

/* Of the engine's settings those that concern nobody else. */
static bool read_engine(Plan *plan, const char *text, Error *error) {
    PlayerSpec spec;
    if (!player_spec_parse(&spec, text, strlen(text), error)) return false;
    if (spec.depth || spec.nodes || spec.seconds > 0 || spec.threads || spec.hash_mb ||
        spec.eval[0] || spec.weights[0]) {
        error_set(error, STATUS_BAD_INPUT,
                  "field 'player': the engine takes level, variety and seed here, not '%.40s'",
                  text);
        return false;
    }
    plan->kind = KIND_ENGINE;
    plan->strength = (int)spec.level;
    plan->variety = spec.variety;
    plan->seed = spec.seed ? (uint64_t)spec.seed : fresh_random().state;
    return true;
}

static bool read_player(Plan *plan, const char *text, Error *error) {
    size_t length = strcspn(text, ":");
    const char *rest = text[length] == ':' ? text + length + 1 : NULL;
    plan->strength = 0;
    plan->variety = 0;
    if (length == 6 && strncmp(text, "random", 6) == 0 && !rest) {
        plan->kind = KIND_RANDOM;
        return true;
    }
    if (length == 8 && strncmp(text, "beginner", 8) == 0 && rest)
        return read_beginner(plan, rest, error);
    if (length == 6 && strncmp(text, "engine", 6) == 0) return read_engine(plan, text, error);
    const ClassicProgram *classic = classic_program_find(text, length);
    if (!classic) {
        error_set(error, STATUS_BAD_INPUT, "field 'player': there is no player '%.40s'", text);
        return false;
    }
    plan->kind = KIND_CLASSIC;
    return evaluation_from_program(&plan->evaluation, classic, &plan->shape, error) &&
           (!rest || read_number(rest, "depth", ALPHABETA_MAX_DEPTH, &plan->strength, error));
}

static void *plan_move(const json_t *request, Error *error) {
    Plan *plan = aligned_alloc(_Alignof(Plan), sizeof *plan);
    const char *player;
    if (!plan) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a player");
        return NULL;
    }
    if (position_input_read(&plan->shape, &plan->board, request, error) &&
        fields_text(request, "player", "engine", PLAYER_LIMIT, &player, error) &&
        fields_number(request, "seconds", 10, 0, THINK_MAX_SECONDS, &plan->seconds, error) &&
        read_player(plan, player, error))
        return plan;
    free(plan);
    return NULL;
}

static int random_move(const Plan *plan) {
    Position position = plan->board.position;
    uint64_t moves = rules_moves(&plan->shape, position.own, position.opp);
    if (!moves) return rules_is_over(&plan->shape, position) ? NO_MOVE : PASS;
    Random random = fresh_random();
    return rules_random_move(moves, &random);
}

static void answer_move(Job *job, const Plan *plan, int square, const EngineLine *line) {
    json_t *answer = json_pack("{s:o}", "move", json_square(&plan->shape, square));
    if (line && line->depth > 0) {
        json_object_set_new(answer, "score", json_real(line->score));
        json_object_set_new(answer, "exact", json_boolean(line->is_exact));
        json_object_set_new(answer, "depth", json_integer(line->depth));
    }
    job_answer(job, answer);
}

/* The line that looks best to somebody who errs. */
static const EngineLine *err(const EngineResult *result, double error) {
    Random random = fresh_random();
    const EngineLine *chosen = &result->lines[0];
    double best = -INFINITY;
    for (int i = 0; i < result->count; i++) {
        double noise = random_unit(&random) + random_unit(&random) - 1; /* around 0, within 1 */
        double value = result->lines[i].score + 2 * error * noise;
        if (value <= best) continue;
        best = value;
        chosen = &result->lines[i];
    }
    return chosen;
}

static void run_engine(Job *job, const Plan *plan) {
    bool is_beginner = plan->kind == KIND_BEGINNER;
    EngineLimits limits = {.has_move_time = true, .move_seconds = plan->seconds};
    if (is_beginner) {
        limits.depth = beginners[plan->strength].depth;
        limits.lines = ENGINE_MAX_LINES;
    } else {
        limits.level = plan->strength;
    }
    bool has_variety = plan->variety > 0 && variety_applies(&plan->shape, plan->board.position);
    if (has_variety) limits.lines = VARIETY_LINES;
    EngineResult result;
    Engine *engine = job_borrow_engine(job, &plan->shape);
    if (!engine) return;
    engine_think(engine, plan->board.position, &limits, NULL, NULL, &result);
    if (job_is_stopped(job)) return;
    const EngineLine *line = &result.lines[0];
    if (is_beginner)
        line = err(&result, beginners[plan->strength].error);
    else if (has_variety)
        line += variety_choose(&result, plan->variety, plan->seed, plan->board.position);
    bool is_over = result.end == ENGINE_GAME_OVER;
    answer_move(job, plan, is_over ? NO_MOVE : line->pv[0], is_beginner ? NULL : line);
}

static void run_classic(Job *job, const Plan *plan) {
    int64_t limit_ns = (int64_t)(plan->seconds * 1e9);
    AlphabetaOptions options = {
        .depth = plan->strength, .deadline_ns = clock_ns() + limit_ns, .stop = job_stop_flag(job)};
    AlphabetaResult result;
    alphabeta_run(&plan->evaluation, plan->board.position, &options, &result);
    if (!job_is_stopped(job)) answer_move(job, plan, result.square, NULL);
}

static void run_move(Job *job, void *work) {
    const Plan *plan = work;
    switch (plan->kind) {
    case KIND_ENGINE:
    case KIND_BEGINNER: run_engine(job, plan); break;
    case KIND_CLASSIC: run_classic(job, plan); break;
    case KIND_RANDOM: answer_move(job, plan, random_move(plan), NULL); break;
    }
}

const ThinkVerb think_move = {
    .name = "move",
    .fields = "session " POSITION_FIELDS " player seconds",
    .plan = plan_move,
    .run = run_move,
};
