/* Many threads, one answer: scores do not depend on the number of threads, and searches that are
 * stopped at any moment, from anywhere, leave everything ready for the next one. Meant to be run
 * under ThreadSanitizer too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>

#include "base/clock.h"
#include "game/rules.h"
#include "reference/endings.h"
#include "support/effort.h"
#include "support/rig.h"

enum { SEED = 80 };

typedef struct Endings {
    BoardSize size;
    int empties;
    long positions;
} Endings;

static const int thread_counts[] = {2, 4, 8};
enum { COUNTS = sizeof thread_counts / sizeof thread_counts[0] };

static void any_number_of_threads_solves_alike(void **state) {
    (void)state;
    static const Endings endings[] = {{{8, 8}, 16, 8}, {{6, 6}, 17, 6}, {{9, 7}, 16, 5}};
    for (int e = 0; e < 3; e++) {
        Rig one, many[COUNTS];
        SearchResult result;
        rig_open(&one, &(RigOptions){.size = endings[e].size, .hash_mb = 16});
        for (int i = 0; i < COUNTS; i++)
            rig_open(&many[i], &(RigOptions){.size = endings[e].size,
                                             .threads = thread_counts[i],
                                             .hash_mb = i ? 16 : 1});
        Sampler sampler = sampler_new(endings[e].size, SEED);
        for (long n = 0; n < effort_rounds(endings[e].positions); n++) {
            Position packed = endings_next(&sampler, endings[e].empties, n);
            int score = rig_solve(&one, rig_position(&one, packed), &result);
            for (int i = 0; i < COUNTS; i++)
                assert_int_equal(rig_solve(&many[i], rig_position(&many[i], packed), &result),
                                 score);
        }
        rig_close(&one);
        for (int i = 0; i < COUNTS; i++) rig_close(&many[i]);
    }
}

static int value_of(Rig *rig, Position packed, int depth) {
    SearchLimits limits = {.depth = depth, .selectivity = SELECTIVITY_NONE};
    SearchResult result;
    Position position = rig_position(rig, packed);
    search_clear(rig->search);
    search_run(rig->search, position, &limits, NULL, NULL, &result);
    rig_check_legal(rig, position, &result);
    return result.lines[0].score;
}

static void any_number_of_threads_finds_the_same_value_at_a_depth(void **state) {
    (void)state;
    enum { POSITIONS = 12, DEPTH = 7 };
    static const BoardSize boards[] = {{6, 6}, {9, 7}};
    for (int b = 0; b < 2; b++) {
        Rig one, many;
        rig_open(&one, &(RigOptions){.size = boards[b], .eval = RIG_WILD});
        rig_open(&many, &(RigOptions){.size = boards[b], .eval = RIG_WILD, .threads = 3});
        Sampler sampler = sampler_new(boards[b], SEED + 1);
        for (long n = 0; n < effort_rounds(POSITIONS); n++) {
            for (int skip = 0; skip < 7; skip++) sampler_from_game(&sampler);
            Position packed = sampler_from_game(&sampler);
            assert_int_equal(value_of(&many, packed, DEPTH), value_of(&one, packed, DEPTH));
        }
        rig_close(&one);
        rig_close(&many);
    }
}

/* Stops a search after a while, on a thread of its own. */
typedef struct Stopper {
    pthread_t thread;
    Search *search;
    int64_t after_ns;
} Stopper;

static void *stop_later(void *argument) {
    Stopper *stopper = argument;
    clock_sleep_ns(stopper->after_ns);
    search_stop(stopper->search);
    return NULL;
}

static SearchLimits random_limits(Random *random) {
    SearchLimits limits = {.selectivity = (Selectivity)random_below(random, SELECTIVITIES),
                           .lines = (int)random_below(random, 4)};
    if (random_below(random, 2)) limits.depth = 1 + (int)random_below(random, 12);
    if (random_below(random, 4) == 0) limits.nodes = 1 + random_below(random, 100000);
    if (random_below(random, 4) == 0)
        limits.deadline_ns = clock_ns() + random_below(random, 4000000);
    return limits;
}

static void searches_stopped_at_random_answer_legally(void **state) {
    (void)state;
    enum { ROUNDS = 150 };
    static const BoardSize boards[] = {{8, 8}, {6, 6}, {9, 7}};
    for (int b = 0; b < 3; b++) {
        Rig rig;
        rig_open(&rig, &(RigOptions){.size = boards[b], .threads = 2 + b});
        Sampler sampler = sampler_new(boards[b], SEED + 2);
        for (long n = 0; n < effort_rounds(ROUNDS); n++) {
            Position position = rig_position(&rig, sampler_from_game(&sampler));
            SearchLimits limits = random_limits(&sampler.random);
            SearchResult result;
            Stopper stopper = {.search = rig.search,
                               .after_ns = random_below(&sampler.random, 3000000)};
            assert_int_equal(pthread_create(&stopper.thread, NULL, stop_later, &stopper), 0);
            search_run(rig.search, position, &limits, NULL, NULL, &result);
            pthread_join(stopper.thread, NULL);
            search_rearm(rig.search);
            rig_check_legal(&rig, position, &result);
            if (n % 16 == 0) search_clear(rig.search);
        }
        rig_close(&rig);
    }
}

