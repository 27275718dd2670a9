/* The loop of a Botzone bot: read a turn, think, answer. */
#include "protocol/botzone_play.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "engine/result_text.h"
#include "protocol/botzone.h"

/* A player of fixed effort plays the same whether it is started for each turn or kept running: it
 * begins anew each time. One that plays by the clock keeps what it has learned. */
static void begin_turn(const BotzonePlay *play, const Botzone *botzone) {
    const PlayerSpec *spec = play->spec;
    bool is_fixed = spec->nodes || spec->depth || spec->level;
    bool is_first = botzone->game.count < 2;
    if (spec->kind == PLAYER_ENGINE && (is_first || !is_fixed)) return;
    player_begin(play->player, (uint64_t)botzone->game.count, botzone->side);
}

/* Chooses and answers. The time counts from `start`, when the turn began. */
static bool answer(const BotzonePlay *play, Botzone *botzone, double start) {
    char text[BOTZONE_ANSWER_SIZE], debug[100] = "no move";
    Text out = text_into(text, sizeof text);
    int square = PASS;
    if (botzone_can_move(botzone)) {
        PlayerMove move;
        begin_turn(play, botzone);
        PlayerClock clock = {.has_move_time = true,
                             .move_seconds = play->seconds - (clock_seconds() - start)};
        player_move(play->player, botzone->game.end.position, &clock, &move);
        square = move.square;
        snprintf(debug, sizeof debug, "depth %d score %s nodes %" PRIu64, move.depth,
                 score_text(move.score, move.is_exact).text, move.nodes);
    }
    botzone_answer(botzone, square, debug, &out);
    fputs(text, play->out);
    if (play->keeps_running) fprintf(play->out, "%s\n", BOTZONE_KEEP_RUNNING);
    return fflush(play->out) == 0;
}

/* Reads lines until it is our turn. False at the end of the input, or with an error set. */
static bool read_turn(const BotzonePlay *play, Botzone *botzone, char *line, Error *error) {
    error->status = STATUS_OK;
    for (;;) {
        size_t length;
        switch (line_read(play->in, line, BOTZONE_LINE_SIZE, &length)) {
        case LINE_READ: break;
        case LINE_CUT:
            error_set(error, STATUS_BAD_INPUT, "a line longer than %d bytes", BOTZONE_LINE_SIZE);
            return false;
        case LINE_END:
            if (!botzone_is_between_turns(botzone))
                error_set(error, STATUS_BAD_INPUT, "the input ends within a turn");
            return false;
        case LINE_FAILED:
            error_set(error, STATUS_IO, "cannot read: %s", strerror(errno));
            return false;
        }
        switch (botzone_feed(botzone, line, length, error)) {
        case BOTZONE_MORE: break;
        case BOTZONE_TURN: return true;
        case BOTZONE_ERROR: return false;
        }
    }
}

/* The first turn began with the program, the others when they have been read. */
bool botzone_play(const BotzonePlay *play, Error *error) {
    Botzone botzone;
    double start = play->start;
    bool is_first = true;
    char *line = malloc(BOTZONE_LINE_SIZE);
    if (!line) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a line");
        return false;
    }
    botzone_init(&botzone, play->shape);
    while (read_turn(play, &botzone, line, error)) {
        if (!is_first) start = clock_seconds();
        is_first = false;
        if (!answer(play, &botzone, start) || !play->keeps_running) break;
    }
    free(line);
    return error->status == STATUS_OK;
}
