/* Players by kind: each kind chooses a move in its own function, and all random choices are drawn
 * from one seed. The engine, plain alpha-beta, variety and the beginner's errors are in files of
 * their own. */
#include "engine/player.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/clock.h"
#include "engine/alphabeta.h"
#include "engine/beginner.h"
#include "engine/book_play.h"
#include "engine/parameters_text.h"
#include "engine/time.h"
#include "engine/variety.h"
#include "eval/registry.h"
#include "game/rules.h"

enum { BEGINNER_HASH_MB = 1 }; /* three plies need no table */

struct Player {
    PlayerSpec spec;
    const Shape *shape;
    Engine *engine;   /* PLAYER_ENGINE and PLAYER_BEGINNER; NULL: none lent yet */
    bool is_borrower; /* `engine` is lent, and the caller's */
    Book *book;       /* PLAYER_ENGINE; NULL: none */
    EngineProgress *progress;
    void *context;            /* of progress */
    Evaluation evaluation;    /* PLAYER_ALPHABETA */
    uint64_t seed;            /* of this game and side */
    _Atomic bool must_stop;   /* PLAYER_ALPHABETA; written by player_stop() on any thread */
    const _Atomic bool *stop; /* PLAYER_ALPHABETA: must_stop, or the flag of a caller who lends */
};

static bool uses_engine(const PlayerSpec *spec) {
    return spec->kind == PLAYER_ENGINE || spec->kind == PLAYER_BEGINNER;
}

static bool open_engine(Player *self, Error *error) {
    const PlayerSpec *spec = &self->spec;
    bool is_beginner = spec->kind == PLAYER_BEGINNER;
    SearchParameters parameters = search_parameters_standard();
    if (!search_parameters_parse(&parameters, spec->search, error)) return false;
    EngineOptions options = {
        .threads = spec->threads ? (int)spec->threads : 1,
        .hash_mb = spec->hash_mb ? (int)spec->hash_mb
                   : is_beginner ? (int)BEGINNER_HASH_MB
                                 : PLAYER_DEFAULT_HASH_MB,
        .eval = spec->eval[0] ? spec->eval : NULL,
        .weights = spec->weights[0] ? spec->weights : NULL,
        .parameters = &parameters,
    };
    self->engine = engine_new(self->shape, &options, error);
    return self->engine != NULL;
}

/* An engine on loan is as its owner made it. */
static bool can_borrow(const PlayerSpec *spec, Error *error) {
    if (!spec->threads && !spec->hash_mb && !spec->eval[0] && !spec->weights[0] && !spec->search[0])
        return true;
    error_set(error, STATUS_BAD_INPUT,
              "player '%.60s': threads, hash, eval, weights and search cannot be chosen here",
              spec->text);
    return false;
}

/* The book that the player's own string names. */
static bool open_book(Player *self, Error *error) {
    const char *word = self->spec.book;
    if (!word[0]) return true;
    if (!book_open_named(&self->book, word, self->shape, error)) return false;
    if (!self->book || book_is_for(self->book, self->shape)) return true;
    error_set(error, STATUS_BAD_INPUT, "player '%.60s': the book is for another board than %dx%d",
              self->spec.text, self->shape->width, self->shape->height);
    return false;
}

static bool open_player(Player *self, Error *error) {
    const PlayerSpec *spec = &self->spec;
    switch (spec->kind) {
    case PLAYER_RANDOM: return true;
    case PLAYER_ENGINE:
    case PLAYER_BEGINNER:
        return open_book(self, error) &&
               (self->is_borrower ? can_borrow(spec, error) : open_engine(self, error));
    case PLAYER_ALPHABETA:
        return evaluation_open(&self->evaluation, self->shape, spec->eval, spec->weights, error);
    default: break;
    }
    error_set(error, STATUS_UNSUPPORTED, "player '%.60s' is a program of its own", spec->text);
    return false;
}

