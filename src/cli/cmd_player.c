/* `bianca player STATE ACTION`: the course referee's player. */
#include <string.h>

#include "base/clock.h"
#include "cli/command.h"
#include "protocol/statefile_play.h"

typedef struct PlayerOptions {
    const char *player;
    double time;
} PlayerOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(PlayerOptions, player, "player", "PLAYER", "engine:threads=1,hash=128",
                    "who plays: see players"),
    OPTION_NUMBER_ROW(PlayerOptions, time, "time", "S", 0, 1e6, "9.5", "seconds for the move"),
};

static int run(const Arguments *args) {
    const PlayerOptions *options = args->options;
    Error error;
    StatefilePlay play = {.state = args->values[0],
                          .action = args->values[1],
                          .seconds = options->time,
                          .start = clock_seconds()};
    if (!player_spec_parse(&play.spec, options->player, strlen(options->player), &error))
        return command_refuse(args, &error);
    return statefile_play(&play, &error) ? COMMAND_OK : command_fail(args, &error);
}

const Command command_player = {
    .name = "player",
    .arguments = "STATE ACTION",
    .summary = "Make one move for the course referee, from its state file",
    .details = "Reads the position from STATE and writes `row col` lines to ACTION: a legal move\n"
               "at once, and better ones as it finds them. The last whole line counts, so it may\n"
               "be killed at any moment.",
    .example = "bianca player state action --time 1\nbianca player state action --player baseline3",
    COMMAND_OPTIONS(rows, PlayerOptions),
    .min_args = 2,
    .max_args = 2,
    .run = run,
};
