/* Tables of perfect play: their file, their symmetries, and what those in the program say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/random.h"
#include "boards/perfect_maker.h"
#include "engine/engine.h"
#include "engine/perfect.h"
#include "game/rules.h"
#include "game/symmetry.h"
#include "support/effort.h"
#include "support/perfect_games.h"

enum { SCORES = 2 * PERFECT_MAX_SQUARES + 1, MAX_BYTES = 1 << 20 };

/* A position after some random moves, and the same on a board turned by a quarter. */
static Position random_position(const Shape *shape, Random *random, int moves) {
    Position position = position_start(shape);
    for (int i = 0; i < moves; i++) {
        uint64_t legal = rules_moves(shape, position.own, position.opp);
        if (!legal) return position;
        int square = rules_random_move(legal, random);
        position = position_after(position, square,
                                  rules_flips(shape, square, position.own, position.opp));
    }
    return position;
}

static uint64_t transposed(const Shape *from, const Shape *to, uint64_t set) {
    uint64_t image = 0;
    while (set) {
        int square = bits_pop(&set);
        image |= bits_square(shape_square(to, shape_row(from, square), shape_column(from, square)));
    }
    return image;
}

static void a_key_is_the_same_for_all_symmetries_and_both_orientations(void **state) {
    (void)state;
    Random random = random_seeded(11);
    for (int w = 4; w <= 6; w++) {
        for (int h = w; h <= 6; h++) {
            Shape shape, turned;
            assert_true(shape_init(&shape, w, h, NULL) && shape_init(&turned, h, w, NULL));
            for (int i = 0; i < 20; i++) {
                Position position = random_position(&shape, &random, i);
                uint64_t key = perfect_key(&shape, position, NULL);
                for (int s = 0; s < shape.symmetries; s++)
                    assert_true(key ==
                                perfect_key(&shape, symmetry_position(&shape, s, position), NULL));
                Position image = {transposed(&shape, &turned, position.own),
                                  transposed(&shape, &turned, position.opp)};
                assert_true(key == perfect_key(&turned, image, NULL));
                /* The start is its own mirror image with the colours exchanged. */
                Position passed = position_passed(position);
                if (i > 0) assert_true(key != perfect_key(&shape, passed, NULL));
            }
        }
    }
}

/* A table of one position: its first legal move, with some score. */
static uint8_t *one_row(const Shape *shape, Position position, int score, size_t *length) {
    int symmetry, square = bits_first(rules_moves(shape, position.own, position.opp));
    uint64_t key = perfect_key(shape, position, &symmetry);
    PerfectRow row = {key, score, (uint8_t)shape_index(shape, shape->where[symmetry][square])};
    return perfect_encode(shape->width, shape->height, &row, 1, length);
}

static void a_position_is_found_turned_with_its_move_turned(void **state) {
    (void)state;
    Shape shape;
    Random random = random_seeded(5);
    assert_true(shape_init(&shape, 6, 6, NULL));
    for (int i = 0; i < 10; i++) {
        Position position = random_position(&shape, &random, 8);
        size_t length;
        PerfectTable table;
        PerfectEntry entry;
        uint8_t *bytes = one_row(&shape, position, -36 + 8 * i, &length);
        assert_true(perfect_read(&table, bytes, length, NULL));
        for (int s = 0; s < 8; s++) {
            Position image = symmetry_position(&shape, s, position);
            assert_true(perfect_find(&table, &shape, image, &entry));
            assert_int_equal(entry.score, -36 + 8 * i);
            assert_true(bits_has(rules_moves(&shape, image.own, image.opp), entry.square));
        }
        assert_false(perfect_find(&table, &shape, position_start(&shape), &entry));
        free(bytes);
    }
}

