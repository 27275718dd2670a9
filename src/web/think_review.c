/* The verb `review`: sends the verdict on each move of a game (engine/review.h) as it is found. */
#include <stdlib.h>

#include "engine/review_text.h"
#include "web/fields.h"
#include "web/think.h"

enum { MAX_REVIEW_LEVEL = 30 };

typedef struct Plan {
    GameInput game;
    EngineLimits limits; /* of each position */
} Plan;

typedef struct Stream {
    WebJob *job;
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
        fields_integer(request, "level", REVIEW_DEFAULT_LEVEL, 1, MAX_REVIEW_LEVEL, &level,
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
    char bytes[REVIEW_SIDE_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    review_side_json(&text, side);
    return json_loads(bytes, 0, NULL);
}

static void send_move(void *context, const ReviewMove *move) {
    const Stream *stream = context;
    char bytes[REVIEW_MOVE_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    review_move_json(&text, stream->shape, move);
    job_event(stream->job, "move", json_loads(bytes, 0, NULL), false);
}

static void run_review(WebJob *job, void *work) {
    Plan *plan = work;
    ReviewSide sides[2];
    Engine *engine = job_borrow_engine(job, &plan->game.shape, 0);
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
