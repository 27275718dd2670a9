/* See report.h: the tables and the games. */
#include "arena/report/report.h"

#include <string.h>

#include "arena/report/page.h"

static void put_head(FILE *out) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
          "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n"
          "<title>Bianca: tournament</title>\n<style>\n",
          out);
    fputs(report_style, out);
    fputs("</style></head><body>\n<h1>Othello tournament</h1>\n", out);
}

static void put_summary(FILE *out, const Tournament *tournament, const char *openings) {
    const TournamentOptions *options = tournament->options;
    fprintf(out, "<p>Board %dx%d, %d players, %d games, openings ", options->shape->width,
            options->shape->height, options->participant_count, tournament->done);
    report_text(out, openings);
    fprintf(out, ", seed %llu", (unsigned long long)options->seed);
    if (options->terms.move_seconds > 0)
        fprintf(out, ", %g s per move", options->terms.move_seconds);
    if (options->terms.clock_seconds > 0)
        fprintf(out, ", %g s per game", options->terms.clock_seconds);
    fputs(".</p>\n", out);
}

/* A cell of the cross table is tinted by its score: red for 0, green for 1. */
static void put_cell(FILE *out, const Tournament *tournament, int one, int two) {
    Tally tally = tournament_tally(tournament, one, two);
    int games = tally_games(&tally);
    if (one == two || games == 0) {
        fputs("<td>-</td>", out);
        return;
    }
    double score = tally_score(&tally);
    fprintf(out,
            "<td style=\"background:hsl(%.0f 60%% 50%% / .35)\" title=\"%d won, %d drawn, %d "
            "lost\">%.1f</td>",
            120 * score, tally.wins, tally.draws, tally.losses, tally.wins + tally.draws * 0.5);
}

