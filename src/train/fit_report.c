/* The stages of a board, and the errors of a fit over all of them. */
#include "train/fit_report.h"

#include <math.h>

enum {
    FIRST_STAGE_SHARE = 8, /* the first stage lasts until 4 + squares / 8 discs: few positions */
    START_DISCS = 4
};

int fit_stages(const Shape *shape, int stage_discs, uint8_t *stage_of) {
    int early = START_DISCS + shape->squares / FIRST_STAGE_SHARE, stages = 1;
    for (int discs = 0; discs <= 64; discs++) {
        int stage = discs <= early ? 0 : 1 + (discs - early - 1) / stage_discs;
        /* The full board is no position to evaluate: it shares the last stage. */
        int last = 1 + (shape->squares - 1 - early - 1) / stage_discs;
        stage_of[discs] = (uint8_t)(stage < last ? stage : last);
        if (stage_of[discs] >= stages) stages = stage_of[discs] + 1;
    }
    return stages;
}

FitErrors fit_total(const FitStage *by_stage, int stages, DatasetPart part) {
    FitErrors total = {0};
    for (int stage = 0; stage < stages; stage++) {
        const FitErrors *errors = &by_stage[stage].parts[part];
        double count = (double)errors->positions;
        total.positions += errors->positions;
        total.rms += errors->rms * errors->rms * count;
        total.mae += errors->mae * count;
    }
    if (total.positions) {
        total.rms = sqrt(total.rms / (double)total.positions);
        total.mae /= (double)total.positions;
    }
    return total;
}
