/* `bianca match`: two players, many games, and what that says about who is stronger. */
#include <math.h>
#include <stdio.h>

#include "arena/report/game_reviews.h"
#include "arena/report/results_json.h"
#include "cli/arena_print.h"
#include "cli/arena_session.h"
#include "engine/protocols.h"

static const Option rows[] = {
    ARENA_INPUT_ROWS("100"),
    OPTION_TEXT_ROW(ArenaInput, sprt, "sprt", "ELO0,ELO1", NULL,
                    "stop when a sequential test between the two is decided"),
    OPTION_INTEGER_ROW(ArenaInput, review, "review", "LEVEL", 0, REPORT_REVIEW_MAX_LEVEL, "6",
                       "how deep --html looks for moves that lost; 0: not"),
};

static double seconds_of(const Tournament *tournament, int participant) {
    double seconds = 0;
    for (int i = 0; i < tournament->counted; i++) {
        const GameResult *result = &tournament->results[i];
        if (result->is_done) seconds += result->seconds[result->participants[WHITE] == participant];
    }
    return seconds;
}

static double discs_per_game(const Tally *tally) {
    int games = tally_games(tally);
    return games == 0 ? 0 : (double)tally->discs / games;
}

static void print_player(const Tournament *tournament, int participant) {
    Tally tally = tournament_tally(tournament, participant, 1 - participant);
    printf("%-24.24s %6d %6d %6d %7.1f %% %+9.2f %12s\n",
           tournament->options->participants[participant].name, tally.wins, tally.draws,
           tally.losses, 100 * tally_score(&tally), discs_per_game(&tally),
           output_duration(seconds_of(tournament, participant)).text);
}

static void print_summary(const ArenaSession *session) {
    const Tournament *tournament = &session->tournament;
    const TournamentOptions *options = tournament->options;
    Tally tally = tournament_tally(tournament, 0, 1);
    EloEstimate estimate = elo_estimate(&tally);
    printf("%-24s %6s %6s %6s %9s %9s %12s\n", "player", "wins", "draws", "losses", "score",
           "discs", "time");
    print_player(tournament, 0);
    print_player(tournament, 1);
    printf("\nElo of %s over %s: %s (95 %%: %s to %s), likelihood of superiority %.1f %%\n",
           options->participants[0].name, options->participants[1].name,
           elo_text(estimate.elo).text, elo_text(estimate.low).text, elo_text(estimate.high).text,
           100 * estimate.superiority);
    if (options->has_sprt)
        printf("SPRT of %g against %g Elo: %s, LLR %.2f (%.2f to %.2f)\n", options->sprt.elo1,
               options->sprt.elo0, sprt_name(tournament->verdict), sprt_llr(&options->sprt, &tally),
               -sprt_bound(), sprt_bound());
    print_endings(tournament);
    print_effort(tournament);
}

static void print_json(const ArenaSession *session) {
    const Tournament *tournament = &session->tournament;
    const TournamentOptions *options = tournament->options;
    Tally tally = tournament_tally(tournament, 0, 1);
    EloEstimate estimate = elo_estimate(&tally);
    printf("{\"type\":\"match\",\"board\":\"%dx%d\",\"players\":", session->shape.width,
           session->shape.height);
    players_json(stdout, tournament);
    printf(",\"games\":%d,\"wins\":%d,\"draws\":%d,\"losses\":%d", tally_games(&tally), tally.wins,
           tally.draws, tally.losses);
    printf(",\"pairs\":[%d,%d,%d,%d,%d]", tally.pairs[0], tally.pairs[1], tally.pairs[2],
           tally.pairs[3], tally.pairs[4]);
    print_json_number("score", tally_score(&tally), 6);
    print_json_number("discs", discs_per_game(&tally), 4);
    print_json_number("elo", estimate.elo, 2);
    print_json_number("elo_low", estimate.low, 2);
    print_json_number("elo_high", estimate.high, 2);
    print_json_number("superiority", estimate.superiority, 6);
    if (options->has_sprt) {
        printf(",\"sprt\":\"%s\"", sprt_name(tournament->verdict));
        print_json_number("llr", sprt_llr(&options->sprt, &tally), 4);
    }
    print_summary_json(session);
    printf(",\"seconds\":[%.3f,%.3f]}\n", seconds_of(tournament, 0), seconds_of(tournament, 1));
}

static int print_results(const ArenaSession *session) {
    if (session->input->json)
        print_json(session);
    else
        print_summary(session);
    return COMMAND_OK;
}

static int run(const Arguments *args) {
    return arena_session_run(args, print_results);
}

/* A line of the help for each protocol of foreign programs. */
#define PROTOCOL_LINE(id, make, name, starts, run, command, summary)                               \
    "  " name ":CMD - " summary "\n"
#define PROTOCOL_LINES PROTOCOL_ROWS(PROTOCOL_LINE)

const Command command_match = {
    .name = "match",
    .arguments = "PLAYER PLAYER",
    .summary = "Let two players play many games and say which is stronger",
    .details =
        "Games are played in pairs: the same opening with colours swapped. A player is a\n"
        "string as 'bianca players' lists them, or NAME=PLAYER to call it something else.\n"
        "Openings are all positions after 6 plies, or the start if there are 2 games or\n"
        "fewer. With --db the same command resumes an interrupted match. With --html the\n"
        "report says which moves lost the games; Ctrl-C ends its review early.\n"
        "Foreign programs run isolated and lose only their game if they misbehave:\n" PROTOCOL_LINES
        "docs/arena.md tells more.",
    .example = "bianca match e03-judge e03-myjudge --board 6x6 --games 1 --show\n"
               "bianca match engine:level=4 miniproject3 --games 1000 --threads 2\n"
               "bianca match mine=gtp:./mybot baseline3 --games 10 --html report.html",
    COMMAND_OPTIONS(rows, ArenaInput),
    .min_args = 2,
    .max_args = 2,
    .run = run,
};
