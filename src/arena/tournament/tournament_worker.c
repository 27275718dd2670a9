/* The threads of a tournament (tournament.h). Each has contestants of its own and takes the next
 * game that nobody has played; everything they share is behind one lock. */
#include "arena/tournament/tournament_worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/tournament/store.h"
#include "base/clock.h"
#include "base/random.h"

typedef struct Hall Hall;

typedef struct Worker {
    Hall *hall;
    pthread_t thread;
    Contestant *seats[TOURNAMENT_MAX_ENTRANTS]; /* made when needed; written under the lock */
    GameRecord record;
} Worker;

/* Where all workers play. */
struct Hall {
    Tournament *tournament;
    pthread_mutex_t lock;
    pthread_cond_t ended; /* signalled when a worker has ended */
    int next;             /* the first game that was not given out */
    int decided;          /* games from the first on that are done, and went into the SPRT */
    Tally tally;          /* of those */
    int running;          /* workers */
    bool must_end;
    bool has_failed;
    Error error;
    int worker_count;
    Worker *workers;
};

static bool is_told_to_stop(const Hall *hall) {
    const _Atomic bool *stop = hall->tournament->options->stop;
    return stop != NULL && *stop;
}

static void fail(Hall *hall, const Error *error) {
    if (!hall->has_failed) hall->error = *error;
    hall->has_failed = hall->must_end = true;
}

/* Differs from game to game; colours and the players' own seeds make the rest of the difference. */
static uint64_t seed_of(const TournamentOptions *options, const GameResult *result) {
    uint64_t seed = random_mix(options->seed + 1);
    for (int side = 0; side < 2; side++)
        seed = random_mix(seed + (uint64_t)result->entrants[side] + 1);
    return random_mix(seed + (uint64_t)result->number);
}

/* Games before the point of decision count; those that other threads played beyond it do not, so
 * the outcome is the same for any number of threads. Called with the lock. */
static void advance_sprt(Hall *hall) {
    Tournament *tournament = hall->tournament;
    const TournamentOptions *options = tournament->options;
    while (options->has_sprt && !hall->must_end && hall->decided + 2 <= tournament->total) {
        const GameResult *pair = &tournament->results[hall->decided];
        if (!pair[0].is_done || !pair[1].is_done) return;
        tally_pair(&hall->tally, result_score(&pair[0], 0), result_score(&pair[1], 0));
        hall->decided += 2;
        tournament->verdict = sprt_verdict(&options->sprt, &hall->tally);
        if (tournament->verdict == SPRT_UNDECIDED) continue;
        tournament->counted = hall->decided;
        hall->must_end = true;
    }
}

/* The next game to play, or NULL if there is none. */
static GameResult *take_game(Hall *hall) {
    Tournament *tournament = hall->tournament;
    GameResult *result = NULL;
    pthread_mutex_lock(&hall->lock);
    while (!hall->must_end && result == NULL && hall->next < tournament->total) {
        GameResult *candidate = &tournament->results[hall->next++];
        if (!candidate->is_done) result = candidate;
    }
    pthread_mutex_unlock(&hall->lock);
    return result;
}

static void fill_result(GameResult *result, const GameRecord *record) {
    result->ending = record->ending;
    result->failed = record->failed;
    result->score = record->score;
    result->opening_moves = record->opening_moves;
    result->move_count = record->game.count;
    for (int side = 0; side < 2; side++) {
        result->seconds[side] = record->seconds[side];
        result->isolation[side] = record->isolation[side];
    }
    for (int i = 0; i < record->game.count; i++)
        result->moves[i] = (uint8_t)record->game.moves[i].square;
    if (record->ending != ENDING_PLAYED_OUT) result->reason = strdup(record->reason.text);
}

static void hand_in(Hall *hall, GameResult *result, const GameRecord *record) {
    Tournament *tournament = hall->tournament;
    const TournamentOptions *options = tournament->options;
    pthread_mutex_lock(&hall->lock);
    /* After a stop players answer in haste: such a game is not worth keeping. */
    if (!is_told_to_stop(hall) && !hall->has_failed) {
        Error error;
        fill_result(result, record);
        if (options->store != NULL && !store_save(options->store, result, &error)) {
            fail(hall, &error);
        } else {
            result->is_done = true;
            tournament->done++;
            advance_sprt(hall);
            if (options->on_game != NULL) options->on_game(options->context, tournament, result);
        }
    }
    pthread_mutex_unlock(&hall->lock);
}

