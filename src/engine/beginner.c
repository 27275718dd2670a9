/* What the beginners see and how they err: one row for each. */
#include "engine/beginner.h"

#include <math.h>

static const struct {
    int depth;    /* plies ahead */
    double error; /* discs: errors are up to twice this, small ones more likely than large ones */
} beginners[PLAYER_MAX_BEGINNER + 1] = {{0, 0}, {1, 16}, {1, 9}, {2, 6}, {2, 4}, {3, 2.5}};

EngineLimits beginner_limits(int number) {
    EngineLimits limits = {
        .depth = beginners[number].depth, .selectivity = 100, .lines = ENGINE_MAX_LINES};
    return limits;
}

int beginner_choose(const EngineResult *result, int number, Random *random) {
    int chosen = 0;
    double best = -INFINITY;
    for (int i = 0; i < result->count; i++) {
        double noise = random_unit(random) + random_unit(random) - 1; /* around 0, within 1 */
        double value = result->lines[i].score + 2 * beginners[number].error * noise;
        if (value <= best) continue;
        best = value;
        chosen = i;
    }
    return chosen;
}
