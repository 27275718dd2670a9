/* Workers take game after game, review it and wait for their turn to hand it on. */
#include "cli/review_run.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/thread_pool.h"
#include "cli/interrupt.h"

/* What the workers share; all but `run` is guarded by the lock. */
typedef struct Desk {
    ReviewRun *run;
    pthread_mutex_t lock;
    pthread_cond_t is_turn;
    GameReview *first, *second; /* read to see whether there are several; or NULL */
    long taken, handed_on;
    long moves;     /* reviewed */
    bool is_ending; /* no more games are read */
    bool is_broken; /* a game could not be finished: none after it is handed on */
    bool has_failed;
    Error error;
    Progress progress;
} Desk;

typedef struct Worker {
    Desk *desk;
    pthread_t thread;
    int threads; /* of its engine */
    Engine *engine;
    Shape shape; /* of the engine */
} Worker;

/* --- Games in -----------------------------------------------------------------------------------
 */

static void fail(Desk *desk, const Error *error) {
    if (!desk->has_failed) desk->error = *error;
    desk->has_failed = desk->is_ending = true;
}

void review_keep_record(GameReview *review, const GameRecord *game) {
    review->record = *game;
    review->shape = *game->moves.start.shape;
    review->record.moves.start.shape = review->record.moves.end.shape = &review->shape;
}

/* The next game, or NULL. The caller has the lock. */
static GameReview *read_game(Desk *desk) {
    ReviewRun *run = desk->run;
    GameRecord game;
    Error error;
    while (!desk->is_ending && !interrupt_came()) {
        if (run->only > 0 && desk->taken >= run->only) return NULL;
        RecordRead read = game_files_next(run->files, &game, &error);
        if (read == RECORD_REFUSED) fail(desk, &error);
        if (read == RECORD_REFUSED || read == RECORD_END) return NULL;
        if (read == RECORD_BAD) {
            progress_end(&desk->progress);
            output_error("review", "%s: %s", game_files_path(run->files), error.text);
            run->left_out++;
            continue;
        }
        desk->taken++;
        if (run->only > 0 && desk->taken != run->only) continue;
        GameReview *review = aligned_alloc(_Alignof(GameReview), sizeof *review);
        if (review == NULL) {
            error_set(&error, STATUS_NO_MEMORY, "no memory for a game");
            fail(desk, &error);
            return NULL;
        }
        *review = (GameReview){.number = desk->taken, .path = game_files_path(run->files)};
        review_keep_record(review, &game);
        return review;
    }
    return NULL;
}

static GameReview *take_game(Desk *desk) {
    pthread_mutex_lock(&desk->lock);
    GameReview *review = desk->first;
    if (review != NULL) {
        desk->first = desk->second;
        desk->second = NULL;
    } else {
        review = read_game(desk);
    }
    pthread_mutex_unlock(&desk->lock);
    return review;
}

/* --- Games out ----------------------------------------------------------------------------------
 */

/* Waits until the games before have been handed on. The turn passes on whether or not this one
 * is finished. */
static void hand_on(Desk *desk, const GameReview *review, bool is_finished) {
    ReviewRun *run = desk->run;
    pthread_mutex_lock(&desk->lock);
    while (run->only == 0 && desk->handed_on != review->number - 1)
        pthread_cond_wait(&desk->is_turn, &desk->lock);
    desk->handed_on = review->number;
    if (!is_finished) desk->is_broken = desk->is_ending = true;
    if (!desk->is_broken) {
        progress_end(&desk->progress);
        run->games++;
        run->done(run->context, review);
    }
    pthread_cond_broadcast(&desk->is_turn);
    pthread_mutex_unlock(&desk->lock);
}

/* A move while its game is in work. */
typedef struct Noting {
    Desk *desk;
    GameReview *review;
} Noting;

static void note_move(void *context, const ReviewMove *move) {
    Noting *noting = context;
    Desk *desk = noting->desk;
    review_keep(&noting->review->reviewed, move);
    pthread_mutex_lock(&desk->lock);
    desk->moves++;
    if (desk->run->total > 1)
        progress_update(&desk->progress, "%ld of %ld games, %ld moves", desk->run->games,
                        desk->run->total, desk->moves);
    else
        progress_update(&desk->progress, "game %ld, move %d", noting->review->number,
                        move->ply + 1);
    pthread_mutex_unlock(&desk->lock);
}

/* --- Workers ------------------------------------------------------------------------------------
 */

/* An engine for the board of the game; the one of the last game if it fits, without what it
 * learned there. */
static bool open_engine(Worker *worker, const Shape *shape) {
    if (worker->engine != NULL && worker->shape.width == shape->width &&
        worker->shape.height == shape->height) {
        engine_clear(worker->engine);
        return true;
    }
    EngineInput input = *worker->desk->run->engine;
    Error error;
    input.threads = worker->threads;
    engine_free(worker->engine);
    worker->shape = *shape;
    worker->engine = engine_input_open(&input, &worker->shape, &error);
    if (worker->engine != NULL) return true;
    pthread_mutex_lock(&worker->desk->lock);
    fail(worker->desk, &error);
    pthread_mutex_unlock(&worker->desk->lock);
    return false;
}

static void *work(void *context) {
    Worker *worker = context;
    Desk *desk = worker->desk;
    GameReview *review;
    while ((review = take_game(desk)) != NULL) {
        Noting noting = {desk, review};
        review->level = desk->run->limits.level;
        bool is_finished = open_engine(worker, &review->shape) &&
                           review_game(worker->engine, &review->record.moves, &desk->run->limits, 0,
                                       note_move, &noting, review->sides) == ENGINE_FINISHED;
        hand_on(desk, review, is_finished);
        free(review);
    }
    return NULL;
}

/* Runs as many workers as can be started, this thread being one of them. */
static void run_workers(Desk *desk, int count, int threads) {
    Worker *workers = aligned_alloc(_Alignof(Worker), (size_t)count * sizeof *workers);
    int started = 1;
    if (workers == NULL) {
        Error error;
        error_set(&error, STATUS_NO_MEMORY, "no memory for the review");
        fail(desk, &error);
        return;
    }
    for (int i = 0; i < count; i++) workers[i] = (Worker){.desk = desk, .threads = threads};
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    work(&workers[0]);
    for (int i = 1; i < started; i++) pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < count; i++) engine_free(workers[i].engine);
    free(workers);
}

bool review_run(ReviewRun *run, Error *error) {
    Desk desk = {.run = run};
    int threads = thread_pool_size(run->engine->threads);
    pthread_mutex_init(&desk.lock, NULL);
    pthread_cond_init(&desk.is_turn, NULL);
    progress_start(&desk.progress);
    desk.first = read_game(&desk);
    desk.second = desk.first != NULL && run->only == 0 ? read_game(&desk) : NULL;
    bool has_several = desk.second != NULL;
    if (desk.first != NULL)
        run_workers(&desk, has_several ? threads : 1, has_several ? 1 : threads);
    free(desk.first);
    free(desk.second);
    progress_end(&desk.progress);
    pthread_cond_destroy(&desk.is_turn);
    pthread_mutex_destroy(&desk.lock);
    if (desk.has_failed) *error = desk.error;
    return !desk.has_failed;
}
