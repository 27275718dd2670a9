/* The network against a slow reading of its definition: random networks, positions of random games.
 * test_network_*.c are the same for its other forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "eval/network_kernel.h"
#include "game/rules.h"

enum { GAMES = 30, STAGES = 5 };

typedef struct Net {
    Shape shape;
    PatternSet *set;
    LearnedWeights learned;
    Network network;
    int phases;
    NetworkNumber *embeddings; /* phase by phase */
    NetworkHead *heads;
} Net;

/* A number in -most .. most; now and then one of the two. */
static int draw(Random *random, int most) {
    uint32_t choice = random_below(random, 10);
    if (choice < 2) return choice ? most : -most;
    return (int)random_below(random, 2 * (uint32_t)most + 1) - most;
}

static void fill_head(NetworkHead *head, Random *random, bool is_extreme) {
    int divide = is_extreme ? 1 : 64;
    for (int k = 0; k < NETWORK_WIDTH; k++) {
        head->bias[k % 2][k / 2] =
            (int16_t)draw(random, is_extreme ? NETWORK_BIAS_MAX : NETWORK_ONE);
        head->direct[k % 2][k / 2] = (int16_t)draw(random, INT16_MAX / divide);
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            head->hidden[k / 4][h][k % 4] = (int8_t)draw(random, NETWORK_HIDDEN_MAX);
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        head->hidden_bias[h] = draw(random, NETWORK_HIDDEN_BIAS_MAX / divide / divide);
        head->output[h] = (int16_t)draw(random, NETWORK_OUTPUT_MAX);
    }
    network_head_finish(head);
}

static void net_open(Net *net, const int *board, int phases, Random *random, bool is_extreme) {
    PatternReference references[PATTERN_INSTANCES];
    Error error;
    memset(net, 0, sizeof *net);
    net->phases = phases;
    assert_true(shape_init(&net->shape, board[0], board[1], &error));
    net->set = aligned_alloc(_Alignof(PatternSet), sizeof *net->set);
    assert_non_null(net->set);
    int count = pattern_references(&net->shape, references);
    count -= (int)random_below(random, (uint32_t)count / 2 + 1);
    assert_true(pattern_set_init(net->set, &net->shape, references, count, &error));
    size_t rows = network_embedding_count(net->set), size = (size_t)phases * rows * NETWORK_WIDTH;
    net->embeddings = aligned_alloc(64, (size * sizeof *net->embeddings + 63) / 64 * 64);
    net->heads = aligned_alloc(64, STAGES * sizeof *net->heads);
    assert_true(net->embeddings && net->heads);
    for (size_t i = 0; i < size; i++) {
        int number = draw(random, is_extreme ? NETWORK_EMBEDDING_MAX : 12);
        if (i / NETWORK_WIDTH % rows == net->set->weights) number = 0;
        net->embeddings[i] = (NetworkNumber)(number + NETWORK_ZERO_POINT);
    }
    for (int stage = 0; stage < STAGES; stage++) fill_head(&net->heads[stage], random, is_extreme);
    net->network = network_of(net->set, net->embeddings, phases, net->heads, STAGES);
    net->learned = (LearnedWeights){.set = net->set, .stages = STAGES, .network = &net->network};
    for (int discs = 0; discs <= 64; discs++) {
        net->learned.stage_of[discs] = (uint8_t)(discs % STAGES);
        net->learned.bias[discs] = (int16_t)draw(random, 2000);
    }
}

static void net_close(Net *net) {
    free(net->set);
    free(net->embeddings);
    free(net->heads);
}

/* The last phase that has begun: phase p begins at p / phases of all stages. */
static int slow_phase(const Net *net, int stage) {
    int phase = 0;
    while ((phase + 1) * STAGES <= stage * net->phases) phase++;
    return phase;
}

static int number_of(const Net *net, int stage, size_t embedding, int k) {
    size_t before = (size_t)slow_phase(net, stage) * (net->set->weights + 65);
    return net->embeddings[(before + embedding) * NETWORK_WIDTH + (size_t)k] - NETWORK_ZERO_POINT;
}

