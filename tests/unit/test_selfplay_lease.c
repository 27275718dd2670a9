/* A block of games that takes longer than its lease stays with whom it was given to, as long as
 * that one lives: the lease is renewed well before it runs out.
 *
 * Where this process itself stood still for a good part of a lease, the round says nothing and is
 * repeated. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "eval/registry.h"
#include "train/games/selfplay_queue.h"

enum { ROUNDS = 20, MS = 1000000 };
static const double lease = 0.3;

typedef struct Place {
    char folder[40], path[64];
    Shape shape;
    Evaluation evaluation;
    SelfplayPlan plan;
} Place;

static int place_make(void **state) {
    static Place made; /* a Shape is aligned, and malloc does not know */
    Place *place = &made;
    strcpy(place->folder, "/tmp/bianca-lease-XXXXXX");
    if (!mkdtemp(place->folder)) return -1;
    assert_true(shape_init(&place->shape, 4, 4, NULL));
    assert_true(evaluation_open(&place->evaluation, &place->shape, "handmade", NULL, NULL));
    place->plan = (SelfplayPlan){.evaluation = &place->evaluation,
                                 .header = {.width = 4,
                                            .height = 4,
                                            .depth = 2,
                                            .exact_from = 7,
                                            .random_min = 1,
                                            .random_max = 4,
                                            .seed = 5},
                                 .threads = 1};
    *state = place;
    return 0;
}

static int place_remove(void **state) {
    Place *place = *state;
    char command[96];
    snprintf(command, sizeof command, "rm -r %s", place->folder);
    return system(command);
}

static SelfplayQueue *open_queue(const Place *place) {
    Error error;
    SelfplayQueue *queue =
        selfplay_queue_open(place->path, &place->plan, GAMES_PER_BLOCK, lease, &error);
    if (!queue && error.status == STATUS_UNSUPPORTED) skip(); /* built without SQLite */
    assert_non_null(queue);
    return queue;
}

/* Holds a block for three leases while somebody else asks for one all the time. Returns the longest
 * time for which this process stood still; *is_lost if the other one got the block. */
static double hold_slowly(SelfplayStore *slow, SelfplayStore *other, bool *is_lost) {
    Error error;
    SelfplayStatus status;
    uint32_t block;
    assert_int_equal(slow->take(slow, &block, &error), BLOCK_TAKEN);
    double begin = clock_seconds(), last = begin, longest = 0;
    while (last < begin + 3 * lease && !*is_lost) {
        clock_sleep_ns(5 * MS);
        *is_lost = other->take(other, &block, &error) == BLOCK_TAKEN;
        assert_true(slow->tick(slow, &status, &error));
        double now = clock_seconds();
        if (now - last > longest) longest = now - last;
        last = now;
    }
    return longest;
}

static void a_slow_block_keeps_its_first_lease(void **state) {
    Place *place = *state;
    for (int round = 0; round < ROUNDS; round++) {
        bool is_lost = false;
        snprintf(place->path, sizeof place->path, "%s/queue-%d", place->folder, round);
        SelfplayQueue *slow = open_queue(place), *other = open_queue(place);
        double longest =
            hold_slowly(selfplay_queue_store(slow), selfplay_queue_store(other), &is_lost);
        selfplay_queue_close(slow);
        selfplay_queue_close(other);
        if (longest > lease / 4) continue;
        assert_false(is_lost);
        return;
    }
    print_message("this machine is too busy to tell\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(
        a_slow_block_keeps_its_first_lease, place_make, place_remove)};
    return cmocka_run_group_tests_name("lease", tests, NULL, NULL);
}