static void a_damaged_table_is_refused(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 4, 4, NULL));
    size_t length;
    PerfectTable table;
    Error error;
    uint8_t *bytes = one_row(&shape, position_start(&shape), -10, &length);
    assert_true(perfect_read(&table, bytes, length, NULL));
    for (size_t cut = 0; cut < length; cut++)
        assert_false(perfect_read(&table, bytes, cut, &error));
    for (size_t at = 0; at < length; at++) {
        bytes[at] ^= 64;
        assert_false(perfect_read(&table, bytes, length, &error));
        assert_int_equal(error.status, STATUS_BAD_INPUT);
        bytes[at] ^= 64;
    }
    free(bytes);
}

/* The tables in the program, as files. */
static size_t table_bytes(const PerfectTable *table) {
    return table->count * 9 + 32;
}

static void the_tables_in_the_program_are_whole_and_small(void **state) {
    (void)state;
    size_t sum = 0;
    int tables = 0;
    for (int w = 4; w <= 6; w++) {
        for (int h = w; w * h <= PERFECT_MAX_SQUARES; h++) {
            Shape shape;
            PerfectTable table, checked;
            assert_true(shape_init(&shape, w, h, NULL));
            if (!perfect_embedded(&shape, &table)) continue;
            Error error = {0};
            if (!perfect_read(&checked, table.words - 32, table_bytes(&table), &error))
                fail_msg("%dx%d: %s", w, h, error.text);
            sum += table_bytes(&table);
            tables++;
        }
    }
    assert_true(tables >= 1);
    assert_true(sum <= MAX_BYTES);
}

static Position position_at(const Shape *shape, const PerfectTable *table, size_t row, int *score) {
    uint64_t word = bytes_get(table->words + 8 * row, 8), key = word / SCORES;
    Position position = {0, 0};
    *score = (int)(word % SCORES) - PERFECT_MAX_SQUARES;
    for (int i = 0; key; i++, key /= 3) {
        uint64_t bit = bits_square(shape_from_index(shape, i));
        if (key % 3 == 1) position.own |= bit;
        if (key % 3 == 2) position.opp |= bit;
    }
    return position;
}

/* Rows of few empties are solved again; of all, the move is legal and no known reply refutes it. */
static void rows_agree_with_the_solver_and_with_each_other(void **state) {
    (void)state;
    enum { EMPTIES = 22, SOLVED = 4 };
    Shape shape;
    PerfectTable table;
    assert_true(shape_init(&shape, 6, 6, NULL));
    assert_true(perfect_embedded(&shape, &table));
    Engine *engine = engine_new(&shape, &(EngineOptions){.threads = 1, .hash_mb = 16}, NULL);
    long solved = 0, wanted = effort_rounds(SOLVED);
    size_t step = table.count / 50 + 1;
    for (size_t row = 0; row < table.count; row++) {
        int score;
        Position position = position_at(&shape, &table, row, &score);
        PerfectEntry entry, next;
        EngineResult result;
        assert_true(perfect_find(&table, &shape, position, &entry));
        assert_int_equal(entry.score, score);
        uint64_t moves = rules_moves(&shape, position.own, position.opp);
        assert_true(bits_has(moves, entry.square));
        while (moves) {
            int square = bits_pop(&moves);
            Position after = position_after(
                position, square, rules_flips(&shape, square, position.own, position.opp));
            if (!perfect_find(&table, &shape, after, &next)) continue;
            assert_true(-next.score <= score);
            if (square == entry.square) assert_int_equal(-next.score, score);
        }
        if (row % step || solved >= wanted ||
            bits_count(position_empties(&shape, position)) > EMPTIES)
            continue;
        solved++;
        engine_think(engine, position, &(EngineLimits){.lines = 1}, NULL, NULL, &result);
        assert_int_equal((int)result.lines[0].score, score);
    }
    assert_true(solved > 0);
    engine_free(engine);
}

