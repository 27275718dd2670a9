/* The entry of a participant in a match or tournament: a player string, checked, with a name.
 *
 * A player with a plug-in (`plugin:./my_eval.so`) becomes a foreign program: this one, in the
 * sandbox, speaking GTP as that player. So a plug-in that crashes or hangs costs its game.
 *
 * `random:seed=7` is its own name; `old=gtp:./bot` is called old. From one spec any number of
 * participants can be made, one per thread. */
#ifndef ARENA_BOTS_PARTICIPANT_SPEC_H
#define ARENA_BOTS_PARTICIPANT_SPEC_H

#include "arena/bots/foreign.h"
#include "base/sha256.h"
#include "engine/player_spec.h"

enum { PARTICIPANT_NAME_SIZE = 128 };

typedef struct ParticipantSpec {
    char name[PARTICIPANT_NAME_SIZE];
    PlayerSpec player;
    ForeignOptions foreign; /* of a foreign program */
    char *plugin;           /* the file of a plug-in, owned; NULL for others */
} ParticipantSpec;

/* Reads a player string, with or without a name, and makes sure that it can play on this board: an
 * in-process player is made once, a foreign program started once. `depth` (0: none) goes to players
 * whose string gives no limit of any kind. On success the spec must be released. */
bool participant_spec_parse(ParticipantSpec *spec, const char *text, const Shape *shape, int depth,
                            const ProcessOptions *process, Error *error);
void participant_spec_release(ParticipantSpec *spec);

/* The SHA-256 in hexadecimal of the files that decide how it plays: weights, a plug-in, a foreign
 * program and the files among its arguments; not those that they read themselves. Empty if there
 * are none. */
bool participant_spec_hash(const ParticipantSpec *spec, char hash[2 * SHA256_SIZE + 1],
                           Error *error);

/* Whether it can begin a game only at the usual start, with moves from there. */
bool participant_needs_start(const ParticipantSpec *spec);

/* A participant, to be freed with participant_free(). Shape and spec must outlive it. */
Participant *participant_new(const ParticipantSpec *spec, const Shape *shape, Error *error);

/* A player of this process as a participant; private to participant_spec.c. */
Participant *in_process_new(const PlayerSpec *player, const Shape *shape, Error *error);

#endif
