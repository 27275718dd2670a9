/* Any bytes as a file of games in PGN. */
#include "fuzz/records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_records(&format_pgn, data, size);
}
