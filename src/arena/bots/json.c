/* JSON values as pieces of a checked text. A thin layer over base/json_scan.h, which reads. */
#include "arena/bots/json.h"

static JsonKind kind_of(int byte) {
    switch (byte) {
    case '{': return JSON_OBJECT;
    case '[': return JSON_ARRAY;
    case '"': return JSON_STRING;
    case 'n': return JSON_NULL;
    case 't':
    case 'f': return JSON_BOOL;
    default: return JSON_NUMBER;
    }
}

/* Takes one value of any kind. */
static bool take_value(Scan *scan, JsonValue *value, Error *error) {
    JsonKind kind = kind_of(json_peek(scan));
    size_t begin = scan->at;
    if (!json_skip(scan, error)) return false;
    *value = (JsonValue){kind, scan->bytes + begin, scan->at - begin};
    return true;
}

bool json_parse(const char *bytes, size_t length, JsonValue *value, Error *error) {
    Scan scan = {bytes, length, 0};
    JsonValue found;
    Error why;
    bool ok = take_value(&scan, &found, &why);
    if (ok && json_peek(&scan) != SCAN_END) {
        ok = false;
        error_set(&why, STATUS_BAD_INPUT, "something follows the value");
    }
    if (ok)
        *value = found;
    else
        error_set(error, STATUS_BAD_INPUT, "json: %s: %.180s", scan_place_text(&scan).text,
                  why.text);
    return ok;
}

bool json_member(JsonValue object, const char *name, JsonValue *member) {
    Scan scan = {object.bytes, object.length, 0}, key;
    Error error;
    bool ok = object.kind == JSON_OBJECT && json_take(&scan, '{', &error);
    if (!ok || json_peek(&scan) == '}') return false;
    do {
        JsonValue value;
        if (!json_key(&scan, &key, &error) || !take_value(&scan, &value, &error)) return false;
        if (!json_key_is(&key, name)) continue;
        *member = value;
        return true;
    } while (json_more(&scan, '}', &ok, &error));
    return false;
}

bool json_value_integer(JsonValue value, long *integer) {
    enum { LARGEST = 1000000000 };
    Scan scan = {value.bytes, value.length, 0};
    Error error;
    int number;
    if (value.kind != JSON_NUMBER || !json_whole(&scan, -LARGEST, LARGEST, &number, &error))
        return false;
    *integer = number;
    return true;
}
