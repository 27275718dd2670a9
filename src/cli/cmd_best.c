/* `bianca best`: the best moves of a position, with scores and lines. */
#include <stdio.h>

#include "cli/best_alphabeta.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "engine/book_play.h"
#include "engine/result_text.h"
#include "protocol/message.h"

enum { LINE_MOVES = 16, DEFAULT_LEVEL = 21 };
enum { SEARCH_ENGINE, SEARCH_ALPHABETA };

typedef struct BestOptions {
    BoardInput input;
    EngineInput engine;
    int depth;
    int selectivity;
    int level;
    int64_t nodes;
    double time;
    int lines;
    int search;
    const char *book, *lang;
    bool no_pruning;
    bool json;
} BestOptions;

static const Option rows[] = {
    BOARD_INPUT_ROWS(BestOptions),
    OPTION_INTEGER_ROW(BestOptions, level, "level", "L", 0, ENGINE_MAX_LEVEL, "0",
                       "strength from 1 to 60; 21 if no limit is given"),
    OPTION_INTEGER_ROW(BestOptions, depth, "depth", "N", 0, 64, "0", "plies to look ahead"),
    OPTION_INTEGER_ROW(BestOptions, selectivity, "selectivity", "P", 73, 100, NULL,
                       "prune where so sure: 73, 87, 95, 98, 99 %; 100: nowhere"),
    OPTION_NUMBER_ROW(BestOptions, time, "time", "S", -1, 1e6, "-1", "seconds to think"),
    OPTION_INTEGER_ROW(BestOptions, nodes, "nodes", "N", 0, INT64_MAX, "0", "nodes to visit"),
    OPTION_INTEGER_ROW(BestOptions, lines, "lines", "K", 1, ENGINE_MAX_LINES, "1",
                       "how many best moves to rank"),
    ENGINE_INPUT_ROWS(BestOptions),
    OPTION_CHOICE_ROW(BestOptions, search, "search", "engine|alphabeta", "engine",
                      "the full search, or plain alpha-beta"),
    OPTION_TEXT_ROW(BestOptions, book, "book", "FILE", NULL,
                    "answer from a book if it has the position: a file, or embedded"),
    OPTION_FLAG_ROW(BestOptions, no_pruning, "no-pruning", "with alphabeta: plain minimax"),
    LANGUAGE_ROW(BestOptions),
    OPTION_FLAG_ROW(BestOptions, json, "json", "print one JSON object"),
};

static EngineLimits limits_of(const BestOptions *options) {
    EngineLimits limits = {.level = options->level,
                           .depth = options->depth,
                           .selectivity = options->selectivity,
                           .nodes = (uint64_t)options->nodes,
                           .move_seconds = options->time,
                           .has_move_time = options->time >= 0,
                           .lines = options->lines,
                           .stop = interrupt_flag()};
    if (!limits.level && !limits.depth && !limits.nodes && !limits.has_move_time)
        limits.level = DEFAULT_LEVEL;
    return limits;
}

