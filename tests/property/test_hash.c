/* The position hash: different positions, different numbers, spread evenly over any part of the
 * word that a table may take its index from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/bits.h"
#include "game/rules.h"
#include "reference/sample.h"
#include "support/effort.h"

enum { POSITIONS = 200000, BUCKET_BITS = 14, BUCKETS = 1 << BUCKET_BITS };

static int compare_positions(const void *a, const void *b) {
    const Position *one = a, *two = b;
    if (one->own != two->own) return one->own < two->own ? -1 : 1;
    return one->opp < two->opp ? -1 : one->opp > two->opp;
}

static int compare_words(const void *a, const void *b) {
    const uint64_t *one = a, *two = b;
    return *one < *two ? -1 : *one > *two;
}

/* Fills `positions` with different positions of random games; returns how many there are. */
static long collect(BoardSize size, Position *positions, long count) {
    Shape shape;
    assert_true(shape_init(&shape, size.width, size.height, NULL));
    Sampler sampler = sampler_new(size, 80);
    for (long i = 0; i < count; i++) {
        Position packed = sampler_from_game(&sampler);
        positions[i] =
            (Position){shape_unpack(&shape, packed.own), shape_unpack(&shape, packed.opp)};
    }
    qsort(positions, (size_t)count, sizeof *positions, compare_positions);
    long kept = 0;
    for (long i = 0; i < count; i++)
        if (i == 0 || compare_positions(&positions[i], &positions[kept - 1]) != 0)
            positions[kept++] = positions[i];
    return kept;
}

/* Six standard deviations of a fair spread, either way. */
static void assert_even(const uint64_t *hashes, long count, int shift) {
    static long buckets[BUCKETS];
    double expected = (double)count / BUCKETS, sum = 0;
    for (int i = 0; i < BUCKETS; i++) buckets[i] = 0;
    for (long i = 0; i < count; i++) buckets[hashes[i] >> shift & (BUCKETS - 1)]++;
    for (int i = 0; i < BUCKETS; i++) {
        double off = (double)buckets[i] - expected;
        sum += off * off / expected;
    }
    double limit = 6 * 181.0; /* the root of 2 * BUCKETS */
    if (sum < BUCKETS - limit || sum > BUCKETS + limit)
        fail_msg("bits %d to %d: chi square %.0f, expected about %d", shift,
                 shift + BUCKET_BITS - 1, sum, BUCKETS);
}

static void hashes_of_different_positions_differ_and_are_spread_evenly(void **state) {
    (void)state;
    static const BoardSize sizes[] = {{8, 8}, {6, 6}, {4, 4}, {9, 7}, {16, 4}};
    long wanted = effort_rounds(POSITIONS);
    Position *positions = malloc((size_t)wanted * sizeof *positions);
    uint64_t *hashes = malloc((size_t)wanted * sizeof *hashes);
    assert_non_null(positions);
    assert_non_null(hashes);
    for (size_t b = 0; b < sizeof sizes / sizeof sizes[0]; b++) {
        long count = collect(sizes[b], positions, wanted);
        for (long i = 0; i < count; i++) hashes[i] = position_hash(positions[i]);
        if (count >= BUCKETS)
            for (int shift = 0; shift + BUCKET_BITS <= 64; shift += 10)
                assert_even(hashes, count, shift);
        qsort(hashes, (size_t)count, sizeof *hashes, compare_words);
        for (long i = 1; i < count; i++) assert_true(hashes[i] != hashes[i - 1]);
    }
    free(positions);
    free(hashes);
}

/* Changes up to three squares of a position in every way: what one subtree of a search may meet. */
static long near_positions(const Position *base, Position *found) {
    long count = 0;
    found[count++] = *base;
    for (int changes = 0, first = 0; changes < 3; changes++) {
        long last = count;
        for (long i = first; i < last; i++) {
            uint64_t changed = (found[i].own ^ base->own) | (found[i].opp ^ base->opp);
            for (int square = changed ? bits_last(changed) + 1 : 0; square < 64; square++) {
                uint64_t bit = bits_square(square);
                Position clear = {found[i].own & ~bit, found[i].opp & ~bit};
                Position set[3] = {
                    clear, {clear.own | bit, clear.opp}, {clear.own, clear.opp | bit}};
                for (int k = 0; k < 3; k++)
                    if (set[k].own != found[i].own || set[k].opp != found[i].opp)
                        found[count++] = set[k];
            }
        }
        first = (int)last;
    }
    return count;
}

static void positions_that_differ_in_a_few_squares_have_different_hashes(void **state) {
    (void)state;
    enum { BASES = 12, NEAR_MAX = 1 + 64 * 2 + 2016 * 4 + 41664 * 8 };
    Position *near = malloc(NEAR_MAX * sizeof *near);
    uint64_t *hashes = malloc(NEAR_MAX * sizeof *hashes);
    assert_non_null(near);
    assert_non_null(hashes);
    Sampler sampler = sampler_new((BoardSize){8, 8}, 83);
    for (long base = effort_rounds(BASES); base > 0; base--) {
        Position position = {0, 0};
        for (int i = 0; i < 10; i++) position = sampler_from_game(&sampler);
        long count = near_positions(&position, near);
        assert_int_equal(count, NEAR_MAX);
        for (long i = 0; i < count; i++) hashes[i] = position_hash(near[i]);
        qsort(hashes, (size_t)count, sizeof *hashes, compare_words);
        for (long i = 1; i < count; i++) assert_true(hashes[i] != hashes[i - 1]);
    }
    free(near);
    free(hashes);
}

static void the_hash_tells_the_sides_apart(void **state) {
    (void)state;
    Sampler sampler = sampler_new((BoardSize){8, 8}, 81);
    for (int i = 0; i < 10000; i++) {
        Position position = sampler_from_game(&sampler);
        assert_true(position_hash(position) != position_hash(position_passed(position)));
    }
}

/* Positions of a search differ by a few discs: each must move about half of the bits. */
static void one_disc_changes_many_bits_of_the_hash(void **state) {
    (void)state;
    enum { SAMPLES = 2000 };
    Sampler sampler = sampler_new((BoardSize){8, 8}, 82);
    long changed[2][64] = {0};
    for (int i = 0; i < SAMPLES; i++) {
        Position position = sampler_from_game(&sampler);
        uint64_t hash = position_hash(position);
        for (int square = 0; square < 64; square++) {
            Position other = position;
            other.own ^= bits_square(square);
            changed[0][square] += bits_count(hash ^ position_hash(other));
            other = position;
            other.opp ^= bits_square(square);
            changed[1][square] += bits_count(hash ^ position_hash(other));
        }
    }
    for (int side = 0; side < 2; side++)
        for (int square = 0; square < 64; square++)
            assert_in_range(changed[side][square] / SAMPLES, 16, 48);
}

static void the_hash_is_the_same_on_every_machine(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    assert_int_equal(position_hash((Position){0, 0}), 0);
    assert_int_equal(position_hash(position_start(&shape)), UINT64_C(0x9a80bf75c88de3c1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_of_different_positions_differ_and_are_spread_evenly),
        cmocka_unit_test(positions_that_differ_in_a_few_squares_have_different_hashes),
        cmocka_unit_test(the_hash_tells_the_sides_apart),
        cmocka_unit_test(one_disc_changes_many_bits_of_the_hash),
        cmocka_unit_test(the_hash_is_the_same_on_every_machine),
    };
    return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
