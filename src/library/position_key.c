/* Canonical positions, fast on 8x8: a library asks for 60 of them for each game. Elsewhere the
 * symmetries of game/symmetry.h do. */
#include "library/position_key.h"

#include "base/bits.h"
#include "game/symmetry.h"

static uint64_t mirror_rows(uint64_t set) {
    return __builtin_bswap64(set);
}

static uint64_t mirror_columns(uint64_t x) {
    x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
    x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
    return (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
}

static uint64_t transpose(uint64_t x) {
    uint64_t swap = (x ^ x >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    x ^= swap ^ swap << 7;
    swap = (x ^ x >> 14) & UINT64_C(0x0000cccc0000cccc);
    x ^= swap ^ swap << 14;
    swap = (x ^ x >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return x ^ swap ^ swap << 28;
}

/* Turn 0 to 7: bit 2 transposes, then bit 1 mirrors the rows, then bit 0 the columns. */
static uint64_t turned(uint64_t set, int turn) {
    if (turn & 4) set = transpose(set);
    if (turn & 2) set = mirror_rows(set);
    return turn & 1 ? mirror_columns(set) : set;
}

static uint64_t turned_back(uint64_t set, int turn) {
    if (turn & 1) set = mirror_columns(set);
    if (turn & 2) set = mirror_rows(set);
    return turn & 4 ? transpose(set) : set;
}

static bool is_8x8(const Shape *shape) {
    return shape->width == 8 && shape->height == 8;
}

static Position canonical_8x8(Position position, int *turn) {
    Position best = position;
    *turn = 0;
    for (int i = 1; i < 8; i++) {
        uint64_t own = turned(position.own, i);
        if (own > best.own) continue;
        uint64_t opp = turned(position.opp, i);
        if (own == best.own && opp >= best.opp) continue;
        best = (Position){own, opp};
        *turn = i;
    }
    return best;
}

PositionKey position_key(const Shape *shape, Position position) {
    PositionKey key;
    Position canonical = is_8x8(shape) ? canonical_8x8(position, &key.turn)
                                       : symmetry_canonical(shape, position, &key.turn);
    uint64_t board = (uint64_t)(shape->width * 32 + shape->height);
    key.hash = random_mix(position_hash(canonical) ^ board * UINT64_C(0x9e3779b97f4a7c15));
    return key;
}

int position_key_square(const Shape *shape, int turn, int square) {
    if (is_8x8(shape)) return bits_first(turned(bits_square(square), turn));
    return shape->where[turn][square];
}

int position_key_square_back(const Shape *shape, int turn, int square) {
    if (is_8x8(shape)) return bits_first(turned_back(bits_square(square), turn));
    return shape->where[symmetry_inverse(shape, turn)][square];
}
