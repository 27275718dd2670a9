/* What the solver of a table of perfect play (perfect_maker.c) and the maker of its rows
 * (perfect_rows.c) share. */
#ifndef BOARDS_PERFECT_PRIVATE_H
#define BOARDS_PERFECT_PRIVATE_H

#include <stdatomic.h>

#include "base/bits.h"
#include "boards/perfect_maker.h"
#include "boards/perfect_nodes.h"
#include "engine/engine.h"
#include "engine/perfect.h"
#include "game/rules.h"
#include "game/symmetry.h"

enum {
    /* Positions with more empties are always stored. They share one transposition table, so that
     * later solves reuse earlier ones. */
    PERFECT_ALWAYS_EMPTIES = 24,
    PERFECT_NEVER_EMPTIES = 19, /* up to here none is: the engine solves it in time */
};

/* A thread's two engines: `deep` keeps its table, `fresh` clears it before every position. */
typedef struct PerfectWorker {
    Engine *deep, *fresh;
    EngineResult result;
} PerfectWorker;

typedef struct PerfectMaker {
    const PerfectMakerOptions *options;
    const Shape *shape;
    PerfectNodes nodes;
    PerfectWorker *workers;
    Position *roots;
    size_t *order_of; /* tasks: those of which least is known first */
    size_t count, own_roots;
    _Atomic size_t done;
    _Atomic uint64_t searched; /* nodes of all workers */
    PerfectProgress *progress;
    void *context;
    PerfectReport *report;
} PerfectMaker;

static inline Position perfect_after(const Shape *shape, Position position, int square) {
    return position_after(position, square, rules_flips(shape, square, position.own, position.opp));
}

static inline uint64_t perfect_moves_of(const Shape *shape, Position position) {
    return rules_moves(shape, position.own, position.opp);
}

static inline int perfect_empties_of(const Shape *shape, Position position) {
    return bits_count(position_empties(shape, position));
}

static inline Position perfect_canonical(const Shape *shape, Position position, uint64_t *key) {
    int symmetry = 0;
    *key = perfect_key(shape, position, &symmetry);
    return symmetry_position(shape, symmetry, position);
}

/* Whether the table must have a solved position. */
static inline bool perfect_is_wanted(const PerfectMaker *maker, const PerfectNode *node,
                                     int empties) {
    return empties > PERFECT_ALWAYS_EMPTIES || node->nodes > (uint64_t)maker->options->cheap_nodes;
}

/* The table as bytes that the caller frees, from what was solved; NULL with the reason. */
uint8_t *perfect_rows_make(PerfectMaker *maker, size_t *length, Error *error);

#endif