static Player *make(const PlayerSpec *spec, const Shape *shape, bool is_borrower, Error *error) {
    Player *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(error, STATUS_NO_MEMORY, "no memory for player '%.60s'", spec->text);
        return NULL;
    }
    self->spec = *spec;
    self->shape = shape;
    self->is_borrower = is_borrower;
    self->stop = &self->must_stop;
    player_begin(self, 0, BLACK);
    if (open_player(self, error)) return self;
    player_free(self);
    return NULL;
}

Player *player_new(const PlayerSpec *spec, const Shape *shape, Error *error) {
    return make(spec, shape, false, error);
}

Player *player_new_borrowing(const PlayerSpec *spec, const Shape *shape, Error *error) {
    return make(spec, shape, true, error);
}

void player_free(Player *self) {
    if (!self) return;
    if (!self->is_borrower) engine_free(self->engine);
    evaluation_close(&self->evaluation);
    book_close(self->book);
    free(self);
}

bool player_use_book(Player *self, const char *word, Error *error) {
    Book *book;
    if (self->spec.kind != PLAYER_ENGINE || self->spec.book[0]) return true;
    if (!book_open_named(&book, word, self->shape, error)) return false;
    if (book && !book_is_for(book, self->shape)) {
        book_close(book);
        book = NULL;
    }
    book_close(self->book);
    self->book = book;
    return true;
}

bool player_book(const Player *self, Position position, EngineResult *result) {
    return book_think(self->book, self->shape, position, result);
}

bool player_needs_engine(const Player *self) {
    return self->is_borrower && uses_engine(&self->spec);
}

void player_lend(Player *self, Engine *engine, const _Atomic bool *stop) {
    self->engine = engine;
    self->stop = stop ? stop : &self->must_stop;
}

const char *player_name(const Player *self) {
    return self->spec.text;
}

const char *player_eval_name(const Player *self) {
    return self->spec.kind == PLAYER_ALPHABETA ? self->evaluation.program->name : NULL;
}

bool player_prunes(const Player *self) {
    return self->spec.kind == PLAYER_ALPHABETA && !self->spec.is_minimax &&
           !self->evaluation.program->search.is_minimax;
}

void player_begin(Player *self, uint64_t game, Side side) {
    if (self->engine && !self->is_borrower) engine_clear(self->engine);
    uint64_t seed = random_mix((uint64_t)self->spec.seed) + game;
    self->seed = random_mix(seed) + (side == WHITE);
}

/* The random numbers of this game and side at a position. */
static Random random_at(const Player *self, Position position) {
    return random_seeded(random_mix(random_mix(self->seed + position.own) + position.opp));
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
                           .selectivity = (int)spec->selectivity,
                           .nodes = (uint64_t)spec->nodes};
    if (spec->kind == PLAYER_BEGINNER) limits = beginner_limits((int)spec->level);
    limits.move_seconds = clock.move_seconds;
    limits.clock_seconds = clock.clock_seconds;
    limits.increment_seconds = clock.increment_seconds;
    limits.has_move_time = clock.has_move_time;
    limits.has_clock = clock.has_clock;
    bool has_limit =
        limits.level || limits.depth || limits.nodes || clock.has_move_time || clock.has_clock;
    if (!has_limit) limits.level = PLAYER_DEFAULT_LEVEL;
    return limits;
}

static void play_line(const EngineLine *line, PlayerMove *move) {
    move->square = line->pv[0];
    move->score = line->score;
    move->is_exact = line->is_exact;
    move->depth = line->depth;
    move->length = line->length;
    for (int i = 0; i < line->length; i++) move->pv[i] = line->pv[i];
}

/* A move from the book, if it has the position. */
static bool move_by_book(Player *self, Position position, PlayerMove *move) {
    EngineResult result;
    if (!book_think(self->book, self->shape, position, &result)) return false;
    Random random = random_at(self, position);
    double discs = variety_applies(self->shape, position) ? self->spec.variety : 0;
    int line = discs > 0 ? book_choose(&result, discs, &random) : 0;
    move->end = ENGINE_BOOK;
    move->has_score = true;
    play_line(&result.lines[line], move);
    return true;
}

