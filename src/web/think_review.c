/* The verb `review`: sends the verdict on each move of a game (engine/review.h) as it is found. */
#include <math.h>
#include <stdlib.h>

#include "engine/review.h"
#include "web/fields.h"
#include "web/think.h"

enum { MAX_REVIEW_LEVEL = 30 };

typedef struct Plan {
    GameInput game;
    EngineLimits limits; /* of each position */
} Plan;

typedef struct Stream {
    Job *job;
    const Shape *shape;
} Stream;

static void *plan_review(const json_t *request, Error *error) {
    Plan *plan = aligned_alloc(_Alignof(Plan), sizeof *plan);
    long level;
    double seconds;
    if (!plan) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a review");
        return NULL;
    }
    if (game_input_read(&plan->game, request, error) &&
        fields_integer(request, "level", THINK_DEFAULT_REVIEW_LEVEL, 1, MAX_REVIEW_LEVEL, &level,
                       error) &&
        fields_number(request, "seconds", 2, 0.01, 30, &seconds, error)) {
        plan->limits = (EngineLimits){
            .level = (int)level, .has_move_time = true, .move_seconds = seconds, .lines = 1};
        return plan;
    }
    free(plan);
    return NULL;
}

static json_t *side_json(const ReviewSide *side) {
    return json_pack("{s:i, s:f, s:f, s:i, s:i, s:i}", "moves", side->moves, "loss",
                     round(100 * side->loss) / 100, "accuracy", round(10 * side->accuracy) / 10,
                     "inaccuracies", side->inaccuracies, "mistakes", side->mistakes, "blunders",
                     side->blunders);
}

static void send_move(void *context, const ReviewMove *move) {
    const Stream *stream = context;
    const Shape *shape = stream->shape;
    json_t *pv = json_array();
    for (int i = 0; i < move->line->length; i++)
        json_array_append_new(pv, json_square(shape, move->line->pv[i]));
    json_t *data = json_pack(
        "{s:i, s:s, s:o, s:o, s:f, s:f, s:f, s:b, s:s, s:i, s:i, s:o}", "ply", move->ply, "side",
        json_side(move->side), "move", json_square(shape, move->played), "best",
        json_square(shape, move->best), "score", move->score, "best_score", move->best_score,
        "loss", move->loss, "exact", move->is_exact, "verdict", review_verdict_name(move->verdict),
        "depth", move->line->depth, "selectivity", move->line->selectivity, "pv", pv);
    job_event(stream->job, "move", data, false);
}

static void run_review(Job *job, void *work) {
    Plan *plan = work;
    ReviewSide sides[2];
    Engine *engine = job_borrow_engine(job, &plan->game.shape);
    if (!engine) return;
    Stream stream = {job, &plan->game.shape};
    EngineEnd end = review_game(engine, &plan->game.transcript, &plan->limits,
                                THINK_MAX_STREAM_SECONDS, send_move, &stream, sides);
    if (end == ENGINE_TIME_LIMIT)
        job_fail(job, 503, "time-limit", "the game could not be reviewed in time");
    if (end != ENGINE_FINISHED) return;
    job_event(job, "result",
              json_pack("{s:i, s:o, s:o}", "level", plan->limits.level, "black",
                        side_json(&sides[BLACK]), "white", side_json(&sides[WHITE])),
              false);
    job_answer(job, NULL);
}

const ThinkVerb think_review = {
    .name = "review",
    .fields = "session " GAME_FIELDS " level seconds",
    .is_stream = true,
    .plan = plan_review,
    .run = run_review,
};
