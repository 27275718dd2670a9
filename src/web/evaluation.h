/* The field `eval` of a request: a classic evaluation, bound to the request's board. */
#ifndef WEB_EVALUATION_H
#define WEB_EVALUATION_H

#include <jansson.h>

#include "eval/registry.h"

enum { EVALUATION_NAME_LIMIT = 40 };

/* "positional" if the field is missing. The shape must outlive it. */
bool evaluation_read(Evaluation *evaluation, const Shape *shape, const json_t *request,
                     Error *error);

#endif
