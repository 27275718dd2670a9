/* The threads of a tournament (tournament.h). Each worker has participants of its own and takes the
 * next game that is not yet played; one lock guards the tournament state that they share. */
#include "arena/tournament/tournament.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/tournament/store.h"
#include "base/clock.h"
#include "base/random.h"

typedef struct TournamentState TournamentState;

typedef struct Worker {
    TournamentState *state;
    pthread_t thread;
    Participant
        *participants[TOURNAMENT_MAX_PARTICIPANTS]; /* made when needed; written under the lock */
    PlayedGame record;
} Worker;

/* What the workers share. */
struct TournamentState {
    Tournament *tournament;
    pthread_mutex_t lock;
    pthread_cond_t ended; /* signalled when a worker has ended */
    int next;             /* the first game that no worker has taken */
    int decided;          /* games from the first on that are done, and went into the SPRT */
    Tally tally;          /* of those */
    int running;          /* workers */
    bool must_end;
    bool has_failed;
    Error error;
    int worker_count;
    Worker *workers;
};

static bool is_stopped(const TournamentState *state) {
    const _Atomic bool *stop = state->tournament->options->stop;
    return stop != NULL && *stop;
}

static void fail(TournamentState *state, const Error *error) {
    if (!state->has_failed) state->error = *error;
    state->has_failed = state->must_end = true;
}

uint64_t tournament_seed(uint64_t of_all, const GameResult *result) {
    uint64_t seed = random_mix(of_all + 1);
    for (int side = 0; side < 2; side++)
        seed = random_mix(seed + (uint64_t)result->participants[side] + 1);
    return random_mix(seed + (uint64_t)result->number);
}

/* Games before the point of decision count; those that other threads played beyond it do not, so
 * the outcome is the same for any number of threads. Called with the lock. */
static void advance_sprt(TournamentState *state) {
    Tournament *tournament = state->tournament;
    const TournamentOptions *options = tournament->options;
    while (options->has_sprt && !state->must_end && state->decided + 2 <= tournament->total) {
        const GameResult *pair = &tournament->results[state->decided];
        if (!pair[0].is_done || !pair[1].is_done) return;
        tally_pair(&state->tally, result_score(&pair[0], 0), result_score(&pair[1], 0));
        state->decided += 2;
        tournament->verdict = sprt_verdict(&options->sprt, &state->tally);
        if (tournament->verdict == SPRT_UNDECIDED) continue;
        tournament->counted = state->decided;
        state->must_end = true;
    }
}

/* The next game to play, or NULL if there is none. */
static GameResult *take_game(TournamentState *state) {
    Tournament *tournament = state->tournament;
    GameResult *result = NULL;
    pthread_mutex_lock(&state->lock);
    while (!state->must_end && result == NULL && state->next < tournament->total) {
        GameResult *candidate = &tournament->results[state->next++];
        if (!candidate->is_done) result = candidate;
    }
    pthread_mutex_unlock(&state->lock);
    return result;
}