static void print_json(const Shape *shape, const EngineResult *result) {
    char bytes[RESULT_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    result_json(&text, shape, result);
    puts(bytes);
}

static void print_head(void) {
    output_cell(stdout, _("move"), 4);
    printf("  ");
    output_cell(stdout, _("score"), -7);
    printf("  ");
    output_cell(stdout, _("depth"), -9);
    printf("  %s\n", _("line"));
}

static void print_table(const Shape *shape, const EngineResult *result) {
    if (result->count == 0) {
        printf(_("The game is over: %s\n"), score_text(result->lines[0].score, true).text);
        return;
    }
    print_head();
    for (int i = 0; i < result->count; i++) {
        const EngineLine *line = &result->lines[i];
        char pv[LINE_PV_SIZE];
        Text text = text_into(pv, sizeof pv);
        line_pv_text(&text, shape, line, 0, LINE_MOVES);
        printf("%-4s  %7s  %9s  %s\n", move_name(shape, line->pv[0]).text,
               line_score_text(line).text, line_depth_text(line).text, pv);
    }
    if (result->end == ENGINE_BOOK) {
        printf("\n%s\n", _("from the book"));
        return;
    }
    printf(_("\n%s nodes in %s, %s\n"), output_count((double)result->nodes).text,
           output_duration(result->seconds).text,
           output_rate((double)result->nodes, result->seconds).text);
}

typedef struct Watch {
    const Shape *shape;
    Progress progress;
} Watch;

static void watch(void *context, const EngineResult *so_far) {
    Watch *w = context;
    const EngineLine *line = &so_far->lines[0];
    progress_update(&w->progress, "depth %d@%d%%  %s %s  %s nodes", line->depth, line->selectivity,
                    move_name(w->shape, line->pv[0]).text, line_score_text(line).text,
                    output_count((double)so_far->nodes).text);
}

static int run_alphabeta(const Arguments *args, const BestOptions *options, const Board *board) {
    if (options->level || options->nodes || options->selectivity) {
        Error error;
        error_set(&error, STATUS_BAD_INPUT,
                  "--search alphabeta takes --depth, --time and --lines, not --level, --nodes or "
                  "--selectivity");
        return command_refuse(args, &error);
    }
    BestAlphabeta request = {.eval = options->engine.eval,
                             .weights = options->engine.weights,
                             .depth = options->depth,
                             .time = options->time,
                             .lines = options->lines,
                             .no_pruning = options->no_pruning,
                             .json = options->json};
    return best_alphabeta(args, &request, board);
}

/* Asks the book that --book names; *is_found if it has the position. */
static bool ask_book(const BestOptions *options, const Board *board, EngineResult *result,
                     bool *is_found, Error *error) {
    Book *book;
    *is_found = false;
    if (!options->book) return true;
    if (!book_open_named(&book, options->book, board->shape, error)) return false;
    *is_found = book_think(book, board->shape, board->position, result);
    if (*is_found && result->count > options->lines) result->count = options->lines;
    book_close(book);
    return true;
}

static void print_result(const BestOptions *options, const Shape *shape,
                         const EngineResult *result) {
    (options->json ? print_json : print_table)(shape, result);
}

static int run(const Arguments *args) {
    const BestOptions *options = args->options;
    Shape shape;
    Transcript game;
    Error error;
    bool is_found;
    static EngineResult result;
    if (!language_begin(options->lang, &error) ||
        !board_input_read(&options->input, &shape, &game, &error))
        return command_refuse(args, &error);
    if (options->search == SEARCH_ALPHABETA) return run_alphabeta(args, options, &game.end);
    if (options->no_pruning) {
        error_set(&error, STATUS_BAD_INPUT, "--no-pruning needs --search alphabeta");
        return command_refuse(args, &error);
    }
    if (options->selectivity && !engine_selectivity_exists(options->selectivity, &error))
        return command_refuse(args, &error);
    if (!ask_book(options, &game.end, &result, &is_found, &error))
        return command_error(args, &error);
    if (is_found) {
        print_result(options, &shape, &result);
        return COMMAND_OK;
    }
    Engine *engine = engine_input_open(&options->engine, &shape, &error);
    if (!engine) return command_error(args, &error);
    EngineLimits limits = limits_of(options);
    Watch context = {.shape = &shape};
    interrupt_watch();
    progress_start(&context.progress);
    engine_think(engine, game.end.position, &limits, watch, &context, &result);
    progress_end(&context.progress);
    if (engine_failure(engine, &error)) {
        engine_free(engine);
        return command_fail(args, &error);
    }
    print_result(options, &shape, &result);
    engine_free(engine);
    if (result.end != ENGINE_STOPPED) return COMMAND_OK;
    error_set(&error, STATUS_STOPPED, "stopped; the result is that of the last finished search");
    return command_fail(args, &error);
}

const Command command_best = {
    .name = "best",
    .summary = "Find the best move of a position",
    .details =
        "Searches the position that --position and --moves describe, the start by\n"
        "default. Scores are discs for the side to move at the end of the game: whole\n"
        "numbers are exact, others are estimates; 20@73% is a search 20 plies deep that\n"
        "prunes where it is 73 percent sure, which is what a depth means unless\n"
        "--selectivity says otherwise. A depth that reaches the end is exact.\n"
        "With --json: move, score, depth, selectivity, exact, pv, nodes, seconds, end\n"
        "(why the search ended, or book), lines. Ctrl-C ends the search and prints what it found.\n"
        "--search alphabeta is the classic programs' search: fixed depth, their own move\n"
        "order, values in the evaluation's own unit, with --lines the exact value of every\n"
        "move of the root; --no-pruning shows what alpha-beta\n"
        "saves.",
    .example = "bianca best --moves f5d6c3d3c4 --lines 3\n"
               "bianca best --board 6x6 --time 0.5\n"
               "bianca best --search alphabeta --eval miniproject3 --no-pruning",
    COMMAND_OPTIONS(rows, BestOptions),
    .run = run,
};
