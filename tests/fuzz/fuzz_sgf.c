/* Any bytes as a file of games in SGF. */
#include "fuzz/records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_records(&format_sgf, data, size);
}
