/* `bianca review`: what each move of games lost, and why. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/jobs_input.h"
#include "cli/review.h"
#include "protocol/message.h"
#include "protocol/terminal_board.h"

typedef struct ReviewOptions {
    const char *board;
    EngineInput engine;
    JobsInput jobs;
    int level;
    double time;
    int game;
    bool json;
    const char *html;
    const char *lang;
} ReviewOptions;

static const Option rows[] = {
    OPTION_INTEGER_ROW(ReviewOptions, level, "level", "L", 0, ENGINE_MAX_LEVEL, "0",
                       "strength from 1 to 60; 16 if no limit is given"),
    OPTION_NUMBER_ROW(ReviewOptions, time, "time", "S", -1, 1e6, "-1",
                      "seconds for each search, of which there are one or two a move"),
    OPTION_INTEGER_ROW(ReviewOptions, game, "game", "N", 0, 1 << 30, "0",
                       "review only the Nth game, with all its moves"),
    OPTION_TEXT_ROW(ReviewOptions, board, "board", "WxH", "8x8",
                    "board of games whose format does not say it"),
    ENGINE_INPUT_ROWS(ReviewOptions),
    JOBS_INPUT_ROWS(ReviewOptions),
    OPTION_FLAG_ROW(ReviewOptions, json, "json", "print one JSON object per game, then a summary"),
    OPTION_TEXT_ROW(ReviewOptions, html, "html", "FILE", NULL,
                    "write a report with boards and graphs as well"),
    LANGUAGE_ROW(ReviewOptions),
};

/* State of one run of the command. */
typedef struct Reviewer {
    const ReviewOptions *options;
    ReviewView view;
    ReviewSummary summary;
    FileReplacement html; /* stream NULL: none */
    bool has_several;
    bool has_memory;
} Reviewer;

static void show_game(void *context, const GameReview *review) {
    Reviewer *reviewer = context;
    if (!review_summary_add(&reviewer->summary, review)) reviewer->has_memory = false;
    if (reviewer->options->json)
        review_json_game(stdout, review);
    else if (reviewer->has_several)
        review_print_row(stdout, &reviewer->view, review, reviewer->summary.games == 1);
    else
        review_print_game(stdout, &reviewer->view, review);
    fflush(stdout);
    if (reviewer->html.stream)
        review_html_game(reviewer->html.stream, review, reviewer->summary.games == 1);
}

/* How many games there are, as far as it matters: 2 stands for several if the input can be read
 * only once. Files that cannot be read are reported later. */
static long count_games(const Arguments *args, const Shape *board) {
    GameRecord game;
    Error error;
    RecordRead read;
    long count = 0;
    for (int i = 0; i < args->count; i++)
        if (strcmp(args->values[i], "-") == 0) return 0;
    GameFiles *files = game_files_open(args->count, args->values, board, true, &error);
    if (files == NULL) return 0;
    while (!interrupt_came() && (read = game_files_next(files, &game, &error)) != RECORD_END &&
           read != RECORD_REFUSED)
        count += read == RECORD_GAME;
    game_files_close(files);
    return count;
}

static EngineLimits limits_of(const ReviewOptions *options) {
    EngineLimits limits = {.level = options->level,
                           .move_seconds = options->time,
                           .has_move_time = options->time >= 0,
                           .lines = 1,
                           .stop = interrupt_flag()};
    if (!limits.level && !limits.has_move_time) limits.level = REVIEW_DEFAULT_LEVEL;
    return limits;
}

static void show_summary(Reviewer *reviewer, const ReviewRun *run) {
    review_summary_sort(&reviewer->summary);
    if (reviewer->options->json)
        review_json_summary(stdout, &reviewer->summary, run->left_out);
    else if (reviewer->has_several && run->games > 0)
        review_print_summary(stdout, &reviewer->summary);
}

/* After the last game: what there is to say about those that are missing. */
static int finish(const Arguments *args, const Reviewer *reviewer, const ReviewRun *run) {
    Error error;
    if (interrupt_came())
        error_set(&error, STATUS_STOPPED, "stopped; the result is that of the games before");
    else if (!reviewer->has_memory)
        error_set(&error, STATUS_NO_MEMORY, "no memory for the summary");
    else if (run->games == 0 && run->left_out == 0)
        error_set(&error, STATUS_BAD_INPUT, run->only > 0 ? "there are fewer games" : "no games");
    else if (run->left_out > 0)
        error_set(&error, STATUS_BAD_INPUT, "%ld reviewed, %ld left out", run->games,
                  run->left_out);
    else
        return COMMAND_OK;
    return command_fail(args, &error);
}

