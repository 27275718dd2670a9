/* Any bytes as a WTHOR file of players: what is read has as many names as there is room for, and
 * each is a text. */
#include "fuzz/records.h"
#include "record/wthor_names.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    WthorNames names = {.width = WTHOR_PLAYER};
    Error error = {.status = STATUS_OK};
    if (wthor_names_parse(&names, (const char *)data, size, &error)) {
        require((size_t)names.count * WTHOR_PLAYER + WTHOR_HEADER <= size);
        for (int i = 0; i <= names.count; i += 1 + names.count / 7) {
            char text[RECORD_NAME_SIZE];
            wthor_names_get(&names, i, text);
            require_text(text);
        }
    } else {
        require(error.status == STATUS_BAD_INPUT && error.text[0] != '\0');
    }
    wthor_names_release(&names);
    return 0;
}
