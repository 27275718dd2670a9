/* The classic programs by name, and the simple evaluations people start from.
 *
 * A ClassicProgram is one file in classic/ and one row in registry.c: what it is called, where it
 * comes from, on which boards it works, how it values a position, and how the program searches with
 * it (engine/alphabeta.h does that). Nothing else needs to know about it: the players, `bianca
 * eval` and `bianca players` read the rows. evaluation_from_program() binds a row to a board. */
#ifndef EVAL_REGISTRY_H
#define EVAL_REGISTRY_H

#include "eval/evaluation.h"

/* What a classic evaluation may look at. Most need only the two sets of discs; some ask who is to
 * move, and one values the whole line that led here. */
typedef struct EvalInput {
    const Evaluation *evaluation; /* the one that asks; `pattern` needs it to reach its weights */
    const Shape *shape;
    const GameKernel *rules; /* legal moves */
    const double *weights;   /* of each square, from ClassicProgram.table; zeros if that is NULL */
    uint64_t mine, theirs;   /* the player whose value is asked for, and the opponent */
    bool mine_to_move;
    uint64_t root_mine, root_theirs; /* where the line began; both empty: there is no line */
    int last_square;                 /* played last on the line, passes aside; or NO_MOVE */
} EvalInput;

/* What a value is made of: the sum of value * weight over all terms is the evaluation. */
typedef struct EvalTerm {
    const char *name;
    double value, weight;
} EvalTerm;

enum { EVAL_MAX_TERMS = 16 };

typedef struct EvalTerms {
    int count;
    EvalTerm list[EVAL_MAX_TERMS];
} EvalTerms;

/* Notes a term, if `terms` is not NULL, and returns its share: value * weight. */
double terms_add(EvalTerms *terms, const char *name, double value, double weight);

/* How a classic program searches: always to a fixed depth, but each with rules of its own. */
typedef enum PassRule {
    PASS_COSTS_PLY,
    PASS_ENDS_LINE, /* a side without a move is evaluated on the spot */
} PassRule;

typedef enum EndRule {
    END_IS_LEAF,  /* a finished game is valued like any other position */
    END_IS_WIN,   /* +-win_value, or 0, by majority, and stuck_value */
    END_IS_DISCS, /* difference in discs */
} EndRule;

/* Which of equal moves at the root. */
typedef enum TieRule {
    TIE_FIRST,
    TIE_LAST,
    TIE_LAST_BOUND, /* the last, and a move that a cut-off shows to be no better than the best so
                     * far counts as equal: what alpha-beta does when it is given that rule without
                     * further thought. Without pruning it is TIE_LAST */
} TieRule;

typedef enum MoveOrder {
    ORDER_ROWS,  /* row by row from a1 */
    ORDER_RINGS, /* the outermost ring row by row, then the next one, and so on inwards */
} MoveOrder;

typedef struct ClassicSearch {
    int plies;
    MoveOrder order;
    TieRule tie;
    bool is_minimax; /* the program does not prune */
    bool is_negamax; /* leaves are valued for the side to move, not for the root's */
    bool truncates;  /* leaf values are truncated to integers */
    double limit;    /* leaf values are kept within +-limit; 0: no limit */
    PassRule pass;
    double stuck_value; /* with PASS_ENDS_LINE: added for a root player, subtracted for an opponent,
                         * who cannot move before the last ply or when the game is over */
    EndRule end;
    double win_value;
    double infinity; /* what the program takes for infinity: windows and best values start there,
                      * and a move that is worse never becomes the best. 0: beyond every value */
} ClassicSearch;

typedef struct ClassicProgram {
    const char *name;
    const char *summary; /* one line, no full stop */
    const char *origin;
    const char *boards;       /* "8x8", "9x7,8x8": where it is at home */
    bool is_home_only;        /* refuse every other board */
    const double (*table)[4]; /* weights by distance from the nearer side and from the nearer end,
                               * at most 3 each: table[row][column]; or NULL */
    double disc; /* how much of the value is one disc of final score: by regression over
                  * the middle games of 2,000 games */
    double (*value)(const EvalInput *input, EvalTerms *terms);
    /* The same in 1/EVAL_DISC disc for the full search, from integers and several times faster;
     * NULL: value() / disc serves. */
    int (*fast_value)(const Evaluation *self, Position position);
    ClassicSearch search;
} ClassicProgram;

/* All of them, in the order in which lists show them. */
extern const ClassicProgram *const classic_programs[];
extern const int classic_program_count;

/* The program with that name (`length` bytes), or NULL. */
const ClassicProgram *classic_program_find(const char *name, size_t length);

/* Binds a program's evaluation to a board, which must outlive it. Refuses a board that the program
 * does not know, leaving *evaluation alone. The result owns nothing and needs no closing. */
bool evaluation_from_program(Evaluation *evaluation, const ClassicProgram *program,
                             const Shape *shape, Error *error);

/* What a formula is asked about a position for its side to move, without a line. */
EvalInput evaluation_input(const Evaluation *evaluation, Position position);

/* How a position came about, for the evaluations that ask: where the line began, in the view of
 * the side to move now, and the square played last (NO_MOVE if none was). */
typedef struct EvalLine {
    Position begin;
    int last_square;
} EvalLine;

/* The value of a position for the side to move, in the program's own unit. `line` may be NULL:
 * there is none. `terms` may be NULL; otherwise it receives what the value is made of. */
double evaluation_explain(const Evaluation *evaluation, Position position, const EvalLine *line,
                          EvalTerms *terms);

#endif
