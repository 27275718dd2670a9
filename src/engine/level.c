/* See level.h. One row per range of levels: the middle game is searched `level` plies deep; the end
 * is solved exactly from `exact` empties on, and with less confidence somewhat earlier. */
#include "engine/level.h"

enum { SELECTIVE_STEPS = 3 };

typedef struct LevelRow {
    int up_to;  /* the last level of this row */
    int middle; /* CONFIDENCE_ of the middle game */
    int exact;  /* empties from which the result is exact */
    struct {
        int empties, confidence;
    } selective[SELECTIVE_STEPS]; /* earlier solves, with what they may miss */
} LevelRow;

static const LevelRow rows[] = {
    {12, CONFIDENCE_73, 20, {{22, CONFIDENCE_98}, {24, CONFIDENCE_87}, {0, 0}}},
    {18, CONFIDENCE_73, 21, {{24, CONFIDENCE_98}, {27, CONFIDENCE_87}, {0, 0}}},
    {21, CONFIDENCE_73, 24, {{27, CONFIDENCE_98}, {30, CONFIDENCE_87}, {0, 0}}},
    {24, CONFIDENCE_73, 25, {{27, CONFIDENCE_99}, {30, CONFIDENCE_95}, {33, CONFIDENCE_73}}},
    {27, CONFIDENCE_73, 27, {{29, CONFIDENCE_99}, {31, CONFIDENCE_95}, {34, CONFIDENCE_73}}},
    {30, CONFIDENCE_73, 28, {{30, CONFIDENCE_99}, {33, CONFIDENCE_95}, {36, CONFIDENCE_73}}},
    {36, CONFIDENCE_73, 30, {{33, CONFIDENCE_98}, {36, CONFIDENCE_87}, {39, CONFIDENCE_73}}},
    {60, CONFIDENCE_73, 36, {{40, CONFIDENCE_98}, {44, CONFIDENCE_87}, {48, CONFIDENCE_73}}},
};

/* Below this level nothing is pruned on a guess, and the end is solved from twice the level on. */
enum { PLAIN_LEVELS = 10 };

static void set(SearchLimits *limits, int depth, int confidence) {
    limits->depth = depth;
    limits->confidence = (Confidence)confidence;
}

void level_limits(int level, int empties, SearchLimits *limits) {
    if (level < 1) level = 1;
    if (level > LEVEL_MAX) level = LEVEL_MAX;
    if (level <= PLAIN_LEVELS) {
        set(limits, empties <= 2 * level ? empties : level, CONFIDENCE_FULL);
        return;
    }
    const LevelRow *row = rows;
    while (row->up_to < level) row++;
    if (empties <= row->exact) {
        set(limits, empties, CONFIDENCE_FULL);
        return;
    }
    for (int i = 0; i < SELECTIVE_STEPS; i++) {
        if (empties > row->selective[i].empties) continue;
        set(limits, empties, row->selective[i].confidence);
        return;
    }
    set(limits, level < empties ? level : empties, row->middle);
}
