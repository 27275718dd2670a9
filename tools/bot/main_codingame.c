/* A CodinGame bot in one file: two seconds for the first move, 0.15 for the others. */
#include "base/clock.h"
#include "engine/engine.h"
#include "protocol/codingame.h"

#ifndef BOT_NODES
#define BOT_NODES 0
#endif
#ifndef BOT_LEVEL
#define BOT_LEVEL 0
#endif
#ifndef BOT_FIRST_SECONDS
#define BOT_FIRST_SECONDS 1.8
#endif
#ifndef BOT_SECONDS
#define BOT_SECONDS 0.135
#endif

enum { HASH_MB = 32 };

/* Thinks until `seconds` after `start`. */
static int choose(Engine *engine, const Codingame *game, double start, double seconds) {
    EngineResult result;
    EngineLimits limits = {.level = BOT_LEVEL,
                           .nodes = BOT_NODES,
                           .move_seconds = seconds - (clock_seconds() - start),
                           .has_move_time = true};
    if (BOT_NODES || BOT_LEVEL) engine_clear(engine);
    engine_think(engine, game->position, &limits, NULL, NULL, &result);
    return result.count ? result.lines[0].pv[0] : (int)PASS;
}

int main(void) {
    static Codingame game;
    EngineOptions options = {1, HASH_MB, NULL, NULL};
    Error error;
    double start = clock_seconds();
    unpack_weights();
    if (!codingame_begin(&game, stdin)) return 1;
    Engine *engine = engine_new(&game.shape, &options, &error);
    if (!engine) return 1;
    for (int turn = 0; codingame_turn(&game, stdin); turn++) {
        if (turn > 0) start = clock_seconds();
        int square = choose(engine, &game, start, turn > 0 ? BOT_SECONDS : BOT_FIRST_SECONDS);
        codingame_answer(&game, square, stdout);
    }
    engine_free(engine);
    return 0;
}
