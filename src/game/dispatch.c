/* Picks the rules' kernel for an instruction set and a layout: one row per instruction set that the
 * program was built with. */
#include "game/dispatch.h"

#include <stddef.h>

#define ISA(index, name)                                                                           \
    extern const GameKernel game_kernel_##name##_grid8, game_kernel_##name##_any;
#include "base/isa_list.inc"

#define ISA(index, name) [index] = {&game_kernel_##name##_any, &game_kernel_##name##_grid8},
static const GameKernel *const kernels[ISA_COUNT][2] = {
#include "base/isa_list.inc"
};

const GameKernel *game_kernel(const Shape *shape, Isa isa) {
    return isa < ISA_COUNT ? kernels[isa][shape->is_grid8] : NULL;
}
