/* Pairs and results as bytes, and the worker that plays pairs (tournament_pair.h,
 * tournament_jobs.h). */
#include "arena/tournament/tournament_pair.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "arena/tournament/tournament_jobs.h"
#include "base/bytes.h"
#include "engine/run_engine.h"

enum {
    RESULT_HEAD = 29,
    SCORE_BIAS = 128,
    MAX_REASON = 255,
    KEY_SIZE = 24,
};

/* --- Bytes --------------------------------------------------------------------------------- */

size_t pair_encode(const PairOfGames *pair, uint8_t bytes[PAIR_BYTES]) {
    bytes[0] = (uint8_t)pair->one;
    bytes[1] = (uint8_t)pair->two;
    bytes[2] = (uint8_t)pair->games;
    bytes_put(bytes + 3, (uint64_t)pair->number, 4);
    return PAIR_HEAD + transcript_encode(&pair->opening, bytes + PAIR_HEAD);
}

bool pair_decode(PairOfGames *pair, const uint8_t *bytes, size_t length, const Shape *shape,
                 int players) {
    if (length < PAIR_HEAD) return false;
    *pair = (PairOfGames){.one = bytes[0],
                          .two = bytes[1],
                          .games = bytes[2],
                          .number = (int)bytes_get(bytes + 3, 4)};
    return pair->one < players && pair->two < players && pair->one != pair->two &&
           pair->games >= 1 && pair->games <= 2 && pair->number >= 0 &&
           transcript_decode(&pair->opening, shape, bytes + PAIR_HEAD, length - PAIR_HEAD);
}

void result_encode(const GameResult *result, FILE *out) {
    uint8_t head[RESULT_HEAD];
    size_t reason = result->reason ? strlen(result->reason) : 0;
    if (reason > MAX_REASON) reason = MAX_REASON;
    head[0] = (uint8_t)result->ending;
    head[1] = (uint8_t)result->failed;
    head[2] = (uint8_t)(result->score + SCORE_BIAS);
    head[3] = (uint8_t)result->opening_moves;
    head[4] = (uint8_t)result->move_count;
    for (int side = 0; side < 2; side++) {
        bytes_put(head + 5 + 8 * side, bytes_from_double(result->seconds[side]), 8);
        bytes_put(head + 21 + side * 3, result->isolation[side], 3);
    }
    head[27] = (uint8_t)reason;
    head[28] = result->reason != NULL;
    fwrite(head, 1, sizeof head, out);
    fwrite(result->moves, 1, (size_t)result->move_count, out);
    if (reason) fwrite(result->reason, 1, reason, out);
}

bool result_decode(const uint8_t **at, const uint8_t *end, const Shape *shape, GameResult *result) {
    const uint8_t *head = *at;
    if (end - head < RESULT_HEAD || head[4] > RECORD_MAX_MOVES) return false;
    int score = head[2] - SCORE_BIAS;
    if (end - head < RESULT_HEAD + head[4] + head[27] || abs(score) > shape->squares) return false;
    *result = (GameResult){.ending = (Ending)head[0],
                           .failed = head[1] == WHITE ? WHITE : BLACK,
                           .score = score,
                           .opening_moves = head[3],
                           .move_count = head[4]};
    for (int side = 0; side < 2; side++) {
        result->seconds[side] = bytes_to_double(bytes_get(head + 5 + 8 * side, 8));
        result->isolation[side] = (unsigned)bytes_get(head + 21 + side * 3, 3);
    }
    memcpy(result->moves, head + RESULT_HEAD, head[4]);
    if (head[28]) result->reason = strndup((const char *)head + RESULT_HEAD + head[4], head[27]);
    *at = head + RESULT_HEAD + head[4] + head[27];
    return true;
}

/* --- The worker's side --------------------------------------------------------------------- */

typedef struct Pairs {
    RunEngine run; /* its board; what the players think with is in their strings */
    const JobHost *host;
    GameTerms terms;
    ProcessOptions process;
    uint64_t seed;
    int count;
    ParticipantSpec specs[TOURNAMENT_MAX_PARTICIPANTS];
    pthread_mutex_t lock; /* guards the list, which stop() reads */
    Participant *participants[TOURNAMENT_MAX_PARTICIPANTS]; /* made when needed */
    PlayedGame record;
} Pairs;

static void close_pairs(void *context) {
    Pairs *pairs = context;
    for (int i = 0; i < pairs->count; i++) {
        participant_free(pairs->participants[i]);
        participant_spec_release(&pairs->specs[i]);
    }
    pthread_mutex_destroy(&pairs->lock);
    free(pairs);
}

static void stop_pairs(void *context) {
    Pairs *pairs = context;
    pthread_mutex_lock(&pairs->lock);
    for (int i = 0; i < pairs->count; i++)
        if (pairs->participants[i]) participant_stop(pairs->participants[i]);
    pthread_mutex_unlock(&pairs->lock);
}

static bool read_seconds(const char *parameters, const char *key, double *seconds, Error *error) {
    return settings_number(parameters, key, 0, 1e6, seconds, error);
}

