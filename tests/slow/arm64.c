/* Counts a few perft trees on another architecture: see arm64.sh. No cmocka, which is not there
 * for a cross compiler. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "game/perft.h"

int main(void) {
    static const struct {
        const char *board;
        int depth;
        uint64_t leaves;
    } cases[] = {{"8x8", 8, 390216}, {"6x6", 8, 308716}, {"9x7", 8, 368936}};
    int faults = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Shape shape;
        Error error = {.status = STATUS_OK};
        uint64_t leaves = 0;
        bool is_counted = shape_parse(&shape, cases[i].board, strlen(cases[i].board), &error) &&
                          perft_count(&shape, isa_best(), position_start(&shape), cases[i].depth, 2,
                                      &leaves, &error);
        if (is_counted && leaves == cases[i].leaves) continue;
        printf("%s depth %d: %" PRIu64 " leaves, expected %" PRIu64 " %s\n", cases[i].board,
               cases[i].depth, leaves, cases[i].leaves, error.text);
        faults++;
    }
    return faults > 0;
}
