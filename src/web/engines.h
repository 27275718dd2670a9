/* A few engines that the searches of all pages share.
 *
 * An engine belongs to one board and a number of threads, and what it learned about a game is worth
 * keeping: a search gets the engine that the same page used last, if that is free; else a free one
 * of the same kind; else the least recently used one is replaced. */
#ifndef WEB_ENGINES_H
#define WEB_ENGINES_H

#include "engine/engine.h"

typedef struct Engines Engines;

typedef struct EnginesOptions {
    int count;        /* how many may think at the same time */
    int threads;      /* of each, at most; 0: one per processor */
    int hash_mb;      /* of each */
    const char *book; /* of engine players: see player_use_book(); NULL: none */
} EnginesOptions;

Engines *engines_new(const EnginesOptions *options, Error *error);

/* All engines must have been given back. */
void engines_free(Engines *engines);

/* An engine on loan, and the place it came from. */
typedef struct EngineLoan {
    Engine *engine;
    int place;
} EngineLoan;

/* How many threads an engine has at most. */
int engines_threads(const Engines *engines);

/* Waits for a free engine and hands it out, with as many threads as asked for: 0 or more than there
 * may be mean the most. `session` names the page. Fails with STATUS_STOPPED
 * when *stop became true (call engines_wake then), or with the reason why no engine could be made.
 */
bool engines_take(Engines *engines, const Shape *shape, int threads, const char *session,
                  const _Atomic bool *stop, EngineLoan *loan, Error *error);
void engines_give(Engines *engines, EngineLoan loan);

/* The book of the options, or NULL. */
const char *engines_book(const Engines *engines);

/* Makes those who wait look at their `stop` again. */
void engines_wake(Engines *engines);

#endif
