/* The transposition table: what is stored is found, never under another key; bounds are kept, the
 * valuable survives, and nothing torn is ever read (threads: test_table_thread.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "eval/evaluation.h"
#include "search/table.h"

enum { DISC = EVAL_DISC, MOST = 64 * EVAL_DISC };

/* The sanitizers end a program that asks for too much memory, unless told that it can cope. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1";
}
__attribute__((visibility("default"))) const char *__tsan_default_options(void);
const char *__tsan_default_options(void) {
    return "allocator_may_return_null=1";
}

static void open_table(Table *table, size_t megabytes) {
    assert_true(table_init(table, megabytes, NULL));
}

static TableFinding finding(int alpha, int beta, int score, int depth) {
    return (TableFinding){
        .alpha = alpha, .beta = beta, .score = score, .depth = depth, .selectivity = 5, .move = 19};
}

static uint64_t key(uint64_t number) {
    return random_mix(number + 1);
}

static void a_new_table_knows_nothing(void **state) {
    (void)state;
    Table table;
    TableData data;
    open_table(&table, 1);
    for (uint64_t i = 0; i < 10000; i++) assert_false(table_probe(&table, key(i), &data));
    table_release(&table);
}

static void a_table_is_no_larger_than_asked(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 2, 3, 5, 16, 100};
    for (int i = 0; i < 7; i++) {
        Table table;
        open_table(&table, sizes[i]);
        assert_true(table.capacity <= sizes[i] << 20 ||
                    table.capacity == sizeof(TableSlot) * TABLE_WAYS);
        assert_true(table.capacity * 2 > sizes[i] << 20);
        assert_true(table.bytes <= table.capacity);
        assert_int_equal((table.mask + 1) * TABLE_WAYS * sizeof(TableSlot), table.bytes);
        table_release(&table);
    }
}

/* What was stored while the table was small is found in it at every size, and nowhere twice. */
static void a_table_that_grows_forgets_nothing(void **state) {
    (void)state;
    Table table;
    enum { KEPT = 5000 };
    assert_true(table_init(&table, 128, NULL));
    size_t first = table.bytes;
    assert_true(first < table.capacity);
    for (int i = 0; i < KEPT; i++) {
        TableFinding found = {
            .alpha = -1, .beta = 1, .score = i % 50 + 2, .depth = 5, .move = i % 60};
        table_store(&table, key((uint64_t)i), &found);
    }
    while (table.bytes < table.capacity) {
        size_t before = table.bytes;
        table_grow(&table, before + 1);
        assert_int_equal(table.bytes, 2 * before);
        size_t used = 0;
        for (size_t slot = 0; slot < table.bytes / sizeof(TableSlot); slot++)
            used += atomic_load(&table.slots[slot].data) != 0;
        assert_int_equal(used, KEPT);
        for (int i = 0; i < KEPT; i++) {
            TableData data;
            assert_true(table_probe(&table, key((uint64_t)i), &data));
            assert_int_equal(data.move, i % 60);
        }
    }
    table_grow(&table, SIZE_MAX);
    assert_int_equal(table.bytes, table.capacity);
    table_clear(&table);
    assert_int_equal(table.bytes, first);
    table_grow(&table, SIZE_MAX);
    for (size_t slot = 0; slot < table.bytes / sizeof(TableSlot); slot++)
        assert_int_equal(atomic_load(&table.slots[slot].data), 0);
    table_release(&table);
}

/* The first and the last bucket of the half that is used so far. */
static void what_lies_at_the_edges_is_moved_once(void **state) {
    (void)state;
    for (int is_last = 0; is_last < 2; is_last++) {
        Table table;
        TableData data;
        assert_true(table_init(&table, 128, NULL));
        uint64_t bit = (uint64_t)table.mask + 1, far = UINT64_C(77) << 50;
        uint64_t moves = far | bit | (is_last ? bit - 1 : 0), stays = moves ^ bit;
        TableFinding found = finding(-1, 1, 0, 9);
        table_store(&table, moves, &found);
        table_store(&table, stays, &found);
        table_grow(&table, table.bytes + 1);
        assert_true(table_probe(&table, moves, &data));
        assert_true(table_probe(&table, stays, &data));
        table_release(&table);
    }
}

