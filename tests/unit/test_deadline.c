/* Limits of a search, with a clock of our own in place of base/clock.c: every look at it finds that
 * as much time has gone by as the test says. What tests/slow/test_overruns.c measures with 2,000
 * moves on real processors is here the same on every machine, however busy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "engine/time.h"
#include "search/worker.h"

enum { MS = 1000000, BEGIN = 1000 * MS, FIRST_PAUSE = 6 * MS };

static int64_t now_ns;
static int64_t between_looks_ns;

int64_t clock_ns(void) {
    return now_ns += between_looks_ns;
}

double clock_seconds(void) {
    return (double)clock_ns() / 1e9;
}

void clock_sleep_ns(int64_t ns) {
    now_ns += ns;
}

typedef struct Bench {
    Shared *shared;
    Worker *worker;
} Bench;

static Bench bench_new(int threads) {
    Bench bench = {aligned_alloc(64, (sizeof(Shared) + 63) / 64 * 64),
                   aligned_alloc(64, (sizeof(Worker) + 63) / 64 * 64)};
    memset(bench.shared, 0, sizeof *bench.shared);
    memset(bench.worker, 0, sizeof *bench.worker);
    bench.shared->threads = threads;
    bench.shared->clock_gap_ns = FIRST_PAUSE;
    bench.worker->shared = bench.shared;
    return bench;
}

static void bench_free(Bench *bench) {
    free(bench->shared);
    free(bench->worker);
}

/* Begins a search of so many milliseconds, as the engine limits it. */
static void begin(Bench *bench, int move_ms) {
    SearchLimits limits = {0};
    now_ns = BEGIN;
    time_for_move(now_ns, move_ms / 1e3, &limits);
    bench->shared->start_ns = BEGIN;
    bench->shared->deadline_ns = limits.deadline_ns;
    bench->shared->stop = false;
    bench->shared->stop_reason = SEARCH_FINISHED;
    bench->worker->clock_read_ns = 0;
}

/* Works on until a look at the clock ends the search; returns when, in milliseconds. */
static double search_ms(Bench *bench, int move_ms, int pause_ms) {
    begin(bench, move_ms);
    between_looks_ns = pause_ms * (int64_t)MS;
    while (!bench->shared->stop) {
        bench->worker->nodes += CLOCK_INTERVAL;
        worker_check_limits(bench->worker);
    }
    assert_int_equal(bench->shared->stop_reason, SEARCH_TIME_LIMIT);
    return (double)(now_ns - BEGIN) / MS;
}

/* The longest pause is expected again: the search ends before the look that would come too late. */
static void no_move_is_late_however_long_the_pauses(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        for (int pause = 1; pause <= 20; pause++) {
            Bench bench = bench_new(threads);
            double used = search_ms(&bench, 50, pause);
            if (used > 46) fail_msg("pauses of %d ms: %.0f of 46 ms used", pause, used);
            assert_true(used >= 20);
            bench_free(&bench);
        }
    }
}

/* A master waits for its helpers' turns as well, so it stops half a pause earlier. */
static void the_pause_that_is_expected_is_left(void **state) {
    (void)state;
    Bench one = bench_new(1), two = bench_new(2);
    assert_int_equal((int)search_ms(&one, 100, 1), 100 - 4 - 6);
    assert_int_equal((int)search_ms(&two, 100, 1), 100 - 4 - 9);
    assert_int_equal((int)search_ms(&one, 1000, 10), 1000 - 20 - 10);
    bench_free(&one);
    bench_free(&two);
}

static void a_long_pause_is_remembered_and_costs_half_at_most(void **state) {
    (void)state;
    Bench bench = bench_new(1);
    search_ms(&bench, 1000, 90);
    assert_int_equal(bench.shared->clock_gap_ns, 90 * MS);
    assert_int_equal((int)search_ms(&bench, 200, 1), 200 - 4 - 90);
    assert_int_equal((int)search_ms(&bench, 100, 1), 96 / 2);
    bench_free(&bench);
}

static void the_clock_is_not_read_more_often_than_it_must_be(void **state) {
    (void)state;
    Bench bench = bench_new(1);
    begin(&bench, 1000);
    between_looks_ns = MS;
    for (bench.worker->nodes = 1; bench.worker->nodes < 3 * CLOCK_INTERVAL; bench.worker->nodes++)
        worker_check_limits(bench.worker);
    assert_int_equal((now_ns - BEGIN) / MS, 3);
    bench_free(&bench);
}

static void nodes_are_shared_by_the_threads_and_end_the_search_exactly(void **state) {
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        Bench bench = bench_new(threads);
        bench.shared->node_limit = 30000;
        while (!bench.shared->stop) {
            bench.worker->nodes++;
            worker_check_limits(bench.worker);
        }
        assert_int_equal(bench.worker->nodes, 30000 / threads);
        assert_int_equal(bench.shared->stop_reason, SEARCH_NODE_LIMIT);
        bench_free(&bench);
    }
}

static void the_first_reason_to_stop_is_the_one_told(void **state) {
    (void)state;
    Bench bench = bench_new(1);
    begin(&bench, 0);
    bench.shared->is_stop_requested = true;
    bench.shared->node_limit = 1;
    bench.worker->nodes = CLOCK_INTERVAL;
    worker_check_limits(bench.worker);
    assert_int_equal(bench.shared->stop_reason, SEARCH_STOPPED);
    assert_true(worker_is_cancelled(bench.worker));
    bench_free(&bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_move_is_late_however_long_the_pauses),
        cmocka_unit_test(the_pause_that_is_expected_is_left),
        cmocka_unit_test(a_long_pause_is_remembered_and_costs_half_at_most),
        cmocka_unit_test(the_clock_is_not_read_more_often_than_it_must_be),
        cmocka_unit_test(nodes_are_shared_by_the_threads_and_end_the_search_exactly),
        cmocka_unit_test(the_first_reason_to_stop_is_the_one_told),
    };
    return cmocka_run_group_tests_name("deadline", tests, NULL, NULL);
}
