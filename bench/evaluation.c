/* Times the learned evaluation on positions of random games. bench/evaluation.sh compiles this once
 * per instruction set.
 *
 * As in a search, the positions of one round have the same number of discs, so that one stage of
 * the weights is in use. Nanoseconds a position: `incremental`, a move's change of the indices and
 * the value after it; `siblings`, the same for up to 8 moves of each position, as a search that
 * orders its moves does it; `tree`, the leaves of all lines of TREE_PLIES moves below some of them,
 * as a search meets its positions, with the moves made on the way; `scratch`, all indices anew and
 * the value; `order`, like `incremental` with the small evaluation that orders moves near the end.
 *
 * `incremental` and `scratch` are the worst case: 20,000 positions that have nothing to do with
 * each other, and 9 MB of their indices, go through the cache beside the weights. */
#include "game/rules_kernel.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/random.h"
#include "eval/pattern_order.h"
#include "eval/weight_file.h"
#include "game/rules.h"
#include "search/node_kernel.h"

enum { SAMPLES = 20000, ROUNDS = 60, SIBLINGS = 8, TREES = 40, TREE_PLIES = 4, TREE_ROUNDS = 10 };

typedef struct Sample {
    PatternState state;
    Position position;
    Move move;
    int count; /* of siblings: the first legal moves */
    Move siblings[SIBLINGS];
} Sample;

static volatile int sink;

/* A position with `discs` discs, reached by random moves, and a legal move there. */
static void draw(const WeightFile *weights, int discs, Random *random, Sample *sample) {
    const Shape *shape = weights->set.shape;
    Position position = position_start(shape);
    for (;;) {
        uint64_t moves = rules_moves(shape, position.own, position.opp);
        Move move = {PASS, 0};
        if (rules_is_over(shape, position)) {
            position = position_start(shape);
            continue;
        }
        if (moves) {
            for (uint32_t skip = random_below(random, (uint32_t)bits_count(moves)); skip; skip--)
                bits_pop(&moves);
            rules_find_move(shape, position, bits_first(moves), &move);
        }
        if (move.square != PASS && bits_count(position.own | position.opp) == discs) {
            sample->position = position;
            sample->move = move;
            pattern_start(&weights->set, position, &sample->state);
            moves = rules_moves(shape, position.own, position.opp);
            for (sample->count = 0; moves && sample->count < SIBLINGS; sample->count++)
                rules_find_move(shape, position, bits_pop(&moves),
                                &sample->siblings[sample->count]);
            return;
        }
        position_play(&position, move);
    }
}

static int value(const WeightFile *weights, Position position, const PatternState *state,
                 int discs) {
    return learned_value(&weights->learned, position, state, weights->set.shape->squares - discs);
}

static int after(const WeightFile *weights, const Sample *sample, Move move, int discs) {
    PatternState child;
    pattern_after(&weights->set, &sample->state, move.square, move.flips, &child);
    Position next = position_after(sample->position, move.square, move.flips);
    return value(weights, next, &child, discs + 1);
}

static int incremental(const WeightFile *weights, const Sample *sample, int discs) {
    return after(weights, sample, sample->move, discs);
}

static int siblings(const WeightFile *weights, const Sample *sample, int discs) {
    int sum = 0;
    for (int i = 0; i < sample->count; i++)
        sum += after(weights, sample, sample->siblings[i], discs);
    return sum;
}

/* The sum of the values of all positions `plies` moves below; adds how many they are. */
static int tree_sum(const WeightFile *weights, Position position, const PatternState *state,
                    int discs, int plies, int *leaves) {
    const Shape *shape = weights->set.shape;
    if (plies == 0) {
        ++*leaves;
        return value(weights, position, state, discs);
    }
    int sum = 0;
    for (uint64_t moves = kernel_moves(shape, position.own, position.opp); moves;) {
        int square = bits_pop(&moves);
        uint64_t flips = kernel_flips(shape, square, position.own, position.opp);
        PatternState child;
        pattern_after(&weights->set, state, square, flips, &child);
        sum += tree_sum(weights, position_after(position, square, flips), &child, discs + 1,
                        plies - 1, leaves);
    }
    return sum;
}

/* Nanoseconds a leaf. */
static double time_trees(const WeightFile *weights, const Sample *samples, int discs) {
    double best = 1e9;
    for (int round = 0; round < TREE_ROUNDS; round++) {
        int leaves = 0, sum = 0;
        double start = clock_seconds();
        for (int i = 0; i < TREES; i++)
            sum += tree_sum(weights, samples[i].position, &samples[i].state, discs, TREE_PLIES,
                            &leaves);
        sink = sum;
        double each = (clock_seconds() - start) / leaves * 1e9;
        if (each < best) best = each;
    }
    return best;
}

static int scratch(const WeightFile *weights, const Sample *sample, int discs) {
    PatternState state;
    pattern_start(&weights->set, sample->position, &state);
    return value(weights, sample->position, &state, discs);
}

static int order(const WeightFile *weights, const Sample *sample, int discs) {
    OrderState state, child;
    (void)discs;
    order_start(&sample->state, &state);
    order_after(&weights->set, &state, sample->move.square, sample->move.flips, &child);
    return order_value(&weights->learned, &child);
}

#define BEST_OF(function, count, best)                                                             \
    do {                                                                                           \
        best = 1e9;                                                                                \
        for (int round = 0; round < ROUNDS; round++) {                                             \
            double start = clock_seconds();                                                        \
            int sum = 0;                                                                           \
            for (int i = 0; i < SAMPLES; i++) sum += function(weights, &samples[i], discs);        \
            sink = sum;                                                                            \
            double each = (clock_seconds() - start) / (count)*1e9;                                 \
            if (each < best) best = each;                                                          \
        }                                                                                          \
    } while (0)

int main(int count, char **values) {
    Error error;
    static Shape shape;
    shape_init(&shape, 8, 8, &error);
    WeightFile *weights = count > 1 ? weight_file_read(&shape, values[1], &error) : NULL;
    Sample *samples = aligned_alloc(64, SAMPLES * sizeof *samples);
    if (!weights || !samples) {
        fprintf(stderr, "%s\n", count > 1 ? error.text : "usage: evaluation WEIGHTS");
        return 1;
    }
    for (int discs = 20; discs <= 50; discs += 10) {
        Random random = random_seeded((uint64_t)discs);
        double by_move, together, from_scratch, small;
        int children = 0;
        for (int i = 0; i < SAMPLES; i++) {
            draw(weights, discs, &random, &samples[i]);
            children += samples[i].count;
        }
        BEST_OF(incremental, SAMPLES, by_move);
        BEST_OF(siblings, children, together);
        BEST_OF(scratch, SAMPLES, from_scratch);
        BEST_OF(order, SAMPLES, small);
        printf(
            "  8x8  %d discs  tree %5.1f  siblings %5.1f  incremental %5.1f  scratch %6.1f  order "
            "%5.1f ns\n",
            discs, time_trees(weights, samples, discs), together, by_move, from_scratch, small);
    }
    free(samples);
    weight_file_free(weights);
    return 0;
}
