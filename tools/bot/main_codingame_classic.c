/* A classic program as a CodinGame bot in one file. */
#include "base/clock.h"
#include "engine/alphabeta.h"
#include "eval/registry.h"
#include "protocol/codingame.h"

#ifndef BOT_DEPTH
#define BOT_DEPTH 0
#endif
#ifndef BOT_SECONDS
#define BOT_SECONDS 0.135
#endif

int main(void) {
    static Codingame game;
    static Evaluation evaluation;
    Error error;
    const ClassicProgram *classic = classic_program_find(BOT_PLAYER, sizeof BOT_PLAYER - 1);
    if (!classic || !codingame_begin(&game, stdin)) return 1;
    if (!evaluation_from_program(&evaluation, classic, &game.shape, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    while (codingame_turn(&game, stdin)) {
        AlphabetaResult result;
        AlphabetaOptions options = {.depth = BOT_DEPTH,
                                    .deadline_ns = clock_ns() + (int64_t)(BOT_SECONDS * 1e9)};
        alphabeta_run(&evaluation, game.position, &options, &result);
        codingame_answer(&game, result.square, stdout);
    }
    return 0;
}
