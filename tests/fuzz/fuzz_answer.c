/* Any answer of a foreign program: JSON of a Botzone program, and the action file of the course. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arena/bots/json.h"
#include "record/statefile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) abort();
}

static bool is_inside(const char *bytes, size_t size, JsonValue value) {
    return value.bytes >= bytes && value.bytes + value.length <= bytes + size && value.length > 0;
}

static void read_json(const char *bytes, size_t size) {
    JsonValue root = {.length = 77}, member;
    Error error = {.status = STATUS_OK};
    long number;
    if (!json_parse(bytes, size, &root, &error)) {
        require(error.status == STATUS_BAD_INPUT && error.text[0] != '\0' && root.length == 77);
        return;
    }
    require(is_inside(bytes, size, root));
    static const char *const names[] = {"response", "x", "y", "data", ""};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!json_member(root, names[i], &member)) continue;
        require(is_inside(bytes, size, member));
        /* A piece of a checked text is a checked text. */
        JsonValue again;
        require(json_parse(member.bytes, member.length, &again, &error));
        require(again.kind == member.kind && again.length == member.length);
        if (json_value_integer(member, &number)) require(member.kind == JSON_NUMBER);
        JsonValue inner;
        if (json_member(member, "x", &inner)) require(is_inside(bytes, size, inner));
    }
}

static void read_action(const char *bytes, size_t size) {
    long row = 1234567, column = 7654321;
    char text[16];
    if (action_parse(bytes, size, &row, &column, text, sizeof text))
        require(strlen(text) >= 2 && strlen(text) < sizeof text);
    else
        require(row == 1234567 && column == 7654321);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* A copy without a NUL after it, so that reading too far is noticed. */
    char *bytes = malloc(size + (size == 0));
    if (bytes == NULL) return 0;
    if (size > 0) memcpy(bytes, data, size);
    read_json(bytes, size);
    read_action(bytes, size);
    free(bytes);
    return 0;
}