/* The definition, number by number, on the squares themselves. */
static int64_t slow_value(const Net *net, Position position) {
    const PatternSet *set = net->set;
    int discs = bits_count(position.own | position.opp);
    int own = bits_count(rules_moves(&net->shape, position.own, position.opp));
    int opp = bits_count(rules_moves(&net->shape, position.opp, position.own));
    int stage = discs % STAGES;
    const NetworkHead *head = &net->heads[stage];
    int64_t units[NETWORK_WIDTH], value = 0;
    for (int k = 0; k < NETWORK_WIDTH; k++) {
        units[k] = head->bias[k % 2][k / 2];
        size_t moves = (size_t)set->weights + 1;
        units[k] += number_of(net, stage, moves + (size_t)(own < 31 ? own : 31), k);
        units[k] += number_of(net, stage, moves + 32 + (size_t)(opp < 31 ? opp : 31), k);
        for (int i = 0; i < set->instances; i++) {
            const PatternClass *class = &set->class_list[set->class_of[i]];
            size_t index = 0, power = 1;
            for (int j = 0; j < class->reference.size; j++, power *= 3)
                index += power * (bits_has(position.own, set->squares[i][j])   ? 1
                                  : bits_has(position.opp, set->squares[i][j]) ? 2
                                                                               : 0);
            units[k] += number_of(net, stage, class->offset + index, k);
        }
        units[k] = units[k] < 0 ? 0 : units[k] > NETWORK_ONE ? NETWORK_ONE : units[k];
        value += units[k] * head->direct[k % 2][k / 2];
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        int64_t hidden = head->hidden_bias[h];
        for (int k = 0; k < NETWORK_WIDTH; k++) hidden += units[k] * head->hidden[k / 4][h][k % 4];
        hidden = hidden < 0 ? 0 : hidden / 8;
        value += (hidden > 32767 ? 32767 : hidden) * head->output[h];
    }
    value = (value >= 0 ? value / 512 : -((-value + 511) / 512)) + net->learned.bias[discs];
    return value > EVAL_LIMIT ? EVAL_LIMIT : value < -EVAL_LIMIT ? -EVAL_LIMIT : value;
}

static void check_position(const Net *net, Position position) {
    const Shape *shape = &net->shape;
    int discs = bits_count(position.own | position.opp);
    int own = bits_count(rules_moves(shape, position.own, position.opp));
    int opp = bits_count(rules_moves(shape, position.opp, position.own));
    PatternState state;
    pattern_start(net->set, position, &state);
    assert_int_equal(network_value(&net->learned, &state, discs, own, opp),
                     slow_value(net, position));
    /* The portable text and its twin without the limit of a value, which may hide a difference. */
    int stage = net->learned.stage_of[discs];
    const NetworkHead *head = &net->heads[stage];
    const NetworkNumber *embeddings = net->network.embeddings[stage];
    uint32_t own_at = network_moves_at(net->set, true, own);
    uint32_t opp_at = network_moves_at(net->set, false, opp);
    NetworkSum sum;
    NetworkSumPortable reference;
    network_sum(net->set, embeddings, &state, own_at, opp_at, &sum);
    network_sum_portable(net->set, embeddings, &state, own_at, opp_at, &reference);
    assert_int_equal(network_head(head, &sum), network_head_portable(head, &reference));
}

static void play_games(const Net *net, Random *random) {
    const Shape *shape = &net->shape;
    for (int game = 0; game < GAMES; game++) {
        Position position = position_start(shape);
        while (!rules_is_over(shape, position)) {
            check_position(net, position);
            uint64_t moves = rules_moves(shape, position.own, position.opp);
            if (!moves) {
                position = position_passed(position);
                continue;
            }
            int square = rules_random_move(moves, random);
            position = position_after(position, square,
                                      rules_flips(shape, square, position.own, position.opp));
        }
    }
}

static void the_network_is_what_its_definition_says(void **unused) {
    (void)unused;
    static const int boards[][2] = {{8, 8}, {6, 6}, {9, 7}, {4, 4}, {5, 12}};
    Random random = random_seeded(11);
    int nets = 0;
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++)
        for (int is_extreme = 0; is_extreme < 2; is_extreme++) {
            Net net;
            net_open(&net, boards[b], 1 + nets++ % STAGES, &random, is_extreme);
            play_games(&net, &random);
            net_close(&net);
        }
}

int main(void) {
#ifdef NEEDS_AVX2
    if (!__builtin_cpu_supports("avx2")) return 0;
#endif
#ifdef NEEDS_AVX512
    if (!__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512vl")) return 0;
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_network_is_what_its_definition_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
