/* `bianca referee`: the course referee. It works with files in the current directory (state,
 * action, gamelog.txt) and prints the game as the course's own program does. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/bots/participant_spec.h"
#include "arena/report/course.h"
#include "arena/tournament/game.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/sandbox_input.h"
#include "game/rules.h"
#include "record/statefile.h"

#define STATE_FILE  "state"
#define ACTION_FILE "action"
#define LOG_FILE    "gamelog.txt"

typedef struct RefereeOptions {
    double timeout;
    SandboxInput sandbox;
    bool json;
} RefereeOptions;

static const Option rows[] = {
    OPTION_NUMBER_ROW(RefereeOptions, timeout, "timeout", "S", 0.01, 86400, "10",
                      "seconds for each move"),
    SANDBOX_INPUT_ROWS(RefereeOptions),
    OPTION_FLAG_ROW(RefereeOptions, json, "json", "print the result as one JSON object instead"),
};

typedef struct Referee {
    const Arguments *args;
    const RefereeOptions *options;
    Shape shape;
    ProcessOptions process;
    ParticipantSpec specs[2];
    bool has_spec[2]; /* must be released */
    Participant *participants[2];
    FILE *log;
    bool has_failed; /* a file could not be written */
    Error error;
} Referee;

/* --- A program that is not there -------------------------------------------------------------- */

/* It takes part, and loses at its first move: the course's referee asks no sooner. */
typedef struct MissingProgram {
    Participant base;
    Failure failure;
} MissingProgram;

static bool begin_missing(Participant *self, const GameTerms *terms, const Transcript *opening,
                          Side side, Failure *failure) {
    (void)self, (void)terms, (void)opening, (void)side, (void)failure;
    return true;
}

static bool choose_missing(Participant *self, const Turn *turn, Choice *choice, Failure *failure) {
    (void)turn, (void)choice;
    *failure = ((MissingProgram *)self)->failure;
    return false;
}

static void end_missing(Participant *self, bool has_failed) {
    (void)self, (void)has_failed;
}

static void free_missing(Participant *self) {
    free(self);
}

static Participant *missing_new(const Error *why) {
    static const ParticipantKind kind = {begin_missing, choose_missing, end_missing, free_missing,
                                         NULL};
    MissingProgram *self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    self->base.kind = &kind;
    failure_set(&self->failure, ENDING_NOT_STARTED, "%s", why->text);
    return &self->base;
}

/* --- The referee ------------------------------------------------------------------------------ */

/* A program of the course, or any player. */
static bool open_player(Referee *referee, Side side) {
    const char *name = referee->args->values[side];
    char text[PLAYER_TEXT_SIZE];
    bool is_file = strchr(name, ':') == NULL && (strchr(name, '/') || access(name, F_OK) == 0);
    /* A file of the current directory is meant, whatever PATH holds. */
    const char *folder = is_file && strchr(name, '/') == NULL ? "./" : "";
    snprintf(text, sizeof text, "%s%s%s%s", is_file ? "statefile:'" : "", folder, name,
             is_file ? "'" : "");
    if (!participant_spec_parse(&referee->specs[side], text, &referee->shape, 0, &referee->process,
                                &referee->error)) {
        if (is_file && referee->error.status == STATUS_BAD_INPUT)
            referee->participants[side] = missing_new(&referee->error);
        return referee->participants[side] != NULL;
    }
    referee->has_spec[side] = true;
    referee->participants[side] =
        participant_new(&referee->specs[side], &referee->shape, &referee->error);
    if (referee->participants[side] != NULL) return true;
    return false;
}

static void write_file(Referee *referee, const char *name, const char *text, size_t length) {
    FILE *file = fopen(name, "we");
    bool ok = file != NULL && fwrite(text, 1, length, file) == length;
    if (file != NULL && fclose(file) != 0) ok = false;
    if (ok || referee->has_failed) return;
    error_set(&referee->error, STATUS_IO, "%s: %s", name, strerror(errno));
    referee->has_failed = true;
}

static void print_block(Referee *referee, const Board *board, CourseState state) {
    char text[COURSE_BLOCK_SIZE];
    course_block(board, state, text, sizeof text);
    fputs(text, referee->log);
    fflush(referee->log);
    if (referee->options->json) return;
    fputs(text, stdout);
    fflush(stdout);
}

/* The action file holds what the program wrote, or the move of a player that writes none. */
static void write_action(Referee *referee, const PlayedGame *record) {
    const Transcript *game = &record->game;
    Side side = side_other(game->end.side);
    int square = game->moves[game->count - 1].square;
    size_t length;
    const char *action = statefile_last_action(referee->participants[side], &length);
    char text[ACTION_LINE_SIZE];
    if (action == NULL) {
        length = action_format(&referee->shape, square, text);
        action = text;
    }
    write_file(referee, ACTION_FILE, action, length);
}

/* Sees every position; those before a pass are not shown, as the referee asks no program there. */
static void observe(void *context, const PlayedGame *record) {
    Referee *referee = context;
    const Board *board = &record->game.end;
    const Transcript *game = &record->game;
    bool is_over = rules_is_over(&referee->shape, board->position);
    bool can_move = rules_moves(&referee->shape, board->position.own, board->position.opp) != 0;
    if (game->count > 0 && game->moves[game->count - 1].square != PASS)
        write_action(referee, record);
    if (!is_over && !can_move) return;
    print_block(referee, board, is_over ? COURSE_OVER : COURSE_TURN);
    if (is_over) return;
    char state[STATE_TEXT_SIZE];
    size_t length = state_format(board, state, sizeof state);
    write_file(referee, STATE_FILE, state, length);
}

