/* Reviews games on a pool of threads, each worker with an engine of its own. */
#include "arena/report/game_reviews.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "base/thread_pool.h"

enum { HASH_MB = 16, SHOWN_PV = 8, REASON_SIZE = 768 };

typedef struct ReviewedMove {
    ReviewMove move;
    EngineLine line;
} ReviewedMove;

typedef struct Worker {
    Engine *engine;
    ReviewedMove moves[RECORD_MAX_MOVES]; /* of the game in hand */
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

static void note_move(void *context, const ReviewMove *move) {
    ReviewedMove *moves = context;
    moves[move->ply].move = *move;
    moves[move->ply].line = *move->line;
}

/* --- A review as JSON ------------------------------------------------------------------------- */

/* One number for each move; passes, which the report does not show, are left out. */
static void write_numbers(FILE *out, const char *name, const Transcript *game,
                          const ReviewedMove *moves, double (*number)(const ReviewMove *move)) {
    const char *separator = "";
    fprintf(out, ",\"%s\":[", name);
    for (int i = 0; i < game->count; i++) {
        if (game->moves[i].square == PASS) continue;
        fprintf(out, "%s%.4g", separator, number(&moves[i].move) + 0.0);
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

/* The most important reason, if one was found. */
static void write_why(FILE *out, const Shape *shape, const ReviewMove *move, ReasonWriter *write) {
    char words[REASON_SIZE];
    Text text = text_into(words, sizeof words);
    if (write == NULL || move->reason_count == 0) return;
    write(&text, shape, move, &move->reasons[0]);
    fputs(",\"why\":", out);
    json_write_string(out, words);
}

/* The moves that lost enough to be called an inaccuracy or worse. `move` counts as the report does,
 * `ply` as the page does, with passes. */
static void write_costly(FILE *out, const Transcript *game, const ReviewedMove *moves,
                         ReasonWriter *write_reason) {
    const Shape *shape = game->start.shape;
    const char *separator = "";
    int number = 0;
    fputs(",\"costly\":[", out);
    for (int i = 0; i < game->count; i++) {
        const ReviewMove *move = &moves[i].move;
        if (game->moves[i].square == PASS) continue;
        number++;
        if (move->verdict < REVIEW_INACCURACY) continue;
        fprintf(out,
                "%s{\"move\":%d,\"ply\":%d,\"best\":\"%s\",\"loss\":%.4g,\"verdict\":\"%s\","
                "\"exact\":%s,\"pv\":\"",
                separator, number, i, move_name(shape, move->best).text, move->loss,
                review_verdict_name(move->verdict), move->is_exact ? "true" : "false");
        const EngineLine *line = &moves[i].line;
        for (int k = 0; k < line->length && k < SHOWN_PV; k++)
            fprintf(out, "%s%s", k > 0 ? " " : "", move_name(shape, line->pv[k]).text);
        fputc('"', out);
        write_why(out, shape, move, write_reason);
        fputc('}', out);
        separator = ",";
    }
    fputc(']', out);
}

static char *review_text(const Transcript *game, const ReviewedMove *moves,
                         const ReviewSide sides[2], ReasonWriter *write_reason) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL) return NULL;
    fprintf(out, "{\"accuracy\":[%.1f,%.1f]", sides[BLACK].accuracy, sides[WHITE].accuracy);
    write_numbers(out, "scores", game, moves, score_for_black);
    write_numbers(out, "losses", game, moves, loss_of);
    write_costly(out, game, moves, write_reason);
    fputc('}', out);
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
    memset(self->moves, 0, sizeof self->moves);
    engine_clear(self->engine);
    EngineEnd end = review_game(self->engine, &game, &limits, 0, note_move, self->moves, sides);
    if (end == ENGINE_STOPPED || is_stopped(work->options)) return;
    work->reviews->texts[task] =
        review_text(&game, self->moves, sides, work->options->write_reason);
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
