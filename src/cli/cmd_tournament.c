/* `bianca tournament`: a round robin with a cross table and ratings. */
#include <stdio.h>
#include <stdlib.h>

#include "arena/tournament/standings.h"
#include "cli/arena_print.h"
#include "cli/arena_session.h"

static const Option rows[] = {ARENA_INPUT_ROWS("20"), JOBS_INPUT_ROWS(ArenaInput)};

static void print_cell(const Tournament *tournament, int one, int two) {
    if (one == two) {
        printf(" %7s", "-");
        return;
    }
    Tally tally = tournament_tally(tournament, one, two);
    printf(" %7.1f", tally.wins + tally.draws * 0.5);
}

/* The table has no times in it: it depends on nothing but the games. */
static void print_table(const Tournament *tournament, const Standings *standings) {
    const TournamentOptions *options = tournament->options;
    printf("%4s %-24s %6s %5s %6s %8s %7s ", "rank", "player", "Elo", "+-", "games", "score",
           "discs");
    for (int i = 0; i < standings->count; i++) printf(" %7d", i + 1);
    printf("\n");
    for (int i = 0; i < standings->count; i++) {
        const Standing *standing = &standings->list[i];
        int games = tally_games(&standing->tally);
        printf("%4d %-24.24s %+6.0f %5.0f %6d %6.1f %% %+7.2f ", i + 1,
               options->participants[standing->participant].name, standing->rating.elo,
               standing->rating.margin, games, 100 * tally_score(&standing->tally),
               games == 0 ? 0 : (double)standing->tally.discs / games);
        for (int k = 0; k < standings->count; k++)
            print_cell(tournament, standing->participant, standings->list[k].participant);
        printf("\n");
    }
}

static void print_player_json(const Tournament *tournament, const Standings *standings, int rank) {
    const Standing *standing = &standings->list[rank];
    int games = tally_games(&standing->tally);
    printf("%s{\"rank\":%d,\"name\":", rank > 0 ? "," : "", rank + 1);
    json_write_string(stdout, tournament->options->participants[standing->participant].name);
    printf(",\"player\":");
    json_write_string(stdout, tournament->options->participants[standing->participant].player.text);
    print_json_number("elo", standing->rating.elo, 2);
    print_json_number("margin", standing->rating.margin, 2);
    printf(",\"games\":%d,\"wins\":%d,\"draws\":%d,\"losses\":%d", games, standing->tally.wins,
           standing->tally.draws, standing->tally.losses);
    print_json_number("discs", games == 0 ? 0 : (double)standing->tally.discs / games, 4);
    printf(",\"against\":[");
    for (int k = 0; k < standings->count; k++) {
        Tally tally =
            tournament_tally(tournament, standing->participant, standings->list[k].participant);
        if (k == rank)
            printf("%snull", k > 0 ? "," : "");
        else
            printf("%s%.1f", k > 0 ? "," : "", tally.wins + tally.draws * 0.5);
    }
    printf("]}");
}

static void print_json(const ArenaSession *session, const Standings *standings) {
    const Tournament *tournament = &session->tournament;
    printf("{\"type\":\"tournament\",\"board\":\"%dx%d\",\"players\":[", session->shape.width,
           session->shape.height);
    for (int i = 0; i < standings->count; i++) print_player_json(tournament, standings, i);
    printf("],\"games\":%d", tournament->done);
    print_summary_json(session);
    printf("}\n");
}

static int print_results(const ArenaSession *session) {
    Standings standings;
    Error error;
    if (!standings_make(&standings, &session->tournament, &error))
        return command_fail(session->args, &error);
    if (session->input->json) {
        print_json(session, &standings);
    } else {
        print_table(&session->tournament, &standings);
        printf("\n");
        print_endings(&session->tournament);
        print_effort(&session->tournament);
    }
    return COMMAND_OK;
}

static int run(const Arguments *args) {
    return arena_session_run(args, print_results);
}

const Command command_tournament = {
    .name = "tournament",
    .arguments = "PLAYER PLAYER...",
    .summary = "Let all players play all others, with ratings",
    .details =
        "Every two players play --games games, in pairs with colours swapped, as in\n"
        "'bianca match'. The table is sorted by rating: Bradley-Terry by maximum likelihood,\n"
        "the average player at 0, with a 95 % interval. Columns to the right are points\n"
        "against the player of that rank. With --db the same command resumes a killed\n"
        "tournament; --games may grow. With --jobs every 'bianca worker' on the same address\n"
        "plays too; foreign programs then run in the sandbox of the worker.",
    .example = "bianca tournament random baseline2 baseline3 miniproject3 --games 100\n"
               "bianca tournament random discs mine=gtp:./bot --db cup.db --html cup.html",
    COMMAND_OPTIONS(rows, ArenaInput),
    .min_args = 2,
    .max_args = OPTIONS_ANY_COUNT,
    .run = run,
};
