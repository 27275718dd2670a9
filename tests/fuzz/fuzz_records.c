/* Any bytes as a file of games in whatever format they look like. */
#include "fuzz/records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const RecordFormat *format = record_format_guess((const char *)data, size < 4096 ? size : 4096);
    return format != NULL ? fuzz_records(format, data, size) : 0;
}
