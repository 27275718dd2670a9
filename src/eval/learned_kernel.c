/* One row of eval/learned_batch.h: values from scratch, compiled for one instruction set and
 * layout.
 */
#include "base/bits.h"
#include "eval/learned_batch.h"
#include "eval/network_kernel.h"
#include "game/rules_kernel.h"

static int value_of(const LearnedWeights *learned, Position position) {
    const Shape *shape = learned->set->shape;
    int discs = bits_count(position.own | position.opp);
    PatternState state;
    pattern_start(learned->set, position, &state);
    if (!learned->network) return linear_value(learned, &state, discs);
    return network_value(learned, &state, discs,
                         bits_count(kernel_moves(shape, position.own, position.opp)),
                         bits_count(kernel_moves(shape, position.opp, position.own)));
}

extern LearnedBatch KERNEL_NAME(learned_batch);
void KERNEL_NAME(learned_batch)(const LearnedWeights *learned, const Position *positions,
                                size_t count, int *values) {
    for (size_t i = 0; i < count; i++) values[i] = value_of(learned, positions[i]);
}
