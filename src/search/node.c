/* The table behind search/node.h: one row per instruction level that was built. */
#include "search/node.h"

#include <stddef.h>

#define LEVEL(index, name)                                                                         \
    extern const SearchKernel search_kernel_##name##_grid8, search_kernel_##name##_any;
#include "base/isa_levels.inc"

#define LEVEL(index, name) [index] = {&search_kernel_##name##_any, &search_kernel_##name##_grid8},
static const SearchKernel *const kernels[ISA_LEVELS][2] = {
#include "base/isa_levels.inc"
};

const SearchKernel *search_kernel(const Shape *shape, IsaLevel level) {
    return level < ISA_LEVELS ? kernels[level][shape->is_grid8] : NULL;
}
