/* A player's move (engine/player.h), with an engine from the server's pool where it needs one.
 *
 * Players are named as everywhere: `engine:level=12,variety=1`, `beginner:3`,
 * `miniproject3:depth=4`, `random`. Files and commands cannot be named, but the programs that the
 * server was started with can (web/programs.h). Without a seed every request draws anew. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engine/foreign_player.h"
#include "engine/player.h"
#include "web/fields.h"
#include "web/think.h"

enum { PLAYER_LIMIT = 60 };

typedef struct Plan {
    Shape shape;
    Board board;                  /* borrows shape */
    char name[PROGRAM_NAME_SIZE]; /* of a program of the server; empty: `player` moves */
    Error unknown;                /* why it is no player string */
    Transcript game;              /* up to the position; borrows shape */
    PlayerSpec spec;
    Player *player; /* borrows shape; owned */
    double seconds;
} Plan;

static void release_move(void *work) {
    Plan *plan = work;
    player_free(plan->player);
    free(plan);
}

/* Nothing that a page asks for may read a file or start a program. */
static bool is_harmless(const PlayerSpec *spec, Error *error) {
    bool has_file = spec->weights[0] || (spec->book[0] && strcmp(spec->book, "embedded") != 0 &&
                                         strcmp(spec->book, "none") != 0);
    if (!player_needs_host(spec) && !has_file) return true;
    error_set(error, STATUS_BAD_INPUT, "field 'player': no files and commands here: '%.40s'",
              spec->text);
    return false;
}

/* The game that leads to the position, for programs that need all of it. */
static bool read_game(Plan *plan, const json_t *request, Error *error) {
    GameInput input;
    transcript_init(&plan->game, &plan->board);
    if (!json_object_get(request, "moves") && !json_object_get(request, "start")) return true;
    if (!game_input_read(&input, request, error)) return false;
    plan->game = input.transcript;
    plan->game.start.shape = plan->game.end.shape = &plan->shape;
    const Board *end = &plan->game.end, *board = &plan->board;
    if (end->side == board->side && end->position.own == board->position.own &&
        end->position.opp == board->position.opp)
        return true;
    error_set(error, STATUS_BAD_INPUT, "field 'moves': they do not lead to the position");
    return false;
}

static bool read_move(Plan *plan, const json_t *request, Error *error) {
    const char *text;
    if (!position_input_read(&plan->shape, &plan->board, request, error) ||
        !fields_text(request, "player", "engine", PLAYER_LIMIT, &text, error) ||
        !fields_number(request, "seconds", 10, 0, THINK_MAX_SECONDS, &plan->seconds, error) ||
        !read_game(plan, request, error))
        return false;
    /* A word that is no player is the name of a program, which only the job can look up. */
    if (!player_spec_parse(&plan->spec, text, strlen(text), &plan->unknown)) {
        if (error) *error = plan->unknown;
        if (!*text || strchr(text, ':')) return false;
        snprintf(plan->name, sizeof plan->name, "%s", text);
        return true;
    }
    if (!is_harmless(&plan->spec, error)) return false;
    plan->player = player_new_borrowing(&plan->spec, &plan->shape, error);
    return plan->player != NULL;
}

static void *plan_move(const json_t *request, Error *error) {
    Plan *plan = aligned_alloc(_Alignof(Plan), sizeof *plan);
    if (!plan) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a player");
        return NULL;
    }
    plan->player = NULL;
    plan->name[0] = '\0';
    if (read_move(plan, request, error)) return plan;
    release_move(plan);
    return NULL;
}

static json_t *move_json(const Plan *plan, const PlayerMove *move) {
    json_t *answer = json_pack("{s:o}", "move", json_square(&plan->shape, move->square));
    if (move->has_score) {
        json_object_set_new(answer, "score", json_real(move->score));
        json_object_set_new(answer, "unit", json_string(move->is_own_unit ? "own" : "discs"));
        json_object_set_new(answer, "exact", json_boolean(move->is_exact));
        json_object_set_new(answer, "depth", json_integer(move->depth));
        json_object_set_new(answer, "book", json_boolean(move->end == ENGINE_BOOK));
    }
    json_object_set_new(answer, "seconds", json_real(move->seconds));
    return answer;
}

/* A program of the server moves. */
static void run_program(WebJob *job, const Plan *plan) {
    const ServerProgram *program = programs_find(job_programs(job), plan->name);
    PlayerMove move;
    Error error;
    if (!program) {
        job_fail(job, 400, "bad-input", plan->unknown.text);
        return;
    }
    ForeignPlayer *player = job_take_program(job, program, &plan->shape, plan->board.side, &error);
    bool ok = player && foreign_player_move(player, &plan->game, plan->seconds, &move, &error);
    if (player) job_return_program(job, !ok);
    if (job_is_stopped(job)) return;
    if (ok)
        job_answer(job, move_json(plan, &move));
    else
        job_fail(job, 422, "program-failed", error.text);
}

static void run_move(WebJob *job, void *work) {
    Plan *plan = work;
    if (plan->name[0]) {
        run_program(job, plan);
        return;
    }
    Engine *engine = NULL;
    if (player_needs_engine(plan->player)) {
        engine = job_borrow_engine(job, &plan->shape, 0);
        if (!engine) return;
    }
    player_lend(plan->player, engine, job_stop_flag(job));
    /* It could be read when the server began; if it has gone since, the player does without. */
    if (job_book(job)) player_use_book(plan->player, job_book(job), NULL);
    player_begin(plan->player, plan->spec.seed ? 0 : (uint64_t)clock_ns(), plan->board.side);
    PlayerClock clock = {.has_move_time = true, .move_seconds = plan->seconds};
    PlayerMove move;
    player_move(plan->player, plan->board.position, &clock, &move);
    if (!job_is_stopped(job)) job_answer(job, move_json(plan, &move));
}

const ThinkVerb think_move = {
    .name = "move",
    .fields = "session " POSITION_FIELDS " start moves player seconds",
    .plan = plan_move,
    .run = run_move,
    .release = release_move,
};
