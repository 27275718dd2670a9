/* Any conversation with NBoard, also with a game in GGF in it: no line is too strange. */
#include <stdio.h>

#include "fuzz/input.h"
#include "protocol/nboard.h"

enum { MAX_LINES = 100 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes rest = {(const char *)data, size};
    Shape shape = take_shape(&rest);
    FILE *out = fopen("/dev/null", "w");
    NBoard *nboard = nboard_new(&shape, "random", out, NULL);
    require(out != NULL && nboard != NULL);
    bool goes_on = true;
    for (int i = 0; i < MAX_LINES && goes_on && rest.length > 0; i++) {
        Bytes line = take_line(&rest);
        goes_on = nboard_obey(nboard, line.at, line.length, i % 16 == 15);
    }
    nboard_free(nboard);
    fclose(out);
    return 0;
}
