/* Which kernels of the rules a single-file bot uses: those of the one or two levels that it carries,
 * on boards inside an 8x8 grid. Stands for game/dispatch.c, and without a second level for
 * base/isa.c. */
#include "game/dispatch.h"

extern const GameKernel game_kernel_base_grid8;
#ifdef HAVE_LEVEL_v3
extern const GameKernel game_kernel_v3_grid8;
#else
bool isa_choose(IsaLevel *level, Error *error) {
    (void)error;
    *level = ISA_BASE;
    return true;
}

IsaLevel isa_best(void) {
    return ISA_BASE;
}
#endif

const GameKernel *game_kernel(const Shape *shape, IsaLevel level) {
    (void)level;
    if (!shape->is_grid8) return NULL;
#ifdef HAVE_LEVEL_v3
    if (level == ISA_V3) return &game_kernel_v3_grid8;
#endif
    return &game_kernel_base_grid8;
}
