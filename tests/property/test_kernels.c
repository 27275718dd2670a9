/* Every way Bianca has of finding moves, flips and stable discs gives the same answer: a slow
 * reference on an array of cells, the portable code, and the kernels of every instruction set
 * that runs here, in both layouts, over a million positions on twenty boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/random.h"
#include "game/dispatch.h"
#include "game/rules.h"
#include "reference/reference.h"
#include "reference/sample.h"
#include "support/effort.h"

enum { POSITIONS = 1000000, SEED = 1 };

/* One table of functions in one layout. */
typedef struct Subject {
    const Shape *shape;
    const GameKernel *kernel;
    const char *isa;
} Subject;

/* What the reference says about a position, numbered row by row. */
typedef struct Truth {
    uint64_t own, opp, empties, moves;
    uint64_t flips[SHAPE_MAX_SQUARES];
    uint64_t stable; /* of the portable code: the reference has no rule for it */
} Truth;

static const GameKernel portable = {
    .moves = rules_moves, .flips = rules_flips, .stable = rules_stable};

static int list_subjects(const Shape *grid, const Shape *any, Subject *subjects) {
    int count = 0;
    const Shape *shapes[] = {grid, any};
    for (int i = 0; i < (grid->is_grid8 ? 2 : 1); i++) {
        subjects[count++] = (Subject){shapes[i], &portable, "rules.h"};
        for (int isa = 0; isa < ISA_COUNT; isa++)
            if (isa_available((Isa)isa))
                subjects[count++] =
                    (Subject){shapes[i], game_kernel(shapes[i], (Isa)isa), isa_name((Isa)isa)};
    }
    return count;
}

static void find_truth(Truth *truth, const Shape *shape, Position position) {
    Reference board;
    reference_set(&board, shape->width, shape->height, position.own, position.opp);
    uint64_t playable = shape_pack(shape, shape->playable);
    *truth = (Truth){.own = position.own,
                     .opp = position.opp,
                     .empties = playable & ~(position.own | position.opp)};
    for (uint64_t left = truth->empties; left;) {
        int square = bits_pop(&left);
        truth->flips[square] = reference_flips(&board, square);
        if (truth->flips[square]) truth->moves |= bits_square(square);
    }
    uint64_t own = shape_unpack(shape, position.own), opp = shape_unpack(shape, position.opp);
    truth->stable = shape_pack(shape, rules_stable(shape, own, opp));
}

static void check(const Subject *subject, const Truth *truth, const char *what, int square,
                  uint64_t found, uint64_t expected) {
    if (found == shape_unpack(subject->shape, expected)) return;
    fail_msg("%s on %dx%d, %d bits a row, isa %s: own %016llx opp %016llx square %d: found "
             "%016llx, expected %016llx (all but `found` numbered row by row)",
             what, subject->shape->width, subject->shape->height, subject->shape->stride,
             subject->isa, (unsigned long long)truth->own, (unsigned long long)truth->opp, square,
             (unsigned long long)found, (unsigned long long)expected);
}

static void compare(const Subject *subject, const Truth *truth) {
    const Shape *shape = subject->shape;
    const GameKernel *kernel = subject->kernel;
    uint64_t own = shape_unpack(shape, truth->own), opp = shape_unpack(shape, truth->opp);
    check(subject, truth, "moves", -1, kernel->moves(shape, own, opp), truth->moves);
    check(subject, truth, "stable", -1, kernel->stable(shape, own, opp), truth->stable);
    for (uint64_t left = truth->empties; left;) {
        int square = bits_pop(&left);
        uint64_t flips = kernel->flips(shape, shape_from_index(shape, square), own, opp);
        check(subject, truth, "flips", square, flips, truth->flips[square]);
    }
}