/* Standard input cannot be read twice. */
static bool check_jobs(const Arguments *args, const JobsInput *jobs, Error *error) {
    if (!jobs_input_check(jobs, error)) return false;
    for (int i = 0; jobs->address && i < args->count; i++) {
        if (strcmp(args->values[i], "-") != 0) continue;
        error_set(error, STATUS_BAD_INPUT, "--jobs reads its games twice: give files, not -");
        return false;
    }
    return true;
}

static bool review_by_jobs(const Arguments *args, ReviewRun *review, const Shape *board,
                           Error *error) {
    const ReviewOptions *options = args->options;
    Progress progress;
    GameFiles *again = game_files_open(args->count, args->values, board, true, error);
    if (again == NULL) return false;
    progress_start(&progress);
    SessionOptions jobs = jobs_input_session(&options->jobs, options->engine.threads, &progress);
    bool ok = review_jobs_run(review, again, board, &jobs, error);
    progress_end(&progress);
    game_files_close(again);
    return ok;
}

/* The report is replaced as a whole, and only if there is a game in it. */
static bool finish_html(Reviewer *reviewer, long games, Error *error) {
    if (!reviewer->html.stream) return true;
    review_html_end(reviewer->html.stream, &reviewer->summary);
    if (games > 0) return file_replace_commit(&reviewer->html, error);
    file_replace_abandon(&reviewer->html);
    return true;
}

static int review_files(const Arguments *args, Reviewer *reviewer, const Shape *board, long total) {
    const ReviewOptions *options = reviewer->options;
    Error error;
    ReviewRun review = {.files = game_files_open(args->count, args->values, board, true, &error),
                        .engine = &options->engine,
                        .limits = limits_of(options),
                        .only = options->game,
                        .total = total,
                        .done = show_game,
                        .context = reviewer};
    if (review.files == NULL) return command_fail(args, &error);
    bool ok = options->jobs.address ? review_by_jobs(args, &review, board, &error)
                                    : review_run(&review, &error);
    game_files_close(review.files);
    show_summary(reviewer, &review);
    ok = finish_html(reviewer, review.games, &error) && ok;
    return ok ? finish(args, reviewer, &review) : command_fail(args, &error);
}

static int run(const Arguments *args) {
    const ReviewOptions *options = args->options;
    static Reviewer reviewer;
    Shape board;
    Error error;
    if (!check_jobs(args, &options->jobs, &error) || !language_begin(options->lang, &error) ||
        !shape_parse(&board, options->board, strlen(options->board), &error))
        return command_refuse(args, &error);
    interrupt_watch_input();
    long total = count_games(args, &board);
    reviewer = (Reviewer){.options = options,
                          .view = {output_has_colour(COLOUR_AUTO, stdout), terminal_has_unicode()},
                          .has_several = options->game == 0 && total != 1,
                          .has_memory = true};
    if (options->html && !file_replace_begin(&reviewer.html, options->html, &error))
        return command_fail(args, &error);
    if (options->html) review_html_begin(reviewer.html.stream);
    int status = review_files(args, &reviewer, &board, total);
    review_summary_release(&reviewer.summary);
    return status;
}

const Command command_review = {
    .name = "review",
    .arguments = "GAME...",
    .summary = "Say what each move of a game lost, and why",
    .details =
        "Reviews the games of files and folders in any format of `bianca convert`, or a\n"
        "game given as its moves; - is standard input. Of one game all moves are shown:\n"
        "the score of the move, the best move and the loss in discs if it lost any, with\n"
        "a graph of the game. An inaccuracy (?!) loses 2 discs or more, a mistake (?) 4,\n"
        "a blunder (\?\?) 8. Whole numbers are exact, which at level 11 or higher all are in\n"
        "the last 22 moves. Of several games there is a row for each, and a summary of\n"
        "their players; --game N shows one of them in full.\n"
        "Accuracy is 100 for a player who lost nothing and about 5 for one who lost what\n"
        "random moves lose in the same positions (docs/games.md).\n"
        "--html writes a page with boards, graphs and reasons that needs no other file.\n"
        "With --jobs every 'bianca worker' on the same address reviews games too.\n"
        "With --json: the fields of the review in docs/api.md, one object per game, then\n"
        "one with the players.",
    .example = "bianca review f5d6c3d3c4f4f6f3e6e7\n"
               "bianca review --level 18 game.ggf\n"
               "bianca review --html report.html games/ WTH_2004.wtb",
    COMMAND_OPTIONS(rows, ReviewOptions),
    .min_args = 1,
    .max_args = OPTIONS_ANY_COUNT,
    .run = run,
};
