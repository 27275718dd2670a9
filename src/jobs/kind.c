/* Reads the parameters of a run (kind.h). */
#include "jobs/kind.h"

#include <string.h>

#include "base/options.h"

bool job_parameter(const char *parameters, const char *key, char *value, size_t size) {
    size_t key_length = strlen(key);
    for (const char *line = parameters; *line;) {
        size_t length = strcspn(line, "\n");
        if (length >= key_length + 2 && memcmp(line, key, key_length) == 0 &&
            memcmp(line + key_length, ": ", 2) == 0) {
            size_t rest = length - key_length - 2;
            if (rest >= size) return false;
            memcpy(value, line + key_length + 2, rest);
            value[rest] = '\0';
            return true;
        }
        line += length + (line[length] == '\n');
    }
    return false;
}

bool job_number(const char *parameters, const char *key, int64_t min, int64_t max, int64_t *value,
                Error *error) {
    char text[32];
    if (job_parameter(parameters, key, text, sizeof text))
        return options_integer(key, text, min, max, value, error);
    error_set(error, STATUS_BAD_INPUT, "the run does not say '%.40s'", key);
    return false;
}
