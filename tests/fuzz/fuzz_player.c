/* Any player string: it is taken apart into values within their limits, or refused with a reason
 * and without a change. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/player_spec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    PlayerSpec spec, before;
    memset(&spec, 0x5a, sizeof spec);
    memcpy(&before, &spec, sizeof spec);
    Error error = {.status = STATUS_OK};
    if (!player_spec_parse(&spec, (const char *)data, size, &error)) {
        require(error.status == STATUS_BAD_INPUT && error.text[0] != '\0');
        require(memcmp(&before, &spec, sizeof spec) == 0);
        return 0;
    }
    require(strlen(spec.text) == size && memcmp(spec.text, data, size) == 0);
    require(spec.kind < PLAYER_KINDS);
    require(spec.depth >= 0 && spec.depth <= 60 && spec.level >= 0 && spec.level <= 60);
    require(spec.seconds >= 0 && spec.threads <= 256);
    require(!player_is_foreign(&spec) || *player_command(&spec) != '\0');
    return 0;
}
