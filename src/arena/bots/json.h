/* A small strict reader of JSON, enough for one answer of a Botzone program.
 *
 * json_parse() checks the whole text (RFC 8259, nesting at most JSON_MAX_NESTING); the values it
 * and json_member() give out are pieces of that text, so nothing is copied or allocated. */
#ifndef ARENA_BOTS_JSON_H
#define ARENA_BOTS_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json_scan.h"
#include "base/status.h"

typedef enum JsonKind {
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
} JsonKind;

/* A piece of a text that was checked. */
typedef struct JsonValue {
    JsonKind kind;
    const char *bytes;
    size_t length;
} JsonValue;

/* Reads a text that is one value and nothing else but blanks. The error says the byte, from 0. */
bool json_parse(const char *bytes, size_t length, JsonValue *value, Error *error);

/* The first member of an object with that name, which is compared as written: escapes in names are
 * not undone. False if the value is no object or has no such member. */
bool json_member(JsonValue object, const char *name, JsonValue *member);

/* A number without fraction and exponent that fits. */
bool json_value_integer(JsonValue value, long *integer);

#endif
