/* Time and stopping: every limit, however absurd, gives a legal move; deadlines and stops are kept,
 * also by searches that are deep in the ending, also while the machine is busy. Runs with priority.
 *
 * Other programs may be running: what must hold always is bounded generously, what must hold when
 * undisturbed is asked of the middle one of many rounds, and the work done after a stop is measured
 * in processor time. The figures are printed. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>

#include <cmocka.h>
#include <pthread.h>

#include "base/bits.h"
#include "base/clock.h"
#include "engine/engine.h"
#include "game/rules.h"
#include "reference/endings.h"
#include "support/effort.h"
#include "support/load.h"
#include "support/rig.h"

enum { SEED = 90, NS_PER_MS = 1000000, HOPELESS_MS = 2000 };

static double ms_since(int64_t begin_ns) {
    return (double)(clock_ns() - begin_ns) / NS_PER_MS;
}

static void any_deadline_gives_a_legal_move(void **state) {
    (void)state;
    static const BoardSize boards[] = {{8, 8}, {6, 6}, {9, 7}, {4, 4}};
    for (int b = 0; b < 4; b++) {
        Rig rig;
        rig_open(&rig, &(RigOptions){.size = boards[b], .threads = 1 + b % 2});
        Sampler sampler = sampler_new(boards[b], SEED);
        for (long n = 0; n < effort_rounds(120); n++) {
            static const int64_t offsets[] = {-10000, -1, 0, 1, 2};
            Position position = rig_position(&rig, sampler_next(&sampler, n));
            SearchLimits limits = {.selectivity = SELECTIVITY_NONE,
                                   .lines = (int)(n % 3),
                                   .deadline_ns = clock_ns() + offsets[n % 5] * NS_PER_MS};
            if (n % 7 == 0) limits.deadline_ns = n % 2 ? 1 : INT64_MIN;
            if (n % 11 == 0) limits.soft_ns = n % 2 ? 1 : limits.deadline_ns;
            SearchResult result;
            search_run(rig.search, position, &limits, NULL, NULL, &result);
            rig_check_legal(&rig, position, &result);
        }
        rig_close(&rig);
    }
}

static void a_far_deadline_does_not_disturb(void **state) {
    (void)state;
    Rig rig;
    SearchResult result;
    SearchLimits limits = {.depth = 5, .selectivity = SELECTIVITY_NONE, .deadline_ns = INT64_MAX};
    rig_open(&rig, &(RigOptions){.size = {8, 8}});
    search_run(rig.search, position_start(&rig.shape), &limits, NULL, NULL, &result);
    assert_int_equal(result.end, SEARCH_FINISHED);
    assert_int_equal(result.lines[0].depth, 5);
    rig_close(&rig);
}

static void node_limits_are_kept_roughly(void **state) {
    (void)state;
    enum { SLACK = 400000 }; /* a last visit to the endgame solver, in each thread */
    static const uint64_t nodes[] = {1, 2, 100, 5000, 50000, 500000};
    for (int threads = 1; threads <= 4; threads *= 2) {
        Rig rig;
        rig_open(&rig, &(RigOptions){.size = {8, 8}, .threads = threads});
        Sampler sampler = sampler_new((BoardSize){8, 8}, SEED + 1);
        for (int n = 0; n < 30; n++) {
            Position position = rig_position(&rig, sampler_from_game(&sampler));
            SearchLimits limits = {.selectivity = SELECTIVITY_NONE, .nodes = nodes[n % 6]};
            SearchResult result;
            search_run(rig.search, position, &limits, NULL, NULL, &result);
            rig_check_legal(&rig, position, &result);
            assert_true(result.nodes <= limits.nodes + (uint64_t)threads * SLACK);
            if (result.end == SEARCH_NODE_LIMIT) assert_true(result.nodes >= limits.nodes / 8);
        }
        rig_close(&rig);
    }
}

/* One thread looks at every node above the last ply, and then does no more work. */
static void a_single_thread_ends_within_a_last_ply_of_its_limit(void **state) {
    (void)state;
    enum { LAST_PLY = 32, FIRST = 20000, LAST = 23000, STEP = 97 };
    Rig rig;
    rig_open(&rig, &(RigOptions){.size = {8, 8}, .threads = 1});
    for (uint64_t nodes = FIRST; nodes < LAST; nodes += STEP) {
        SearchLimits limits = {.selectivity = SELECTIVITY_73, .nodes = nodes};
        SearchResult result;
        search_clear(rig.search);
        search_run(rig.search, position_start(&rig.shape), &limits, NULL, NULL, &result);
        assert_int_equal(result.end, SEARCH_NODE_LIMIT);
        assert_true(result.nodes >= nodes);
        if (result.nodes > nodes + LAST_PLY)
            fail_msg("%d of %d nodes", (int)result.nodes, (int)nodes);
    }
    rig_close(&rig);
}