static void put_table(FILE *out, const Tournament *tournament, const Standings *standings) {
    fputs("<h2>Table</h2>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">#</th>"
          "<th scope=\"col\">Player</th><th scope=\"col\">Elo</th><th scope=\"col\">&plusmn;</th>"
          "<th scope=\"col\">Games</th><th scope=\"col\">Score</th><th scope=\"col\">Discs</th>",
          out);
    for (int i = 0; i < standings->count; i++) fprintf(out, "<th scope=\"col\">%d</th>", i + 1);
    fputs("</tr></thead><tbody>\n", out);
    for (int i = 0; i < standings->count; i++) {
        const Standing *standing = &standings->list[i];
        int games = tally_games(&standing->tally);
        fprintf(out, "<tr><td>%d</td><td title=\"", i + 1);
        report_text(out, tournament->options->participants[standing->participant].player.text);
        fputs("\">", out);
        report_text(out, tournament->options->participants[standing->participant].name);
        fprintf(out, "</td><td>%+.0f</td><td>%.0f</td><td>%d</td><td>%.1f %%</td><td>%+.2f</td>",
                standing->rating.elo, standing->rating.margin, games,
                100 * tally_score(&standing->tally),
                games == 0 ? 0 : (double)standing->tally.discs / games);
        for (int k = 0; k < standings->count; k++)
            put_cell(out, tournament, standing->participant, standings->list[k].participant);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

static void put_endings(FILE *out, const Tournament *tournament) {
    int counts[ENDINGS] = {0};
    for (int i = 0; i < tournament->counted; i++)
        if (tournament->results[i].is_done) counts[tournament->results[i].ending]++;
    fputs("<p>Endings:", out);
    for (int i = 0; i < ENDINGS; i++)
        if (counts[i] > 0) fprintf(out, " %s %d", ending_name((Ending)i), counts[i]);
    fputs("</p>\n", out);
}

static void put_start(FILE *out, const Board *start) {
    Board usual = board_start(start->shape);
    char text[BOARD_TEXT_SIZE];
    if (start->side == usual.side && start->position.own == usual.position.own &&
        start->position.opp == usual.position.opp)
        return;
    board_format(start, text, sizeof text);
    fprintf(out, ",\"p\":\"%s\"", text);
}

static void put_game(FILE *out, const Tournament *tournament, const GameResult *result) {
    Transcript game;
    char moves[TRANSCRIPT_TEXT_SIZE];
    result_transcript(tournament, result, &game);
    transcript_format(&game, moves, sizeof moves);
    int shown = 0; /* moves of the opening that the text has: without passes */
    for (int i = 0; i < result->opening_moves; i++) shown += game.moves[i].square != PASS;
    fprintf(out, "{\"b\":%d,\"w\":%d,\"s\":%d,\"e\":\"%s\",\"o\":%d,\"m\":\"%s\"",
            result->participants[BLACK], result->participants[WHITE], result->score,
            ending_name(result->ending), shown, moves);
    if (result->ending != ENDING_PLAYED_OUT) {
        fprintf(out, ",\"f\":%d,\"r\":", (int)result->failed);
        report_json(out, result->reason != NULL ? result->reason : "");
    }
    put_start(out, &game.start);
    fputc('}', out);
}

static void put_data(FILE *out, const Tournament *tournament) {
    const TournamentOptions *options = tournament->options;
    fprintf(out,
            "<script type=\"application/json\" id=\"data\">{\"width\":%d,\"height\":%d,"
            "\"players\":[",
            options->shape->width, options->shape->height);
    for (int i = 0; i < options->participant_count; i++) {
        if (i > 0) fputc(',', out);
        report_json(out, options->participants[i].name);
    }
    fputs("],\"games\":[", out);
    bool is_first = true;
    for (int i = 0; i < tournament->counted; i++) {
        if (!tournament->results[i].is_done) continue;
        fputs(is_first ? "\n" : ",\n", out);
        put_game(out, tournament, &tournament->results[i]);
        is_first = false;
    }
    fputs("]}</script>\n", out);
}

static void put_viewer(FILE *out) {
    fputs("<h2>Games</h2>\n<p><label>Player <select id=\"who\"><option value=\"\">all</option>"
          "</select></label> <span id=\"shown\"></span></p>\n"
          "<div id=\"games\"><table><thead><tr><th scope=\"col\">#</th><th scope=\"col\">Black</th>"
          "<th scope=\"col\">White</th><th scope=\"col\">Discs for Black</th>"
          "<th scope=\"col\">Ending</th></tr></thead><tbody id=\"rows\"></tbody></table></div>\n"
          "<div id=\"viewer\"><div id=\"board\" role=\"img\" aria-label=\"Board\"></div><div>"
          "<p><strong id=\"title\"></strong></p><p id=\"result\"></p>"
          "<p><button id=\"first\" aria-label=\"First move\">|&lt;</button> "
          "<button id=\"back\" aria-label=\"Back\">&lt;</button> "
          "<button id=\"next\" aria-label=\"Next\">&gt;</button> "
          "<button id=\"last\" aria-label=\"Last move\">&gt;|</button></p>"
          "<p id=\"move\" aria-live=\"polite\"></p><p id=\"count\"></p>"
          "<p style=\"max-width:26rem;overflow-wrap:anywhere\" id=\"moves\"></p></div></div>\n",
          out);
}

bool report_write(FILE *out, const Tournament *tournament, const char *openings) {
    Standings standings;
    if (!standings_make(&standings, tournament, NULL)) return false;
    put_head(out);
    put_summary(out, tournament, openings);
    put_table(out, tournament, &standings);
    put_endings(out, tournament);
    fputs("<h2>Ratings</h2>\n<div class=\"scroll\">", out);
    report_rating_chart(out, tournament, &standings);
    fputs("</div>\n<h2>Disc differences</h2>\n", out);
    report_disc_charts(out, tournament, &standings);
    put_viewer(out);
    put_data(out, tournament);
    fputs("<script>\n", out);
    fputs(report_script, out);
    fputs("</script>\n</body></html>\n", out);
    return true;
}