/* The board filled up but for one square, by chance. */
static void the_last_square_turns_as_many_for_both_sides(void **state) {
    (void)state;
    long share = effort_rounds(POSITIONS / 10) / sample_board_count;
    Random random = random_seeded(SEED + 3);
    for (int b = 0; b < sample_board_count; b++) {
        Shape grid, any;
        assert_true(shape_init(&grid, sample_boards[b].width, sample_boards[b].height, NULL));
        assert_true(shape_init_any(&any, sample_boards[b].width, sample_boards[b].height, NULL));
        Subject subjects[2 * (ISA_COUNT + 1)];
        int count = list_subjects(&grid, &any, subjects);
        for (long i = 0; i < share; i++) {
            int index = (int)random_below(&random, (uint32_t)any.squares);
            uint64_t discs = any.playable ^ bits_square(index), own = random_next(&random) & discs;
            /* runs of one colour are rare by pure chance */
            if (i & 1) own &= random_next(&random);
            if (i & 2) own = discs ^ own;
            Reference mine, theirs;
            reference_set(&mine, any.width, any.height, own, discs ^ own);
            reference_set(&theirs, any.width, any.height, discs ^ own, own);
            unsigned flips = (unsigned)bits_count(reference_flips(&mine, index)) << 8 |
                             (unsigned)bits_count(reference_flips(&theirs, index));
            for (int s = 0; s < count; s++)
                if (subjects[s].kernel->count_last_flips)
                    assert_int_equal(flips, subjects[s].kernel->count_last_flips(
                                                subjects[s].shape,
                                                shape_from_index(subjects[s].shape, index),
                                                shape_unpack(subjects[s].shape, own)));
        }
    }
}

static void compare_on(BoardSize size, long positions, uint64_t seed) {
    Shape grid, any;
    assert_true(shape_init(&grid, size.width, size.height, NULL));
    assert_true(shape_init_any(&any, size.width, size.height, NULL));
    Subject subjects[2 * (ISA_COUNT + 1)];
    int count = list_subjects(&grid, &any, subjects);
    Sampler sampler = sampler_new(size, seed);
    for (long i = 0; i < positions; i++) {
        Truth truth;
        find_truth(&truth, &any, sampler_next(&sampler, i));
        for (int s = 0; s < count; s++) compare(&subjects[s], &truth);
    }
}

static void all_kernels_agree_with_the_reference(void **state) {
    (void)state;
    long share = effort_rounds(POSITIONS) / sample_board_count;
    for (int b = 0; b < sample_board_count; b++) compare_on(sample_boards[b], share, SEED);
}

static void they_agree_on_every_board_there_is(void **state) {
    (void)state;
    for (int width = SHAPE_MIN_SIDE; width <= SHAPE_MAX_SIDE; width++)
        for (int height = SHAPE_MIN_SIDE; width * height <= SHAPE_MAX_SQUARES; height++)
            compare_on((BoardSize){width, height}, effort_rounds(1000), SEED + 2);
}

static void the_end_and_the_score_agree_with_the_reference(void **state) {
    (void)state;
    long share = effort_rounds(POSITIONS / 10) / sample_board_count;
    for (int b = 0; b < sample_board_count; b++) {
        Shape shape;
        assert_true(shape_init(&shape, sample_boards[b].width, sample_boards[b].height, NULL));
        Sampler sampler = sampler_new(sample_boards[b], SEED + 1);
        for (long i = 0; i < share; i++) {
            Position packed = sampler_next(&sampler, i);
            Position position = {shape_unpack(&shape, packed.own),
                                 shape_unpack(&shape, packed.opp)};
            Reference board;
            reference_set(&board, shape.width, shape.height, packed.own, packed.opp);
            assert_int_equal(rules_is_over(&shape, position), reference_is_over(&board));
            assert_int_equal(rules_score(&shape, position), reference_score(&board));
            assert_int_equal(rules_difference(position), reference_difference(&board));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kernels_agree_with_the_reference),
        cmocka_unit_test(they_agree_on_every_board_there_is),
        cmocka_unit_test(the_last_square_turns_as_many_for_both_sides),
        cmocka_unit_test(the_end_and_the_score_agree_with_the_reference),
    };
    return cmocka_run_group_tests_name("kernels", tests, NULL, NULL);
}
