/* Picks the kernel of learned_kernel.c for an instruction set and a layout. */
#include "eval/learned_batch.h"

#define ISA(index, name)                                                                           \
    extern LearnedBatch learned_batch_##name##_grid8, learned_batch_##name##_any;
#include "base/isa_list.inc"

#define ISA(index, name) [index] = {learned_batch_##name##_any, learned_batch_##name##_grid8},
static LearnedBatch *const kernels[ISA_COUNT][2] = {
#include "base/isa_list.inc"
};

LearnedBatch *learned_batch(const Shape *shape, Isa isa) {
    return isa < ISA_COUNT ? kernels[isa][shape->is_grid8] : NULL;
}
