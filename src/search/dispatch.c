/* Picks the search's kernel for an instruction set and a layout: one row per instruction set that
 * the program was built with. */
#include "search/dispatch.h"

#include <stddef.h>

#define ISA(index, name)                                                                           \
    extern const SearchKernel search_kernel_##name##_grid8, search_kernel_##name##_any;
#include "base/isa_list.inc"

#define ISA(index, name) [index] = {&search_kernel_##name##_any, &search_kernel_##name##_grid8},
static const SearchKernel *const kernels[ISA_COUNT][2] = {
#include "base/isa_list.inc"
};

const SearchKernel *search_kernel(const Shape *shape, Isa isa) {
    return isa < ISA_COUNT ? kernels[isa][shape->is_grid8] : NULL;
}

bool search_gathers_fast(void) {
    return isa_gathers_fast();
}
