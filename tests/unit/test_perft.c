/* perft: the published and twice computed numbers, and what must not change them: the isa of
 * instructions, turning the board on its side. (The number of threads: test_perft_threads.c.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bits.h"
#include "game/perft.h"
#include "game/rules.h"
#include "reference/perft_table.h"
#include "reference/reference.h"
#include "reference/sample.h"
#include "support/effort.h"

enum {
    LEAVES_MAX = 250000000,    /* 8x8 to depth 11 is in, 6x6 depth 12 is for the slow tests */
    LEAVES_PER_ISA = 30000000, /* for isas other than the best */
    LEAVES_SMALL = 3000000,
};

static uint64_t count(const Shape *shape, Isa isa, Position position, int depth, int threads) {
    uint64_t leaves = 0;
    assert_true(perft_count(shape, isa, position, depth, threads, &leaves, NULL));
    return leaves;
}

static uint64_t count_from_start(BoardSize size, int depth, int threads) {
    Shape shape;
    assert_true(shape_init(&shape, size.width, size.height, NULL));
    return count(&shape, isa_best(), position_start(&shape), depth, threads);
}

static void perft_is_as_in_the_table(void **state) {
    (void)state;
    PerftTable table;
    perft_table_read(&table);
    for (int i = 0; i < table.count; i++) {
        const PerftRow *row = &table.rows[i];
        if (row->leaves > (uint64_t)effort_rounds(LEAVES_MAX)) continue;
        assert_int_equal(count_from_start(row->size, row->depth, 1), row->leaves);
    }
}

static void perft_is_the_same_on_every_level_and_layout(void **state) {
    (void)state;
    PerftTable table;
    perft_table_read(&table);
    for (int i = 0; i < table.count; i++) {
        const PerftRow *row = &table.rows[i];
        if (row->leaves > (uint64_t)effort_rounds(LEAVES_PER_ISA)) continue;
        Shape grid, any;
        assert_true(shape_init(&grid, row->size.width, row->size.height, NULL));
        assert_true(shape_init_any(&any, row->size.width, row->size.height, NULL));
        for (int isa = 0; isa < ISA_COUNT; isa++) {
            if (!isa_available((Isa)isa)) continue;
            assert_int_equal(count(&grid, (Isa)isa, position_start(&grid), row->depth, 1),
                             row->leaves);
            if (row->leaves > LEAVES_SMALL) continue;
            assert_int_equal(count(&any, (Isa)isa, position_start(&any), row->depth, 1),
                             row->leaves);
        }
    }
}

static void perft_is_the_same_for_a_board_and_its_transpose(void **state) {
    (void)state;
    static const BoardSize sizes[] = {{4, 6}, {9, 7}, {5, 12}, {16, 4}, {10, 6}, {11, 5}, {7, 8}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        BoardSize turned = {sizes[i].height, sizes[i].width};
        for (int depth = 1; depth <= 9; depth++)
            assert_int_equal(count_from_start(sizes[i], depth, 1),
                             count_from_start(turned, depth, 1));
    }
}

static void perft_agrees_with_the_reference_on_every_kind_of_board(void **state) {
    (void)state;
    enum { DEPTH = 6 };
    for (int b = 0; b < sample_board_count; b++) {
        Reference board;
        reference_start(&board, sample_boards[b].width, sample_boards[b].height);
        for (int depth = 0; depth <= DEPTH; depth++)
            assert_int_equal(count_from_start(sample_boards[b], depth, 1),
                             reference_perft(&board, depth));
    }
}

/* Whole small games, so that passes and ends of games are met at every depth. */
static void perft_agrees_with_the_reference_near_the_end(void **state) {
    (void)state;
    enum { EMPTIES = 6, DEPTHS = 9, POSITIONS = 20 };
    for (int b = 0; b < sample_board_count; b++) {
        Shape shape;
        assert_true(shape_init(&shape, sample_boards[b].width, sample_boards[b].height, NULL));
        Sampler sampler = sampler_new(sample_boards[b], 5);
        for (int i = 0; i < POSITIONS; i++) {
            Position packed = sampler_late(&sampler, EMPTIES);
            Position position = {shape_unpack(&shape, packed.own),
                                 shape_unpack(&shape, packed.opp)};
            Reference board;
            reference_set(&board, shape.width, shape.height, packed.own, packed.opp);
            for (int depth = 0; depth <= DEPTHS; depth++) {
                uint64_t expected = reference_perft(&board, depth);
                for (int isa = 0; isa < ISA_COUNT; isa++)
                    if (isa_available((Isa)isa))
                        assert_int_equal(count(&shape, (Isa)isa, position, depth, 2), expected);
            }
        }
    }
}

static void a_finished_game_is_one_leaf_at_any_depth(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    Position wiped_out = {0, bits_square(27) | bits_square(28)};
    for (int depth = 0; depth <= PERFT_MAX_DEPTH; depth += 10)
        for (int threads = 1; threads <= 2; threads++)
            assert_int_equal(count(&shape, isa_best(), wiped_out, depth, threads), 1);
}

static void a_pass_is_one_ply(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    /* Row 8 is opp a8, own b8: only the other side can move, to c8, and ends the game. */
    Position position = {bits_square(57), bits_square(56)};
    assert_int_equal(rules_moves(&shape, position.own, position.opp), 0);
    assert_int_equal(rules_moves(&shape, position.opp, position.own), bits_square(58));
    for (int depth = 0; depth <= 8; depth++)
        assert_int_equal(count(&shape, isa_best(), position, depth, 2), 1);
}

static void depth_beyond_the_end_counts_whole_games(void **state) {
    (void)state;
    uint64_t games = count_from_start((BoardSize){4, 4}, 40, 2);
    assert_int_equal(games, count_from_start((BoardSize){4, 4}, PERFT_MAX_DEPTH, 1));
    assert_true(games >= 59980);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_is_as_in_the_table),
        cmocka_unit_test(perft_is_the_same_on_every_level_and_layout),
        cmocka_unit_test(perft_is_the_same_for_a_board_and_its_transpose),
        cmocka_unit_test(perft_agrees_with_the_reference_on_every_kind_of_board),
        cmocka_unit_test(perft_agrees_with_the_reference_near_the_end),
        cmocka_unit_test(a_finished_game_is_one_leaf_at_any_depth),
        cmocka_unit_test(a_pass_is_one_ply),
        cmocka_unit_test(depth_beyond_the_end_counts_whole_games),
    };
    return cmocka_run_group_tests_name("perft", tests, NULL, NULL);
}