/* Also the rows of positions where the side that errs is to move. */
static void a_table_that_is_made_agrees_with_the_solver(void **state) {
    (void)state;
    enum { EMPTIES = 21 };
    Shape shape;
    PerfectTable table;
    PerfectReport report;
    Error error = {0};
    size_t length;
    int solved = 0;
    assert_true(shape_init(&shape, 4, 7, NULL));
    PerfectMakerOptions order = {.shape = &shape, .plies = 2, .threads = 1, .hash_mb = 16};
    uint8_t *bytes = perfect_make(&order, NULL, NULL, &report, &length, &error);
    if (!bytes) fail_msg("%s", error.text);
    assert_int_equal(error.status, STATUS_OK);
    assert_true(perfect_read(&table, bytes, length, NULL));
    assert_int_equal(table.count, report.rows);
    assert_true(report.rows > report.solved);
    Engine *engine = engine_new(&shape, &(EngineOptions){.threads = 1, .hash_mb = 16}, NULL);
    for (size_t row = 0; row < table.count; row++) {
        int score;
        Position position = position_at(&shape, &table, row, &score);
        EngineResult result;
        if (bits_count(position_empties(&shape, position)) > EMPTIES) continue;
        engine_think(engine, position, &(EngineLimits){.lines = 1}, NULL, NULL, &result);
        assert_int_equal((int)result.lines[0].score, score);
        solved++;
    }
    assert_true(solved > 10);
    engine_free(engine);
    free(bytes);
}

/* The start, one first move and three replies to it: the other three first moves are the same
 * turned. */
static void symmetric_roots_are_one_task(void **state) {
    (void)state;
    Shape shape;
    PerfectReport report;
    size_t length;
    assert_true(shape_init(&shape, 4, 4, NULL));
    PerfectMakerOptions order = {.shape = &shape, .plies = 2, .threads = 1, .hash_mb = 1};
    uint8_t *bytes = perfect_make(&order, NULL, NULL, &report, &length, NULL);
    assert_non_null(bytes);
    assert_int_equal(report.roots, 1 + 1 + 3);
    assert_int_equal(report.done, report.roots);
    free(bytes);
}

/* 5x5 begins with 21 empties: after the best move and any reply there are 19 at most, and such
 * positions are left to the engine. */
static void positions_near_the_end_are_not_even_solved(void **state) {
    (void)state;
    Shape shape;
    PerfectReport report;
    size_t length;
    assert_true(shape_init(&shape, 5, 5, NULL));
    PerfectMakerOptions order = {.shape = &shape, .plies = 1, .threads = 1, .hash_mb = 1};
    uint8_t *bytes = perfect_make(&order, NULL, NULL, &report, &length, NULL);
    assert_non_null(bytes);
    assert_int_equal(report.done, report.roots);
    assert_int_equal(report.solved, report.roots);
    free(bytes);
}

static void the_engine_knows_6x6_from_the_start_on(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 6, 6, NULL));
    Engine *engine = engine_new(&shape, &(EngineOptions){.threads = 1, .hash_mb = 1}, NULL);
    static const EngineLimits limits[] = {{.level = 21},
                                          {.level = 60, .lines = 2},
                                          {.nodes = 1000},
                                          {.has_move_time = true, .move_seconds = 0.05}};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        EngineResult result;
        double begin = clock_seconds();
        engine_think(engine, position_start(&shape), &limits[i], NULL, NULL, &result);
        double most = clock_seconds() - begin;
        assert_true(result.seconds >= 0 && result.seconds <= most);
        assert_true(result.lines[0].is_exact);
        assert_int_equal((int)result.lines[0].score, -4);
        assert_int_equal(result.lines[0].depth, 32);
        assert_int_equal(result.outcome, ENGINE_LOSS);
        assert_int_equal(result.count, limits[i].lines ? limits[i].lines : 1);
    }
    engine_free(engine);
}

/* What asks for a search gets one: a depth, a low level, another evaluation. */
static void a_search_that_is_asked_for_is_done(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 6, 6, NULL));
    static const struct {
        const char *eval;
        EngineLimits limits;
    } rows[] = {{NULL, {.depth = 3}},
                {NULL, {.level = 4}},
                {NULL, {.level = 4, .nodes = 5000}},
                {"discs", {.nodes = 2000}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        EngineOptions options = {.threads = 1, .hash_mb = 1, .eval = rows[i].eval};
        Engine *engine = engine_new(&shape, &options, NULL);
        EngineResult result;
        engine_think(engine, position_start(&shape), &rows[i].limits, NULL, NULL, &result);
        assert_false(result.lines[0].is_exact);
        assert_true(result.nodes > 0);
        engine_free(engine);
    }
}