static Contestant *seat(Worker *worker, int entrant) {
    Hall *hall = worker->hall;
    const TournamentOptions *options = hall->tournament->options;
    Error error;
    if (worker->seats[entrant] != NULL) return worker->seats[entrant];
    Contestant *contestant = entrant_seat(&options->entrants[entrant], options->shape, &error);
    pthread_mutex_lock(&hall->lock);
    worker->seats[entrant] = contestant;
    if (contestant == NULL) fail(hall, &error);
    pthread_mutex_unlock(&hall->lock);
    return contestant;
}

/* Who is told about a move, and which game it belongs to. */
typedef struct Audience {
    const Tournament *tournament;
    const GameResult *result;
} Audience;

static void show_move(void *context, const GameRecord *record) {
    const Audience *audience = context;
    const TournamentOptions *options = audience->tournament->options;
    options->on_move(options->context, audience->tournament, audience->result, record);
}

static void play(Worker *worker, GameResult *result) {
    Hall *hall = worker->hall;
    Audience audience = {hall->tournament, result};
    const TournamentOptions *options = hall->tournament->options;
    GameTerms terms = options->terms;
    Transcript opening;
    Contestant *seats[2];
    for (int side = 0; side < 2; side++)
        if ((seats[side] = seat(worker, result->entrants[side])) == NULL) return;
    terms.shape = options->shape;
    terms.seed = seed_of(options, result);
    openings_get(options->openings, result->number / 2, &opening);
    if (game_play(seats, &terms, &opening, options->on_move != NULL ? show_move : NULL, &audience,
                  &worker->record))
        hand_in(hall, result, &worker->record);
}

static void *work(void *argument) {
    Worker *worker = argument;
    Hall *hall = worker->hall;
    GameResult *result;
    while (!is_told_to_stop(hall) && (result = take_game(hall)) != NULL) play(worker, result);
    pthread_mutex_lock(&hall->lock);
    hall->running--;
    pthread_cond_signal(&hall->ended);
    pthread_mutex_unlock(&hall->lock);
    return NULL;
}

/* Waits for all workers; hurries them when told to stop. */
static void supervise(Hall *hall) {
    pthread_mutex_lock(&hall->lock);
    while (hall->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += 50000000;
        if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
        pthread_cond_timedwait(&hall->ended, &hall->lock, &until);
        if (!is_told_to_stop(hall) && !hall->has_failed) continue;
        for (int i = 0; i < hall->worker_count; i++)
            for (int k = 0; k < hall->tournament->options->entrant_count; k++)
                if (hall->workers[i].seats[k] != NULL) contestant_stop(hall->workers[i].seats[k]);
    }
    pthread_mutex_unlock(&hall->lock);
}

static void start_workers(Hall *hall, int threads) {
    for (int i = 0; i < threads; i++) {
        Worker *worker = &hall->workers[i];
        worker->hall = hall;
        pthread_mutex_lock(&hall->lock);
        bool ok = pthread_create(&worker->thread, NULL, work, worker) == 0;
        if (ok) {
            hall->running++;
            hall->worker_count++;
        } else if (i == 0) {
            Error error;
            error_set(&error, STATUS_NO_MEMORY, "no thread can be started");
            fail(hall, &error);
        }
        pthread_mutex_unlock(&hall->lock);
        if (!ok) return;
    }
}

static void end_workers(Hall *hall) {
    for (int i = 0; i < hall->worker_count; i++) {
        Worker *worker = &hall->workers[i];
        pthread_join(worker->thread, NULL);
        for (int k = 0; k < TOURNAMENT_MAX_ENTRANTS; k++) contestant_free(worker->seats[k]);
    }
}

bool tournament_run(Tournament *tournament, Error *error) {
    Hall hall = {.tournament = tournament};
    int missing = tournament->total - tournament->done, threads = tournament->options->threads;
    if (threads > missing) threads = missing;
    double begin = clock_seconds();
    advance_sprt(&hall);
    hall.workers = calloc((size_t)threads + 1, sizeof *hall.workers);
    if (hall.workers == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", threads);
        return false;
    }
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&hall.lock, NULL);
    pthread_cond_init(&hall.ended, &monotonic);
    start_workers(&hall, threads);
    supervise(&hall);
    end_workers(&hall);
    pthread_cond_destroy(&hall.ended);
    pthread_mutex_destroy(&hall.lock);
    pthread_condattr_destroy(&monotonic);
    free(hall.workers);
    tournament->wall_seconds = clock_seconds() - begin;
    if (hall.has_failed)
        *error = hall.error;
    else if (is_told_to_stop(&hall))
        error_set(error, STATUS_STOPPED, "stopped after %d of %d games", tournament->done,
                  tournament->total);
    return !hall.has_failed && !is_told_to_stop(&hall);
}
