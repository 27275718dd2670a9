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

typedef struct Bot {
    const BotzoneOptions *options;
    PlayerSpec spec;
    Shape shape;
    Player *player;
    Botzone botzone;
    char line[BOTZONE_LINE_SIZE];
} Bot;

/* A player of fixed effort plays the same whether it is started for each turn or kept running: it
 * begins anew each time. One that plays by the clock keeps what it has learned. */
static void begin_turn(const Bot *bot) {
    const PlayerSpec *spec = &bot->spec;
    bool is_fixed = spec->nodes || spec->depth || spec->level;
    bool is_first = bot->botzone.game.count < 2;
    if (spec->kind == PLAYER_ENGINE && (is_first || !is_fixed)) return;
    player_begin(bot->player, (uint64_t)bot->botzone.game.count, bot->botzone.side);
}

/* Chooses and answers. The time counts from `start`, when the turn began. */
static bool answer(Bot *bot, double start) {
    char text[BOTZONE_ANSWER_SIZE], debug[100] = "no move";
    Text out = text_into(text, sizeof text);
    int square = PASS;
    if (botzone_can_move(&bot->botzone)) {
        PlayerMove move;
        begin_turn(bot);
        PlayerClock clock = {.has_move_time = true,
                             .move_seconds = bot->options->time - (clock_seconds() - start)};
        player_move(bot->player, bot->botzone.game.end.position, &clock, &move);
        square = move.square;
        snprintf(debug, sizeof debug, "depth %d score %s nodes %" PRIu64, move.depth,
                 discs_text(move.score, move.is_exact).text, move.nodes);
    }
    botzone_answer(&bot->botzone, square, debug, &out);
    fputs(text, stdout);
    if (bot->options->keep_running) puts(BOTZONE_KEEP_RUNNING);
    return fflush(stdout) == 0;
}

/* Reads lines until it is our turn. False at the end of the input, or with an error set. */
static bool read_turn(Bot *bot, Error *error) {
    Botzone *botzone = &bot->botzone;
    error->status = STATUS_OK;
    for (;;) {
        size_t length;
        switch (line_read(stdin, bot->line, sizeof bot->line, &length)) {
        case LINE_READ: break;
        case LINE_CUT:
            error_set(error, STATUS_BAD_INPUT, "a line longer than %d bytes", BOTZONE_LINE_SIZE);
            return false;
        case LINE_END:
            if (!botzone->has_begun || botzone->count > 0)
                error_set(error, STATUS_BAD_INPUT, "the input ends within a turn");
            return false;
        case LINE_FAILED:
            error_set(error, STATUS_IO, "cannot read: %s", strerror(errno));
            return false;
        }
        switch (botzone_feed(botzone, bot->line, length, error)) {
        case BOTZONE_MORE: break;
        case BOTZONE_TURN: return true;
        case BOTZONE_ERROR: return false;
        }
    }
}

/* The first turn began with the program, the others when they have been read. */
static bool play(Bot *bot, double start, Error *error) {
    botzone_init(&bot->botzone, &bot->shape);
    while (read_turn(bot, error)) {
        if (bot->botzone.game.count > 1 && bot->options->keep_running) start = clock_seconds();
        if (!answer(bot, start) || !bot->options->keep_running) return true;
    }
    return error->status == STATUS_OK;
}

static int run_bot(const Arguments *args, Bot *bot) {
    double start = clock_seconds();
    const char *player = bot->options->player;
    Error error;
    if (!shape_init(&bot->shape, BOTZONE_SIZE, BOTZONE_SIZE, &error) ||
        !player_spec_parse(&bot->spec, player, strlen(player), &error))
        return command_refuse(args, &error);
    bot->player = player_new(&bot->spec, &bot->shape, &error);
    if (!bot->player) return command_refuse(args, &error);
    bool ok = play(bot, start, &error);
    player_free(bot->player);
    return ok ? COMMAND_OK : command_fail(args, &error);
}

static int run(const Arguments *args) {
    Bot *bot = aligned_alloc(_Alignof(Bot), sizeof *bot);
    if (!bot) {
        Error error;
        error_set(&error, STATUS_NO_MEMORY, "no memory for a bot");
        return command_fail(args, &error);
    }
    bot->options = args->options;
    int status = run_bot(args, bot);
    free(bot);
    return status;
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
