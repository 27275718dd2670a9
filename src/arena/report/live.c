/* Keeps what watchers may ask for, under one lock. Games are turned into JSON when they change, so
 * that an update only copies text. */
#include "arena/report/live.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "arena/report/results_json.h"
#include "base/json_write.h"

/* A game that is being played; `result` NULL: a free place. */
typedef struct RunningGame {
    const GameResult *result;
    char *json;
} RunningGame;

typedef struct KeptResult {
    uint64_t version; /* of the news that it came with */
    char *json;
} KeptResult;

/* The ratings after some number of games. */
typedef struct RatingPoint {
    int games;
    float elo[TOURNAMENT_MAX_PARTICIPANTS];
} RatingPoint;

struct Live {
    const Tournament *tournament;
    int count; /* participants */
    char *header;
    pthread_mutex_t lock; /* for what follows */
    uint64_t version;     /* grows with every change */
    uint64_t standings_version;
    int done;
    bool is_over;
    RunningGame running[LIVE_MAX_BOARDS];
    KeptResult results[LIVE_MAX_RESULTS]; /* a ring: number n is at n % LIVE_MAX_RESULTS */
    Tally *tallies;                       /* of participant i against k at i * count + k */
    RatingPoint *points;
    int point_count, point_step; /* a point after every so many games */
};

/* --- Keeping ---------------------------------------------------------------------------------- */

/* The memory stream becomes a text of its own; NULL without memory. */
static char *close_text(FILE *out, char **text) {
    if (out && fclose(out) == 0) return *text;
    if (out) free(*text);
    return NULL;
}

static char *header_text(const Tournament *tournament, const char *openings) {
    const TournamentOptions *options = tournament->options;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return NULL;
    fprintf(out, "\"board\":\"%dx%d\",\"total\":%d,\"openings\":", options->shape->width,
            options->shape->height, tournament->total);
    json_write_string(out, openings);
    fprintf(out,
            ",\"move_seconds\":%g,\"clock_seconds\":%g,\"players\":", options->terms.move_seconds,
            options->terms.clock_seconds);
    players_json(out, tournament);
    return close_text(out, &text);
}

/* All curves begin at 0. */
static void add_point(Live *live) {
    Standings standings;
    if (!standings_from_tallies(&standings, live->count, live->tallies, NULL)) return;
    RatingPoint *point = &live->points[live->point_count++];
    point->games = live->done;
    for (int i = 0; i < live->count; i++) {
        const Standing *standing = &standings.list[i];
        point->elo[standing->participant] = (float)standing->rating.elo;
    }
}

static void add_result(Live *live, const GameResult *result) {
    int black = result->participants[BLACK], white = result->participants[WHITE];
    KeptResult *place = &live->results[live->done % LIVE_MAX_RESULTS];
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) {
        fputc('{', out);
        game_result_json(out, live->tournament, result);
        fputc('}', out);
    }
    free(place->json);
    *place = (KeptResult){++live->version, close_text(out, &text)};
    live->standings_version = live->version;
    tally_game(&live->tallies[black * live->count + white], result->score);
    tally_game(&live->tallies[white * live->count + black], -result->score);
    live->done++;
    if (live->done % live->point_step == 0 || live->done == live->tournament->total)
        add_point(live);
}

Live *live_new(const Tournament *tournament, const char *openings, Error *error) {
    int count = tournament->options->participant_count;
    Live *live = calloc(1, sizeof *live);
    if (live) {
        live->tournament = tournament;
        live->count = count;
        live->version = 1; /* a new watcher has seen 0 */
        live->point_step = tournament->total / LIVE_POINTS + 1;
        size_t points = (size_t)(tournament->total / live->point_step) + 2;
        pthread_mutex_init(&live->lock, NULL);
        live->header = header_text(tournament, openings);
        live->tallies = calloc((size_t)count * (size_t)count, sizeof *live->tallies);
        live->points = calloc(points, sizeof *live->points);
    }
    if (!live || !live->header || !live->tallies || !live->points) {
        live_free(live);
        error_set(error, STATUS_NO_MEMORY, "no memory to show the tournament");
        return NULL;
    }
    add_point(live);
    for (int i = 0; i < tournament->total; i++)
        if (tournament->results[i].is_done) add_result(live, &tournament->results[i]);
    return live;
}

void live_free(Live *live) {
    if (!live) return;
    for (int i = 0; i < LIVE_MAX_BOARDS; i++) free(live->running[i].json);
    for (int i = 0; i < LIVE_MAX_RESULTS; i++) free(live->results[i].json);
    free(live->header);
    free(live->tallies);
    free(live->points);
    pthread_mutex_destroy(&live->lock);
    free(live);
}

