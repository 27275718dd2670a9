/* Somebody who plays: the one interface behind which in-process players and foreign programs of all
 * protocols look alike to the referee.
 *
 * A contestant plays one game at a time: begin, any number of choose, end. It is told the whole
 * game at every question and finds out itself what is new; passes are forced by the rules and never
 * asked for. A contestant belongs to one thread at a time. */
#ifndef ARENA_BOTS_PARTICIPANT_H
#define ARENA_BOTS_PARTICIPANT_H

#include "record/transcript.h"
#include "sandbox/ending.h"

/* What a player knows about a game before it starts. */
typedef struct GameTerms {
    const Shape *shape;
    uint64_t seed;        /* for whoever plays at random: differs by game and colour */
    int depth;            /* asked for by the user; 0: as the player likes */
    double move_seconds;  /* for each move; 0: no limit */
    double clock_seconds; /* for all moves of one side; 0: no limit */
    double hard_seconds;  /* how long one answer may take at most, with all courtesies */
    double slack_seconds; /* how much later than allowed an answer may arrive */
    double start_seconds; /* how long a program may take to get ready */
} GameTerms;

/* One question. */
typedef struct Turn {
    const Transcript *game; /* the side to move of game->end must have a move */
    double clock_seconds;   /* left, if the terms have a clock */
    int64_t deadline_ns;    /* the answer must be there by then */
} Turn;

/* The answer. What a player does not tell stays 0. */
typedef struct Choice {
    int square;
    bool has_score;
    double score; /* in the player's own unit, seen from the side to move */
    int depth;
    uint64_t nodes;
} Choice;

typedef struct Contestant Contestant;

typedef struct ContestantKind {
    /* Gets ready for a game that begins with the moves of *opening, for one side of it. */
    bool (*begin)(Contestant *self, const GameTerms *terms, const Transcript *opening, Side side,
                  Failure *failure);
    bool (*choose)(Contestant *self, const Turn *turn, Choice *choice, Failure *failure);
    /* The game is over; `has_failed` says that it was by this one's fault, so that no farewell is
     * due. Must work after any failure. */
    void (*end)(Contestant *self, bool has_failed);
    void (*free)(Contestant *self);
    /* Makes a running `choose` return soon, with a move or with ENDING_STOPPED. Any thread. NULL
     * for those who look at ProcessOptions.stop themselves. */
    void (*stop)(Contestant *self);
} ContestantKind;

struct Contestant {
    const ContestantKind *kind;
    unsigned isolation; /* what a foreign program of the last game ran under; 0: in-process */
};

static inline bool contestant_begin(Contestant *self, const GameTerms *terms,
                                    const Transcript *opening, Side side, Failure *failure) {
    return self->kind->begin(self, terms, opening, side, failure);
}

static inline bool contestant_choose(Contestant *self, const Turn *turn, Choice *choice,
                                     Failure *failure) {
    return self->kind->choose(self, turn, choice, failure);
}

static inline void contestant_end(Contestant *self, bool has_failed) {
    self->kind->end(self, has_failed);
}

static inline void contestant_stop(Contestant *self) {
    if (self->kind->stop != NULL) self->kind->stop(self);
}

static inline void contestant_free(Contestant *self) {
    if (self != NULL) self->kind->free(self);
}

#endif
