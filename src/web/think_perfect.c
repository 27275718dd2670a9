/* The verb `perfect`: what perfect play leads to from the end of a game, and what the last move of
 * it cost, on boards that are small enough to be solved (engine/perfect_value.h). */
#include <stdlib.h>

#include "engine/perfect_value.h"
#include "web/fields.h"
#include "web/think.h"

enum { DEFAULT_SECONDS = 2 };

typedef struct Plan {
    GameInput game;
    double seconds; /* for each of the two positions */
} Plan;

static void *plan_perfect(const json_t *request, Error *error) {
    Plan *plan = aligned_alloc(_Alignof(Plan), sizeof *plan);
    if (!plan) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a game");
        return NULL;
    }
    if (game_input_read(&plan->game, request, error) &&
        fields_number(request, "seconds", DEFAULT_SECONDS, 0.01, THINK_MAX_SECONDS, &plan->seconds,
                      error))
        return plan;
    free(plan);
    return NULL;
}

static json_t *value_json(const Shape *shape, const PerfectValue *found) {
    const char *winner = found->value > 0 ? "black" : found->value < 0 ? "white" : "draw";
    return json_pack("{s:b, s:i, s:s, s:i, s:i, s:o}", "known", 1, "value", found->value, "winner",
                     winner, "black", perfect_discs(shape, found->value, BLACK), "white",
                     perfect_discs(shape, found->value, WHITE), "best",
                     found->square == NO_MOVE ? json_null() : json_square(shape, found->square));
}

/* Adds what the last move cost and what would have kept the result; null where it is not known. */
static void add_loss(json_t *answer, Engine *engine, const Plan *plan, const _Atomic bool *stop,
                     int value) {
    Transcript game = plan->game.transcript;
    PerfectValue before;
    bool has_move = game.count > 0 && game.moves[game.count - 1].square != PASS;
    if (has_move) transcript_undo(&game);
    bool is_known = has_move && perfect_value(engine, &game.end, plan->seconds, stop, &before);
    json_object_set_new(answer, "loss",
                        is_known ? json_integer(perfect_loss(game.end.side, before.value, value))
                                 : json_null());
    json_object_set_new(answer, "better",
                        is_known && before.value != value
                            ? json_square(&plan->game.shape, before.square)
                            : json_null());
}

static void run_perfect(WebJob *job, void *work) {
    const Plan *plan = work;
    PerfectValue found;
    Engine *engine = job_borrow_engine(job, &plan->game.shape, 0);
    if (!engine) return;
    const _Atomic bool *stop = job_stop_flag(job);
    json_t *answer;
    if (perfect_value(engine, &plan->game.transcript.end, plan->seconds, stop, &found)) {
        answer = value_json(&plan->game.shape, &found);
        add_loss(answer, engine, plan, stop, found.value);
    } else {
        answer = json_pack("{s:b}", "known", 0);
    }
    if (job_is_stopped(job))
        json_decref(answer);
    else
        job_answer(job, answer);
}

const ThinkVerb think_perfect = {
    .name = "perfect",
    .fields = "session " GAME_FIELDS " seconds",
    .plan = plan_perfect,
    .run = run_perfect,
};
