/* See json.h. */
#include "arena/json.h"

#include <stdlib.h>
#include <string.h>

#include "base/scan.h"

static bool fail(const Scan *scan, const char *what, Error *error) {
    error_set(error, STATUS_BAD_INPUT, "json: byte %zu: %s", scan->at, what);
    return false;
}

static bool scan_text(Scan *scan, const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i < length; i++)
        if (scan_peek(scan, i) != word[i]) return false;
    scan->at += length;
    return true;
}

static bool is_hex(int byte) {
    return scan_is_digit(byte) || (scan_lower(byte) >= 'a' && scan_lower(byte) <= 'f');
}

static bool scan_escape(Scan *scan) {
    int byte = scan_peek(scan, 1);
    if (byte == 'u') {
        for (size_t i = 2; i < 6; i++)
            if (!is_hex(scan_peek(scan, i))) return false;
        scan->at += 6;
        return true;
    }
    if (byte == SCAN_END || byte == '\0' || strchr("\"\\/bfnrt", byte) == NULL) return false;
    scan->at += 2;
    return true;
}

static bool scan_string(Scan *scan, Error *error) {
    if (scan_peek(scan, 0) != '"') return fail(scan, "expected a string", error);
    scan->at++;
    for (;;) {
        int byte = scan_peek(scan, 0);
        if (byte == SCAN_END) return fail(scan, "the string does not end", error);
        if (byte < ' ') return fail(scan, "a control character in a string", error);
        if (byte == '\\') {
            if (!scan_escape(scan)) return fail(scan, "a wrong escape in a string", error);
            continue;
        }
        scan->at++;
        if (byte == '"') return true;
    }
}

static bool scan_digits(Scan *scan) {
    size_t begin = scan->at;
    while (scan_is_digit(scan_peek(scan, 0))) scan->at++;
    return scan->at > begin;
}

static bool scan_number(Scan *scan, Error *error) {
    if (scan_peek(scan, 0) == '-') scan->at++;
    if (scan_peek(scan, 0) == '0')
        scan->at++;
    else if (!scan_digits(scan))
        return fail(scan, "expected a value", error);
    if (scan_peek(scan, 0) == '.') {
        scan->at++;
        if (!scan_digits(scan)) return fail(scan, "expected a digit", error);
    }
    if (scan_lower(scan_peek(scan, 0)) == 'e') {
        scan->at++;
        if (scan_peek(scan, 0) == '-' || scan_peek(scan, 0) == '+') scan->at++;
        if (!scan_digits(scan)) return fail(scan, "expected a digit", error);
    }
    return true;
}

static bool scan_value(Scan *scan, int depth, JsonValue *value, Error *error);

/* What stands between the brackets of an array or, with names, of an object. */
static bool scan_members(Scan *scan, char close, int depth, Error *error) {
    JsonValue ignored;
    if (depth > JSON_MAX_DEPTH) return fail(scan, "nested too deep", error);
    scan->at++;
    scan_skip_blanks(scan);
    if (scan_peek(scan, 0) == close) {
        scan->at++;
        return true;
    }
    for (;;) {
        scan_skip_blanks(scan);
        if (close == '}') {
            if (!scan_string(scan, error)) return false;
            scan_skip_blanks(scan);
            if (scan_peek(scan, 0) != ':') return fail(scan, "expected ':'", error);
            scan->at++;
        }
        if (!scan_value(scan, depth, &ignored, error)) return false;
        scan_skip_blanks(scan);
        int byte = scan_peek(scan, 0);
        if (byte != ',' && byte != close) return fail(scan, "expected ',' or the end", error);
        scan->at++;
        if (byte == close) return true;
    }
}

static bool scan_value(Scan *scan, int depth, JsonValue *value, Error *error) {
    scan_skip_blanks(scan);
    size_t begin = scan->at;
    JsonKind kind;
    bool ok = true;
    switch (scan_peek(scan, 0)) {
    case '{': kind = JSON_OBJECT, ok = scan_members(scan, '}', depth + 1, error); break;
    case '[': kind = JSON_ARRAY, ok = scan_members(scan, ']', depth + 1, error); break;
    case '"': kind = JSON_STRING, ok = scan_string(scan, error); break;
    case 't':
    case 'f':
        kind = JSON_BOOL;
        ok = scan_text(scan, "true") || scan_text(scan, "false") ||
             fail(scan, "expected a value", error);
        break;
    case 'n':
        kind = JSON_NULL;
        ok = scan_text(scan, "null") || fail(scan, "expected a value", error);
        break;
    default: kind = JSON_NUMBER, ok = scan_number(scan, error); break;
    }
    if (ok) *value = (JsonValue){kind, scan->bytes + begin, scan->at - begin};
    return ok;
}

bool json_parse(const char *bytes, size_t length, JsonValue *value, Error *error) {
    Scan scan = {bytes, length, 0};
    JsonValue found;
    if (!scan_value(&scan, 0, &found, error)) return false;
    scan_skip_blanks(&scan);
    if (!scan_is_end(&scan)) return fail(&scan, "something follows the value", error);
    *value = found;
    return true;
}

bool json_member(JsonValue object, const char *name, JsonValue *member) {
    if (object.kind != JSON_OBJECT) return false;
    Scan scan = {object.bytes, object.length, 1};
    JsonValue key, value;
    for (;;) {
        if (!scan_value(&scan, 0, &key, NULL) || key.kind != JSON_STRING) return false;
        scan_skip_blanks(&scan);
        scan.at++; /* the colon */
        if (!scan_value(&scan, 0, &value, NULL)) return false;
        if (key.length == strlen(name) + 2 && memcmp(key.bytes + 1, name, strlen(name)) == 0) {
            *member = value;
            return true;
        }
        scan_skip_blanks(&scan);
        scan.at++; /* the comma */
    }
}

bool json_value_integer(JsonValue value, long *integer) {
    char digits[16];
    if (value.kind != JSON_NUMBER || value.length >= sizeof digits) return false;
    memcpy(digits, value.bytes, value.length);
    digits[value.length] = '\0';
    if (strpbrk(digits, ".eE") != NULL) return false;
    *integer = strtol(digits, NULL, 10);
    return true;
}
