/* A single-file bot has no table of perfect play. Stands for engine/perfect.c. */
#include "engine/perfect.h"

bool perfect_embedded(const Shape *shape, PerfectTable *table) {
    (void)shape;
    (void)table;
    return false;
}

bool perfect_think(const PerfectTable *table, const Shape *shape, Position position, int lines,
                   EngineResult *result) {
    (void)table;
    (void)shape;
    (void)position;
    (void)lines;
    (void)result;
    return false;
}
