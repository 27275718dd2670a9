/* Random games with scores that mean nothing (noise.h). */
#include "support/noise.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "game/rules.h"

enum { WIDTH = 5, HEIGHT = 4 };

static void add_game(Dataset *dataset, uint64_t number) {
    static const GamesHeader header = {.width = WIDTH, .height = HEIGHT, .exact_from = 20};
    DatasetOptions how = {.lambda = 0};
    Random random = random_seeded(number);
    Position position = position_start(&dataset->shape);
    Game game = {0};
    Error error;
    while (!rules_is_over(&dataset->shape, position)) {
        uint64_t moves = rules_moves(&dataset->shape, position.own, position.opp);
        if (!moves) {
            position = position_passed(position);
            continue;
        }
        int square = rules_random_move(moves, &random);
        game.scores[game.count] = (int8_t)((int)random_below(&random, 41) - 20);
        game.squares[game.count++] = (uint8_t)square;
        position = position_after(position, square,
                                  rules_flips(&dataset->shape, square, position.own, position.opp));
    }
    assert_true(dataset_add_game(dataset, &header, &game,
                                 number % 5 ? PART_TRAINING : PART_VALIDATION, &how, &error));
}

void noise_fill(Dataset *dataset, int games) {
    Error error;
    dataset_init(dataset);
    assert_true(shape_init(&dataset->shape, WIDTH, HEIGHT, &error));
    for (int i = 0; i < games; i++) add_game(dataset, (uint64_t)i);
}
