/* Writes the report of a tournament: the page of web/report/ with the results as JSON in it. The
 * script of the page draws everything. */
#include "arena/report/report.h"

#include <assert.h>
#include <string.h>

#include "arena/report/results_json.h"
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

static void write_game(FILE *out, const ReportData *data, int index) {
    fputc('{', out);
    game_result_json(out, data->tournament, &data->tournament->results[index]);
    const char *review = data->reviews ? data->reviews->texts[index] : NULL;
    if (review != NULL) fprintf(out, ",%s", review);
    fputc('}', out);
}

static void write_data(FILE *out, const ReportData *data) {
    const Tournament *tournament = data->tournament;
    const TournamentOptions *options = tournament->options;
    fprintf(out, "{\"board\":\"%dx%d\",\"openings\":", options->shape->width,
            options->shape->height);
    json_write_string(out, data->openings);
    fprintf(out, ",\"seed\":%llu,\"move_seconds\":%g,\"clock_seconds\":%g",
            (unsigned long long)options->seed, options->terms.move_seconds,
            options->terms.clock_seconds);
    if (data->reviews) fprintf(out, ",\"review_level\":%d", data->reviews->level);
    fputs(",\"players\":", out);
    players_json(out, data->tournament);
    fputs(",\"standings\":", out);
    standings_json(out, tournament, data->standings);
    fputs(",\"endings\":", out);
    endings_json(out, tournament);
    fputs(",\"games\":[", out);
    const char *separator = "\n";
    for (int i = 0; i < tournament->counted; i++) {
        if (!tournament->results[i].is_done) continue;
        fputs(separator, out);
        write_game(out, data, i);
        separator = ",\n";
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
