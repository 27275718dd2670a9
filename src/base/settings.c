/* Finds the values of settings (settings.h). */
#include "base/settings.h"

#include <string.h>

#include "base/options.h"

bool settings_text(const char *settings, const char *key, char *value, size_t size) {
    size_t key_length = strlen(key);
    for (const char *line = settings; *line;) {
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

static bool need_text(const char *settings, const char *key, char *value, size_t size,
                      Error *error) {
    if (settings_text(settings, key, value, size)) return true;
    error_set(error, STATUS_BAD_INPUT, "the run does not say '%.40s'", key);
    return false;
}

bool settings_integer(const char *settings, const char *key, int64_t min, int64_t max,
                      int64_t *value, Error *error) {
    char text[32];
    return need_text(settings, key, text, sizeof text, error) &&
           options_integer(key, text, min, max, value, error);
}

bool settings_number(const char *settings, const char *key, double min, double max, double *value,
                     Error *error) {
    char text[40];
    return need_text(settings, key, text, sizeof text, error) &&
           options_number(key, text, min, max, value, error);
}
