/* `bianca tournament`: a round robin with a cross table and ratings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/report/results_json.h"
#include "base/utf8.h"
#include "cli/arena_print.h"
#include "cli/arena_session.h"

static const Option rows[] = {ARENA_INPUT_ROWS("20"), JOBS_INPUT_ROWS(ArenaInput)};

enum {
    NAME_WIDTH = 24,
    FIXED_WIDTH = 67, /* of a row of the standings with the blank after it */
    CELL_WIDTH = 8,
    BLOCK_NAME_WIDTH = 20,
    BLOCK_FIXED_WIDTH = 25,
};

static const char *name_of(const Tournament *tournament, const Standings *standings, int rank) {
    return tournament->options->participants[standings->list[rank].participant].name;
}

/* The points against the players of ranks `first` to `last` - 1. */
static void print_cells(const Tournament *tournament, const Standings *standings, int rank,
                        int first, int last) {
    int one = standings->list[rank].participant;
    for (int k = first; k < last; k++) {
        Tally tally = tournament_tally(tournament, one, standings->list[k].participant);
        if (k == rank)
            printf("%*s", CELL_WIDTH, "-");
        else
            printf("%*.1f", CELL_WIDTH, tally.wins + tally.draws * 0.5);
    }
    printf("\n");
}

static size_t shared_beginning(const char *one, const char *other) {
    size_t length = 0;
    while (one[length] != '\0' && one[length] == other[length]) length++;
    return length;
}

/* How many bytes of a name to leave out, so that names which look alike in `room` letters differ:
 * what all of these begin with. */
static size_t hidden_beginning(const Tournament *tournament, const Standings *standings, int rank,
                               int room) {
    const char *name = name_of(tournament, standings, rank);
    size_t seen = 0, shared = strlen(name);
    bool is_alike = false;
    if (utf8_characters(name) <= room) return 0;
    for (int i = 0; i < room; i++) seen += (size_t)utf8_length(name + seen);
    for (int k = 0; k < standings->count; k++) {
        size_t same = shared_beginning(name, name_of(tournament, standings, k));
        if (k == rank || same < seen) continue;
        is_alike = true;
        if (same < shared) shared = same;
    }
    while (is_alike && shared > 0 && ((unsigned char)name[shared] & 0xC0) == 0x80) shared--;
    return is_alike && name[shared] != '\0' ? shared : 0;
}

/* Above the cells: rank and name, as far as they fit. */
static void print_names(const Tournament *tournament, const Standings *standings, int first,
                        int last) {
    for (int k = first; k < last; k++) {
        char title[PARTICIPANT_NAME_SIZE + 16];
        int length = snprintf(title, sizeof title, "%d ", k + 1);
        size_t hidden = hidden_beginning(tournament, standings, k, CELL_WIDTH - 1 - length);
        snprintf(title + length, sizeof title - (size_t)length, "%s%s", hidden > 0 ? ".." : "",
                 name_of(tournament, standings, k) + hidden);
        printf(" ");
        output_cell(stdout, title, 1 - CELL_WIDTH);
    }
    printf("\n");
}

/* All against all, in blocks as wide as the terminal. */
static void print_blocks(const Tournament *tournament, const Standings *standings, int columns) {
    int size = (columns - BLOCK_FIXED_WIDTH) / CELL_WIDTH;
    if (size < 1) size = 1;
    for (int first = 0; first < standings->count; first += size) {
        int last = first + size < standings->count ? first + size : standings->count;
        printf("\n%4s ", "rank");
        output_cell(stdout, "points against", BLOCK_NAME_WIDTH);
        print_names(tournament, standings, first, last);
        for (int rank = 0; rank < standings->count; rank++) {
            printf("%4d ", rank + 1);
            output_cell(stdout, name_of(tournament, standings, rank), BLOCK_NAME_WIDTH);
            print_cells(tournament, standings, rank, first, last);
        }
    }
}

/* The table has no times in it: it depends on nothing but the games and the width of the terminal,
 * beyond which the points go into blocks of their own. */
static void print_table(const Tournament *tournament, const Standings *standings) {
    int columns = output_columns(stdout);
    bool is_one = FIXED_WIDTH + CELL_WIDTH * standings->count <= columns;
    printf("%4s %-*s %6s %5s %6s %8s %7s%s", "rank", NAME_WIDTH, "player", "Elo", "+-", "games",
           "score", "discs", is_one ? " " : "\n");
    if (is_one) print_names(tournament, standings, 0, standings->count);
    for (int i = 0; i < standings->count; i++) {
        const Standing *standing = &standings->list[i];
        int games = tally_games(&standing->tally);
        printf("%4d ", i + 1);
        output_cell(stdout, name_of(tournament, standings, i), NAME_WIDTH);
        printf(" %+6.0f %5.0f %6d %6.1f %% %+7.2f%s", standing->rating.elo, standing->rating.margin,
               games, 100 * tally_score(&standing->tally),
               games == 0 ? 0 : (double)standing->tally.discs / games, is_one ? " " : "\n");
        if (is_one) print_cells(tournament, standings, i, 0, standings->count);
    }
    if (!is_one) print_blocks(tournament, standings, columns);
}

static void print_json(const ArenaSession *session, const Standings *standings) {
    const Tournament *tournament = &session->tournament;
    printf("{\"type\":\"tournament\",\"board\":\"%dx%d\",\"players\":", session->shape.width,
           session->shape.height);
    players_json(stdout, tournament);
    printf(",\"standings\":");
    standings_json(stdout, tournament, standings);
    printf(",\"games\":%d", tournament->done);
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
        bool is_plies = session->openings_text[0] >= '0' && session->openings_text[0] <= '9';
        printf("\nOpenings: %s%s\n", is_plies ? "positions after a number of plies: " : "",
               session->openings_text);
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
        "the average player at 0, with a 95 % interval. Columns to the right, or below if the\n"
        "terminal is too narrow, are points against the other players. Openings are all\n"
        "positions after 6 plies, another one for each two players. With --db the same\n"
        "command resumes a killed tournament; --games may grow. With --jobs every\n"
        "'bianca worker' on the same address plays too; foreign programs then run in the\n"
        "sandbox of the worker. With --serve a page shows boards, table and ratings as they\n"
        "come; it stays until Ctrl-C.",
    .example = "bianca tournament random baseline2 baseline3 miniproject3 --games 100\n"
               "bianca tournament random discs mine=gtp:./bot --db cup.db --html cup.html",
    COMMAND_OPTIONS(rows, ArenaInput),
    .min_args = 2,
    .max_args = OPTIONS_ANY_COUNT,
    .run = run,
};
