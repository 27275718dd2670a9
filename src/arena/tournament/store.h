/* Results in an SQLite file, so that the same command resumes a killed run.
 *
 * A game is stored in one transaction the moment it ends: after a crash it is there whole or not at
 * all, and never twice. The file remembers which tournament it belongs to and refuses any other.
 * Only the number of games may differ: more of the same can be played later.
 *
 * Built without SQLite (WITH_SQLITE not defined), opening fails with a line that says so. */
#ifndef ARENA_TOURNAMENT_STORE_H
#define ARENA_TOURNAMENT_STORE_H

#include "arena/tournament/tournament.h"

/* What makes a tournament this one. */
typedef struct StoreSignature {
    char text[8192]; /* one `key: value` per line */
} StoreSignature;

/* Board, participants, openings, seed and terms. `openings` is as the user wrote it. */
void store_sign(StoreSignature *signature, const TournamentOptions *options, const char *openings);

/* Opens or makes the file. Refuses one that belongs to another tournament and says in what. */
Store *store_open(const char *path, const StoreSignature *signature, Error *error);
void store_close(Store *store);

/* Fills in the results that are there. */
bool store_load(Store *store, Tournament *tournament, Error *error);

/* Adds one game. */
bool store_save(Store *store, const GameResult *result, Error *error);

#endif
