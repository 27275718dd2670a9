/* Settings as text: lines of `key: value`, as the parameters of a run of jobs (jobs/kind.h) are
 * written. A key that stands twice has its first value. */
#ifndef BASE_SETTINGS_H
#define BASE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Reads the value of `key` into a buffer; false if there is none or it is too long. */
bool settings_text(const char *settings, const char *key, char *value, size_t size);

/* The same for a whole number and for a number within bounds; the error names the key. */
bool settings_integer(const char *settings, const char *key, int64_t min, int64_t max,
                      int64_t *value, Error *error);
bool settings_number(const char *settings, const char *key, double min, double max, double *value,
                     Error *error);

#endif
