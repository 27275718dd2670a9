/* A player of this process (engine/player.h) as a participant. The arena cannot kill it, only ask
 * it to hurry; if it is late even so, it loses the game like any participant. */
#include <stdlib.h>

#include "arena/bots/participant_spec.h"
#include "base/clock.h"
#include "engine/player.h"

typedef struct InProcess {
    Participant base;
    Player *player;
    GameTerms terms;
} InProcess;

static bool begin(Participant *participant, const GameTerms *terms, const Transcript *opening,
                  Side side, Failure *failure) {
    InProcess *self = (InProcess *)participant;
    (void)opening, (void)failure;
    self->terms = *terms;
    player_begin(self->player, terms->seed, side);
    return true;
}

static bool choose(Participant *participant, const Turn *turn, Choice *choice, Failure *failure) {
    InProcess *self = (InProcess *)participant;
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
                       .is_own_unit = move.is_own_unit,
                       .depth = move.depth,
                       .nodes = move.nodes};
    return true;
}

static void end(Participant *participant, bool has_failed) {
    (void)participant, (void)has_failed;
}

static void stop(Participant *participant) {
    player_stop(((InProcess *)participant)->player);
}

static void release(Participant *participant) {
    player_free(((InProcess *)participant)->player);
    free(participant);
}

static const ParticipantKind kind = {begin, choose, end, release, stop};

Participant *in_process_new(const PlayerSpec *player, const Shape *shape, Error *error) {
    InProcess *self = calloc(1, sizeof *self);
    if (self == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for player '%.60s'", player->text);
        return NULL;
    }
    self->base.kind = &kind;
    self->player = player_new(player, shape, error);
    if (self->player != NULL) return &self->base;
    free(self);
    return NULL;
}
