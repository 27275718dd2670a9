/* See sample.h. The games are played with the reference's rules. */
#include "reference/sample.h"

#include "base/bits.h"
#include "reference/reference.h"

const BoardSize sample_boards[] = {
    {8, 8}, {6, 6}, {4, 4}, {9, 7},  {7, 9},  {5, 12}, {12, 5}, {16, 4}, {4, 16}, {10, 6},
    {5, 5}, {4, 6}, {6, 4}, {11, 5}, {5, 11}, {7, 7},  {8, 5},  {5, 8},  {13, 4}, {4, 15},
};
const int sample_board_count = (int)(sizeof sample_boards / sizeof sample_boards[0]);

static void restart(Sampler *sampler) {
    Reference board;
    reference_start(&board, sampler->width, sampler->height);
    sampler->own = reference_own(&board);
    sampler->opp = reference_opp(&board);
}

Sampler sampler_new(BoardSize size, uint64_t seed) {
    Sampler sampler = {
        .random = random_seeded(seed * 10000 + (uint64_t)(size.width * 100 + size.height)),
        .width = size.width,
        .height = size.height,
    };
    restart(&sampler);
    return sampler;
}

static int pick(Random *random, uint64_t set) {
    uint32_t skip = random_below(random, (uint32_t)bits_count(set));
    while (skip-- > 0) set &= set - 1;
    return bits_first(set);
}

Position sampler_from_game(Sampler *sampler) {
    Position here = {sampler->own, sampler->opp};
    Reference board;
    reference_set(&board, sampler->width, sampler->height, here.own, here.opp);
    uint64_t moves = reference_moves(&board);
    if (moves)
        reference_play(&board, pick(&sampler->random, moves));
    else if (!reference_is_over(&board))
        reference_pass(&board);
    else
        reference_start(&board, sampler->width, sampler->height);
    sampler->own = reference_own(&board);
    sampler->opp = reference_opp(&board);
    return here;
}

Position sampler_scatter(Sampler *sampler) {
    Random *random = &sampler->random;
    uint32_t filled = random_below(random, 257), own = random_below(random, 257);
    Position position = {0, 0};
    for (int square = 0; square < sampler->width * sampler->height; square++) {
        if (random_below(random, 256) >= filled) continue;
        if (random_below(random, 256) < own)
            position.own |= bits_square(square);
        else
            position.opp |= bits_square(square);
    }
    return position;
}

Position sampler_next(Sampler *sampler, long number) {
    return number % 3 == 2 ? sampler_scatter(sampler) : sampler_from_game(sampler);
}

Position sampler_late(Sampler *sampler, int empties) {
    int squares = sampler->width * sampler->height;
    for (;;) {
        Position position = sampler_from_game(sampler);
        int discs = bits_count(position.own | position.opp);
        Reference board;
        reference_set(&board, sampler->width, sampler->height, position.own, position.opp);
        if (squares - discs <= empties && !reference_is_over(&board)) return position;
    }
}