static bool read_terms(Pairs *pairs, const char *parameters, Error *error) {
    int64_t seed, depth, memory, processes;
    GameTerms *terms = &pairs->terms;
    if (!run_engine_read(&pairs->run, parameters, error) ||
        !settings_integer(parameters, "seed", 0, INT64_MAX, &seed, error) ||
        !settings_integer(parameters, "depth", 0, 60, &depth, error) ||
        !settings_integer(parameters, "memory", 1, INT64_MAX, &memory, error) ||
        !settings_integer(parameters, "processes", 1, 100000, &processes, error) ||
        !read_seconds(parameters, "time", &terms->move_seconds, error) ||
        !read_seconds(parameters, "clock", &terms->clock_seconds, error) ||
        !read_seconds(parameters, "hard", &terms->hard_seconds, error) ||
        !read_seconds(parameters, "grace", &terms->grace_seconds, error) ||
        !read_seconds(parameters, "start", &terms->start_seconds, error))
        return false;
    terms->shape = &pairs->run.shape;
    terms->depth = (int)depth;
    pairs->seed = (uint64_t)seed;
    /* Never trusted, no network: what foreign programs may do here is not the submitter's to say.
     */
    pairs->process = (ProcessOptions){
        .limits = process_default_limits, .binds = pairs->host->binds, .stop = pairs->host->stop};
    pairs->process.limits.memory_bytes = (uint64_t)memory;
    pairs->process.limits.processes = (int)processes;
    return true;
}

static bool read_player(Pairs *pairs, const char *parameters, int index, Error *error) {
    char key[KEY_SIZE], text[PARTICIPANT_NAME_SIZE + PLAYER_TEXT_SIZE] = "";
    char wanted[2 * SHA256_SIZE + 1] = "", ours[2 * SHA256_SIZE + 1];
    ParticipantSpec *spec = &pairs->specs[index];
    snprintf(key, sizeof key, "player %d", index + 1);
    settings_text(parameters, key, text, sizeof text);
    if (!participant_spec_parse(spec, text, &pairs->run.shape, pairs->terms.depth, &pairs->process,
                                error))
        return false;
    pairs->count++;
    snprintf(key, sizeof key, "files %d", index + 1);
    settings_text(parameters, key, wanted, sizeof wanted);
    if (!participant_spec_hash(spec, ours, error)) return false;
    if (strcmp(ours, wanted) == 0) return true;
    error_set(error, STATUS_UNSUPPORTED, "player '%.60s' has other files here (%s)", spec->name,
              player_is_foreign(&spec->player) ? "its program, or one of its arguments"
              : spec->plugin != NULL           ? "its plug-in"
                                               : "its weights");
    return false;
}

static void *open_pairs(const char *parameters, const JobHost *host, Error *error) {
    Pairs *pairs = aligned_alloc(64, (sizeof *pairs + 63) / 64 * 64);
    int64_t players = 0;
    if (!pairs) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a tournament");
        return NULL;
    }
    memset(pairs, 0, sizeof *pairs);
    pairs->host = host;
    pthread_mutex_init(&pairs->lock, NULL);
    bool ok =
        read_terms(pairs, parameters, error) &&
        settings_integer(parameters, "players", 2, TOURNAMENT_MAX_PARTICIPANTS, &players, error);
    for (int i = 0; ok && i < (int)players; i++) ok = read_player(pairs, parameters, i, error);
    if (ok) return pairs;
    close_pairs(pairs);
    return NULL;
}

static Participant *participant_of(Pairs *pairs, int index, Error *error) {
    if (pairs->participants[index]) return pairs->participants[index];
    Participant *made = participant_new(&pairs->specs[index], &pairs->run.shape, error);
    pthread_mutex_lock(&pairs->lock);
    pairs->participants[index] = made;
    pthread_mutex_unlock(&pairs->lock);
    return made;
}

static bool play_game(Pairs *pairs, const PairOfGames *pair, int swap, FILE *out, Error *error) {
    GameResult result = {
        .participants = {swap ? pair->two : pair->one, swap ? pair->one : pair->two},
        .number = pair->number + swap};
    GameTerms terms = pairs->terms;
    Participant *players[2];
    for (int side = 0; side < 2; side++)
        if (!(players[side] = participant_of(pairs, result.participants[side], error)))
            return false;
    terms.seed = tournament_seed(pairs->seed, &result);
    bool ok = game_play(players, &terms, &pair->opening, NULL, NULL, &pairs->record);
    if (!ok || *pairs->host->stop) {
        error_set(error, STATUS_STOPPED, "stopped");
        return false;
    }
    result_fill(&result, &pairs->record);
    result_encode(&result, out);
    free(result.reason);
    return true;
}

static bool play_pair(void *context, const uint8_t *payload, size_t length, FILE *out,
                      Error *error) {
    Pairs *pairs = context;
    PairOfGames pair;
    if (!pair_decode(&pair, payload, length, &pairs->run.shape, pairs->count)) {
        error_set(error, STATUS_BAD_INPUT, "the job is no pair of games");
        return false;
    }
    for (int swap = 0; swap < pair.games; swap++)
        if (!play_game(pairs, &pair, swap, out, error)) return false;
    return true;
}

const JobKind job_kind_tournament = {.name = "tournament",
                                     .open = open_pairs,
                                     .close = close_pairs,
                                     .run = play_pair,
                                     .stop = stop_pairs};
