/* What the files that implement include/bianca.h share: the way between its plain values and our
 * own types.
 *
 * Public numbers of squares and sets have no gaps between rows; ours have the layout of the Shape.
 * Everything that comes in is checked here, once, before any other code sees it. */
#ifndef ENGINE_API_H
#define ENGINE_API_H

#include "bianca.h"
#include "engine/engine.h"
#include "game/position.h"

struct BiancaEngine {
    Shape shape; /* the engine and its evaluation point at it */
    int threads;
    Engine *engine;
    EngineResult result; /* large, so not on the caller's stack */
};

/* Copies one of our errors to the caller's (which may be NULL) and returns its status. */
BiancaStatus api_fail(BiancaError *to, const Error *from);

/* Checks a position and fills *shape and *board, which borrows *shape. */
bool api_open(const BiancaPosition *position, Shape *shape, Board *board, Error *error);

/* The same for a position that must be on the board `shape`. */
bool api_open_on(const BiancaPosition *position, const Shape *shape, Position *out, Error *error);

/* The limits of a search, for one line. */
bool api_limits(const BiancaLimits *limits, EngineLimits *out, Error *error);

/* Whether these are seconds to think: not negative, and a number. */
bool api_seconds(double seconds, Error *error);

/* The way back. */
BiancaPosition api_close(const Board *board);

/* Squares, with BIANCA_PASS as PASS and everything else that is no square as NO_MOVE. */
int api_square_in(const Shape *shape, int square);
int api_square_out(const Shape *shape, int square);

#endif
