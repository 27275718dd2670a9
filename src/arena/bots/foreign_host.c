/* Makes a participant of a match play move by move for a front end. The front end may jump to
 * another game between two moves; the program is then started anew. */
#include "arena/bots/foreign_host.h"

#include <stdlib.h>

#include "base/clock.h"

#define GRACE_SECONDS 0.1 /* for pipes and scheduling, as in a match */
#define START_SECONDS 10.0

typedef struct Program {
    ForeignPlayer base;
    ParticipantSpec spec;
    const Shape *shape;
    Participant *participant;
    GameTerms terms;
    bool is_playing;        /* begun and not ended; the two below are of this game */
    Side side;              /* that the program plays */
    Transcript game;        /* as the program knows it */
    _Atomic bool must_stop; /* written by stop() on any thread */
    char protection[ISOLATION_TEXT_SIZE];
} Program;

static bool is_same_game(const Transcript *old, const Transcript *new) {
    if (old->start.side != new->start.side || old->count > new->count ||
        old->start.position.own != new->start.position.own ||
        old->start.position.opp != new->start.position.opp)
        return false;
    for (int i = 0; i < old->count; i++)
        if (old->moves[i].square != new->moves[i].square) return false;
    return true;
}

static void end_game(Program *self, bool has_failed) {
    if (self->is_playing) participant_end(self->participant, has_failed);
    self->is_playing = false;
}

static bool begin_game(Program *self, const Transcript *game, Failure *failure) {
    self->is_playing = true;
    self->side = game->end.side;
    return participant_begin(self->participant, &self->terms, game, self->side, failure);
}

static bool choose(Program *self, const Transcript *game, double seconds, Choice *choice,
                   Failure *failure) {
    double limit = seconds > 0 ? seconds + GRACE_SECONDS : self->terms.hard_seconds;
    Turn turn = {.game = game, .deadline_ns = clock_ns() + (int64_t)(limit * 1e9)};
    return participant_choose(self->participant, &turn, choice, failure);
}

static bool move(ForeignPlayer *player, const Transcript *game, double seconds, PlayerMove *out,
                 Error *error) {
    Program *self = (Program *)player;
    Choice choice = {.square = NO_MOVE};
    Failure failure = {.ending = ENDING_PLAYED_OUT};
    bool is_next = self->is_playing && self->terms.move_seconds == seconds &&
                   self->side == game->end.side && is_same_game(&self->game, game);
    if (!is_next) end_game(self, false);
    self->terms.move_seconds = seconds;
    int64_t begin = clock_ns();
    bool ok = is_next || begin_game(self, game, &failure);
    if (!is_next) begin = clock_ns(); /* getting ready costs no time of the move */
    ok = ok && choose(self, game, seconds, &choice, &failure);
    self->must_stop = false; /* one that comes before the move counts for it */
    *out = (PlayerMove){.square = choice.square,
                        .has_score = choice.has_score,
                        .score = choice.score,
                        .is_own_unit = choice.is_own_unit,
                        .depth = choice.depth,
                        .nodes = choice.nodes,
                        .seconds = (double)(clock_ns() - begin) * 1e-9,
                        .length = 1,
                        .pv = {(uint8_t)choice.square}};
    self->game = *game;
    if (ok) ok = transcript_add(&self->game, choice.square, false, error);
    if (ok) return true;
    end_game(self, true);
    if (failure.ending != ENDING_PLAYED_OUT)
        error_set(error, failure.ending == ENDING_STOPPED ? STATUS_STOPPED : STATUS_IO,
                  "player '%.30s' failed (%s): %.170s", self->spec.name,
                  ending_name(failure.ending), failure.text);
    return false;
}

static void stop(ForeignPlayer *player) {
    Program *self = (Program *)player;
    self->must_stop = true;
    participant_stop(self->participant);
}

static const char *protection(ForeignPlayer *player) {
    Program *self = (Program *)player;
    isolation_format(self->participant->isolation, self->protection);
    return self->protection;
}

static void release(ForeignPlayer *player) {
    Program *self = (Program *)player;
    end_game(self, false);
    participant_free(self->participant);
    participant_spec_release(&self->spec);
    free(self);
}

static const ForeignPlayerKind kind = {move, stop, protection, release};

static ForeignPlayer *open_program(const ForeignHost *host, const PlayerSpec *spec,
                                   const Shape *shape, Error *error) {
    const ArenaHost *arena = (const ArenaHost *)host;
    Program *self = calloc(1, sizeof *self);
    if (self == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for player '%.60s'", spec->text);
        return NULL;
    }
    ProcessOptions process = arena->process;
    process.stop = &self->must_stop;
    self->base.kind = &kind;
    self->shape = shape;
    double start = arena->hang_seconds < START_SECONDS ? arena->hang_seconds : START_SECONDS;
    self->terms = (GameTerms){.shape = shape,
                              .hard_seconds = arena->hang_seconds,
                              .grace_seconds = GRACE_SECONDS,
                              .start_seconds = start};
    if (participant_spec_parse(&self->spec, spec->text, shape, 0, &process, error)) {
        self->participant = participant_new(&self->spec, shape, error);
        if (self->participant != NULL) return &self->base;
        participant_spec_release(&self->spec);
    }
    free(self);
    return NULL;
}

ArenaHost arena_host(const ProcessOptions *process, double hang_seconds) {
    return (ArenaHost){{open_program}, *process, hang_seconds};
}
