/* The same as dispatch_game.c for the search. Stands for search/dispatch.c. */
#include "search/dispatch.h"

extern const SearchKernel search_kernel_base_grid8;
#ifdef HAVE_ISA_v3
extern const SearchKernel search_kernel_v3_grid8;
#endif

const SearchKernel *search_kernel(const Shape *shape, Isa isa) {
    (void)isa;
    if (!shape->is_grid8) return NULL;
#ifdef HAVE_ISA_v3
    if (isa == ISA_V3) return &search_kernel_v3_grid8;
#endif
    return &search_kernel_base_grid8;
}

bool search_gathers_fast(void) {
    return false;
}
