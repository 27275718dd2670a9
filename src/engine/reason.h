/* Why a move was a mistake, in the terms of the game: a corner given up, no safe move left, a wall
 * opened, parity lost.
 *
 * A reason is found by comparing the lines after the played and after the best move, and it is
 * checked: its cause is taken out of the position, for both moves alike, and both are searched
 * again. A reason counts only if at least half of the loss vanishes with its cause. `share` says
 * how much does. */
#ifndef ENGINE_REASON_H
#define ENGINE_REASON_H

#include "engine/engine.h"

typedef enum ReasonCode {
    REASON_CORNER,          /* the opponent takes the corner `square`, as `line` shows */
    REASON_CORNER_MISSED,   /* the best line takes the corner `square`, as `line` shows */
    REASON_EDGE,            /* the opponent gets the edge square `square`, as `line` shows */
    REASON_SAFE_MOVES,      /* safe moves left after the reply: `played`; `best` after the best */
    REASON_PASS,            /* has to pass, as `line` shows */
    REASON_OPPONENT_PASSES, /* the opponent has no move: the same side must move again */
    REASON_PARITY,          /* leaves an odd number of empty squares in `region` */
    REASON_WALL,            /* frontier discs: `before` and after the move, `played`, `best` */
    REASON_MOBILITY,        /* legal moves: `played` against `played_opp`, `best`, `best_opp` */
    REASON_DISCS,           /* turns `played` discs where the best move turns `best` */
    REASON_REPLY,           /* one reply, `square`, punishes it; it turns `played` discs */
    REASON_CODES,
} ReasonCode;

enum { REASONS_MAX = 3 /* given for a move */, REASON_LINE_MAX = 9 };

typedef struct Reason {
    ReasonCode code;
    double share;                  /* 0.5 to 1 */
    int square;                    /* or NO_MOVE */
    uint64_t region;               /* of parity, before the move; else empty */
    int before;                    /* what these count, the code says */
    int played, best;              /* after the played and after the best move */
    int played_opp, best_opp;      /* of the opponent */
    int length;                    /* of the line, which shows what happens; may be 0 */
    uint8_t line[REASON_LINE_MAX]; /* begins with the played move; that of a corner missed with
                                    * the best one */
} Reason;

/* "corner", "corner-missed", "edge", "safe-moves", "pass", "opponent-passes", "parity", "wall",
 * "mobility", "discs", "reply". */
const char *reason_name(ReasonCode code);

/* A mistake to be explained. */
typedef struct Mistake {
    const Shape *shape;
    Position position;               /* before the move */
    const EngineLine *best, *played; /* begin with the two moves */
    double loss;                     /* discs */
} Mistake;

/* Finds up to REASONS_MAX reasons, the most important one first, and returns how many; -1 if it was
 * stopped. Searches with the engine, REASON_DEPTH or another `depth` for each check; stops with
 * `stop`, which may be NULL. */
int reasons_find(Engine *engine, const Mistake *mistake, int depth, const _Atomic bool *stop,
                 Reason reasons[REASONS_MAX]);

enum { REASON_DEPTH = 8 };

/* Checks a reason that reasons_find() gave again, with searches of another depth. */
bool reasons_confirm(Engine *engine, const Mistake *mistake, int depth, const Reason *reason);

#endif