static void a_table_that_cannot_be_had_is_refused(void **state) {
    (void)state;
    static const size_t sizes[] = {(size_t)1 << 40, (size_t)1 << 44, SIZE_MAX, SIZE_MAX >> 20};
    for (int i = 0; i < 4; i++) {
        Table table = {.bytes = 1};
        Error error = {0};
        assert_false(table_init(&table, sizes[i], &error));
        assert_int_equal(error.status, STATUS_NO_MEMORY);
        assert_int_equal(table.bytes, 1);
    }
}

static void what_is_stored_is_found_under_its_key_alone(void **state) {
    (void)state;
    Table table;
    TableData data;
    open_table(&table, 1);
    TableFinding found = finding(-100, 100, 50, 7);
    table_store(&table, 12345, &found);
    assert_true(table_probe(&table, 12345, &data));
    assert_int_equal(data.lower, 50);
    assert_int_equal(data.upper, 50);
    assert_int_equal(data.depth, 7);
    assert_int_equal(data.selectivity, 5);
    assert_int_equal(data.move, 19);
    for (int bit = 0; bit < 64; bit++)
        assert_false(table_probe(&table, 12345 ^ (UINT64_C(1) << bit), &data));
    table_clear(&table);
    assert_false(table_probe(&table, 12345, &data));
    table_release(&table);
}

static void a_score_beyond_the_window_is_a_bound(void **state) {
    (void)state;
    Table table;
    TableData data;
    open_table(&table, 1);
    TableFinding high = finding(0, 1, 5 * DISC, 9), low = finding(0, 1, -3 * DISC, 9);
    table_store(&table, 1, &high);
    assert_true(table_probe(&table, 1, &data));
    assert_int_equal(data.lower, 5 * DISC);
    assert_int_equal(data.upper, MOST);
    table_store(&table, 2, &low);
    assert_true(table_probe(&table, 2, &data));
    assert_int_equal(data.lower, -MOST);
    assert_int_equal(data.upper, -3 * DISC);
    table_release(&table);
}

static void a_score_on_the_edge_of_the_window_is_a_bound_too(void **state) {
    (void)state;
    Table table;
    TableData data;
    open_table(&table, 1);
    TableFinding on_beta = finding(0, DISC, DISC, 9), on_alpha = finding(0, DISC, 0, 9);
    table_store(&table, 1, &on_beta);
    assert_true(table_probe(&table, 1, &data));
    assert_int_equal(data.lower, DISC);
    assert_int_equal(data.upper, MOST);
    table_store(&table, 2, &on_alpha);
    assert_true(table_probe(&table, 2, &data));
    assert_int_equal(data.lower, -MOST);
    assert_int_equal(data.upper, 0);
    table_release(&table);
}

static void two_bounds_of_one_search_close_in(void **state) {
    (void)state;
    Table table;
    TableData data;
    open_table(&table, 1);
    TableFinding above = finding(0, 1, 2 * DISC, 9);
    TableFinding below = finding(4 * DISC, 4 * DISC + 1, 3 * DISC, 9);
    table_store(&table, 1, &above);
    table_store(&table, 1, &below);
    assert_true(table_probe(&table, 1, &data));
    assert_int_equal(data.lower, 2 * DISC);
    assert_int_equal(data.upper, 3 * DISC);
    table_release(&table);
}

static void bounds_never_cross(void **state) {
    (void)state;
    Table table;
    TableData data;
    Random random = random_seeded(3);
    open_table(&table, 1);
    for (int i = 0; i < 20000; i++) {
        int alpha = (int)random_below(&random, 2 * MOST) - MOST;
        TableFinding found =
            finding(alpha, alpha + 1 + (int)random_below(&random, 500),
                    (int)random_below(&random, 2 * MOST + 1) - MOST, (int)random_below(&random, 6));
        found.selectivity = (int)random_below(&random, 3);
        uint64_t hash = key(random_below(&random, 50));
        table_store(&table, hash, &found);
        assert_true(table_probe(&table, hash, &data));
        assert_true(data.lower <= data.upper);
    }
    table_release(&table);
}

