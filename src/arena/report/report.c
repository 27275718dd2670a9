/* Writes the report of a tournament: the page of web/report/ with the results as JSON in it. The
 * script of the page draws everything. */
#include "arena/report/report.h"

#include <assert.h>
#include <string.h>

#include "arena/tournament/standings.h"
#include "base/embed.h"
#include "base/json_write.h"

EMBED(char, report_page, "web/report/report.html");
EMBED(char, report_style, "web/report/report.css");
EMBED(char, report_script, "web/report/report.js");
EMBED(char, reviews_script, "web/report/reviews.js");

typedef struct ReportData {
    const Tournament *tournament;
    const Standings *standings;
    const char *openings;       /* as the user wrote it */
    const GameReviews *reviews; /* or NULL */
} ReportData;

/* --- The results as JSON ---------------------------------------------------------------------- */

/* Under which protection a foreign program ran in its last game; 0: none did. */
static unsigned isolation_of(const Tournament *tournament, int participant) {
    unsigned isolation = 0;
    for (int i = 0; i < tournament->counted; i++)
        for (int side = 0; side < 2; side++)
            if (tournament->results[i].participants[side] == participant &&
                tournament->results[i].isolation[side] != 0)
                isolation = tournament->results[i].isolation[side];
    return isolation;
}

static void write_players(FILE *out, const Tournament *tournament) {
    const TournamentOptions *options = tournament->options;
    fputs(",\"players\":[", out);
    for (int i = 0; i < options->participant_count; i++) {
        fputs(i > 0 ? ",{\"name\":" : "{\"name\":", out);
        json_write_string(out, options->participants[i].name);
        fputs(",\"player\":", out);
        json_write_string(out, options->participants[i].player.text);
        unsigned isolation = isolation_of(tournament, i);
        char text[ISOLATION_TEXT_SIZE];
        isolation_format(isolation, text);
        if (isolation != 0) fprintf(out, ",\"isolation\":\"%s\"", text);
        fputc('}', out);
    }
    fputc(']', out);
}

static void write_standing(FILE *out, const ReportData *data, int rank) {
    const Standings *standings = data->standings;
    const Standing *standing = &standings->list[rank];
    const Tally *all = &standing->tally;
    int games = tally_games(all);
    fprintf(out,
            "{\"player\":%d,\"elo\":%.2f,\"margin\":%.2f,\"games\":%d,\"score\":%.6f,"
            "\"discs\":%.4f,\"against\":[",
            standing->participant, standing->rating.elo, standing->rating.margin, games,
            tally_score(all), games == 0 ? 0 : (double)all->discs / games);
    for (int i = 0; i < standings->count; i++) {
        int other = standings->list[i].participant;
        Tally tally = tournament_tally(data->tournament, standing->participant, other);
        if (i > 0) fputc(',', out);
        if (i == rank)
            fputs("null", out);
        else
            fprintf(out, "[%d,%d,%d]", tally.wins, tally.draws, tally.losses);
    }
    fputs("]}", out);
}

static void write_endings(FILE *out, const Tournament *tournament) {
    int counts[ENDINGS] = {0};
    for (int i = 0; i < tournament->counted; i++)
        if (tournament->results[i].is_done) counts[tournament->results[i].ending]++;
    fputs(",\"endings\":{", out);
    bool is_first = true;
    for (int i = 0; i < ENDINGS; i++) {
        if (counts[i] == 0) continue;
        fprintf(out, "%s\"%s\":%d", is_first ? "" : ",", ending_name((Ending)i), counts[i]);
        is_first = false;
    }
    fputc('}', out);
}

/* The position that a game begins at, unless it is the usual one. */
static void write_start(FILE *out, const Board *start) {
    Board usual = board_start(start->shape);
    char text[BOARD_TEXT_SIZE];
    if (start->side == usual.side && start->position.own == usual.position.own &&
        start->position.opp == usual.position.opp)
        return;
    board_format(start, text, sizeof text);
    fprintf(out, ",\"start\":\"%s\"", text);
}