/* Searches to a deadline and returns by how many milliseconds it was passed. */
static double overshoot_ms(Rig *rig, Position position, int64_t after_ns) {
    SearchLimits limits = {.selectivity = SELECTIVITY_NONE, .deadline_ns = clock_ns() + after_ns};
    SearchResult result;
    search_run(rig->search, position, &limits, NULL, NULL, &result);
    double over = ms_since(limits.deadline_ns);
    rig_check_legal(rig, position, &result);
    return over;
}

static void deadlines_are_kept_in_every_phase(void **state) {
    (void)state;
    enum { ROUNDS = 40 };
    static const BoardSize boards[] = {{8, 8}, {9, 7}};
    for (int b = 0; b < 2; b++) {
        for (int threads = 1; threads <= 2; threads++) {
            Rig rig;
            double over[ROUNDS];
            int count = (int)effort_rounds(ROUNDS);
            rig_open(&rig, &(RigOptions){.size = boards[b], .threads = threads});
            Sampler sampler = sampler_new(boards[b], SEED + 2);
            for (int n = 0; n < count; n++) {
                Position packed = endings_next(&sampler, 10 + n % 30, n % 2);
                int64_t after = 1 + random_below(&sampler.random, 20 * NS_PER_MS);
                over[n] = overshoot_ms(&rig, rig_position(&rig, packed), after);
            }
            double middle = load_percentile(over, count, 50);
            print_message("%dx%d, %d threads: past the deadline by %.2f ms, at most %.2f ms\n",
                          boards[b].width, boards[b].height, threads, middle, over[count - 1]);
            assert_true(middle < load_patience(10));
            assert_true(over[count - 1] < load_patience(HOPELESS_MS));
            rig_close(&rig);
        }
    }
}

/* The soft limit says when no further pass is worth beginning; one that runs may finish. */
static void a_soft_limit_ends_the_search_long_before_the_deadline(void **state) {
    (void)state;
    Rig rig;
    SearchResult result;
    rig_open(&rig, &(RigOptions){.size = {8, 8}});
    for (int n = 0; n < 3; n++) {
        int64_t begin = clock_ns();
        SearchLimits limits = {.selectivity = SELECTIVITY_73,
                               .soft_ns = begin + 10 * NS_PER_MS,
                               .deadline_ns = begin + INT64_C(60000) * NS_PER_MS};
        search_run(rig.search, position_start(&rig.shape), &limits, NULL, NULL, &result);
        assert_int_equal(result.end, SEARCH_TIME_LIMIT);
        assert_true(ms_since(begin) < 20000);
        assert_true(result.lines[0].depth >= 1);
    }
    rig_close(&rig);
}

/* --- Stopping ------------------------------------------------------------------------------------
 */

/* What the one who stops a search leaves behind. The signal handler finds it here. */
static struct {
    Search *search;
    int64_t stopped_ns;
    double stopped_cpu;
} stop;

static void stop_and_note(void) {
    stop.stopped_ns = clock_ns();
    stop.stopped_cpu = load_cpu_ms();
    search_stop(stop.search);
}

static void *stop_later(void *argument) {
    clock_sleep_ns(*(const int64_t *)argument);
    stop_and_note();
    return NULL;
}

static void on_alarm(int number) {
    (void)number;
    stop_and_note();
}

static void run_with_thread(Rig *rig, Position position, int64_t after_ns, SearchResult *result) {
    SearchLimits limits = {.selectivity = SELECTIVITY_NONE};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_later, &after_ns), 0);
    search_run(rig->search, position, &limits, NULL, NULL, result);
    pthread_join(thread, NULL);
}

static void run_with_signal(Rig *rig, Position position, int64_t after_ns, SearchResult *result) {
    SearchLimits limits = {.selectivity = SELECTIVITY_NONE};
    struct sigaction action = {.sa_handler = on_alarm}, before;
    struct itimerval timer = {.it_value.tv_usec = after_ns / 1000 + 1};
    sigaction(SIGALRM, &action, &before);
    setitimer(ITIMER_REAL, &timer, NULL);
    search_run(rig->search, position, &limits, NULL, NULL, result);
    sigaction(SIGALRM, &before, NULL);
}

typedef void RunWith(Rig *rig, Position position, int64_t after_ns, SearchResult *result);

