/* A disc that is called stable is never turned again: shown by playing out everything near the end,
 * and very many random continuations from everywhere else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bits.h"
#include "game/rules.h"
#include "reference/reference.h"
#include "reference/sample.h"
#include "support/effort.h"

enum { SEED = 40 };

/* Stable discs of both sides, numbered row by row like the position. */
static uint64_t all_stable(const Shape *shape, Position packed) {
    uint64_t own = shape_unpack(shape, packed.own), opp = shape_unpack(shape, packed.opp);
    return shape_pack(shape, rules_stable(shape, own, opp) | rules_stable(shape, opp, own));
}

static void no_continuation_turns_a_stable_disc(void **state) {
    (void)state;
    enum { POSITIONS = 8000, EMPTIES = 5 };
    long share = effort_rounds(POSITIONS) / sample_board_count + 1, found = 0;
    for (int b = 0; b < sample_board_count; b++) {
        Shape shape;
        BoardSize size = sample_boards[b];
        assert_true(shape_init(&shape, size.width, size.height, NULL));
        Sampler sampler = sampler_new(size, SEED);
        for (long i = 0; i < share; i++) {
            Position packed = sampler_late(&sampler, EMPTIES);
            Reference board;
            reference_set(&board, size.width, size.height, packed.own, packed.opp);
            uint64_t stable = all_stable(&shape, packed);
            assert_int_equal(stable & reference_turnable(&board), 0);
            found += bits_count(stable);
        }
    }
    assert_true(found > share * sample_board_count); /* or nothing has been tested */
}

/* Plays on at random. Whose turn it is, is drawn as well: a stable disc stands whatever happens. */
static uint64_t turned_at_random(Position packed, BoardSize size, Random *random) {
    Reference board;
    uint64_t turned = 0;
    reference_set(&board, size.width, size.height, packed.own, packed.opp);
    while (!reference_is_over(&board)) {
        uint64_t moves = reference_moves(&board);
        if (!moves || random_below(random, 4) == 0) {
            reference_pass(&board);
            continue;
        }
        uint32_t skip = random_below(random, (uint32_t)bits_count(moves));
        while (skip-- > 0) moves &= moves - 1;
        turned |= reference_flips(&board, bits_first(moves));
        reference_play(&board, bits_first(moves));
    }
    return turned;
}

static void no_random_continuation_turns_a_stable_disc(void **state) {
    (void)state;
    enum { POSITIONS = 8000, GAMES = 5 };
    long share = effort_rounds(POSITIONS) / sample_board_count + 1, found = 0;
    for (int b = 0; b < sample_board_count; b++) {
        Shape shape;
        BoardSize size = sample_boards[b];
        assert_true(shape_init(&shape, size.width, size.height, NULL));
        Sampler sampler = sampler_new(size, SEED + 1);
        for (long i = 0; i < share; i++) {
            Position packed = sampler_next(&sampler, i);
            uint64_t stable = all_stable(&shape, packed);
            for (int game = 0; stable && game < GAMES; game++)
                assert_int_equal(stable & turned_at_random(packed, size, &sampler.random), 0);
            found += bits_count(stable);
        }
    }
    assert_true(found > share * sample_board_count);
}

static void stable_discs_stay_stable_after_every_move(void **state) {
    (void)state;
    enum { POSITIONS = 40000 };
    long share = effort_rounds(POSITIONS) / sample_board_count + 1;
    for (int b = 0; b < sample_board_count; b++) {
        Shape shape;
        assert_true(shape_init(&shape, sample_boards[b].width, sample_boards[b].height, NULL));
        Sampler sampler = sampler_new(sample_boards[b], SEED + 2);
        for (long i = 0; i < share; i++) {
            Position packed = sampler_next(&sampler, i);
            Position here = {shape_unpack(&shape, packed.own), shape_unpack(&shape, packed.opp)};
            uint64_t own = rules_stable(&shape, here.own, here.opp);
            uint64_t opp = rules_stable(&shape, here.opp, here.own);
            assert_int_equal(own & ~here.own, 0);
            for (uint64_t moves = rules_moves(&shape, here.own, here.opp); moves;) {
                int square = bits_pop(&moves);
                uint64_t flips = rules_flips(&shape, square, here.own, here.opp);
                Position next = position_after(here, square, flips);
                assert_int_equal(opp & ~rules_stable(&shape, next.own, next.opp), 0);
                assert_int_equal(own & ~rules_stable(&shape, next.opp, next.own), 0);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_continuation_turns_a_stable_disc),
        cmocka_unit_test(no_random_continuation_turns_a_stable_disc),
        cmocka_unit_test(stable_discs_stay_stable_after_every_move),
    };
    return cmocka_run_group_tests_name("stability", tests, NULL, NULL);
}
