/* `alphabeta`: the search of the textbooks, as the classic programs do it.
 *
 * Fixed depth, no table, no sorting: the moves in the program's own order, its rule for equal
 * moves, its values for finished games. Pruning changes how many nodes are visited and not the
 * move, but for two of the course's baselines (TIE_LAST_BOUND in eval/registry.h). What differs
 * from the originals is that a side without a move passes, as the rules say.
 *
 * Pure: no state outside the call, any number of threads. */
#ifndef SEARCH_TEXTBOOK_H
#define SEARCH_TEXTBOOK_H

#include "eval/registry.h"

enum { TEXTBOOK_MAX_DEPTH = 60 };

typedef struct TextbookOptions {
    int depth;                /* plies; 0: as the program does */
    bool is_minimax;          /* no pruning, to count what it saves */
    int64_t deadline_ns;      /* give up at this moment of clock_ns(); 0: never */
    const _Atomic bool *stop; /* give up when it becomes true; may be NULL */
} TextbookOptions;

typedef struct TextbookResult {
    int square;       /* PASS if there is no move, NO_MOVE if the game is over */
    double value;     /* in the evaluation's own unit, for the side to move */
    int depth;        /* plies asked for */
    uint64_t nodes;   /* positions visited, the root among them */
    bool is_complete; /* false: gave up; `square` is the best of what was searched so far, at
                       * least the first legal move */
} TextbookResult;

void textbook_run(const Opinion *opinion, Position position, const TextbookOptions *options,
                  TextbookResult *result);

/* Writes the moves in the order in which the program tries them; returns how many. */
int textbook_order(const Opinion *opinion, uint64_t moves, uint8_t squares[64]);

#endif
