/* `bianca games`: a library of games in one file: games in, games found, games out, and what was
 * played. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/game_output.h"
#include "cli/games_import.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "library/library_json.h"

typedef struct GamesOptions {
    BoardInput input;
    const char *player, *black, *white, *event, *opening, *year;
    int result;
    int limit;
    bool json;
    const char *to, *out;
} GamesOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(GamesOptions, player, "player", "NAME", NULL, "games of this player"),
    OPTION_TEXT_ROW(GamesOptions, black, "black", "NAME", NULL, "games of this player as Black"),
    OPTION_TEXT_ROW(GamesOptions, white, "white", "NAME", NULL, "games of this player as White"),
    OPTION_TEXT_ROW(GamesOptions, event, "event", "NAME", NULL, "games of this tournament"),
    OPTION_TEXT_ROW(GamesOptions, opening, "opening", "NAME", NULL, "games with this opening"),
    OPTION_TEXT_ROW(GamesOptions, year, "year", "YEARS", NULL, "games of 2004, or of 2000-2004"),
    OPTION_CHOICE_ROW(GamesOptions, result, "result", "any|black|white|draw", "any",
                      "games with this winner"),
    BOARD_INPUT_ROWS(GamesOptions),
    OPTION_INTEGER_ROW(GamesOptions, limit, "limit", "N", 0, 1 << 30, "20",
                       "games to list at most; 0 means all"),
    OPTION_FLAG_ROW(GamesOptions, json, "json", "print one JSON object per game, or of the stats"),
    OPTION_TEXT_ROW(GamesOptions, to, "to", "FORMAT", NULL,
                    "format of export; by default that of the name in --out, else ggf"),
    OPTION_TEXT_LETTER_ROW(GamesOptions, out, 'o', "out", "FILE", NULL,
                           "export to FILE instead of standard output; also -o FILE"),
};

/* State of one run of the command. */
typedef struct Games {
    const Arguments *args;
    const GamesOptions *options;
    Library *library;
    Shape shape;
    Transcript line; /* --position and --moves */
    LibraryQuery query;
    GameOutput *output;
    long found, left_out;
    Error *error;
} Games;

/* --- Import -------------------------------------------------------------------------------------
 */

static bool run_import(void *context) {
    Games *games = context;
    GamesImport import = {.library = games->library, .board = &games->shape};
    bool ok = games_import(&import, games->args->count - 2, games->args->values + 2, games->error);
    games->left_out = import.left_out;
    printf(games->options->json ? "{\"added\":%ld,\"known\":%ld,\"left_out\":%ld}\n"
                                : "%ld games added, %ld known already, %ld left out\n",
           import.added, import.known, import.left_out);
    return ok;
}

/* --- List, search, export -----------------------------------------------------------------------
 */

