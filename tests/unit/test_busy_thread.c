/* The table of moves that are being searched (search/busy.h): what is entered is counted until it
 * leaves, a full set turns moves away, and threads that enter and leave as fast as they can leave
 * nothing behind. Run under ThreadSanitizer too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include "base/random.h"
#include "search/busy.h"
#include "support/effort.h"

enum { THREADS = 4, KEYS = 24, ROUNDS = 400000, HELD = 3 };

static BusyMoves busy;

/* Keys of one set: they differ in the bits below those that choose it. */
static uint64_t key_of(uint32_t number) {
    return busy_key((uint64_t)(number + 1) << 20, 0);
}

static void a_move_is_counted_until_every_thread_has_left_it(void **state) {
    (void)state;
    memset(&busy, 0, sizeof busy);
    uint64_t key = busy_key(random_mix(1), 7), other = busy_key(random_mix(1), 8);
    assert_int_equal(busy_count(&busy, key), 0);
    _Atomic uint64_t *first = busy_enter(&busy, key), *second = busy_enter(&busy, key);
    assert_int_equal(busy_count(&busy, key), 2);
    assert_int_equal(busy_count(&busy, other), 0); /* the same position at another depth */
    busy_leave(first);
    assert_int_equal(busy_count(&busy, key), 1);
    busy_leave(second);
    assert_int_equal(busy_count(&busy, key), 0);
}

static void a_full_set_turns_moves_away_and_has_room_again_later(void **state) {
    (void)state;
    memset(&busy, 0, sizeof busy);
    _Atomic uint64_t *entries[BUSY_WAYS];
    for (uint32_t i = 0; i < BUSY_WAYS; i++) {
        entries[i] = busy_enter(&busy, key_of(i));
        assert_non_null(entries[i]);
    }
    assert_null(busy_enter(&busy, key_of(BUSY_WAYS)));
    assert_int_equal(busy_count(&busy, key_of(BUSY_WAYS)), 0);
    busy_leave(NULL); /* of a move that was turned away */
    busy_leave(entries[3]);
    assert_non_null(busy_enter(&busy, key_of(BUSY_WAYS)));
    assert_int_equal(busy_count(&busy, key_of(3)), 0);
    assert_int_equal(busy_count(&busy, key_of(2)), 1);
}

static void no_key_is_the_mark_of_a_free_entry(void **state) {
    (void)state;
    assert_true(busy_key(0, 0) != 0);
    assert_int_equal(busy_key(0, 0) & BUSY_COUNT, 0);
}

static void *hammer(void *argument) {
    Random random = random_seeded((uint64_t)(uintptr_t)argument);
    _Atomic uint64_t *held[HELD] = {NULL};
    for (long i = effort_rounds(ROUNDS); i > 0; i--) {
        uint32_t place = random_below(&random, HELD);
        busy_leave(held[place]);
        held[place] = busy_enter(&busy, key_of(random_below(&random, KEYS)));
    }
    for (int place = 0; place < HELD; place++) busy_leave(held[place]);
    return NULL;
}

static void threads_leave_nothing_behind(void **state) {
    (void)state;
    memset(&busy, 0, sizeof busy);
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, (void *)(i + 1)), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (uint32_t set = 0; set < 1u << BUSY_BITS; set++)
        for (int way = 0; way < BUSY_WAYS; way++)
            assert_true(atomic_load(&busy.entries[set][way]) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_counted_until_every_thread_has_left_it),
        cmocka_unit_test(a_full_set_turns_moves_away_and_has_room_again_later),
        cmocka_unit_test(no_key_is_the_mark_of_a_free_entry),
        cmocka_unit_test(threads_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
