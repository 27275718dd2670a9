/* `bianca botzone`: a Botzone bot. Reads a turn, thinks until its time is nearly over, answers. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/command.h"
#include "engine/player.h"
#include "protocol/botzone.h"
#include "protocol/line.h"
#include "protocol/session.h"

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

/* Chooses and answers. The time counts from `start`, when the turn began. */
static bool answer(Botzone *botzone, Player *player, double seconds, double start) {
    char text[BOTZONE_ANSWER_SIZE], debug[100] = "no move";
    Text out = text_into(text, sizeof text);
    int square = PASS;
    if (botzone_can_move(botzone)) {
        PlayerMove move;
        PlayerClock clock = {.has_move_time = true,
                             .move_seconds = seconds - (clock_seconds() - start)};
        player_move(player, botzone->game.end.position, &clock, &move);
        square = move.square;
        snprintf(debug, sizeof debug, "depth %d score %s nodes %" PRIu64, move.depth,
                 discs_text(move.score, move.is_exact).text, move.nodes);
    }
    botzone_answer(botzone, square, debug, &out);
    fputs(text, stdout);
    return !ferror(stdout);
}

/* Reads lines until it is our turn. False at the end of the input, or with an error set. */
static bool read_turn(Botzone *botzone, char *line, Error *error) {
    error->status = STATUS_OK;
    for (;;) {
        size_t length;
        switch (line_read(stdin, line, BOTZONE_LINE_SIZE, &length)) {
        case LINE_READ: break;
        case LINE_CUT:
            error_set(error, STATUS_BAD_INPUT, "botzone: a line longer than %d bytes",
                      BOTZONE_LINE_SIZE);
            return false;
        case LINE_END:
            if (!botzone->has_begun || botzone->count > 0)
                error_set(error, STATUS_BAD_INPUT, "botzone: the input ends within a turn");
            return false;
        case LINE_FAILED:
            error_set(error, STATUS_IO, "botzone: cannot read: %s", strerror(errno));
            return false;
        }
        switch (botzone_feed(botzone, line, length, error)) {
        case BOTZONE_MORE: break;
        case BOTZONE_TURN: return true;
        case BOTZONE_ERROR: return false;
        }
    }
}

static bool play(const BotzoneOptions *options, Player *player, const Shape *shape, char *line,
                 double start, Error *error) {
    Botzone botzone;
    botzone_init(&botzone, shape);
    while (read_turn(&botzone, line, error)) {
        if (botzone.count > 0 && start < 0) start = clock_seconds();
        bool ok = answer(&botzone, player, options->time, start);
        if (!ok || !options->keep_running) return true;
        puts(BOTZONE_KEEP_RUNNING);
        fflush(stdout);
        start = -1; /* the next turn begins when it has been read */
    }
    return error->status == STATUS_OK;
}

static int run(const Arguments *args) {
    const BotzoneOptions *options = args->options;
    double start = clock_seconds();
    Shape shape;
    Error error;
    if (!shape_init(&shape, BOTZONE_SIZE, BOTZONE_SIZE, &error)) return command_fail(args, &error);
    PlayerSpec spec;
    if (!player_spec_parse(&spec, options->player, strlen(options->player), &error))
        return command_refuse(args, &error);
    Player *player = player_new(&spec, &shape, &error);
    if (!player) return command_refuse(args, &error);
    char *line = malloc(BOTZONE_LINE_SIZE);
    bool ok = line != NULL;
    if (ok)
        ok = play(options, player, &shape, line, start, &error);
    else
        error_set(&error, STATUS_NO_MEMORY, "no memory for a line");
    free(line);
    player_free(player);
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
