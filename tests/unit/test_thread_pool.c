/* The thread pool: every task once, no two at a time on one worker, and nothing left over between
 * runs. The thread sanitizer runs it as well. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/thread_pool.h"

enum { THREADS = 8, TASKS = 1000, STEP = 50, PATIENCE = 3000 };

typedef struct Tally {
    _Atomic int done[TASKS];
    _Atomic int is_working[THREADS];
    _Atomic int clashes; /* tasks that found their worker busy */
    int plain[THREADS];  /* by worker: only that worker writes it, without atomics */
    _Atomic int ticks;
    pthread_t ticker;
} Tally;

static void count_task(void *context, int worker, size_t task) {
    Tally *tally = context;
    if (atomic_exchange(&tally->is_working[worker], 1)) atomic_fetch_add(&tally->clashes, 1);
    atomic_fetch_add(&tally->done[task], 1);
    tally->plain[worker]++;
    atomic_store(&tally->is_working[worker], 0);
}

static size_t total(const Tally *tally) {
    size_t sum = 0;
    for (int worker = 0; worker < THREADS; worker++) sum += (size_t)tally->plain[worker];
    return sum;
}

static void a_pool_does_every_task_once_on_a_worker_of_its_own(void **state) {
    (void)state;
    for (int threads = 1; threads <= THREADS; threads++) {
        static Tally tally;
        ThreadPool pool;
        size_t expected = 0;
        memset(&tally, 0, sizeof tally);
        thread_pool_start(&pool, threads);
        for (size_t tasks = 0; tasks <= TASKS; tasks += STEP) {
            thread_pool_run(&pool, tasks, count_task, &tally);
            expected += tasks;
            assert_int_equal(total(&tally), expected); /* the run has ended for every worker */
        }
        thread_pool_stop(&pool);
        assert_int_equal(tally.clashes, 0);
        for (int worker = threads; worker < THREADS; worker++)
            assert_int_equal(tally.plain[worker], 0);
        for (size_t task = 0; task < TASKS; task++)
            assert_int_equal(tally.done[task], TASKS / STEP - task / STEP);
    }
}

static void a_pool_of_one_works_on_the_calling_thread(void **state) {
    (void)state;
    static Tally tally;
    ThreadPool pool;
    memset(&tally, 0, sizeof tally);
    thread_pool_start(&pool, 1);
    assert_int_equal(pool.started, 0);
    thread_pool_run(&pool, TASKS, count_task, &tally);
    thread_pool_stop(&pool);
    assert_int_equal(tally.plain[0], TASKS);
}

static void a_pool_starts_at_most_as_many_threads_as_it_has_room_for(void **state) {
    (void)state;
    ThreadPool pool;
    thread_pool_start(&pool, THREAD_POOL_MAX + 1);
    assert_in_range(pool.started, 0, THREAD_POOL_MAX - 1);
    thread_pool_stop(&pool);
}

static void tick(void *context) {
    Tally *tally = context;
    atomic_fetch_add(&tally->ticks, 1);
    tally->ticker = pthread_self();
}

/* Does not end before the caller has ticked twice. */
static void wait_for_ticks(void *context, int worker, size_t task) {
    Tally *tally = context;
    for (int i = 0; i < PATIENCE && task == 0 && atomic_load(&tally->ticks) < 2; i++)
        clock_sleep_ns(THREAD_POOL_TICK_NS / 10);
    count_task(context, worker, task);
}

static void the_caller_watches_while_the_others_work(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        static Tally tally;
        ThreadPool pool;
        Error error;
        memset(&tally, 0, sizeof tally);
        thread_pool_start(&pool, threads);
        assert_true(thread_pool_run_watched(&pool, TASKS, wait_for_ticks, tick, &tally, &error));
        assert_true(tally.ticks > 2); /* two while a task waited, and one at the end */
        assert_true(pthread_equal(tally.ticker, pthread_self()));
        for (size_t task = 0; task < TASKS; task++) assert_int_equal(tally.done[task], 1);
        thread_pool_run(&pool, TASKS, count_task, &tally); /* the pool is as before */
        thread_pool_stop(&pool);
        assert_int_equal(total(&tally), 2 * TASKS);
        assert_int_equal(tally.clashes, 0);
    }
}

static void a_watched_run_without_tasks_ends_at_once(void **state) {
    (void)state;
    static Tally tally;
    ThreadPool pool;
    Error error;
    memset(&tally, 0, sizeof tally);
    thread_pool_start(&pool, 3);
    assert_true(thread_pool_run_watched(&pool, 0, count_task, tick, &tally, &error));
    thread_pool_stop(&pool);
    assert_true(tally.ticks > 0);
    assert_int_equal(total(&tally), 0);
}

static void sizes_are_within_the_limits_and_0_is_one_per_processor(void **state) {
    (void)state;
    assert_int_equal(thread_pool_size(1), 1);
    assert_int_equal(thread_pool_size(7), 7);
    assert_int_equal(thread_pool_size(THREAD_POOL_MAX + 1), THREAD_POOL_MAX);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors <= THREAD_POOL_MAX) assert_int_equal(thread_pool_size(0), processors);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pool_does_every_task_once_on_a_worker_of_its_own),
        cmocka_unit_test(a_pool_of_one_works_on_the_calling_thread),
        cmocka_unit_test(a_pool_starts_at_most_as_many_threads_as_it_has_room_for),
        cmocka_unit_test(the_caller_watches_while_the_others_work),
        cmocka_unit_test(a_watched_run_without_tasks_ends_at_once),
        cmocka_unit_test(sizes_are_within_the_limits_and_0_is_one_per_processor),
    };
    return cmocka_run_group_tests_name("thread pool", tests, NULL, NULL);
}
