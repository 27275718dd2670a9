/* The portable kernels: the reference for every faster twin. Part of game/rules_kernel.h. */
#ifndef GAME_RULES_PORTABLE_KERNEL_H
#define GAME_RULES_PORTABLE_KERNEL_H

/* Legal squares along one axis. `run` is `opp` without the discs at the ends of their line, so a
 * shift out of it never wraps around. Runs of `opp` next to `own` grow by 1, 1, 2, 2 discs, which
 * covers the 6 inner squares of an 8-line; wider boards continue by 4 a step. Two steps are at most
 * 34 bits; four may be 64 or more, but only where lines are too short for them: there the set to
 * shift within is empty, and any distance will do. */
static inline uint64_t kernel_moves_on_axis(uint64_t own, uint64_t run, int step, bool is_long) {
    uint64_t up = run & (own << step), down = run & (own >> step);
    up |= run & (up << step);
    down |= run & (down >> step);
    uint64_t up2 = run & (run << step), down2 = run & (run >> step);
    up |= up2 & (up << 2 * step);
    down |= down2 & (down >> 2 * step);
    up |= up2 & (up << 2 * step);
    down |= down2 & (down >> 2 * step);
#if !KERNEL_GRID8
    uint64_t up4 = up2 & (up2 << 2 * step), down4 = down2 & (down2 >> 2 * step);
    for (int round = is_long ? 2 : 1; round > 0; round--) {
        up |= up4 & (up << (4 * step & 63));
        down |= down4 & (down >> (4 * step & 63));
    }
#else
    (void)is_long;
#endif
    return up << step | down >> step;
}

static inline uint64_t kernel_moves_portable(const Shape *shape, uint64_t own, uint64_t opp) {
    uint64_t moves = 0;
#pragma GCC unroll 4
    for (int axis = 0; axis < AXES; axis++)
        moves |= kernel_moves_on_axis(own, opp & shape->inner[axis], kernel_step(shape, axis),
                                      shape->is_long);
    return moves & kernel_empties(shape, own, opp);
}

/* Along a ray the first square that `opp` does not hold decides: if it is `own`, everything before
 * it flips. Upward rays look for the lowest such square, downward rays for the highest. No
 * branch tests whether there is one: it would be mispredicted half of the time. */
static inline uint64_t kernel_flips_portable(const Shape *shape, int square, uint64_t own,
                                             uint64_t opp) {
    const uint64_t *rays = shape->rays[square];
    uint64_t flips = 0;
#pragma GCC unroll 4
    for (int ray = 0; ray < AXES; ray++) {
        uint64_t stops = rays[ray] & ~opp;
        uint64_t end = stops & (0 - stops) & own;
        flips |= rays[ray] & (end - (end != 0));
    }
#pragma GCC unroll 4
    for (int ray = AXES; ray < RAYS; ray++) {
        uint64_t stops = rays[ray] & ~opp;
        uint64_t end = bits_square(bits_last(stops | 1)) & stops & own;
        flips |= rays[ray] & (0 - end - end);
    }
    return flips;
}

static inline unsigned kernel_count_last_flips_portable(const Shape *shape, int square,
                                                        uint64_t own) {
    uint64_t opp = shape->playable ^ bits_square(square) ^ own;
    return (unsigned)bits_count(kernel_flips_portable(shape, square, own, opp)) << 8 |
           (unsigned)bits_count(kernel_flips_portable(shape, square, opp, own));
}

/* Squares on lines along `axis` that have no empty square left. Where a distance is 64 bits or
 * more, nothing reaches that far: the mask is empty, and any distance will do. */
static inline uint64_t kernel_full_lines(const Shape *shape, uint64_t empties, int axis) {
    int step = kernel_step(shape, axis);
    uint64_t up = empties, down = empties;
#pragma GCC unroll 4
    for (int k = 0; k < (KERNEL_GRID8 ? 3 : REACH_DOUBLINGS); k++) {
        uint64_t reach = shape->reach[k][axis];
        up |= (up << (step << k & 63)) & reach;
        down |= (down & reach) >> (step << k & 63);
    }
    return ~(up | down);
}

/* Stability runs along a line of discs of one side that are safe on the three other axes: `pass`.
 * A set that would be shifted by 64 bits or more is empty by then, as above. */
static inline uint64_t kernel_stable_along(const Shape *shape, int axis, uint64_t pass,
                                           uint64_t stable) {
    int step = kernel_step(shape, axis);
    uint64_t up = stable, pass_up = pass & shape->reach[0][axis];
    uint64_t down = stable, pass_down = pass & shape->reach[0][axis] >> step;
#pragma GCC unroll 4
    for (int k = 0; k < (KERNEL_GRID8 ? 3 : REACH_DOUBLINGS); k++) {
        int distance = step << k & 63;
        up |= pass_up & up << distance;
        down |= pass_down & down >> distance;
        pass_up &= pass_up << distance;
        pass_down &= pass_down >> distance;
    }
    return up | down;
}

static inline uint64_t kernel_spread_stable(const Shape *shape, uint64_t own,
                                            const uint64_t safe[AXES], uint64_t stable) {
    return kernel_stable_along(shape, 0, own & safe[1] & safe[2] & safe[3], stable) |
           kernel_stable_along(shape, 1, own & safe[0] & safe[2] & safe[3], stable) |
           kernel_stable_along(shape, 2, own & safe[0] & safe[1] & safe[3], stable) |
           kernel_stable_along(shape, 3, own & safe[0] & safe[1] & safe[2], stable);
}

/* A disc is stable if on each axis its line is full, or it stands at an end of the line, or it
 * leans on a stable disc of its own colour. Stability is spread over lines twice: first from discs
 * that lean on none, then along those that lean on what was found. Going on until nothing is new
 * saves 1 % of the nodes of FFO 48 and 49 and costs 9 % of the time below 12 empties. */
static inline uint64_t kernel_stable_portable(const Shape *shape, uint64_t own, uint64_t opp) {
    uint64_t empties = kernel_empties(shape, own, opp), safe[AXES];
    for (int axis = 0; axis < AXES; axis++)
        safe[axis] = kernel_full_lines(shape, empties, axis) | shape->ends[axis];
    uint64_t stable = own & safe[0] & safe[1] & safe[2] & safe[3];
    if (!stable) return 0;
    stable = kernel_spread_stable(shape, own, safe, stable);
    for (int axis = 0; axis < AXES; axis++) {
        int step = kernel_step(shape, axis);
        uint64_t reach = shape->reach[0][axis];
        safe[axis] |= (stable << step & reach) | (stable & reach) >> step;
    }
    return kernel_spread_stable(shape, own, safe, stable);
}

#endif
