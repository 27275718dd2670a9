/* Whoever is entered for a match or tournament: a player string, checked, with a name.
 *
 * `random:seed=7` is its own name; `old=gtp:./bot` is called old. From an entrant any number of
 * contestants can be seated, one per thread. */
#ifndef ARENA_BOTS_PARTICIPANT_SPEC_H
#define ARENA_BOTS_PARTICIPANT_SPEC_H

#include "arena/bots/foreign.h"
#include "engine/player_spec.h"

enum { ENTRANT_NAME_SIZE = 128 };

typedef struct Entrant {
    char name[ENTRANT_NAME_SIZE];
    PlayerSpec spec;
    ExternalOptions external; /* of a foreign program */
} Entrant;

/* Reads a player string, with or without a name, and makes sure that it can play on this board: an
 * in-process player is made once, a foreign program started once. `depth` (0: none) goes to players
 * whose string does not say their own. On success the entrant must be released. */
bool entrant_parse(Entrant *entrant, const char *text, const Shape *shape, int depth,
                   const ProcessOptions *process, Error *error);
void entrant_release(Entrant *entrant);

/* A contestant, to be freed with contestant_free(). Shape and entrant must outlive it. */
Contestant *entrant_seat(const Entrant *entrant, const Shape *shape, Error *error);

/* Whether it can begin a game only at the usual start, with moves from there. */
bool entrant_needs_start(const Entrant *entrant);

/* A player of this process as a contestant; private to entrant.c. */
Contestant *inprocess_new(const PlayerSpec *spec, const Shape *shape, Error *error);

#endif