/* Positions too large to be solved meanwhile, at several depths. */
static void check_stops(RunWith *run, int threads, const char *name) {
    enum { ROUNDS = 24 };
    Rig rig;
    double wall[ROUNDS], cpu[ROUNDS];
    int count = (int)effort_rounds(ROUNDS);
    rig_open(&rig, &(RigOptions){.size = {8, 8}, .threads = threads, .hash_mb = 16});
    Sampler sampler = sampler_new((BoardSize){8, 8}, SEED + 3);
    stop.search = rig.search;
    for (int n = 0; n < count; n++) {
        SearchResult result;
        Position position = rig_position(&rig, endings_next(&sampler, 34 + n % 12, n % 2));
        while (!rules_moves(&rig.shape, position.own, position.opp))
            position = rig_position(&rig, endings_next(&sampler, 34 + n % 12, n % 2));
        run(&rig, position, (1 + random_below(&sampler.random, 30)) * NS_PER_MS, &result);
        wall[n] = ms_since(stop.stopped_ns);
        cpu[n] = load_cpu_ms() - stop.stopped_cpu;
        assert_int_equal(result.end, SEARCH_STOPPED);
        rig_check_legal(&rig, position, &result);
        search_rearm(rig.search);
    }
    double middle = load_percentile(wall, count, 50), work = load_percentile(cpu, count, 90);
    print_message("stop by %s, %d threads: %.2f ms, at most %.2f ms; work %.2f ms\n", name, threads,
                  middle, wall[count - 1], work);
    assert_true(middle < load_patience(20) && work < load_patience(20));
    assert_true(wall[count - 1] < load_patience(HOPELESS_MS));
    rig_close(&rig);
}

static void a_stop_from_another_thread_is_answered(void **state) {
    (void)state;
    for (int threads = 1; threads <= 4; threads *= 2)
        check_stops(run_with_thread, threads, "a thread");
}

static void a_stop_from_a_signal_handler_is_answered(void **state) {
    (void)state;
    check_stops(run_with_signal, 1, "a signal");
    check_stops(run_with_signal, 2, "a signal");
}

static void a_stop_before_the_start_holds_until_rearmed(void **state) {
    (void)state;
    Rig rig;
    SearchResult result;
    SearchLimits limits = {.depth = 3, .selectivity = SELECTIVITY_NONE};
    rig_open(&rig, &(RigOptions){.size = {8, 8}, .threads = 2});
    Position position = position_start(&rig.shape);
    search_stop(rig.search);
    for (int i = 0; i < 2; i++) {
        search_run(rig.search, position, &limits, NULL, NULL, &result);
        assert_int_equal(result.end, SEARCH_STOPPED);
        rig_check_legal(&rig, position, &result);
    }
    search_rearm(rig.search);
    search_run(rig.search, position, &limits, NULL, NULL, &result);
    assert_int_equal(result.end, SEARCH_FINISHED);
    rig_close(&rig);
}

/* --- The engine on a busy machine
 * -----------------------------------------------------------------
 */

static void moves_are_in_time_while_the_machine_is_busy(void **state) {
    (void)state;
    enum { MOVES = 40 };
    const double seconds = 0.05;
    Error error;
    Shape shape;
    double used[MOVES];
    int count = (int)effort_rounds(MOVES), late = 0;
    assert_true(shape_init(&shape, 8, 8, NULL));
    Engine *engine = engine_new(&shape, &(EngineOptions){.hash_mb = 16}, &error);
    assert_non_null(engine);
    Sampler sampler = sampler_new((BoardSize){8, 8}, SEED + 4);
    Load *load = load_start();
    for (int n = 0; n < count; n++) {
        EngineLimits limits = {.has_move_time = true, .move_seconds = seconds};
        Position position = sampler_late(&sampler, 60);
        EngineResult result;
        int64_t begin = clock_ns();
        engine_think(engine, position, &limits, NULL, NULL, &result);
        used[n] = ms_since(begin);
        late += used[n] > seconds * 1e3;
        assert_true(result.count >= 1);
    }
    load_end(load);
    double middle = load_percentile(used, count, 50);
    print_message("50 ms a move, busy: %.1f ms, at most %.1f ms, %d of %d late\n", middle,
                  used[count - 1], late, count);
    assert_true(middle < load_patience(60));
    assert_true(used[count - 1] < load_patience(HOPELESS_MS));
    engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_deadline_gives_a_legal_move),
        cmocka_unit_test(a_far_deadline_does_not_disturb),
        cmocka_unit_test(node_limits_are_kept_roughly),
        cmocka_unit_test(a_single_thread_ends_within_a_last_ply_of_its_limit),
        cmocka_unit_test(deadlines_are_kept_in_every_phase),
        cmocka_unit_test(a_soft_limit_ends_the_search_long_before_the_deadline),
        cmocka_unit_test(a_stop_from_another_thread_is_answered),
        cmocka_unit_test(a_stop_from_a_signal_handler_is_answered),
        cmocka_unit_test(a_stop_before_the_start_holds_until_rearmed),
        cmocka_unit_test(moves_are_in_time_while_the_machine_is_busy),
    };
    return cmocka_run_group_tests_name("search, time", tests, NULL, NULL);
}