static void write_game(FILE *out, const Tournament *tournament, const GameResult *result,
                       const char *review) {
    Transcript game;
    char moves[TRANSCRIPT_TEXT_SIZE];
    result_transcript(tournament, result, &game);
    transcript_format(&game, moves, sizeof moves);
    int opening_moves = 0; /* that the text shows: without passes */
    for (int i = 0; i < result->opening_moves; i++) opening_moves += game.moves[i].square != PASS;
    fprintf(out,
            "{\"black\":%d,\"white\":%d,\"score\":%d,\"ending\":\"%s\",\"opening_moves\":%d,"
            "\"moves\":\"%s\"",
            result->participants[BLACK], result->participants[WHITE], result->score,
            ending_name(result->ending), opening_moves, moves);
    fprintf(out, ",\"seconds\":[%.3f,%.3f]", result->seconds[BLACK], result->seconds[WHITE]);
    if (result->ending != ENDING_PLAYED_OUT) {
        fprintf(out, ",\"failed\":\"%s\",\"reason\":", result->failed == BLACK ? "black" : "white");
        json_write_string(out, result->reason != NULL ? result->reason : "");
    }
    write_start(out, &game.start);
    if (review != NULL) fprintf(out, ",\"review\":%s", review);
    fputc('}', out);
}

static void write_data(FILE *out, const ReportData *data) {
    const Tournament *tournament = data->tournament;
    const TournamentOptions *options = tournament->options;
    fprintf(out, "{\"width\":%d,\"height\":%d,\"openings\":", options->shape->width,
            options->shape->height);
    json_write_string(out, data->openings);
    fprintf(out, ",\"seed\":\"%llu\",\"move_seconds\":%g,\"clock_seconds\":%g",
            (unsigned long long)options->seed, options->terms.move_seconds,
            options->terms.clock_seconds);
    if (data->reviews) fprintf(out, ",\"review_level\":%d", data->reviews->level);
    write_players(out, data->tournament);
    fputs(",\"standings\":[", out);
    for (int i = 0; i < data->standings->count; i++) {
        if (i > 0) fputc(',', out);
        write_standing(out, data, i);
    }
    fputc(']', out);
    write_endings(out, tournament);
    fputs(",\"games\":[", out);
    bool is_first = true;
    for (int i = 0; i < tournament->counted; i++) {
        if (!tournament->results[i].is_done) continue;
        fputs(is_first ? "\n" : ",\n", out);
        const GameReviews *reviews = data->reviews;
        write_game(out, tournament, &tournament->results[i], reviews ? reviews->texts[i] : NULL);
        is_first = false;
    }
    fputs("]}", out);
}

/* --- The page --------------------------------------------------------------------------------- */

static void write_style(FILE *out, const ReportData *data) {
    (void)data;
    fwrite(report_style_begin, 1, (size_t)(report_style_end - report_style_begin), out);
}

/* Copies a module without its lines that begin with `import` or `export`: in the page the modules
 * follow each other in one script and see each other's names. */
static void write_module(FILE *out, const char *at, const char *end) {
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *next = newline != NULL ? newline + 1 : end;
        bool is_link = strncmp(at, "import ", 7) == 0 || strncmp(at, "export ", 7) == 0;
        if (!is_link) fwrite(at, 1, (size_t)(next - at), out);
        at = next;
    }
}

static void write_script(FILE *out, const ReportData *data) {
    (void)data;
    write_module(out, report_script_begin, report_script_end);
    write_module(out, reviews_script_begin, reviews_script_end);
}

static const struct {
    const char *place; /* in the page */
    void (*write)(FILE *out, const ReportData *data);
} parts[] = {{"{{style}}", write_style}, {"{{data}}", write_data}, {"{{script}}", write_script}};

/* The page's places come in the order of the table. */
static void write_page(FILE *out, const ReportData *data) {
    const char *at = report_page_begin;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const char *place = strstr(at, parts[i].place);
        assert(place != NULL);
        fwrite(at, 1, (size_t)(place - at), out);
        parts[i].write(out, data);
        at = place + strlen(parts[i].place);
    }
    fputs(at, out);
}

bool report_write(FILE *out, const Tournament *tournament, const char *openings,
                  const GameReviews *reviews) {
    Standings standings;
    if (!standings_make(&standings, tournament, NULL)) return false;
    write_page(out, &(ReportData){tournament, &standings, openings, reviews});
    return true;
}
