/* Plain alpha-beta, as the classic programs search: `best --search alphabeta`, the classic players,
 * and the tree that the page draws.
 *
 * Fixed depth, no table: the moves in the program's own order, its rule for equal moves, its values
 * for finished games. Pruning changes how many nodes are visited and not the move, but for the
 * programs that take bounds for values (TIE_LAST_BOUND in eval/registry.h). What differs from the
 * originals is that a side without a move at the root passes, as the rules say.
 *
 * The visitor sees every node of the search that chooses the move, so a drawn tree is the real
 * one. All values are from the view of the side to move at the root, MAX.
 *
 * Pure: no state outside the call, any number of threads. */
#ifndef ENGINE_ALPHABETA_H
#define ENGINE_ALPHABETA_H

#include "game/position.h"

typedef struct Evaluation Evaluation; /* eval/evaluation.h; front ends: engine/evaluations.h */

enum { ALPHABETA_MAX_DEPTH = 60 };

/* Why the search left a node. */
typedef enum AlphabetaReason {
    ALPHABETA_ALL_MOVES, /* every move was searched */
    ALPHABETA_ALPHA_CUT, /* a MIN node: MAX already has at least as much elsewhere */
    ALPHABETA_BETA_CUT,  /* a MAX node: MIN already has as little elsewhere */
    ALPHABETA_DEPTH,     /* the depth is used up: evaluated */
    ALPHABETA_NO_MOVE,   /* the side to move must pass, where the program ends the line */
    ALPHABETA_GAME_OVER, /* neither side can move */
    ALPHABETA_REASONS,
} AlphabetaReason;

/* "complete", "alpha", "beta", "depth", "pass", "end". */
const char *alphabeta_reason_name(AlphabetaReason reason);

typedef struct AlphabetaNode {
    Position position;  /* for the side to move */
    bool is_max;        /* the side to move at the root is to move here */
    int move;           /* that led here: a square or PASS; NO_MOVE at the root */
    int last_square;    /* played last, passes aside; NO_MOVE if none was */
    int depth;          /* plies left to look ahead */
    double alpha, beta; /* the window on entry */

    /* Known when the node is left. */
    double value;
    AlphabetaReason reason;
    int best;               /* the move of that value; NO_MOVE if none was searched */
    const uint8_t *skipped; /* the moves that a cut-off saved, in their order */
    int skipped_count;
} AlphabetaNode;

/* Called on entering and on leaving each node, depth first. A node that is given up (see the limits
 * of AlphabetaOptions) is never left. The node is valid during the call. */
typedef struct AlphabetaVisitor {
    void (*enter)(void *context, const AlphabetaNode *node);
    void (*leave)(void *context, const AlphabetaNode *node);
    void *context;
} AlphabetaVisitor;

typedef enum AlphabetaOrder {
    ALPHABETA_AS_PROGRAM, /* the program's own order */
    ALPHABETA_BEST_FIRST, /* by static value, to see what sorting gains */
    ALPHABETA_WORST_FIRST,
} AlphabetaOrder;

typedef struct AlphabetaOptions {
    int depth;                       /* plies; 0: as the program does */
    bool is_minimax;                 /* no pruning, to count what it saves */
    AlphabetaOrder order;            /* in which moves are tried */
    uint64_t root_moves;             /* search these moves of the root alone; 0: all */
    uint64_t nodes;                  /* give up beyond this many; 0: no limit */
    int64_t deadline_ns;             /* give up at this moment of clock_ns(); 0: never */
    const _Atomic bool *stop;        /* give up when it becomes true; may be NULL */
    const AlphabetaVisitor *visitor; /* may be NULL */
} AlphabetaOptions;

typedef struct AlphabetaResult {
    int square;       /* PASS if there is no move, NO_MOVE if the game is over */
    double value;     /* in the evaluation's own unit, for the side to move */
    int depth;        /* plies asked for */
    bool is_minimax;  /* nothing was pruned, by request or because the program does not */
    uint64_t nodes;   /* positions visited, the root among them */
    bool is_complete; /* false: gave up; `square` is the best of what was searched so far, at
                       * least the first legal move */
} AlphabetaResult;

void alphabeta_run(const Evaluation *evaluation, Position position, const AlphabetaOptions *options,
                   AlphabetaResult *result);

/* The value of one move of the root, searched by itself and so no bound, whatever is pruned. */
typedef struct AlphabetaMove {
    int square;
    double value;
} AlphabetaMove;

/* Ranks the legal moves: `first` (the move that the program chooses) first, then by value, equal
 * ones in the order in which the program tries them. Returns how many were searched before it had
 * to give up; adds to *nodes. `options` as for alphabeta_run(), without a visitor. */
int alphabeta_rank(const Evaluation *evaluation, Position position, const AlphabetaOptions *options,
                   int first, AlphabetaMove moves[64], uint64_t *nodes);

/* Writes the moves in the order in which the program tries them; returns how many. */
int alphabeta_order(const Evaluation *evaluation, uint64_t moves, uint8_t squares[64]);

#endif
