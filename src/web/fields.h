/* Reading the JSON object that a request carries.
 *
 * Every reader names the field in its error ("field 'depth': must be 1 to 5") and leaves its result
 * alone on failure. A field that is missing or null has its default. */
#ifndef WEB_FIELDS_H
#define WEB_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum {
    FIELDS_MAX_BYTES = 1 << 16, /* of a whole request */
    FIELDS_MAX_NESTING = 32
};

/* Parses an object; the caller releases it with json_decref. NULL on failure. `known` are the names
 * it may hold, separated by blanks: a misspelt field is refused, not ignored. */
json_t *fields_parse(const char *bytes, size_t length, const char *known, Error *error);

/* The text of a field without NUL inside, at most `limit` bytes; `initial` (may be NULL) if it is
 * missing. Belongs to the object. */
bool fields_text(const json_t *object, const char *name, const char *initial, size_t limit,
                 const char **out, Error *error);

/* The same, but it must be there. */
bool fields_need_text(const json_t *object, const char *name, size_t limit, const char **out,
                      Error *error);

bool fields_integer(const json_t *object, const char *name, long initial, long min, long max,
                    long *out, Error *error);
bool fields_number(const json_t *object, const char *name, double initial, double min, double max,
                   double *out, Error *error);
bool fields_flag(const json_t *object, const char *name, bool initial, bool *out, Error *error);

#endif