static void print_game_json(int64_t id, const GameRecord *game) {
    char bytes[LIBRARY_GAME_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    library_game_json(&text, id, game);
    puts(bytes);
}

static void print_cell(const char *text, int width) {
    output_cell(stdout, text, width);
    fputs("  ", stdout);
}

static void print_game_row(Games *games, int64_t id, const GameRecord *game, const char *opening) {
    char result[RECORD_RESULT_SIZE];
    record_result_format(game, result);
    if (games->found == 1)
        printf("%7s  %-10s  %-18s  %-18s  %5s  %-20s  %s\n", "id", "date", "black", "white",
               "score", "event", "opening");
    printf("%7lld  ", (long long)id);
    print_cell(game->date, 10);
    print_cell(game->black, 18);
    print_cell(game->white, 18);
    printf("%5s  ", result);
    print_cell(game->event, 20);
    printf("%s\n", opening);
}

static bool is_wanted(const Games *games) {
    int limit = games->options->limit;
    return (limit == 0 || games->found < limit) && !interrupt_came() && !output_is_broken();
}

static bool show_game(void *context, int64_t id, const GameRecord *game, const char *opening) {
    Games *games = context;
    games->found++;
    if (games->options->json)
        print_game_json(id, game);
    else
        print_game_row(games, id, game, opening);
    return is_wanted(games);
}

static bool run_list(void *context) {
    Games *games = context;
    bool ok = library_search(games->library, &games->query, show_game, games, games->error);
    if (ok && games->found == 0 && !games->options->json) puts("No games found.");
    return ok;
}

static bool export_game(void *context, int64_t id, const GameRecord *game, const char *opening) {
    Games *games = context;
    Error reason;
    (void)opening;
    if (game_output_put(games->output, game, &reason)) {
        games->found++;
    } else {
        output_error("games", "game %lld: %s", (long long)id, reason.text);
        games->left_out++;
        if (reason.status != STATUS_UNSUPPORTED) return false;
    }
    return !interrupt_came();
}

static bool run_export(void *context) {
    Games *games = context;
    const GamesOptions *options = games->options;
    const RecordFormat *format;
    if (!format_input_output(options->to, options->out, &format, games->error)) return false;
    games->output = game_output_open(options->out, format, games->error);
    bool ok = games->output != NULL &&
              library_search(games->library, &games->query, export_game, games, games->error) &&
              game_output_finish(games->output, "games", games->error);
    game_output_close(games->output);
    if (ok && games->found + games->left_out == 0) output_error("games", "warning: no games found");
    return ok;
}

/* --- Stats --------------------------------------------------------------------------------------
 */

static void print_stats_json(const LibraryStats *stats, const LibraryMoves *moves,
                             const Transcript *line) {
    char bytes[LIBRARY_STATS_JSON_SIZE + LIBRARY_MOVES_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    text_byte(&text, '{');
    library_stats_json(&text, stats);
    text_string(&text, ",\"explore\":");
    library_moves_json(&text, line, moves);
    text_byte(&text, '}');
    puts(bytes);
}

static void print_stats(const LibraryStats *stats, const LibraryMoves *moves,
                        const Transcript *line) {
    printf("%d games, %d players, %d tournaments", stats->games, stats->players, stats->events);
    if (stats->first_year > 0) printf(", %d to %d", stats->first_year, stats->last_year);
    printf("\nBlack wins %d, White wins %d, draws %d\n\n%d games reach the position\n",
           stats->black_wins, stats->white_wins, stats->draws, moves->games);
    if (moves->count > 0)
        printf("%-5s %8s %8s %8s %8s\n", "move", "games", "black", "draw", "white");
    for (int i = 0; i < moves->count; i++) {
        const LibraryMove *move = &moves->moves[i];
        double known = move->black_wins + move->draws + move->white_wins;
        double scale = known > 0 ? 100 / known : 0;
        printf("%-5s %8d %7.1f%% %7.1f%% %7.1f%%\n", move_name(line->end.shape, move->square).text,
               move->games, move->black_wins * scale, move->draws * scale,
               move->white_wins * scale);
    }
}

static bool run_stats(void *context) {
    Games *games = context;
    LibraryStats stats;
    LibraryMoves moves;
    if (!library_stats(games->library, &stats, games->error) ||
        !library_explore(games->library, &games->line.end, &moves, games->error))
        return false;
    (games->options->json ? print_stats_json : print_stats)(&stats, &moves, &games->line);
    return true;
}

/* --- Delete -------------------------------------------------------------------------------------
 */

static bool run_delete(void *context) {
    Games *games = context;
    const Arguments *args = games->args;
    long deleted = 0;
    bool ok = true;
    for (int i = 2; ok && i < args->count; i++) {
        int64_t id;
        bool was_there;
        ok = options_integer("id", args->values[i], 0, INT32_MAX, &id, games->error) &&
             library_delete(games->library, id, &was_there, games->error);
        if (ok && !was_there) {
            output_error("games", "there is no game %lld", (long long)id);
            games->left_out++;
        }
        deleted += ok && was_there;
    }
    printf(games->options->json ? "{\"deleted\":%ld}\n" : "%ld games deleted\n", deleted);
    return ok;
}

/* --- The command --------------------------------------------------------------------------------
 */

static const Verb verbs[] = {
    {"import", "FILE...", "add the games of files and folders", run_import},
    {"list", NULL, "show the games that the options describe", run_list},
    {"search", NULL, "the same", run_list},
    {"export", NULL, "write them in any format", run_export},
    {"stats", NULL, "count games, and the moves played in a position", run_stats},
    {"delete", "ID...", "remove the games with these ids, as list shows them", run_delete},
};

/* "2004" or "2000-2004". */
static bool read_years(const char *text, LibraryQuery *query, Error *error) {
    char end;
    if (text == NULL) return true;
    int count = sscanf(text, "%4d-%4d%c", &query->first_year, &query->last_year, &end);
    if (count == 1 && strspn(text, "0123456789") == strlen(text))
        query->last_year = query->first_year;
    else if (count != 2) {
        error_set(error, STATUS_BAD_INPUT, "--year: write 2004 or 2000-2004");
        return false;
    }
    return true;
}

static bool read_query(Games *games, Error *error) {
    const GamesOptions *options = games->options;
    games->query = (LibraryQuery){
        .player = options->player,
        .black = options->black,
        .white = options->white,
        .event = options->event,
        .opening = options->opening,
        .result = (LibraryResult)options->result,
    };
    if (!board_input_read(&options->input, &games->shape, &games->line, error)) return false;
    if (options->input.position != NULL || options->input.moves != NULL)
        games->query.position = &games->line.end;
    return read_years(options->year, &games->query, error);
}

static int run(const Arguments *args) {
    static Games games;
    Error error = {.text = ""};
    games = (Games){.args = args, .options = args->options, .error = &error};
    const Verb *verb = command_verb(args, &error);
    if (verb == NULL || !read_query(&games, &error)) return command_refuse(args, &error);
    games.library = library_open(args->values[0], verb->run == run_import, &error);
    if (games.library == NULL) return command_error(args, &error);
    interrupt_watch_input();
    bool ok = verb->run(&games);
    library_close(games.library);
    if (!ok) return command_error(args, &error);
    return games.left_out > 0 ? COMMAND_FAILED : COMMAND_OK;
}

const Command command_games = {
    .name = "games",
    .arguments = "LIBRARY VERB",
    COMMAND_VERBS(verbs),
    .summary = "Keep games in a library and find them again",
    .details =
        "A library is one file. Games may have any format that `bianca convert` reads; a game\n"
        "that is there already, also turned or mirrored, is not added twice. With --moves or\n"
        "--position: games that reach the position, by any order of moves and however the\n"
        "board is turned. The moves that `stats` counts are those of the start by default.\n"
        "`export -o FILE` with %Y in the name writes a file for each year.",
    .example = "bianca games my.db import games/ WTH_2004.wtb\n"
               "bianca games my.db search --player tamenori --year 1995-2005\n"
               "bianca games my.db stats --moves f5d6c3d3c4\n"
               "bianca games my.db export --opening Tiger -o tiger.pgn",
    COMMAND_OPTIONS(rows, GamesOptions),
    .min_args = 2,
    .max_args = OPTIONS_ANY_COUNT,
    .run = run,
};