static void small_boards_are_solved_at_once_from_level_21_on(void **state) {
    (void)state;
    static const struct {
        int width, height, score;
    } boards[] = {{4, 4, -10}, {4, 6, 16}, {6, 4, 16}, {5, 5, 13}, {4, 8, 32}, {6, 5, 10}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        Shape shape;
        EngineResult result;
        assert_true(shape_init(&shape, boards[i].width, boards[i].height, NULL));
        Engine *engine = engine_new(&shape, &(EngineOptions){.threads = 1, .hash_mb = 16}, NULL);
        engine_think(engine, position_start(&shape), &(EngineLimits){.level = 21}, NULL, NULL,
                     &result);
        assert_true(result.lines[0].is_exact);
        assert_int_equal((int)result.lines[0].score, boards[i].score);
        engine_free(engine);
    }
}

/* All openings and opponents: tests/slow/test_perfect_games.c. */
static void games_never_end_below_perfect_play(void **state) {
    (void)state;
    PerfectGames sum = {0};
    perfect_games_play("engine:nodes=1500000", "e03-myjudge", 31, &sum);
    perfect_games_play("engine:nodes=1500000", "random", 31, &sum);
    assert_int_equal(sum.games, 8);
    assert_int_equal(sum.below, 0);
}

static Position played(const Shape *shape, Position position, int square) {
    return position_after(position, square, rules_flips(shape, square, position.own, position.opp));
}

/* Visits the positions after the table's move and each reply to it that leaves a move. */
static int walk(const PerfectTable *table, const Shape *shape, Position position, int plies) {
    PerfectEntry entry, next;
    int found = 1;
    assert_true(perfect_find(table, shape, position, &entry));
    position = played(shape, position, entry.square);
    for (uint64_t replies = rules_moves(shape, position.own, position.opp); plies && replies;) {
        Position after = played(shape, position, bits_pop(&replies));
        if (!rules_moves(shape, after.own, after.opp)) continue;
        assert_true(perfect_find(table, shape, after, &next));
        assert_true(next.score >= entry.score);
        found += next.score == entry.score ? walk(table, shape, after, plies - 2) : 1;
    }
    return found;
}

/* With 4x7 this can be seen at the second reply, the last one before positions are left out. */
static void a_table_has_the_first_error_whenever_it_comes(void **state) {
    (void)state;
    Shape shape;
    PerfectTable table;
    PerfectReport report;
    size_t length;
    assert_true(shape_init(&shape, 4, 7, NULL));
    PerfectMakerOptions order = {.shape = &shape, .plies = 1, .threads = 1, .hash_mb = 16};
    uint8_t *bytes = perfect_make(&order, NULL, NULL, &report, &length, NULL);
    assert_non_null(bytes);
    assert_true(perfect_read(&table, bytes, length, NULL));
    assert_true(walk(&table, &shape, position_start(&shape), 4) > 3);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_the_same_for_all_symmetries_and_both_orientations),
        cmocka_unit_test(a_position_is_found_turned_with_its_move_turned),
        cmocka_unit_test(a_damaged_table_is_refused),
        cmocka_unit_test(the_tables_in_the_program_are_whole_and_small),
        cmocka_unit_test(rows_agree_with_the_solver_and_with_each_other),
        cmocka_unit_test(a_table_that_is_made_agrees_with_the_solver),
        cmocka_unit_test(symmetric_roots_are_one_task),
        cmocka_unit_test(positions_near_the_end_are_not_even_solved),
        cmocka_unit_test(the_engine_knows_6x6_from_the_start_on),
        cmocka_unit_test(a_search_that_is_asked_for_is_done),
        cmocka_unit_test(small_boards_are_solved_at_once_from_level_21_on),
        cmocka_unit_test(games_never_end_below_perfect_play),
        cmocka_unit_test(a_table_has_the_first_error_whenever_it_comes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
