/* A player of this process (engine/player.h) as a contestant. It cannot be killed, only asked to
 * hurry: if it is late nevertheless, it has lost like anybody else. */
#include <stdlib.h>

#include "arena/bots/participant_spec.h"
#include "base/clock.h"
#include "engine/player.h"

typedef struct Inprocess {
    Contestant base;
    Player *player;
    GameTerms terms;
} Inprocess;

static bool begin(Contestant *contestant, const GameTerms *terms, const Transcript *opening,
                  Side side, Failure *failure) {
    Inprocess *self = (Inprocess *)contestant;
    (void)opening, (void)failure;
    self->terms = *terms;
    player_begin(self->player, terms->seed, side);
    return true;
}

static bool choose(Contestant *contestant, const Turn *turn, Choice *choice, Failure *failure) {
    Inprocess *self = (Inprocess *)contestant;
    PlayerMove move;
    PlayerClock clock = {.has_move_time = self->terms.move_seconds > 0,
                         .move_seconds = self->terms.move_seconds,
                         .has_clock = self->terms.clock_seconds > 0,
                         .clock_seconds = turn->clock_seconds};
    bool is_timed = clock.has_move_time || clock.has_clock;
    player_move(self->player, turn->game->end.position, is_timed ? &clock : NULL, &move);
    if (is_timed && clock_ns() > turn->deadline_ns)
        return failure_set(failure, ENDING_TIMEOUT, "took %.3f seconds", move.seconds);
    *choice = (Choice){.square = move.square,
                       .has_score = move.has_score,
                       .score = move.score,
                       .depth = move.depth,
                       .nodes = move.nodes};
    return true;
}

static void end(Contestant *contestant, bool has_failed) {
    (void)contestant, (void)has_failed;
}

static void stop(Contestant *contestant) {
    player_stop(((Inprocess *)contestant)->player);
}

static void release(Contestant *contestant) {
    player_free(((Inprocess *)contestant)->player);
    free(contestant);
}

static const ContestantKind kind = {begin, choose, end, release, stop};

Contestant *inprocess_new(const PlayerSpec *spec, const Shape *shape, Error *error) {
    Inprocess *self = calloc(1, sizeof *self);
    if (self == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for player '%.60s'", spec->text);
        return NULL;
    }
    self->base.kind = &kind;
    self->player = player_new(spec, shape, error);
    if (self->player != NULL) return &self->base;
    free(self);
    return NULL;
}
