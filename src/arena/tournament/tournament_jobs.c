/* Pairs of games as jobs: the side that wants the games (tournament_jobs.h). Payload and result are
 * in tournament_pair.h. */
#include "arena/tournament/tournament_jobs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/tournament/store.h"
#include "arena/tournament/tournament_pair.h"
#include "base/clock.h"
#include "base/text.h"
#include "engine/run_engine.h"

/* --- Parameters ---------------------------------------------------------------------------- */

static bool describe_players(const TournamentOptions *options, const char *const *players,
                             Text *text, Error *error) {
    text_format(text, "players: %d\n", options->participant_count);
    for (int i = 0; i < options->participant_count; i++) {
        char hash[2 * SHA256_SIZE + 1];
        if (strchr(players[i], '\n')) {
            error_set(error, STATUS_BAD_INPUT, "player %d has a line break in it", i + 1);
            return false;
        }
        if (!participant_spec_hash(&options->participants[i], hash, error)) return false;
        text_format(text, "player %d: %s\n", i + 1, players[i]);
        text_format(text, "files %d: %s\n", i + 1, hash);
    }
    return true;
}

bool tournament_jobs_describe(const TournamentOptions *options, const char *const *players,
                              char parameters[TOURNAMENT_PARAMETERS_SIZE], Error *error) {
    Text text = text_into(parameters, TOURNAMENT_PARAMETERS_SIZE);
    const GameTerms *terms = &options->terms;
    const ProcessLimits *limits = &options->participants[0].foreign.process.limits;
    if (!run_engine_write(&text, options->shape, &(EngineOptions){0}, error)) return false;
    text_format(&text, "seed: %" PRIu64 "\n", options->seed);
    text_format(&text, "depth: %d\n", terms->depth);
    text_format(&text, "time: %.17g\n", terms->move_seconds);
    text_format(&text, "clock: %.17g\n", terms->clock_seconds);
    text_format(&text, "hard: %.17g\n", terms->hard_seconds);
    text_format(&text, "grace: %.17g\n", terms->grace_seconds);
    text_format(&text, "start: %.17g\n", terms->start_seconds);
    text_format(&text, "memory: %" PRIu64 "\n", limits->memory_bytes);
    text_format(&text, "processes: %d\n", limits->processes);
    return describe_players(options, players, &text, error) && run_parameters_fit(&text, error);
}

/* --- Pairs --------------------------------------------------------------------------------- */

typedef struct Playing {
    Tournament *tournament;
    int *pairs; /* the first game of each pair that is to be played */
    size_t count;
} Playing;

static int games_of_pair(const Tournament *tournament, int at) {
    const GameResult *first = &tournament->results[at];
    return at + 1 < tournament->total && first[1].number == first->number + 1 ? 2 : 1;
}

/* The games of a pair stand side by side. */
static void list_pairs(Playing *playing) {
    const Tournament *tournament = playing->tournament;
    for (int at = 0, games; at < tournament->total; at += games) {
        games = games_of_pair(tournament, at);
        bool is_done = true;
        for (int i = 0; i < games; i++) is_done = is_done && tournament->results[at + i].is_done;
        if (!is_done) playing->pairs[playing->count++] = at;
    }
}

static bool write_payload(void *context, size_t index, uint8_t payload[QUEUE_PAYLOAD_SIZE],
                          size_t *length, Error *error) {
    const Playing *playing = context;
    const Tournament *tournament = playing->tournament;
    const GameResult *first = &tournament->results[playing->pairs[index]];
    PairOfGames pair = {.one = first->participants[BLACK],
                        .two = first->participants[WHITE],
                        .number = first->number,
                        .games = games_of_pair(tournament, playing->pairs[index])};
    (void)error;
    tournament_opening(tournament, first, &pair.opening);
    *length = pair_encode(&pair, payload);
    return true;
}

/* A game becomes part of the tournament, unless it was in the store already. */
static bool take_game(Tournament *tournament, GameResult *place, GameResult *game, Error *error) {
    const TournamentOptions *options = tournament->options;
    if (place->is_done) {
        free(game->reason);
        return true;
    }
    memcpy(game->participants, place->participants, sizeof game->participants);
    game->number = place->number;
    game->is_done = false;
    *place = *game;
    if (options->store && !store_save(options->store, place, error)) return false;
    place->is_done = true;
    tournament->done++;
    if (options->on_game) options->on_game(options->context, tournament, place);
    return true;
}

static bool take_result(void *context, size_t index, const uint8_t *bytes, size_t length,
                        Error *error) {
    Playing *playing = context;
    Tournament *tournament = playing->tournament;
    GameResult *first = &tournament->results[playing->pairs[index]];
    int games = games_of_pair(tournament, playing->pairs[index]);
    const uint8_t *at = bytes, *end = bytes + length;
    for (int i = 0; i < games; i++) {
        GameResult game = {0};
        if (!result_decode(&at, end, tournament->options->shape, &game)) {
            error_set(error, STATUS_BAD_INPUT, "job %zu has a result that makes no sense",
                      index + 1);
            return false;
        }
        if (!take_game(tournament, &first[i], &game, error)) return false;
    }
    return true;
}

bool tournament_jobs_run(Tournament *tournament, Session *session, Error *error) {
    Playing playing = {.tournament = tournament};
    double begin = clock_seconds();
    playing.pairs = calloc((size_t)tournament->total + 1, sizeof *playing.pairs);
    if (!playing.pairs) {
        error_set(error, STATUS_NO_MEMORY, "no memory for %d games", tournament->total);
        return false;
    }
    list_pairs(&playing);
    /* A pair is one job, whatever the number of its games. */
    uint64_t found = session_found(session);
    for (size_t i = 0; i < playing.count && i < found; i++)
        tournament->resumed += games_of_pair(tournament, playing.pairs[i]);
    SessionJobs jobs = {.count = playing.count,
                        .payload = write_payload,
                        .collect = take_result,
                        .context = &playing};
    bool ok = session_do(session, &jobs, error);
    if (tournament->resumed > tournament->done) tournament->resumed = tournament->done;
    free(playing.pairs);
    tournament->wall_seconds = clock_seconds() - begin;
    return ok;
}
