/* Threads that store and probe the same few buckets as fast as they can: an entry that is found is
 * always one that was stored whole, never half of one and half of another. Run under
 * ThreadSanitizer too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>

#include "base/random.h"
#include "search/table.h"
#include "support/effort.h"

enum { THREADS = 4, KEYS = 64, ROUNDS = 400000, SCALE = 100 };

typedef struct Hammer {
    pthread_t thread;
    Table *table;
    uint64_t seed;
    long found, wrong;
} Hammer;

/* Everything stored under a key follows from the depth and the key, so that a mixture shows. */
static uint64_t key_of(uint32_t number) {
    return random_mix(number) << 8 | number % 2;
}

static int move_of(uint32_t number, int depth) {
    return (int)((number * 7 + (uint32_t)depth * 3) % 64);
}

static int score_of(uint32_t number, int depth) {
    return (int)number * SCALE + depth;
}

static void *hammer(void *argument) {
    Hammer *self = argument;
    Random random = random_seeded(self->seed);
    for (long i = effort_rounds(ROUNDS); i > 0; i--) {
        uint32_t number = random_below(&random, KEYS);
        int depth = 1 + (int)random_below(&random, 60);
        TableData data;
        if (table_probe(self->table, key_of(number), &data)) {
            self->found++;
            self->wrong += data.lower != score_of(number, data.depth) || data.lower != data.upper;
            self->wrong += data.move >= 64;
        }
        TableFinding finding = {.alpha = -8000,
                                .beta = 8000,
                                .score = score_of(number, depth),
                                .depth = depth,
                                .move = move_of(number, depth)};
        table_store(self->table, key_of(number), &finding);
    }
    return NULL;
}

static void no_entry_is_ever_torn(void **state) {
    (void)state;
    Table table;
    Hammer hammers[THREADS] = {0};
    long found = 0, wrong = 0;
    assert_true(table_init(&table, 1, NULL));
    for (int i = 0; i < THREADS; i++) {
        hammers[i].table = &table;
        hammers[i].seed = (uint64_t)i;
        assert_int_equal(pthread_create(&hammers[i].thread, NULL, hammer, &hammers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(hammers[i].thread, NULL);
        found += hammers[i].found;
        wrong += hammers[i].wrong;
    }
    assert_true(found > 0);
    assert_int_equal(wrong, 0);
    table_release(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_entry_is_ever_torn)};
    return cmocka_run_group_tests_name("table, threads", tests, NULL, NULL);
}
