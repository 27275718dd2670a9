/* See dispatch.h. */
#include "game/dispatch.h"

#include <stddef.h>

#define LEVEL(index, name)                                                                         \
    extern const GameKernel game_kernel_##name##_grid8, game_kernel_##name##_any;
#include "base/isa_levels.inc"

#define LEVEL(index, name) [index] = {&game_kernel_##name##_any, &game_kernel_##name##_grid8},
static const GameKernel *const kernels[ISA_LEVELS][2] = {
#include "base/isa_levels.inc"
};

const GameKernel *game_kernel(const Shape *shape, IsaLevel level) {
    return level < ISA_LEVELS ? kernels[level][shape->is_grid8] : NULL;
}