/* The place of a game, or a free one (`result` NULL finds those); NULL if there is none. */
static RunningGame *find_running(Live *live, const GameResult *result) {
    for (int i = 0; i < LIVE_MAX_BOARDS; i++)
        if (live->running[i].result == result) return &live->running[i];
    return NULL;
}

static char *running_text(const Live *live, const GameResult *result, const PlayedGame *record) {
    char moves[TRANSCRIPT_TEXT_SIZE];
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return NULL;
    transcript_format(&record->game, moves, sizeof moves);
    fputc('{', out);
    game_head_json(out, live->tournament, result);
    fprintf(out, ",\"moves\":\"%s\",\"seconds\":[%.6f,%.6f]", moves, record->seconds[BLACK],
            record->seconds[WHITE]);
    int last = record->game.count - 1;
    if (last >= record->opening_moves && record->notes[last].has_score &&
        !record->notes[last].is_own_unit)
        fprintf(out, ",\"score\":%.2f,\"depth\":%d", record->notes[last].score,
                record->notes[last].depth);
    start_json(out, &record->game.start);
    fputc('}', out);
    return close_text(out, &text);
}

void live_move(Live *live, const GameResult *result, const PlayedGame *record) {
    char *json = running_text(live, result, record);
    pthread_mutex_lock(&live->lock);
    RunningGame *place = find_running(live, result);
    if (!place) place = find_running(live, NULL);
    if (place && json) {
        free(place->json);
        *place = (RunningGame){result, json};
        live->version++;
        json = NULL;
    }
    pthread_mutex_unlock(&live->lock);
    free(json);
}

void live_game(Live *live, const GameResult *result) {
    pthread_mutex_lock(&live->lock);
    RunningGame *place = find_running(live, result);
    if (place) {
        free(place->json);
        *place = (RunningGame){0};
    }
    add_result(live, result);
    pthread_mutex_unlock(&live->lock);
}

void live_end(Live *live) {
    pthread_mutex_lock(&live->lock);
    live->is_over = true;
    live->version++;
    for (int i = 0; i < LIVE_MAX_BOARDS; i++) live->running[i].result = NULL;
    pthread_mutex_unlock(&live->lock);
}

/* --- Telling ---------------------------------------------------------------------------------- */

static void write_running(FILE *out, const Live *live) {
    const char *comma = "";
    fputs(",\"running\":[", out);
    for (int i = 0; i < LIVE_MAX_BOARDS; i++) {
        if (!live->running[i].result) continue;
        fprintf(out, "%s%s", comma, live->running[i].json);
        comma = ",";
    }
    fputc(']', out);
}

/* In the order in which they ended. */
static void write_results(FILE *out, const Live *live, uint64_t seen) {
    const char *comma = "";
    int first = live->done > LIVE_MAX_RESULTS ? live->done - LIVE_MAX_RESULTS : 0;
    fputs(",\"results\":[", out);
    for (int i = first; i < live->done; i++) {
        const KeptResult *kept = &live->results[i % LIVE_MAX_RESULTS];
        if (kept->version <= seen || !kept->json) continue;
        fprintf(out, "%s%s", comma, kept->json);
        comma = ",";
    }
    fputc(']', out);
}

static void write_standings(FILE *out, const Live *live) {
    Standings standings;
    if (!standings_from_tallies(&standings, live->count, live->tallies, NULL)) return;
    fputs(",\"standings\":[", out);
    for (int rank = 0; rank < standings.count; rank++) {
        if (rank > 0) fputc(',', out);
        standing_json(out, live->tournament, &standings, rank,
                      &live->tallies[standings.list[rank].participant * live->count]);
    }
    fputc(']', out);
}

static void write_ratings(FILE *out, const Live *live) {
    fputs(",\"ratings\":[", out);
    for (int i = 0; i < live->point_count; i++) {
        const RatingPoint *point = &live->points[i];
        fprintf(out, "%s{\"games\":%d,\"elo\":[", i > 0 ? "," : "", point->games);
        for (int k = 0; k < live->count; k++)
            fprintf(out, "%s%.1f", k > 0 ? "," : "", (double)point->elo[k]);
        fputs("]}", out);
    }
    fputc(']', out);
}

char *live_news(void *context, uint64_t *seen) {
    Live *live = context;
    char *text = NULL;
    size_t length = 0;
    pthread_mutex_lock(&live->lock);
    FILE *out = live->version > *seen ? open_memstream(&text, &length) : NULL;
    if (out) {
        fprintf(out, "{\"done\":%d,\"over\":%s", live->done, live->is_over ? "true" : "false");
        if (*seen == 0) fprintf(out, ",%s", live->header);
        write_running(out, live);
        if (*seen == 0 || live->standings_version > *seen) {
            write_results(out, live, *seen);
            write_standings(out, live);
            write_ratings(out, live);
        }
        fputc('}', out);
        *seen = live->version;
    }
    pthread_mutex_unlock(&live->lock);
    return close_text(out, &text);
}
