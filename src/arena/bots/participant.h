/* A participant of a game: the one interface that makes in-process players and foreign programs of
 * all protocols look alike to the referee (arena/tournament/game.h).
 *
 * A participant plays one game at a time: begin, any number of choose, end. Every question carries
 * the whole game, and the participant finds out what is new in it; passes are forced by the rules
 * and never asked for. A participant belongs to one thread at a time. participant_spec.h makes
 * them. */
#ifndef ARENA_BOTS_PARTICIPANT_H
#define ARENA_BOTS_PARTICIPANT_H

#include "arena/bots/ending.h"
#include "record/transcript.h"

/* What a participant knows about a game before it starts. */
typedef struct GameTerms {
    const Shape *shape;
    uint64_t seed;        /* for players that play at random: differs by game and colour */
    int depth;            /* asked for by the user; 0: as the player likes */
    double move_seconds;  /* for each move; 0: no limit */
    double clock_seconds; /* for all moves of one side; 0: no limit */
    double hard_seconds;  /* how long one answer may take at most, grace periods included */
    double grace_seconds; /* how much later than allowed an answer may arrive */
    double start_seconds; /* how long a program may take to get ready */
} GameTerms;

/* One question. */
typedef struct Turn {
    const Transcript *game; /* the side to move of game->end must have a move */
    double clock_seconds;   /* left, if the terms have a clock */
    int64_t deadline_ns;    /* the answer must be there by then */
} Turn;

/* The answer. What a participant does not tell stays 0. */
typedef struct Choice {
    int square;
    bool has_score;
    double score;     /* seen from the side to move: discs, or the player's own unit */
    bool is_own_unit; /* the latter */
    int depth;
    uint64_t nodes;
} Choice;

typedef struct Participant Participant;

typedef struct ParticipantKind {
    /* Gets ready for a game that begins with the moves of *opening, for one side of it. */
    bool (*begin)(Participant *self, const GameTerms *terms, const Transcript *opening, Side side,
                  Failure *failure);
    bool (*choose)(Participant *self, const Turn *turn, Choice *choice, Failure *failure);
    /* The game is over; `has_failed` says that this participant failed, so that a foreign program
     * gets no quit command. Must work after any failure. */
    void (*end)(Participant *self, bool has_failed);
    void (*free)(Participant *self);
    /* Makes a running `choose` return soon, with a move or with ENDING_STOPPED. Any thread. NULL
     * for foreign programs, whose sandbox reads ProcessOptions.stop. */
    void (*stop)(Participant *self);
} ParticipantKind;

struct Participant {
    const ParticipantKind *kind;
    unsigned isolation; /* what a foreign program of the last game ran under; 0: in-process */
};

static inline bool participant_begin(Participant *self, const GameTerms *terms,
                                     const Transcript *opening, Side side, Failure *failure) {
    return self->kind->begin(self, terms, opening, side, failure);
}

static inline bool participant_choose(Participant *self, const Turn *turn, Choice *choice,
                                      Failure *failure) {
    return self->kind->choose(self, turn, choice, failure);
}

static inline void participant_end(Participant *self, bool has_failed) {
    self->kind->end(self, has_failed);
}

static inline void participant_stop(Participant *self) {
    if (self->kind->stop != NULL) self->kind->stop(self);
}

static inline void participant_free(Participant *self) {
    if (self != NULL) self->kind->free(self);
}

#endif
