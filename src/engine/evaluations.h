/* Evaluations for front ends: the list of the classic programs, and one evaluation opened by name,
 * which explains its value of a position and goes into plain alpha-beta (engine/alphabeta.h).
 *
 * A front end holds an Evaluation by its pointer and never looks inside. */
#ifndef ENGINE_EVALUATIONS_H
#define ENGINE_EVALUATIONS_H

#include "base/text.h"
#include "game/position.h"

typedef struct Evaluation Evaluation; /* eval/evaluation.h */

/* One row of the list of classic programs. The texts live as long as the program. */
typedef struct EvaluationInfo {
    const char *name, *summary, *origin;
    const char *boards; /* where it is at home: "all", "8x8", "9x7,8x8" */
    bool is_home_only;  /* refuses every other board */
    int plies;          /* that its program looks ahead */
} EvaluationInfo;

/* Fills row `index` of the list, from 0; false past the last one. */
bool evaluations_info(int index, EvaluationInfo *info);

/* Whether a classic program has this name. */
bool evaluations_has(const char *name);

/* Opens an evaluation as evaluation_open() does: by the name of a classic program, `pattern` or
 * NULL for the best there is; `weights` is a weight file or NULL. The shape must outlive it. NULL
 * on failure, with the reason. */
Evaluation *evaluations_open(const Shape *shape, const char *name, const char *weights,
                             Error *error);
void evaluations_close(Evaluation *evaluation); /* may be NULL */

/* The name of the evaluation in use. */
const char *evaluations_name(const Evaluation *evaluation);

/* How a position came about, for the evaluations that ask: where the line began, in the view of the
 * side to move now, and the square played last (NO_MOVE if none was). */
typedef struct EvaluationLine {
    Position begin;
    int last_square;
} EvaluationLine;

enum { EXPLANATION_MAX_TERMS = 16 };

/* The value of a position for the side to move, in the evaluation's own unit, and what it is made
 * of: the sum of value * weight over all terms. */
typedef struct Explanation {
    double value;
    int count;
    struct {
        const char *name;
        double value, weight;
    } terms[EXPLANATION_MAX_TERMS];
    const double *square_weights; /* of the 64 squares; the evaluation's, NULL if it has none */
} Explanation;

/* Evaluates a position without searching. `line` may be NULL: there is none. */
void evaluations_explain(const Evaluation *evaluation, Position position,
                         const EvaluationLine *line, Explanation *out);

enum { EXPLANATION_JSON_SIZE = EXPLANATION_MAX_TERMS * 320 + SHAPE_MAX_SQUARES * 24 + 256 };

/* The explanation as JSON, for `bianca eval` and the HTTP API (docs/api.md): members of an object
 * without its braces: `eval` (the name), `side`, `value`, `terms` and `table`, the weights of the
 * squares row by row or null. */
void explanation_json(Text *out, const Board *board, const char *name,
                      const Explanation *explanation);

/* Whether it is a plug-in that has failed; *error (may be NULL) then says how. */
bool evaluations_failure(const Evaluation *evaluation, Error *error);

#endif
