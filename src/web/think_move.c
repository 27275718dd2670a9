/* A player's move (engine/player.h), with an engine from the server's pool where it needs one.
 *
 * Players are named as everywhere: `engine:level=12,variety=1`, `beginner:3`,
 * `miniproject3:depth=4`, `random`. Files and commands cannot be named. Without a seed every
 * request draws anew. */
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
    Board board; /* borrows shape */
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

static bool read_move(Plan *plan, const json_t *request, Error *error) {
    const char *text;
    if (!position_input_read(&plan->shape, &plan->board, request, error) ||
        !fields_text(request, "player", "engine", PLAYER_LIMIT, &text, error) ||
        !fields_number(request, "seconds", 10, 0, THINK_MAX_SECONDS, &plan->seconds, error) ||
        !player_spec_parse(&plan->spec, text, strlen(text), error) ||
        !is_harmless(&plan->spec, error))
        return false;
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
    if (read_move(plan, request, error)) return plan;
    release_move(plan);
    return NULL;
}

static json_t *move_json(const Plan *plan, const PlayerMove *move) {
    json_t *answer = json_pack("{s:o}", "move", json_square(&plan->shape, move->square));
    if (move->has_score && move->depth > 0) {
        json_object_set_new(answer, "score", json_real(move->score));
        json_object_set_new(answer, "unit", json_string(move->is_own_unit ? "own" : "discs"));
        json_object_set_new(answer, "exact", json_boolean(move->is_exact));
        json_object_set_new(answer, "depth", json_integer(move->depth));
        json_object_set_new(answer, "book", json_boolean(move->end == ENGINE_BOOK));
    }
    return answer;
}

static void run_move(Job *job, void *work) {
    Plan *plan = work;
    Engine *engine = NULL;
    if (player_needs_engine(plan->player)) {
        engine = job_borrow_engine(job, &plan->shape);
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
    .fields = "session " POSITION_FIELDS " player seconds",
    .plan = plan_move,
    .run = run_move,
    .release = release_move,
};
