/* The field `eval` of a request: a classic program's evaluation, opened for the request's board. */
#ifndef WEB_EVALUATION_H
#define WEB_EVALUATION_H

#include <jansson.h>

#include "engine/evaluations.h"

enum { EVALUATION_NAME_LIMIT = 40 };

/* "positional" if the field is missing. The shape must outlive the evaluation, which the caller
 * closes. NULL with the reason if there is no such program or it does not know the board. */
Evaluation *evaluation_read(const Shape *shape, const json_t *request, Error *error);

#endif
