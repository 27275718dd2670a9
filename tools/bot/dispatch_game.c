/* Which kernels of the rules a single-file bot uses: those of the one or two isas that it carries,
 * on boards inside an 8x8 grid. Stands for game/dispatch.c, and without a second isa for
 * base/isa.c. */
#include "game/dispatch.h"

extern const GameKernel game_kernel_base_grid8;
#ifdef HAVE_ISA_v3
extern const GameKernel game_kernel_v3_grid8;
#else
bool isa_choose(Isa *isa, Error *error) {
    (void)error;
    *isa = ISA_BASE;
    return true;
}

Isa isa_best(void) {
    return ISA_BASE;
}
#endif

const GameKernel *game_kernel(const Shape *shape, Isa isa) {
    (void)isa;
    if (!shape->is_grid8) return NULL;
#ifdef HAVE_ISA_v3
    if (isa == ISA_V3) return &game_kernel_v3_grid8;
#endif
    return &game_kernel_base_grid8;
}
