/* Reviews games on a pool of threads, each worker with an engine of its own. */
#include "arena/report/game_reviews.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/json_write.h"
#include "base/thread_pool.h"
#include "engine/review_text.h"

enum { HASH_MB = 16, REASON_SIZE = 768 };

typedef struct Worker {
    Engine *engine;
    ReviewedMoves reviewed; /* of the game in hand */
} Worker;

typedef struct ReviewWork {
    const Tournament *tournament;
    const GameReviewsOptions *options;
    GameReviews *reviews;
    Worker *workers;
    _Atomic int done;
} ReviewWork;

static bool is_stopped(const GameReviewsOptions *options) {
    return options->stop != NULL && atomic_load(options->stop);
}

/* --- A review as JSON ------------------------------------------------------------------------- */

/* One number for each move; passes, which the report does not show, are left out. */
static void write_numbers(FILE *out, const char *name, const Transcript *game,
                          const ReviewMove *moves, double (*number)(const ReviewMove *move)) {
    const char *separator = "";
    fprintf(out, ",\"%s\":[", name);
    for (int i = 0; i < game->count; i++) {
        if (game->moves[i].square == PASS) continue;
        fprintf(out, "%s%.4g", separator, number(&moves[i]) + 0.0);
        separator = ",";
    }
    fputc(']', out);
}

static double score_for_black(const ReviewMove *move) {
    return move->side == BLACK ? move->score : 0 - move->score;
}

static double loss_of(const ReviewMove *move) {
    return move->loss;
}

/* A move as every review has it, and the most important reason in words, if one was found. */
static void write_move(FILE *out, const Shape *shape, const ReviewMove *move,
                       ReasonWriter *write_reason) {
    char bytes[REVIEW_MOVE_JSON_SIZE], words[REASON_SIZE];
    Text text = text_into(bytes, sizeof bytes), why = text_into(words, sizeof words);
    review_move_json(&text, shape, move);
    if (write_reason == NULL || move->reason_count == 0) {
        fputs(bytes, out);
        return;
    }
    write_reason(&why, shape, move, &move->reasons[0]);
    fprintf(out, "%.*s,\"why\":", (int)text.length - 1, bytes);
    json_write_string(out, words);
    fputc('}', out);
}

/* The moves that lost enough to be called an inaccuracy or worse. */
static void write_moves(FILE *out, const Transcript *game, const ReviewMove *moves,
                        ReasonWriter *write_reason) {
    const char *separator = "";
    fputs(",\"review\":[", out);
    for (int i = 0; i < game->count; i++) {
        if (moves[i].verdict < REVIEW_INACCURACY) continue;
        fputs(separator, out);
        write_move(out, game->start.shape, &moves[i], write_reason);
        separator = ",";
    }
    fputc(']', out);
}

static void write_side(FILE *out, const char *name, const ReviewSide *side) {
    char bytes[REVIEW_SIDE_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    review_side_json(&text, side);
    fprintf(out, "\"%s\":%s", name, bytes);
}

static char *review_text(const Transcript *game, const ReviewMove *moves, const ReviewSide sides[2],
                         ReasonWriter *write_reason) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL) return NULL;
    write_side(out, "black_review", &sides[BLACK]);
    fputc(',', out);
    write_side(out, "white_review", &sides[WHITE]);
    write_numbers(out, "scores", game, moves, score_for_black);
    write_numbers(out, "losses", game, moves, loss_of);
    write_moves(out, game, moves, write_reason);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

/* --- All games -------------------------------------------------------------------------------- */

static void review_one(void *context, int worker, size_t task) {
    ReviewWork *work = context;
    const GameResult *result = &work->tournament->results[task];
    Worker *self = &work->workers[worker];
    if (!result->is_done || is_stopped(work->options)) return;
    Transcript game;
    ReviewSide sides[2];
    EngineLimits limits = {.level = work->options->level, .stop = work->options->stop};
    result_transcript(work->tournament, result, &game);
    engine_clear(self->engine);
    EngineEnd end =
        review_game(self->engine, &game, &limits, 0, review_keep, &self->reviewed, sides);
    if (end == ENGINE_STOPPED || is_stopped(work->options)) return;
    work->reviews->texts[task] =
        review_text(&game, self->reviewed.moves, sides, work->options->write_reason);
    atomic_fetch_add(&work->done, 1);
}

static void report_progress(void *context) {
    ReviewWork *work = context;
    if (work->options->on_progress != NULL)
        work->options->on_progress(work->options->context, atomic_load(&work->done),
                                   work->reviews->count);
}

static void free_workers(Worker *workers, int count) {
    for (int i = 0; workers != NULL && i < count; i++) engine_free(workers[i].engine);
    free(workers);
}

static Worker *make_workers(const Shape *shape, int count, Error *error) {
    EngineOptions options = {.threads = 1, .hash_mb = HASH_MB};
    Worker *workers = calloc((size_t)count, sizeof *workers);
    if (workers == NULL) error_set(error, STATUS_NO_MEMORY, "no memory for reviews");
    for (int i = 0; workers != NULL && i < count; i++) {
        workers[i].engine = engine_new(shape, &options, error);
        if (workers[i].engine != NULL) continue;
        free_workers(workers, count);
        return NULL;
    }
    return workers;
}

bool game_reviews_make(GameReviews *reviews, const Tournament *tournament,
                       const GameReviewsOptions *options, Error *error) {
    int count = tournament->counted;
    int threads = options->threads < count ? options->threads : count;
    *reviews = (GameReviews){.level = options->level};
    if (count == 0) return true;
    Worker *workers = make_workers(tournament->options->shape, threads, error);
    if (workers == NULL) return false;
    reviews->texts = calloc((size_t)count, sizeof *reviews->texts);
    bool ok = reviews->texts != NULL;
    if (ok) {
        ThreadPool pool;
        ReviewWork work = {tournament, options, reviews, workers, 0};
        reviews->count = count;
        thread_pool_start(&pool, threads);
        ok = thread_pool_run_watched(&pool, (size_t)count, review_one, report_progress, &work,
                                     error);
        thread_pool_stop(&pool);
    } else {
        error_set(error, STATUS_NO_MEMORY, "no memory for reviews");
    }
    free_workers(workers, threads);
    if (!ok) game_reviews_release(reviews);
    return ok;
}

void game_reviews_release(GameReviews *reviews) {
    for (int i = 0; i < reviews->count; i++) free(reviews->texts[i]);
    free(reviews->texts);
    *reviews = (GameReviews){0};
}
