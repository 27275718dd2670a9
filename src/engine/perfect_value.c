/* Asks an engine with a time limit, and takes nothing but proofs. */
#include "engine/perfect_value.h"

bool perfect_value(Engine *engine, const Board *board, double seconds, const _Atomic bool *stop,
                   PerfectValue *out) {
    EngineLimits limits = {.has_move_time = true, .move_seconds = seconds, .stop = stop};
    EngineResult result;
    if (!engine_is_perfect(engine)) return false;
    engine_think(engine, board->position, &limits, NULL, NULL, &result);
    const EngineLine *line = &result.lines[0];
    if (!line->is_exact) return false;
    int score = (int)line->score;
    out->value = board->side == BLACK ? score : -score;
    out->square = line->length > 0 ? line->pv[0] : NO_MOVE;
    return true;
}

int perfect_discs(const Shape *shape, int value, Side side) {
    return (shape->squares + (side == BLACK ? value : -value)) / 2;
}

int perfect_loss(Side side, int before, int after) {
    return side == BLACK ? before - after : after - before;
}
