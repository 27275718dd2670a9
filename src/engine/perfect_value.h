/* The result of a position with perfect play, shown beside games on small boards. */
#ifndef ENGINE_PERFECT_VALUE_H
#define ENGINE_PERFECT_VALUE_H

#include "engine/engine.h"

typedef struct PerfectValue {
    int value;  /* for Black, empties to the winner */
    int square; /* a move that keeps it; PASS; NO_MOVE if the game is over */
} PerfectValue;

/* Finds it within so many seconds; false if that is too short, or the engine does not play this
 * board perfectly (engine_is_perfect). `stop` may be NULL. */
bool perfect_value(Engine *engine, const Board *board, double seconds, const _Atomic bool *stop,
                   PerfectValue *out);

/* Discs of a side at the end of a game with that value. */
int perfect_discs(const Shape *shape, int value, Side side);

/* What a move of `side` cost that changed the value: 0 if it was perfect. */
int perfect_loss(Side side, int before, int after);

#endif
