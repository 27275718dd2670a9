/* Tables of perfect play: whatever the bytes are, reading refuses them or the table can be asked.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "engine/perfect.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    PerfectTable table;
    Error error;
    Shape shape;
    EngineResult result;
    if (!perfect_read(&table, data, size, &error)) return 0;
    if (!shape_init(&shape, table.width, table.height, &error)) abort();
    perfect_think(&table, &shape, position_start(&shape), 1, &result);
    perfect_think(&table, &shape, position_start(&shape), 4, &result);
    return 0;
}
