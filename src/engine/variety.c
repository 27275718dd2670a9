/* Which moves are good enough to be drawn: near the best, and searched about as deep. */
#include "engine/variety.h"

#include "base/bits.h"

enum { START_DISCS = 4 };

bool variety_applies(const Shape *shape, Position position) {
    int played = bits_count(position.own | position.opp) - START_DISCS;
    return played < shape->squares / VARIETY_SHARE;
}

static bool is_good_enough(const EngineLine *line, const EngineLine *best, double discs) {
    if (line->is_exact || best->is_exact)
        return line->is_exact == best->is_exact && line->score == best->score;
    return line->depth >= best->depth - VARIETY_OLD_DEPTH && best->score - line->score <= discs;
}

int variety_choose(const EngineResult *result, double discs, Random *random) {
    int good[ENGINE_MAX_LINES], count = 0;
    for (int i = 0; i < result->count; i++)
        if (is_good_enough(&result->lines[i], &result->lines[0], discs)) good[count++] = i;
    return count > 0 ? good[random_below(random, (uint32_t)count)] : 0;
}