/* Whatever stopped searches left in the table and the caches, the next score is right. */
static void a_solve_after_stopped_ones_is_still_exact(void **state) {
    (void)state;
    enum { ROUNDS = 12, STOPS = 4, EMPTIES = 16 };
    Rig one, many;
    rig_open(&one, &(RigOptions){.size = {8, 8}});
    rig_open(&many, &(RigOptions){.size = {8, 8}, .threads = 4});
    Sampler sampler = sampler_new((BoardSize){8, 8}, SEED + 3);
    for (long n = 0; n < effort_rounds(ROUNDS); n++) {
        Position packed = endings_next(&sampler, EMPTIES, n);
        Position position = rig_position(&many, packed);
        SearchResult result;
        for (int i = 0; i < STOPS; i++) {
            SearchLimits limits = {.selectivity = SELECTIVITY_NONE,
                                   .deadline_ns =
                                       clock_ns() + random_below(&sampler.random, 5000000)};
            search_run(many.search, position, &limits, NULL, NULL, &result);
            rig_check_legal(&many, position, &result);
        }
        int score = rig_solve(&one, rig_position(&one, packed), &result);
        assert_int_equal(rig_solve(&many, position, &result), score);
    }
    rig_close(&one);
    rig_close(&many);
}

static void stop_now(void *context, const SearchResult *so_far) {
    (void)so_far;
    search_stop(context);
}

static void a_stop_from_the_progress_report_ends_the_search(void **state) {
    (void)state;
    Rig rig;
    SearchResult result;
    SearchLimits limits = {.selectivity = SELECTIVITY_NONE};
    rig_open(&rig, &(RigOptions){.size = {8, 8}, .threads = 4});
    Position position = position_start(&rig.shape);
    for (int i = 0; i < 20; i++) {
        search_run(rig.search, position, &limits, stop_now, rig.search, &result);
        assert_int_equal(result.end, SEARCH_STOPPED);
        rig_check_legal(&rig, position, &result);
        search_rearm(rig.search);
    }
    rig_close(&rig);
}

static void searches_come_and_go(void **state) {
    (void)state;
    enum { ROUNDS = 60 };
    Sampler sampler = sampler_new((BoardSize){8, 8}, SEED + 4);
    for (long n = 0; n < effort_rounds(ROUNDS); n++) {
        Rig rig;
        rig_open(&rig, &(RigOptions){.size = {8, 8}, .threads = 1 + (int)(n % 8)});
        if (n % 3) {
            Position position = rig_position(&rig, sampler_from_game(&sampler));
            SearchLimits limits = {.depth = 8, .selectivity = SELECTIVITY_73};
            SearchResult result;
            search_run(rig.search, position, &limits, NULL, NULL, &result);
            rig_check_legal(&rig, position, &result);
        }
        rig_close(&rig);
    }
}

/* A thread that solves by itself; cmocka's checks belong to the main thread, so it only looks. */
typedef struct Soloist {
    pthread_t thread;
    Rig *rig;
    Position position;
    int score;
} Soloist;

static void *solve_alone(void *argument) {
    Soloist *soloist = argument;
    SearchLimits limits = {.selectivity = SELECTIVITY_NONE};
    SearchResult result;
    search_run(soloist->rig->search, soloist->position, &limits, NULL, NULL, &result);
    soloist->score = result.lines[0].score / EVAL_DISC;
    return NULL;
}

static void searches_side_by_side_do_not_disturb_each_other(void **state) {
    (void)state;
    enum { ROUNDS = 6, SOLOISTS = 3, EMPTIES = 15 };
    static const BoardSize boards[SOLOISTS] = {{8, 8}, {6, 6}, {9, 7}};
    Rig rigs[SOLOISTS];
    for (int i = 0; i < SOLOISTS; i++)
        rig_open(&rigs[i], &(RigOptions){.size = boards[i], .threads = 2});
    for (long n = 0; n < effort_rounds(ROUNDS); n++) {
        Soloist soloists[SOLOISTS];
        for (int i = 0; i < SOLOISTS; i++) {
            Sampler sampler = sampler_new(boards[i], SEED + 5 + (uint64_t)n);
            Position packed = endings_next(&sampler, EMPTIES, 0);
            soloists[i] = (Soloist){.rig = &rigs[i], .position = rig_position(&rigs[i], packed)};
            assert_int_equal(pthread_create(&soloists[i].thread, NULL, solve_alone, &soloists[i]),
                             0);
        }
        for (int i = 0; i < SOLOISTS; i++) pthread_join(soloists[i].thread, NULL);
        for (int i = 0; i < SOLOISTS; i++) {
            SearchResult result;
            search_clear(rigs[i].search);
            assert_int_equal(rig_solve(&rigs[i], soloists[i].position, &result), soloists[i].score);
        }
    }
    for (int i = 0; i < SOLOISTS; i++) rig_close(&rigs[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_solves_alike),
        cmocka_unit_test(any_number_of_threads_finds_the_same_value_at_a_depth),
        cmocka_unit_test(searches_stopped_at_random_answer_legally),
        cmocka_unit_test(a_solve_after_stopped_ones_is_still_exact),
        cmocka_unit_test(a_stop_from_the_progress_report_ends_the_search),
        cmocka_unit_test(searches_come_and_go),
        cmocka_unit_test(searches_side_by_side_do_not_disturb_each_other),
    };
    return cmocka_run_group_tests_name("search, threads", tests, NULL, NULL);
}
