/* The table behind search/node.h: one row per instruction level that was built. */
#include "search/node.h"

#include <stddef.h>

#define DECLARE(level)                                                                             \
    extern const SearchKernel search_kernel_##level##_grid8, search_kernel_##level##_any;
#define ROW(index, level) [index] = {&search_kernel_##level##_any, &search_kernel_##level##_grid8},

#ifdef HAVE_LEVEL_base
DECLARE(base)
#endif
#ifdef HAVE_LEVEL_v2
DECLARE(v2)
#endif
#ifdef HAVE_LEVEL_v3
DECLARE(v3)
#endif
#ifdef HAVE_LEVEL_v4
DECLARE(v4)
#endif

static const SearchKernel *const kernels[ISA_LEVELS][2] = {
#ifdef HAVE_LEVEL_base
    ROW(ISA_BASE, base)
#endif
#ifdef HAVE_LEVEL_v2
        ROW(ISA_V2, v2)
#endif
#ifdef HAVE_LEVEL_v3
            ROW(ISA_V3, v3)
#endif
#ifdef HAVE_LEVEL_v4
                ROW(ISA_V4, v4)
#endif
};

const SearchKernel *search_kernel(const Shape *shape, IsaLevel level) {
    return level < ISA_LEVELS ? kernels[level][shape->is_grid8] : NULL;
}
