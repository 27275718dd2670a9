/* 2,000 moves at 50 ms each while every processor is busy with something else: not one late. Half
 * of them on one thread, half on one per processor; on 8x8 and 9x7, in all phases of the game. If
 * still other programs were running, a few late ones are put down to them. Runs alone.
 * Takes 2 min on two cores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "engine/engine.h"
#include "game/rules.h"
#include "reference/sample.h"
#include "support/effort.h"
#include "support/load.h"

enum { SEED = 95, MOVES = 500, EXCUSED = 100, NS_PER_MS = 1000000 };
static const double quiet = 0.05;
static const double seconds = 0.05;

static double think_ms(Engine *engine, const Shape *shape, Position packed) {
    EngineLimits limits = {.has_move_time = true, .move_seconds = seconds};
    Position position = {shape_unpack(shape, packed.own), shape_unpack(shape, packed.opp)};
    EngineResult result;
    Move move;
    int64_t begin = clock_ns();
    engine_think(engine, position, &limits, NULL, NULL, &result);
    double used = (double)(clock_ns() - begin) / NS_PER_MS;
    assert_true(result.count >= 1);
    assert_true(rules_find_move(shape, position, result.lines[0].pv[0], &move));
    return used;
}

static int count_late(BoardSize size, int threads) {
    Error error;
    Shape shape;
    static double used[MOVES];
    int count = (int)effort_rounds(MOVES), late = 0;
    assert_true(shape_init(&shape, size.width, size.height, NULL));
    Engine *engine = engine_new(&shape, &(EngineOptions){.threads = threads}, &error);
    assert_non_null(engine);
    Sampler sampler = sampler_new(size, SEED + (uint64_t)threads);
    for (int n = 0; n < count; n++) {
        used[n] = think_ms(engine, &shape, sampler_late(&sampler, shape.squares));
        late += used[n] > seconds * 1e3;
    }
    double middle = load_percentile(used, count, 50), most = load_percentile(used, count, 99);
    print_message("%dx%d, threads %d: %.1f ms, 99 %% within %.1f ms, at most %.1f ms, %d late\n",
                  size.width, size.height, threads, middle, most, used[count - 1], late);
    engine_free(engine);
    return late;
}

static void no_move_is_late_on_a_busy_machine(void **state) {
    (void)state;
    int late = 0;
    Load *load = load_start();
    for (int threads = 0; threads <= 1; threads++) {
        late += count_late((BoardSize){8, 8}, threads);
        late += count_late((BoardSize){9, 7}, threads);
    }
    double others = load_end(load);
    print_message("other programs used %.0f %% of the machine\n", others * 100);
    assert_true(late <= (others > quiet ? effort_rounds(EXCUSED) : 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_move_is_late_on_a_busy_machine)};
    return cmocka_run_group_tests_name("overruns", tests, NULL, NULL);
}
