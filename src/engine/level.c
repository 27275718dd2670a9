/* What a level means. One row per range of levels: the middle game is searched `level` plies deep;
 * the end is solved exactly from `exact` empties on, and selectively somewhat earlier. */
#include "engine/level.h"

#include "engine/engine.h"

enum { SELECTIVE_STEPS = 3 };

typedef struct LevelRow {
    int up_to;  /* the last level of this row */
    int middle; /* SELECTIVITY_ of the middle game */
    int exact;  /* empties from which the result is exact */
    struct {
        int empties, selectivity;
    } selective[SELECTIVE_STEPS]; /* earlier solves, with what they may miss */
} LevelRow;

static const LevelRow rows[] = {
    {12, SELECTIVITY_73, 20, {{22, SELECTIVITY_98}, {24, SELECTIVITY_87}, {0, 0}}},
    {18, SELECTIVITY_73, 21, {{24, SELECTIVITY_98}, {27, SELECTIVITY_87}, {0, 0}}},
    {21, SELECTIVITY_73, 24, {{27, SELECTIVITY_98}, {30, SELECTIVITY_87}, {0, 0}}},
    {24, SELECTIVITY_73, 25, {{27, SELECTIVITY_99}, {30, SELECTIVITY_95}, {33, SELECTIVITY_73}}},
    {27, SELECTIVITY_73, 27, {{29, SELECTIVITY_99}, {31, SELECTIVITY_95}, {34, SELECTIVITY_73}}},
    {30, SELECTIVITY_73, 28, {{30, SELECTIVITY_99}, {33, SELECTIVITY_95}, {36, SELECTIVITY_73}}},
    {36, SELECTIVITY_73, 30, {{33, SELECTIVITY_98}, {36, SELECTIVITY_87}, {39, SELECTIVITY_73}}},
    {60, SELECTIVITY_73, 36, {{40, SELECTIVITY_98}, {44, SELECTIVITY_87}, {48, SELECTIVITY_73}}},
};

/* Below this level nothing is pruned on a guess, and the end is solved from twice the level on. */
enum { PLAIN_LEVELS = 10 };

static void set(SearchLimits *limits, int depth, int selectivity) {
    limits->depth = depth;
    limits->selectivity = (Selectivity)selectivity;
}

void level_limits(int level, int empties, SearchLimits *limits) {
    if (level < 1) level = 1;
    if (level > ENGINE_MAX_LEVEL) level = ENGINE_MAX_LEVEL;
    if (level <= PLAIN_LEVELS) {
        set(limits, empties <= 2 * level ? empties : level, SELECTIVITY_NONE);
        return;
    }
    const LevelRow *row = rows;
    while (row->up_to < level) row++;
    if (empties <= row->exact) {
        set(limits, empties, SELECTIVITY_NONE);
        return;
    }
    for (int i = 0; i < SELECTIVE_STEPS; i++) {
        if (empties > row->selective[i].empties) continue;
        set(limits, empties, row->selective[i].selectivity);
        return;
    }
    set(limits, level < empties ? level : empties, row->middle);
}