void result_fill(GameResult *result, const PlayedGame *record) {
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

static void submit_result(TournamentState *state, GameResult *result, const PlayedGame *record) {
    Tournament *tournament = state->tournament;
    const TournamentOptions *options = tournament->options;
    pthread_mutex_lock(&state->lock);
    /* A stop cuts the thinking short: such a game does not count. */
    if (!is_stopped(state) && !state->has_failed) {
        Error error;
        result_fill(result, record);
        if (options->store != NULL && !store_save(options->store, result, &error)) {
            fail(state, &error);
        } else {
            result->is_done = true;
            tournament->done++;
            advance_sprt(state);
            if (options->on_game != NULL) options->on_game(options->context, tournament, result);
        }
    }
    pthread_mutex_unlock(&state->lock);
}

/* The worker's own instance of participant number `index`; NULL if it cannot be made. */
static Participant *participant_of(Worker *worker, int index) {
    TournamentState *state = worker->state;
    const TournamentOptions *options = state->tournament->options;
    Error error;
    if (worker->participants[index] != NULL) return worker->participants[index];
    Participant *made = participant_new(&options->participants[index], options->shape, &error);
    pthread_mutex_lock(&state->lock);
    worker->participants[index] = made;
    if (made == NULL) fail(state, &error);
    pthread_mutex_unlock(&state->lock);
    return made;
}

/* Hands the moves of one game on to options->on_move. */
typedef struct Observer {
    const Tournament *tournament;
    const GameResult *result;
} Observer;

static void show_move(void *context, const PlayedGame *record) {
    const Observer *observer = context;
    const TournamentOptions *options = observer->tournament->options;
    options->on_move(options->context, observer->tournament, observer->result, record);
}

static void play(Worker *worker, GameResult *result) {
    TournamentState *state = worker->state;
    Observer observer = {state->tournament, result};
    const TournamentOptions *options = state->tournament->options;
    GameTerms terms = options->terms;
    Transcript opening;
    Participant *participants[2];
    for (int side = 0; side < 2; side++)
        if ((participants[side] = participant_of(worker, result->participants[side])) == NULL)
            return;
    terms.shape = options->shape;
    terms.seed = tournament_seed(options->seed, result);
    tournament_opening(state->tournament, result, &opening);
    if (game_play(participants, &terms, &opening, options->on_move != NULL ? show_move : NULL,
                  &observer, &worker->record))
        submit_result(state, result, &worker->record);
}

static void *work(void *argument) {
    Worker *worker = argument;
    TournamentState *state = worker->state;
    GameResult *result;
    while (!is_stopped(state) && (result = take_game(state)) != NULL) play(worker, result);
    pthread_mutex_lock(&state->lock);
    state->running--;
    pthread_cond_signal(&state->ended);
    pthread_mutex_unlock(&state->lock);
    return NULL;
}

/* Waits for all workers; makes them end soon after a stop. */
static void wait_for_workers(TournamentState *state) {
    pthread_mutex_lock(&state->lock);
    while (state->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += 50000000;
        if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
        pthread_cond_timedwait(&state->ended, &state->lock, &until);
        if (!is_stopped(state) && !state->has_failed) continue;
        for (int i = 0; i < state->worker_count; i++)
            for (int k = 0; k < state->tournament->options->participant_count; k++)
                if (state->workers[i].participants[k] != NULL)
                    participant_stop(state->workers[i].participants[k]);
    }
    pthread_mutex_unlock(&state->lock);
}

static void start_workers(TournamentState *state, int threads) {
    for (int i = 0; i < threads; i++) {
        Worker *worker = &state->workers[i];
        worker->state = state;
        pthread_mutex_lock(&state->lock);
        bool ok = pthread_create(&worker->thread, NULL, work, worker) == 0;
        if (ok) {
            state->running++;
            state->worker_count++;
        } else if (i == 0) {
            Error error;
            error_set(&error, STATUS_NO_MEMORY, "no thread can be started");
            fail(state, &error);
        }
        pthread_mutex_unlock(&state->lock);
        if (!ok) return;
    }
}

static void end_workers(TournamentState *state) {
    for (int i = 0; i < state->worker_count; i++) {
        Worker *worker = &state->workers[i];
        pthread_join(worker->thread, NULL);
        for (int k = 0; k < TOURNAMENT_MAX_PARTICIPANTS; k++)
            participant_free(worker->participants[k]);
    }
}

bool tournament_run(Tournament *tournament, Error *error) {
    TournamentState state = {.tournament = tournament};
    int missing = tournament->total - tournament->done, threads = tournament->options->threads;
    if (threads > missing) threads = missing;
    double begin = clock_seconds();
    advance_sprt(&state);
    state.workers = calloc((size_t)threads + 1, sizeof *state.workers);
    if (state.workers == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", threads);
        return false;
    }
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&state.lock, NULL);
    pthread_cond_init(&state.ended, &monotonic);
    start_workers(&state, threads);
    wait_for_workers(&state);
    end_workers(&state);
    pthread_cond_destroy(&state.ended);
    pthread_mutex_destroy(&state.lock);
    pthread_condattr_destroy(&monotonic);
    free(state.workers);
    tournament->wall_seconds = clock_seconds() - begin;
    if (state.has_failed)
        *error = state.error;
    else if (is_stopped(&state))
        error_set(error, STATUS_STOPPED, "stopped after %d of %d games", tournament->done,
                  tournament->total);
    return !state.has_failed && !is_stopped(&state);
}