static void the_extreme_scores_survive(void **state) {
    (void)state;
    Table table;
    TableData data;
    open_table(&table, 1);
    static const int scores[] = {-MOST, MOST, -MOST + 1, MOST - 1, 0, -1, 1};
    for (int i = 0; i < 7; i++) {
        TableFinding found = finding(-MOST - 1, MOST + 1, scores[i], 60);
        table_store(&table, key((uint64_t)i), &found);
        assert_true(table_probe(&table, key((uint64_t)i), &data));
        assert_int_equal(data.lower, scores[i]);
        assert_int_equal(data.upper, scores[i]);
        assert_int_equal(data.depth, 60);
    }
    table_release(&table);
}

/* Keys of one bucket: they share the low bits and differ above. */
static uint64_t crowded(const Table *table, uint64_t number) {
    return number * (table->mask + 1) * 2 + 7;
}

static void a_deep_entry_outlives_a_crowd_of_shallow_ones(void **state) {
    (void)state;
    Table table;
    TableData data;
    open_table(&table, 1);
    TableFinding deep = finding(-100, 100, 42, 30);
    table_store(&table, crowded(&table, 0), &deep);
    for (uint64_t i = 1; i < 100; i++) {
        TableFinding shallow = finding(-100, 100, 1, 3);
        table_store(&table, crowded(&table, i), &shallow);
    }
    assert_true(table_probe(&table, crowded(&table, 0), &data));
    assert_int_equal(data.lower, 42);
    table_release(&table);
}

static void an_old_deep_entry_gives_way_in_the_end(void **state) {
    (void)state;
    Table table;
    TableData data;
    open_table(&table, 1);
    for (uint64_t i = 0; i < TABLE_WAYS; i++) {
        TableFinding deep = finding(-100, 100, 42, 30);
        table_store(&table, crowded(&table, i), &deep);
    }
    for (int i = 0; i < 5; i++) table_new_search(&table);
    for (uint64_t i = 0; i < TABLE_WAYS; i++) {
        TableFinding fresh = finding(-100, 100, 7, 4);
        table_store(&table, crowded(&table, 50 + i), &fresh);
    }
    for (uint64_t i = 0; i < TABLE_WAYS; i++)
        assert_true(table_probe(&table, crowded(&table, 50 + i), &data));
    table_release(&table);
}

static void a_shallow_look_does_not_wipe_out_a_deep_result(void **state) {
    (void)state;
    Table table;
    TableData data;
    open_table(&table, 1);
    TableFinding deep = finding(-100, 100, 42, 20), shallow = finding(-100, 100, -9, 2);
    shallow.move = 33;
    table_store(&table, 1, &deep);
    table_store(&table, 1, &shallow);
    assert_true(table_probe(&table, 1, &data));
    assert_int_equal(data.depth, 20);
    assert_int_equal(data.lower, 42);
    assert_int_equal(data.upper, 42);
    table_release(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_table_knows_nothing),
        cmocka_unit_test(a_table_is_no_larger_than_asked),
        cmocka_unit_test(a_table_that_grows_forgets_nothing),
        cmocka_unit_test(what_lies_at_the_edges_is_moved_once),
        cmocka_unit_test(a_table_that_cannot_be_had_is_refused),
        cmocka_unit_test(what_is_stored_is_found_under_its_key_alone),
        cmocka_unit_test(a_score_beyond_the_window_is_a_bound),
        cmocka_unit_test(a_score_on_the_edge_of_the_window_is_a_bound_too),
        cmocka_unit_test(two_bounds_of_one_search_close_in),
        cmocka_unit_test(bounds_never_cross),
        cmocka_unit_test(the_extreme_scores_survive),
        cmocka_unit_test(a_deep_entry_outlives_a_crowd_of_shallow_ones),
        cmocka_unit_test(an_old_deep_entry_gives_way_in_the_end),
        cmocka_unit_test(a_shallow_look_does_not_wipe_out_a_deep_result),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
