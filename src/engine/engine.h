/* The engine: one board, one evaluation, one search with its table and threads, and the policies
 * that turn what people ask for (a level, seconds, a game clock) into limits of the search.
 *
 * Any number of engines can live in one process. An engine never prints. One thread at a time may
 * call engine_think(); engine_stop() may be called from any thread and from a signal handler. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "engine/result.h"
#include "game/position.h"

/* From ENGINE_PERFECT_LEVEL on, boards of at most ENGINE_PERFECT_SQUARES squares are played
 * perfectly: from the table of their first moves (engine/perfect.h), then by solving. */
enum { ENGINE_PERFECT_LEVEL = 21, ENGINE_PERFECT_SQUARES = 36 };

enum { ENGINE_MAX_LEVEL = 60, ENGINE_MAX_THREADS = 256, ENGINE_DEFAULT_HASH_MB = 256 };

struct SearchParameters;
struct Evaluation; /* engine/evaluations.h explains its values */

typedef struct EngineOptions {
    int threads;         /* 0: one per processor */
    int hash_mb;         /* 0: ENGINE_DEFAULT_HASH_MB */
    const char *eval;    /* name of an evaluation (eval/registry.h); NULL: the best for the board */
    const char *weights; /* a weight file instead of the embedded weights; NULL: embedded */
    const struct SearchParameters *parameters; /* search/parameters.h; NULL: as shipped */
} EngineOptions;

/* What to think about: how deep or how long, and how sure. Of level, depth, nodes and time one is
 * usually given; where several are, the first that is reached ends the search. All zero means:
 * solve exactly. */
typedef struct EngineLimits {
    int level;            /* 1 .. 60: depth, and the number of empties from which to solve */
    int depth;            /* plies; at or beyond the empty squares: to the end, exactly */
    int selectivity;      /* percent: 73, 87, 95, 98, 99, or 100 for no pruning at all. 0: 73, but
                           * 100 to the end of the game; a level has its own */
    uint64_t nodes;       /* about this many nodes */
    double move_seconds;  /* for this move; negative means none left: answer at once */
    double clock_seconds; /* left for the rest of the game */
    double increment_seconds;      /* added to the clock after each move */
    bool has_move_time, has_clock; /* whether the three fields above are given */
    int lines;                     /* how many best moves to rank; 0 and 1: only one */
    bool is_outcome_only;     /* prove who wins, not by how much; for limits that reach the end */
    int outcome_at;           /* discs: with is_outcome_only, the score that counts as a draw */
    const _Atomic bool *stop; /* ends the search when it becomes true; may be NULL */
} EngineLimits;

/* Whether there is a selectivity with that percent; if not, the error says which there are. */
bool engine_selectivity_exists(int percent, Error *error);

typedef struct Engine Engine;

/* The shape must outlive the engine. NULL on failure, with the reason. */
Engine *engine_new(const Shape *shape, const EngineOptions *options, Error *error);
void engine_free(Engine *engine);

/* An engine for a new game on the board *wanted: *engine if that is its board, without what it has
 * learned, else another in its place. *engine may be NULL; *shape is where the caller keeps its
 * board. On failure *engine is NULL. */
bool engine_renew(Engine **engine, Shape *shape, const Shape *wanted, const EngineOptions *options,
                  Error *error);

/* The evaluation in use: "pattern", "handmade", "miniproject3", ... */
const char *engine_eval_name(const Engine *engine);
const struct Evaluation *engine_evaluation(const Engine *engine);

/* Forgets what it learned from earlier positions: a new game. */
void engine_clear(Engine *engine);

/* Whether the engine can play the board perfectly: with its own evaluation, on a small board. */
bool engine_is_perfect(const Engine *engine);

/* Finds the best move(s). Always finds a legal move, however small the limits, unless the game is
 * over or the side to move must pass: then lines[0].pv[0] is PASS and its score is that of the
 * position after the pass. Calls `progress`, unless NULL, after each iteration and for each new
 * best move. */
void engine_think(Engine *engine, Position position, const EngineLimits *limits,
                  EngineProgress *progress, void *context, EngineResult *result);

/* The static evaluation of a position, in discs for the side to move. */
double engine_evaluate(const Engine *engine, Position position);

/* Whether the engine's evaluation is a plug-in that has failed; *error (may be NULL) then says how,
 * and results are not worth anything. */
bool engine_failure(const Engine *engine, Error *error);

/* Makes engine_think() return soon; and lets later ones run again. */
void engine_stop(Engine *engine);
void engine_rearm(Engine *engine);

#endif
