/* Checks a request before and while it is read: size, nesting, names, types and ranges. */
#include "web/fields.h"

#include <string.h>

/* Jansson's own limit on nesting is 2048, and its parser is recursive. */
static bool is_flat_enough(const char *bytes, size_t length) {
    int depth = 0;
    bool is_string = false;
    for (size_t i = 0; i < length; i++) {
        char byte = bytes[i];
        if (is_string) {
            if (byte == '\\') i++;
            if (byte == '"') is_string = false;
        } else if (byte == '"') {
            is_string = true;
        } else if (byte == '{' || byte == '[') {
            if (++depth > FIELDS_MAX_NESTING) return false;
        } else if (byte == '}' || byte == ']') {
            depth--;
        }
    }
    return true;
}

static bool is_known(const char *name, const char *known) {
    size_t length = strlen(name);
    for (const char *at = known; length > 0 && (at = strstr(at, name)) != NULL; at += length)
        if ((at == known || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return strchr(name, ' ') == NULL;
    return false;
}

static bool check_names(json_t *object, const char *known, Error *error) {
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value) {
        if (is_known(name, known)) continue;
        error_set(error, STATUS_BAD_INPUT, "unknown field '%.40s'; known are: %s", name, known);
        return false;
    }
    return true;
}

json_t *fields_parse(const char *bytes, size_t length, const char *known, Error *error) {
    if (length > FIELDS_MAX_BYTES) {
        error_set(error, STATUS_BAD_INPUT, "more than %d bytes", FIELDS_MAX_BYTES);
        return NULL;
    }
    if (!is_flat_enough(bytes, length)) {
        error_set(error, STATUS_BAD_INPUT, "nested more than %d deep", FIELDS_MAX_NESTING);
        return NULL;
    }
    json_error_t at;
    json_t *object = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &at);
    if (!object && json_error_code(&at) == json_error_null_character) {
        error_set(error, STATUS_BAD_INPUT, "a field has a NUL character: that is no text");
        return NULL;
    }
    if (!object) {
        error_set(error, STATUS_BAD_INPUT, "not JSON: line %d, column %d: %.120s", at.line,
                  at.column, at.text);
        return NULL;
    }
    if (!json_is_object(object))
        error_set(error, STATUS_BAD_INPUT, "not a JSON object");
    else if (check_names(object, known, error))
        return object;
    json_decref(object);
    return NULL;
}

static const json_t *find(const json_t *object, const char *name) {
    const json_t *value = json_object_get(object, name);
    return json_is_null(value) ? NULL : value;
}

bool fields_text(const json_t *object, const char *name, const char *initial, size_t limit,
                 const char **out, Error *error) {
    const json_t *value = find(object, name);
    if (!value) {
        *out = initial;
        return true;
    }
    if (!json_is_string(value)) {
        error_set(error, STATUS_BAD_INPUT, "field '%s': must be a text", name);
        return false;
    }
    if (json_string_length(value) > limit) {
        error_set(error, STATUS_BAD_INPUT, "field '%s': longer than %zu bytes", name, limit);
        return false;
    }
    *out = json_string_value(value);
    return true;
}

bool fields_need_text(const json_t *object, const char *name, size_t limit, const char **out,
                      Error *error) {
    if (find(object, name)) return fields_text(object, name, NULL, limit, out, error);
    error_set(error, STATUS_BAD_INPUT, "field '%s' is missing", name);
    return false;
}

bool fields_integer(const json_t *object, const char *name, long initial, long min, long max,
                    long *out, Error *error) {
    const json_t *value = find(object, name);
    if (!value) {
        *out = initial;
        return true;
    }
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < min || number > max) {
        error_set(error, STATUS_BAD_INPUT, "field '%s': must be a whole number, %ld to %ld", name,
                  min, max);
        return false;
    }
    *out = (long)number;
    return true;
}

bool fields_number(const json_t *object, const char *name, double initial, double min, double max,
                   double *out, Error *error) {
    const json_t *value = find(object, name);
    if (!value) {
        *out = initial;
        return true;
    }
    double number = json_number_value(value);
    if (!json_is_number(value) || !(number >= min && number <= max)) {
        error_set(error, STATUS_BAD_INPUT, "field '%s': must be a number, %g to %g", name, min,
                  max);
        return false;
    }
    *out = number;
    return true;
}

bool fields_flag(const json_t *object, const char *name, bool initial, bool *out, Error *error) {
    const json_t *value = find(object, name);
    if (value && !json_is_boolean(value)) {
        error_set(error, STATUS_BAD_INPUT, "field '%s': must be true or false", name);
        return false;
    }
    *out = value ? json_is_true(value) : initial;
    return true;
}
