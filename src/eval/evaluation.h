/* An evaluation chosen by name, with everything it stands on, ready for both ways to search.
 *
 * The names are those of the registry, and `pattern` for learned weights. An Evaluation is only
 * read once open, but must stay where it is: its parts point at each other. */
#ifndef EVAL_EVALUATION_H
#define EVAL_EVALUATION_H

#include "eval/registry.h"
#include "eval/weights.h"

typedef struct Evaluation {
    Evaluator evaluator; /* for the full search */
    Opinion opinion;     /* for plain alpha-beta, and to explain a value */
    Weights *weights;    /* owned; NULL unless the evaluation is `pattern` */
} Evaluation;

/* Whether there is an evaluation of that name, on whatever board; if not, the error says which one
 * is nearest. */
bool evaluation_exists(const char *name, Error *error);

/* Opens the evaluation `name` for a board, which must outlive it; NULL or "" means the best there
 * is: learned weights, or `handmade` for a board that has none. `weights` is a weight file to use
 * instead of those inside the program; NULL or "" for none. An unknown name is refused with the
 * nearest one; nothing needs closing then. */
bool evaluation_open(Evaluation *evaluation, const Shape *shape, const char *name,
                     const char *weights, Error *error);
void evaluation_close(Evaluation *evaluation);

#endif
