/* The review of a whole game: what each move lost, in discs, against the best one.
 *
 * The game is gone through from its end, so that the table already knows what follows. Of each
 * position the best move is searched; if another one was played, that one is searched to the same
 * depth. The loss is the difference, never below 0. */
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/clock.h"
#include "engine/level.h"
#include "game/rules.h"
#include "web/fields.h"
#include "web/think.h"

/* From which loss on, in discs, a move is what. */
#define LOSS_INACCURACY 2.0
#define LOSS_MISTAKE    4.0
#define LOSS_BLUNDER    8.0

/* A move that loses this many discs counts half towards the accuracy. */
#define LOSS_HALF 6.0

enum { MAX_REVIEW_LEVEL = 30 };

typedef struct Plan {
    GameInput game;
    int level;
    double seconds; /* for one position at most */
} Plan;

typedef struct Tally {
    int moves, inaccuracies, mistakes, blunders;
    double loss, accuracy;
} Tally;

typedef struct Verdict {
    int played, best;
    double best_score, played_score, loss; /* for the side to move */
    bool is_exact, is_forced;
    const SearchLine *line;
} Verdict;

static void *plan_review(const json_t *request, Error *error) {
    Plan *plan = aligned_alloc(_Alignof(Plan), sizeof *plan);
    long level;
    if (!plan) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a review");
        return NULL;
    }
    if (game_input_read(&plan->game, request, error) &&
        fields_integer(request, "level", THINK_DEFAULT_REVIEW_LEVEL, 1, MAX_REVIEW_LEVEL, &level,
                       error) &&
        fields_number(request, "seconds", 2, 0.01, 30, &plan->seconds, error)) {
        plan->level = (int)level;
        return plan;
    }
    free(plan);
    return NULL;
}

static const char *verdict_name(const Verdict *verdict) {
    if (verdict->is_forced) return "forced";
    if (verdict->loss >= LOSS_BLUNDER) return "blunder";
    if (verdict->loss >= LOSS_MISTAKE) return "mistake";
    if (verdict->loss >= LOSS_INACCURACY) return "inaccuracy";
    return verdict->loss > 0 ? "good" : "best";
}

static void count(Tally *tally, const Verdict *verdict) {
    if (verdict->is_forced) return;
    tally->moves++;
    tally->loss += verdict->loss;
    tally->accuracy += 100 * exp2(-verdict->loss / LOSS_HALF);
    if (verdict->loss >= LOSS_BLUNDER)
        tally->blunders++;
    else if (verdict->loss >= LOSS_MISTAKE)
        tally->mistakes++;
    else if (verdict->loss >= LOSS_INACCURACY)
        tally->inaccuracies++;
}

static json_t *tally_json(const Tally *tally) {
    double accuracy = tally->moves ? tally->accuracy / tally->moves : 100;
    return json_pack("{s:i, s:f, s:f, s:i, s:i, s:i}", "moves", tally->moves, "loss",
                     round(100 * tally->loss) / 100, "accuracy", round(10 * accuracy) / 10,
                     "inaccuracies", tally->inaccuracies, "mistakes", tally->mistakes, "blunders",
                     tally->blunders);
}

static json_t *verdict_json(const Shape *shape, Side side, int ply, const Verdict *verdict) {
    json_t *line = json_array();
    for (int i = 0; i < verdict->line->length; i++)
        json_array_append_new(line, json_square(shape, verdict->line->pv[i]));
    return json_pack("{s:i, s:s, s:o, s:o, s:f, s:f, s:f, s:b, s:s, s:i, s:o}", "ply", ply, "side",
                     json_side(side), "move", json_square(shape, verdict->played), "best",
                     json_square(shape, verdict->best), "score", verdict->played_score,
                     "best_score", verdict->best_score, "loss", verdict->loss, "exact",
                     verdict->is_exact, "verdict", verdict_name(verdict), "depth",
                     verdict->line->depth, "line", line);
}

/* The score of a move that is not the best one, searched as deep as that was. */
static double played_score(Engine *engine, const Plan *plan, Position after, int depth) {
    SearchResult result;
    int empties = bits_count(position_empties(&plan->game.shape, after));
    EngineLimits limits = {.has_move_time = true, .move_seconds = plan->seconds};
    /* The end of the game is solved, as level says; before it depth counts from the same move. */
    SearchLimits usual;
    level_limits(plan->level, empties + 1, &usual);
    if (usual.depth >= empties + 1)
        limits.level = plan->level;
    else
        limits.depth = depth > 1 ? depth - 1 : 1;
    engine_think(engine, after, &limits, NULL, NULL, &result);
    return -web_score(result.lines[0].score);
}

static void judge(Engine *engine, const Plan *plan, const Board *board, Move move,
                  SearchResult *result, Verdict *verdict) {
    const Shape *shape = &plan->game.shape;
    Position position = board->position;
    EngineLimits limits = {
        .level = plan->level, .has_move_time = true, .move_seconds = plan->seconds, .lines = 1};
    engine_think(engine, position, &limits, NULL, NULL, result);
    const SearchLine *line = &result->lines[0];
    double best = web_score(line->score), played = best;
    int choices = bits_count(rules_moves(shape, position.own, position.opp));
    if (line->pv[0] != move.square && choices > 1) {
        Position after = position;
        position_play(&after, move);
        played = played_score(engine, plan, after, line->depth);
        if (played > best) best = played;
    }
    *verdict = (Verdict){.played = move.square,
                         .best = line->pv[0],
                         .best_score = best,
                         .played_score = played,
                         .loss = round(100 * (best - played)) / 100 + 0.0,
                         .is_exact = line->is_exact,
                         .is_forced = choices <= 1,
                         .line = line};
}

static void run_review(Job *job, void *work) {
    Plan *plan = work;
    const Transcript *transcript = &plan->game.transcript;
    Tally tallies[2] = {0};
    Engine *engine = job_borrow_engine(job, &plan->game.shape);
    if (!engine) return;
    int64_t deadline = clock_ns() + (int64_t)THINK_MAX_STREAM_SECONDS * 1000000000;
    Board board = transcript->end;
    for (int ply = transcript->count - 1; ply >= 0; ply--) {
        SearchResult result;
        Verdict verdict;
        board_undo(&board, transcript->moves[ply]);
        judge(engine, plan, &board, transcript->moves[ply], &result, &verdict);
        if (job_is_stopped(job)) return;
        count(&tallies[board.side], &verdict);
        job_event(job, "move", verdict_json(&plan->game.shape, board.side, ply, &verdict), false);
        if (clock_ns() > deadline) {
            job_fail(job, 503, "time-limit", "the game could not be reviewed in time");
            return;
        }
    }
    job_event(job, "result",
              json_pack("{s:i, s:o, s:o}", "level", plan->level, "black",
                        tally_json(&tallies[BLACK]), "white", tally_json(&tallies[WHITE])),
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
