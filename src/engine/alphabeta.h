/* `alphabeta`: plain alpha-beta, as the classic programs search.
 *
 * Fixed depth, no table, no sorting: the moves in the program's own order, its rule for equal
 * moves, its values for finished games. Pruning changes how many nodes are visited and not the
 * move, but for two of the course's baselines (TIE_LAST_BOUND in eval/registry.h). What differs
 * from the originals is that a side without a move passes, as the rules say.
 *
 * Pure: no state outside the call, any number of threads. */
#ifndef ENGINE_ALPHABETA_H
#define ENGINE_ALPHABETA_H

#include "eval/registry.h"

enum { ALPHABETA_MAX_DEPTH = 60 };

typedef struct AlphabetaOptions {
    int depth;                /* plies; 0: as the program does */
    bool is_minimax;          /* no pruning, to count what it saves */
    int64_t deadline_ns;      /* give up at this moment of clock_ns(); 0: never */
    const _Atomic bool *stop; /* give up when it becomes true; may be NULL */
} AlphabetaOptions;

typedef struct AlphabetaResult {
    int square;       /* PASS if there is no move, NO_MOVE if the game is over */
    double value;     /* in the evaluation's own unit, for the side to move */
    int depth;        /* plies asked for */
    uint64_t nodes;   /* positions visited, the root among them */
    bool is_complete; /* false: gave up; `square` is the best of what was searched so far, at
                       * least the first legal move */
} AlphabetaResult;

void alphabeta_run(const Evaluation *evaluation, Position position, const AlphabetaOptions *options,
                   AlphabetaResult *result);

/* Writes the moves in the order in which the program tries them; returns how many. */
int alphabeta_order(const Evaluation *evaluation, uint64_t moves, uint8_t squares[64]);

#endif