static void move_by_engine(Player *self, Position position, const PlayerClock *clock,
                           PlayerMove *move) {
    EngineLimits limits = player_limits(self, clock);
    EngineResult result;
    bool has_variety = self->spec.variety > 0 && variety_applies(self->shape, position);
    if (has_variety) limits.lines = VARIETY_LINES;
    engine_think(self->engine, position, &limits, self->progress, self->context, &result);
    move->nodes = result.nodes;
    move->end = result.end;
    if (result.count == 0) return;
    Random random = random_at(self, position);
    move->has_score = true;
    play_line(&result.lines[has_variety ? variety_choose(&result, self->spec.variety, &random) : 0],
              move);
}

static void move_by_beginner(Player *self, Position position, const PlayerClock *clock,
                             PlayerMove *move) {
    EngineLimits limits = player_limits(self, clock);
    EngineResult result;
    engine_think(self->engine, position, &limits, NULL, NULL, &result);
    move->nodes = result.nodes;
    move->end = result.end;
    if (result.count == 0) return;
    Random random = random_at(self, position);
    play_line(&result.lines[beginner_choose(&result, (int)self->spec.level, &random)], move);
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
                                .stop = self->stop};
    AlphabetaResult result;
    alphabeta_run(&self->evaluation, position, &options, &result);
    move->square = result.square;
    move->has_score = true;
    move->is_own_unit = true;
    move->score = result.value;
    move->depth = result.depth;
    move->nodes = result.nodes;
    if (result.square == NO_MOVE) move->end = ENGINE_GAME_OVER;
    if (!result.is_complete) move->end = *self->stop ? ENGINE_STOPPED : ENGINE_TIME_LIMIT;
}

static void move_at_random(const Player *self, Position position, PlayerMove *move) {
    uint64_t moves = rules_moves(self->shape, position.own, position.opp);
    Random random = random_at(self, position);
    if (moves)
        move->square = rules_random_move(moves, &random);
    else if (rules_is_over(self->shape, position))
        move->end = ENGINE_GAME_OVER;
    else
        move->square = PASS;
}

void player_move(Player *self, Position position, const PlayerClock *clock, PlayerMove *move) {
    *move = (PlayerMove){.square = NO_MOVE};
    if (self->spec.kind == PLAYER_RANDOM) {
        move_at_random(self, position, move); /* reads no clock: thousands of games a second */
    } else {
        double begin = clock_seconds();
        switch (self->spec.kind) {
        case PLAYER_ENGINE:
            if (!move_by_book(self, position, move)) move_by_engine(self, position, clock, move);
            break;
        case PLAYER_BEGINNER: move_by_beginner(self, position, clock, move); break;
        default: move_by_alphabeta(self, position, clock, move); break;
        }
        move->seconds = clock_seconds() - begin;
    }
    if (move->length == 0 && move->square != NO_MOVE) {
        move->length = 1;
        move->pv[0] = (uint8_t)move->square;
    }
}

bool player_failure(const Player *self, Error *error) {
    if (self->spec.kind == PLAYER_ALPHABETA) return evaluation_failure(&self->evaluation, error);
    return self->engine && engine_failure(self->engine, error);
}

void player_watch(Player *self, EngineProgress *progress, void *context) {
    self->progress = progress;
    self->context = context;
}

Engine *player_engine(Player *self) {
    return self->spec.kind == PLAYER_ENGINE ? self->engine : NULL;
}

void player_stop(Player *self) {
    self->must_stop = true;
    if (self->engine) engine_stop(self->engine);
}

void player_rearm(Player *self) {
    self->must_stop = false;
    if (self->engine) engine_rearm(self->engine);
}
