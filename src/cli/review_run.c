/* Workers review games in parallel; results are delivered in input order. */
#include "cli/review.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/thread_pool.h"
#include "cli/interrupt.h"

/* What the workers share; all but `run` is guarded by the lock. */
typedef struct ReviewQueue {
    ReviewRun *run;
    pthread_mutex_t lock;
    pthread_cond_t is_turn;
    GameReview *first, *second; /* read to see whether there are several; or NULL */
    long read, delivered;       /* games, by number */
    long moves;                 /* reviewed */
    bool is_ending;             /* no more games are read */
    bool is_broken;             /* a game could not be finished: none after it is delivered */
    bool has_failed;
    Error error;
    Progress progress;
} ReviewQueue;

typedef struct Worker {
    ReviewQueue *queue;
    int threads; /* of its engine */
    Engine *engine;
    Shape shape; /* of the engine */
} Worker;

/* --- Games in -----------------------------------------------------------------------------------
 */

static void fail(ReviewQueue *queue, const Error *error) {
    if (!queue->has_failed) queue->error = *error;
    queue->has_failed = queue->is_ending = true;
}

void review_keep_record(GameReview *review, const GameRecord *game) {
    review->record = *game;
    review->shape = *game->moves.start.shape;
    review->record.moves.start.shape = review->record.moves.end.shape = &review->shape;
}

/* The next game, or NULL. The caller has the lock. */
static GameReview *read_game(ReviewQueue *queue) {
    ReviewRun *run = queue->run;
    GameRecord game;
    Error error;
    while (!queue->is_ending && !interrupt_came()) {
        if (run->only > 0 && queue->read >= run->only) return NULL;
        RecordRead read = game_files_next(run->files, &game, &error);
        if (read == RECORD_REFUSED) fail(queue, &error);
        if (read == RECORD_REFUSED || read == RECORD_END) return NULL;
        if (read == RECORD_BAD) {
            progress_end(&queue->progress);
            output_error("review", "%s: %s", game_files_path(run->files), error.text);
            run->left_out++;
            continue;
        }
        queue->read++;
        if (run->only > 0 && queue->read != run->only) continue;
        GameReview *review = aligned_alloc(_Alignof(GameReview), sizeof *review);
        if (review == NULL) {
            error_set(&error, STATUS_NO_MEMORY, "no memory for a game");
            fail(queue, &error);
            return NULL;
        }
        *review = (GameReview){.number = queue->read, .path = game_files_path(run->files)};
        review_keep_record(review, &game);
        return review;
    }
    return NULL;
}

static GameReview *take_game(ReviewQueue *queue) {
    pthread_mutex_lock(&queue->lock);
    GameReview *review = queue->first;
    if (review != NULL) {
        queue->first = queue->second;
        queue->second = NULL;
    } else {
        review = read_game(queue);
    }
    pthread_mutex_unlock(&queue->lock);
    return review;
}

/* --- Games out ----------------------------------------------------------------------------------
 */

/* Waits until the games before have been delivered. The turn passes on whether or not this one
 * is finished. */
static void deliver(ReviewQueue *queue, const GameReview *review, bool is_finished) {
    ReviewRun *run = queue->run;
    pthread_mutex_lock(&queue->lock);
    while (run->only == 0 && queue->delivered != review->number - 1)
        pthread_cond_wait(&queue->is_turn, &queue->lock);
    queue->delivered = review->number;
    if (!is_finished) queue->is_broken = queue->is_ending = true;
    if (!queue->is_broken) {
        progress_end(&queue->progress);
        run->games++;
        run->done(run->context, review);
    }
    pthread_cond_broadcast(&queue->is_turn);
    pthread_mutex_unlock(&queue->lock);
}

typedef struct GameInWork {
    ReviewQueue *queue;
    GameReview *review;
} GameInWork;

static void keep_move(void *context, const ReviewMove *move) {
    GameInWork *work = context;
    ReviewQueue *queue = work->queue;
    review_keep(&work->review->reviewed, move);
    pthread_mutex_lock(&queue->lock);
    queue->moves++;
    if (queue->run->total > 1)
        progress_update(&queue->progress, "%ld of %ld games, %ld moves", queue->run->games,
                        queue->run->total, queue->moves);
    else
        progress_update(&queue->progress, "game %ld, move %d", work->review->number, move->ply + 1);
    pthread_mutex_unlock(&queue->lock);
}

/* --- Workers ------------------------------------------------------------------------------------
 */

static bool open_engine(Worker *worker, const Shape *shape) {
    EngineOptions options = engine_input_options(worker->queue->run->engine);
    Error error;
    options.threads = worker->threads;
    if (engine_renew(&worker->engine, &worker->shape, shape, &options, &error)) return true;
    pthread_mutex_lock(&worker->queue->lock);
    fail(worker->queue, &error);
    pthread_mutex_unlock(&worker->queue->lock);
    return false;
}

/* A task of the pool: one worker, until there are no more games. */
static void review_games(void *context, int thread, size_t task) {
    Worker *worker = &((Worker *)context)[task];
    ReviewQueue *queue = worker->queue;
    GameReview *review;
    (void)thread;
    while ((review = take_game(queue)) != NULL) {
        GameInWork game = {queue, review};
        review->level = queue->run->limits.level;
        bool is_finished = open_engine(worker, &review->shape) &&
                           review_game(worker->engine, &review->record.moves, &queue->run->limits,
                                       0, keep_move, &game, review->sides) == ENGINE_FINISHED;
        deliver(queue, review, is_finished);
        free(review);
    }
}

static void run_workers(ReviewQueue *queue, int count, int threads) {
    Worker *workers = aligned_alloc(_Alignof(Worker), (size_t)count * sizeof *workers);
    ThreadPool pool;
    if (workers == NULL) {
        Error error;
        error_set(&error, STATUS_NO_MEMORY, "no memory for the review");
        fail(queue, &error);
        return;
    }
    for (int i = 0; i < count; i++) workers[i] = (Worker){.queue = queue, .threads = threads};
    thread_pool_start(&pool, count);
    thread_pool_run(&pool, (size_t)count, review_games, workers);
    thread_pool_stop(&pool);
    for (int i = 0; i < count; i++) engine_free(workers[i].engine);
    free(workers);
}

bool review_run(ReviewRun *run, Error *error) {
    ReviewQueue queue = {.run = run};
    int threads = thread_pool_size(run->engine->threads);
    pthread_mutex_init(&queue.lock, NULL);
    pthread_cond_init(&queue.is_turn, NULL);
    progress_start(&queue.progress);
    queue.first = read_game(&queue);
    queue.second = queue.first != NULL && run->only == 0 ? read_game(&queue) : NULL;
    bool has_several = queue.second != NULL;
    if (queue.first != NULL)
        run_workers(&queue, has_several ? threads : 1, has_several ? 1 : threads);
    free(queue.first);
    free(queue.second);
    progress_end(&queue.progress);
    pthread_cond_destroy(&queue.is_turn);
    pthread_mutex_destroy(&queue.lock);
    if (queue.has_failed) *error = queue.error;
    return !queue.has_failed;
}
