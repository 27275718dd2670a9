/* What a search of the engine found: all that a front end sees of it.
 *
 * engine/engine.h fills these plain values, engine/result_text.h turns them into text and JSON.
 * The field names in `--json` and in the HTTP API are the ones used here, without `is_`. */
#ifndef ENGINE_RESULT_H
#define ENGINE_RESULT_H

#include <stdbool.h>
#include <stdint.h>

enum { ENGINE_MAX_PV = 64, ENGINE_MAX_LINES = 64 };

/* Why a search ended. */
typedef enum EngineEnd {
    ENGINE_FINISHED,   /* reached the depth asked for, or solved the position */
    ENGINE_ONLY_MOVE,  /* there was only one move, and no score was asked for */
    ENGINE_GAME_OVER,  /* neither side can move */
    ENGINE_STOPPED,    /* engine_stop() */
    ENGINE_NODE_LIMIT, /* EngineLimits.nodes */
    ENGINE_TIME_LIMIT, /* a time of EngineLimits */
    ENGINE_BOOK,       /* nothing was searched: the moves come from a book (engine/book_play.h) */
} EngineEnd;

/* Who wins with best play, for the side to move. */
typedef enum EngineOutcome {
    ENGINE_UNKNOWN, /* not proven */
    ENGINE_LOSS,
    ENGINE_DRAW,
    ENGINE_WIN,
} EngineOutcome;

/* A ranked move with its principal variation. */
typedef struct EngineLine {
    double score;    /* discs for the side to move at the end of the game, empties to the winner;
                      * a multiple of 1/128, whole if exact */
    int depth;       /* plies */
    int selectivity; /* percent that a forward-pruning cut is right: 73 to 100; 100: no pruning */
    bool is_exact;   /* the score is proven, not estimated */
    int length;      /* moves in pv, at least 1 unless the game is over */
    uint8_t pv[ENGINE_MAX_PV]; /* squares, or PASS; pv[0] is the move */
} EngineLine;

typedef struct EngineResult {
    int count; /* lines found: 1, or what EngineLimits.lines asked for; 0 only if the game is over,
                * and then lines[0].score is the final score */
    EngineLine lines[ENGINE_MAX_LINES]; /* best first */
    uint64_t nodes;
    double seconds; /* negative: not known, and left out of texts */
    EngineEnd end;
    EngineOutcome outcome; /* where it is proven, the score may still be an estimate */
} EngineResult;

/* Receives what a search has found so far, on the thread that searches. */
typedef void EngineProgress(void *context, const EngineResult *so_far);

#endif
