/* Applies, inverts and canonicalises with the symmetries that shape.c has tabulated. */
#include "game/symmetry.h"

#include "base/bits.h"

uint64_t symmetry_apply(const Shape *shape, int s, uint64_t set) {
    uint64_t image = 0;
    while (set) image |= bits_square(shape->where[s][bits_pop(&set)]);
    return image;
}

Position symmetry_position(const Shape *shape, int s, Position position) {
    return (Position){symmetry_apply(shape, s, position.own),
                      symmetry_apply(shape, s, position.opp)};
}

int symmetry_inverse(const Shape *shape, int s) {
    /* Mirrors undo themselves. With the transposition (done last), undoing means transposing first,
     * which is the same as exchanging the two mirrors. */
    if (!(s & 4) || shape->symmetries != 8) return s;
    return 4 | (s & 1) << 1 | (s & 2) >> 1;
}

Position symmetry_canonical(const Shape *shape, Position position, int *s) {
    Position best = position;
    int best_s = 0;
    for (int i = 1; i < shape->symmetries; i++) {
        Position image = symmetry_position(shape, i, position);
        if (image.own < best.own || (image.own == best.own && image.opp < best.opp))
            best = image, best_s = i;
    }
    if (s) *s = best_s;
    return best;
}
