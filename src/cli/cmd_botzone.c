/* `bianca botzone`: a Botzone bot. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "cli/command.h"
#include "protocol/botzone.h"
#include "protocol/botzone_play.h"

typedef struct BotzoneOptions {
    const char *player;
    double time;
    bool keep_running;
} BotzoneOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(BotzoneOptions, player, "player", "PLAYER", "engine:threads=1,hash=64",
                    "who plays: see players"),
    OPTION_NUMBER_ROW(BotzoneOptions, time, "time", "S", 0, 1e6, "0.9", "seconds for each move"),
    OPTION_FLAG_ROW(BotzoneOptions, keep_running, "keep-running",
                    "ask to be kept running between turns"),
};

static int run(const Arguments *args) {
    const BotzoneOptions *options = args->options;
    Shape shape;
    PlayerSpec spec;
    Error error;
    BotzonePlay play = {.in = stdin,
                        .out = stdout,
                        .spec = &spec,
                        .shape = &shape,
                        .seconds = options->time,
                        .start = clock_seconds(),
                        .keeps_running = options->keep_running};
    if (!shape_init(&shape, BOTZONE_SIZE, BOTZONE_SIZE, &error) ||
        !player_spec_parse(&spec, options->player, strlen(options->player), &error))
        return command_refuse(args, &error);
    play.player = player_new(&spec, &shape, &error);
    if (!play.player) return command_refuse(args, &error);
    bool ok = botzone_play(&play, &error);
    player_free(play.player);
    return ok ? COMMAND_OK : command_fail(args, &error);
}

const Command command_botzone = {
    .name = "botzone",
    .summary = "Play Reversi on Botzone, in simple or JSON interaction",
    .details = "Reads the turn from standard input, in the form it comes, and answers in the\n"
               "same form. Botzone allows one second a move and 256 MB.",
    .example = "printf '1\\n-1 -1\\n' | bianca botzone\nbianca botzone --keep-running --time 0.5",
    COMMAND_OPTIONS(rows, BotzoneOptions),
    .run = run,
};
