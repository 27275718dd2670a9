/* See endings.h. */
#include "reference/endings.h"

#include "base/bits.h"

Reference endings_board(const Sampler *sampler, Position position) {
    Reference board;
    reference_set(&board, sampler->width, sampler->height, position.own, position.opp);
    return board;
}

static Position from_game(Sampler *sampler, int empties) {
    int squares = sampler->width * sampler->height;
    for (;;) {
        Position position = sampler_from_game(sampler);
        if (squares - bits_count(position.own | position.opp) == empties) return position;
    }
}

static Position scattered(Sampler *sampler, int empties) {
    Random *random = &sampler->random;
    int left = sampler->width * sampler->height;
    uint32_t own = random_below(random, 257);
    Position position = {0, 0};
    for (int square = 0; left > 0; square++, left--) {
        if (random_below(random, (uint32_t)left) < (uint32_t)empties)
            empties--;
        else if (random_below(random, 256) < own)
            position.own |= bits_square(square);
        else
            position.opp |= bits_square(square);
    }
    return position;
}

Position endings_next(Sampler *sampler, int empties, long number) {
    return number % 3 == 2 ? scattered(sampler, empties) : from_game(sampler, empties);
}
