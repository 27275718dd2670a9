/* See player.h. */
#include "engine/player.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/clock.h"
#include "engine/alphabeta.h"
#include "engine/time.h"
#include "engine/variety.h"
#include "eval/evaluation.h"
#include "game/rules.h"

struct Player {
    PlayerSpec spec;
    const Shape *shape;
    Engine *engine; /* PLAYER_ENGINE */
    EngineProgress *progress;
    void *context;          /* of progress */
    Evaluation evaluation;  /* PLAYER_ALPHABETA */
    uint64_t seed;          /* of this game and side */
    Random random;          /* PLAYER_RANDOM */
    _Atomic bool must_stop; /* PLAYER_ALPHABETA; written by player_stop() on any thread */
};

static bool open_engine(Player *self, Error *error) {
    const PlayerSpec *spec = &self->spec;
    EngineOptions options = {
        .threads = spec->threads ? (int)spec->threads : 1,
        .hash_mb = spec->hash_mb ? (int)spec->hash_mb : PLAYER_DEFAULT_HASH_MB,
        .eval = spec->eval[0] ? spec->eval : NULL,
        .weights = spec->weights[0] ? spec->weights : NULL,
    };
    self->engine = engine_new(self->shape, &options, error);
    return self->engine != NULL;
}

static bool open_player(Player *self, Error *error) {
    const PlayerSpec *spec = &self->spec;
    switch (spec->kind) {
    case PLAYER_RANDOM: return true;
    case PLAYER_ENGINE: return open_engine(self, error);
    case PLAYER_ALPHABETA:
        return evaluation_open(&self->evaluation, self->shape, spec->eval, spec->weights, error);
    default: break;
    }
    error_set(error, STATUS_UNSUPPORTED, "player '%.60s' is a program of its own", spec->text);
    return false;
}

Player *player_new(const PlayerSpec *spec, const Shape *shape, Error *error) {
    Player *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(error, STATUS_NO_MEMORY, "no memory for player '%.60s'", spec->text);
        return NULL;
    }
    self->spec = *spec;
    self->shape = shape;
    player_begin(self, 0, BLACK);
    if (open_player(self, error)) return self;
    player_free(self);
    return NULL;
}

void player_free(Player *self) {
    if (!self) return;
    engine_free(self->engine);
    evaluation_close(&self->evaluation);
    free(self);
}

const char *player_name(const Player *self) {
    return self->spec.text;
}

void player_begin(Player *self, uint64_t game, Side side) {
    if (self->engine) engine_clear(self->engine);
    uint64_t seed = random_mix((uint64_t)self->spec.seed) + game;
    self->seed = random_mix(seed) + (side == WHITE);
    self->random = random_seeded(self->seed);
}

/* A limit that both the player's own settings and the clock may have. */
static PlayerClock own_clock(const PlayerSpec *spec, const PlayerClock *clock) {
    PlayerClock both = clock ? *clock : (PlayerClock){.has_clock = false};
    if (spec->seconds > 0 && !(both.has_move_time && both.move_seconds < spec->seconds)) {
        both.has_move_time = true;
        both.move_seconds = spec->seconds;
    }
    return both;
}

EngineLimits player_limits(const Player *self, const PlayerClock *given) {
    const PlayerSpec *spec = &self->spec;
    PlayerClock clock = own_clock(spec, given);
    EngineLimits limits = {.level = (int)spec->level,
                           .depth = (int)spec->depth,
                           .nodes = (uint64_t)spec->nodes,
                           .move_seconds = clock.move_seconds,
                           .clock_seconds = clock.clock_seconds,
                           .increment_seconds = clock.increment_seconds,
                           .has_move_time = clock.has_move_time,
                           .has_clock = clock.has_clock};
    bool has_limit =
        spec->level || spec->depth || spec->nodes || clock.has_move_time || clock.has_clock;
    if (!has_limit) limits.level = PLAYER_DEFAULT_LEVEL;
    return limits;
}

static void move_by_engine(Player *self, Position position, const PlayerClock *clock,
                           PlayerMove *move) {
    EngineLimits limits = player_limits(self, clock);
    EngineResult result;
    bool has_variety = self->spec.variety > 0 && variety_applies(self->shape, position);
    if (has_variety) limits.lines = VARIETY_LINES;
    engine_think(self->engine, position, &limits, self->progress, self->context, &result);
    move->nodes = result.nodes;
    if (result.count == 0) return;
    int chosen =
        has_variety ? variety_choose(&result, self->spec.variety, self->seed, position) : 0;
    const EngineLine *line = &result.lines[chosen];
    move->square = line->pv[0];
    move->has_score = true;
    move->score = line->score;
    move->is_exact = line->is_exact;
    move->depth = line->depth;
    move->length = line->length;
    for (int i = 0; i < line->length; i++) move->pv[i] = line->pv[i];
}

static void move_by_alphabeta(Player *self, Position position, const PlayerClock *clock,
                              PlayerMove *move) {
    int empties = bits_count(position_empties(self->shape, position));
    int64_t now = clock_ns();
    SearchLimits limits = {.deadline_ns = 0};
    if (clock && clock->has_move_time) time_for_move(now, clock->move_seconds, &limits);
    if (clock && clock->has_clock)
        time_for_game(now, clock->clock_seconds, clock->increment_seconds, empties, &limits);
    AlphabetaOptions options = {.depth = (int)self->spec.depth,
                                .is_minimax = self->spec.is_minimax,
                                .deadline_ns = limits.deadline_ns,
                                .stop = &self->must_stop};
    AlphabetaResult result;
    alphabeta_run(&self->evaluation, position, &options, &result);
    move->square = result.square;
    move->has_score = true;
    move->score = result.value;
    move->depth = result.depth;
    move->nodes = result.nodes;
}

static void move_at_random(Player *self, Position position, PlayerMove *move) {
    uint64_t moves = rules_moves(self->shape, position.own, position.opp);
    if (!moves) {
        move->square = rules_is_over(self->shape, position) ? NO_MOVE : PASS;
        return;
    }
    move->square = rules_random_move(moves, &self->random);
}

void player_move(Player *self, Position position, const PlayerClock *clock, PlayerMove *move) {
    *move = (PlayerMove){.square = NO_MOVE};
    if (self->spec.kind == PLAYER_RANDOM) {
        move_at_random(self, position, move); /* no clock is read: thousands of games a second */
    } else {
        double begin = clock_seconds();
        if (self->spec.kind == PLAYER_ENGINE)
            move_by_engine(self, position, clock, move);
        else
            move_by_alphabeta(self, position, clock, move);
        move->seconds = clock_seconds() - begin;
    }
    if (move->length == 0 && move->square != NO_MOVE) {
        move->length = 1;
        move->pv[0] = (uint8_t)move->square;
    }
}

void player_watch(Player *self, EngineProgress *progress, void *context) {
    self->progress = progress;
    self->context = context;
}

Engine *player_engine(Player *self) {
    return self->engine;
}

void player_stop(Player *self) {
    self->must_stop = true;
    if (self->engine) engine_stop(self->engine);
}

void player_rearm(Player *self) {
    self->must_stop = false;
    if (self->engine) engine_rearm(self->engine);
}