static void print_json(const Referee *referee, const PlayedGame *record) {
    char moves[TRANSCRIPT_TEXT_SIZE];
    transcript_format(&record->game, moves, sizeof moves);
    printf("{\"type\":\"referee\",\"black\":");
    json_write_string(stdout, referee->args->values[BLACK]);
    printf(",\"white\":");
    json_write_string(stdout, referee->args->values[WHITE]);
    printf(",\"winner\":\"%s\",\"ending\":\"%s\"",
           record->score > 0   ? "black"
           : record->score < 0 ? "white"
                               : "draw",
           ending_name(record->ending));
    if (record->ending != ENDING_PLAYED_OUT) {
        printf(",\"reason\":");
        json_write_string(stdout, record->reason.text);
    }
    printf(",\"moves\":\"%s\"", moves);
    for (Side side = BLACK; side <= WHITE; side++) {
        char text[ISOLATION_TEXT_SIZE];
        if (record->isolation[side] == 0) continue;
        isolation_format(record->isolation[side], text);
        printf(",\"%s_isolation\":\"%s\"", side == BLACK ? "black" : "white", text);
    }
    printf("}\n");
}

/* Not among the output, which is that of the course. */
static void say_isolation(const Referee *referee, const PlayedGame *record) {
    for (Side side = BLACK; side <= WHITE; side++) {
        char text[ISOLATION_TEXT_SIZE];
        if (record->isolation[side] == 0) continue;
        isolation_format(record->isolation[side], text);
        output_error("referee", "%s ran under %s", referee->args->values[side], text);
    }
}

static void play(Referee *referee) {
    static PlayedGame record; /* too large for a stack */
    GameTerms terms = {.shape = &referee->shape,
                       .seed = 1,
                       .move_seconds = referee->options->timeout,
                       .hard_seconds = referee->options->timeout + 1,
                       .grace_seconds = 0.1,
                       .start_seconds = referee->options->timeout};
    Transcript opening;
    Board start = board_start(&referee->shape);
    transcript_init(&opening, &start);
    game_play(referee->participants, &terms, &opening, observe, referee, &record);
    if (record.ending != ENDING_PLAYED_OUT) {
        size_t length;
        const char *action = statefile_last_action(referee->participants[record.failed], &length);
        if (action != NULL) write_file(referee, ACTION_FILE, action, length);
        print_block(referee, &record.game.end, COURSE_INVALID);
        output_error("referee", "%s: %s: %s", referee->args->values[record.failed],
                     ending_name(record.ending), record.reason.text);
    }
    if (referee->options->json)
        print_json(referee, &record);
    else
        say_isolation(referee, &record);
    unlink(STATE_FILE), unlink(ACTION_FILE);
}

static int run(const Arguments *args) {
    Referee referee = {.args = args, .options = args->options};
    int status = COMMAND_OK;
    shape_init(&referee.shape, 8, 8, NULL);
    if (!sandbox_input_read(&referee.options->sandbox, &referee.process, &referee.error))
        status = command_error(args, &referee.error);
    for (Side side = BLACK; status == COMMAND_OK && side <= WHITE; side++)
        if (!open_player(&referee, side)) status = command_error(args, &referee.error);
    if (status == COMMAND_OK && (referee.log = fopen(LOG_FILE, "we")) == NULL) {
        error_set(&referee.error, STATUS_IO, "%s: %s", LOG_FILE, strerror(errno));
        status = command_fail(args, &referee.error);
    }
    if (status == COMMAND_OK) {
        if (!referee.options->json)
            printf("Player Black File: %s\nPlayer White File: %s\n", args->values[BLACK],
                   args->values[WHITE]);
        play(&referee);
    }
    if (referee.log != NULL && fclose(referee.log) != 0 && !referee.has_failed) {
        error_set(&referee.error, STATUS_IO, "%s: %s", LOG_FILE, strerror(errno));
        referee.has_failed = true;
    }
    if (referee.has_failed) status = command_fail(args, &referee.error);
    for (Side side = BLACK; side <= WHITE; side++) {
        participant_free(referee.participants[side]);
        if (referee.has_spec[side]) participant_spec_release(&referee.specs[side]);
    }
    free((char *)referee.process.binds);
    return status;
}

const Command command_referee = {
    .name = "referee",
    .arguments = "BLACK WHITE",
    .summary = "Referee one game as the course does: state, action, gamelog.txt",
    .details =
        "BLACK and WHITE are programs that are run as 'PROGRAM STATE ACTION' once per move and\n"
        "stopped after the limit, or any player of 'bianca players'. The files state, action\n"
        "and gamelog.txt are written to the current directory; the first two are removed at\n"
        "the end. O is Black. A missing program and a missing or invalid action lose at\n"
        "once; the reason goes to standard error, and so does the protection under which\n"
        "programs ran.",
    .example = "bianca referee ./player_a ./player_b\n"
               "bianca referee ./player_a baseline3 --timeout 1",
    COMMAND_OPTIONS(rows, RefereeOptions),
    .min_args = 2,
    .max_args = 2,
    .run = run,
};
