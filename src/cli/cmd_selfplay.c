/* `bianca selfplay`: plays games against itself and keeps them for `bianca fit`. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/thread_pool.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/jobs_input.h"
#include "engine/engine.h"
#include "train/games/selfplay_jobs.h"

enum { MAX_DEPTH = 30, MAX_EXACT = 30, MAX_GAMES = 200000000 };

typedef struct SelfplayOptions {
    const char *board, *out, *eval, *weights, *random_plies;
    JobsInput jobs;
    int64_t games, seed;
    int depth, selectivity, exact_from, play_on, balanced, deviate, generation, threads;
    bool json;
} SelfplayOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(SelfplayOptions, board, "board", "WxH", "8x8", "columns x rows of the board"),
    OPTION_TEXT_ROW(SelfplayOptions, out, "out", "FILE", NULL,
                    "where the games go; an unfinished file is continued"),
    OPTION_INTEGER_ROW(SelfplayOptions, games, "games", "N", 1, MAX_GAMES, "1000",
                       "games in the file, in whole blocks of 64"),
    OPTION_INTEGER_ROW(SelfplayOptions, depth, "depth", "N", 1, MAX_DEPTH, "4",
                       "depth of the searches before the ending"),
    OPTION_INTEGER_ROW(SelfplayOptions, selectivity, "selectivity", "P", 73, 100, "100",
                       "how sure these searches are, in percent"),
    OPTION_INTEGER_ROW(SelfplayOptions, exact_from, "exact-from", "N", 0, MAX_EXACT, "14",
                       "empty squares from which scores are exact"),
    OPTION_INTEGER_ROW(SelfplayOptions, play_on, "play-on", "N", 0, MAX_EXACT, "0",
                       "plies from there on that are still played at --depth"),
    OPTION_TEXT_ROW(SelfplayOptions, random_plies, "random-plies", "MIN-MAX", "4-24",
                    "random moves at the start of a game, drawn evenly"),
    OPTION_INTEGER_ROW(SelfplayOptions, balanced, "balanced", "DISCS", 0, 64, "0",
                       "most that a start may favour a side; 0: any start"),
    OPTION_INTEGER_ROW(SelfplayOptions, deviate, "deviate", "N", 0, 1000, "30",
                       "chance of a random move later on, per mille"),
    OPTION_TEXT_ROW(SelfplayOptions, eval, "eval", "NAME", NULL,
                    "evaluation to play with; the best for the board by default"),
    OPTION_TEXT_ROW(SelfplayOptions, weights, "weights", "FILE", NULL,
                    "learned weights to use instead of those inside the program"),
    OPTION_INTEGER_ROW(SelfplayOptions, generation, "generation", "N", 0, 60000, "0",
                       "rounds of learning so far, for the header"),
    OPTION_INTEGER_ROW(SelfplayOptions, threads, "threads", "N", 0, THREAD_POOL_MAX, "0",
                       "games at a time; 0: one per processor"),
    OPTION_INTEGER_ROW(SelfplayOptions, seed, "seed", "N", 0, INT64_MAX, "1",
                       "the same seed gives the same games"),
    JOBS_INPUT_ROWS(SelfplayOptions),
    OPTION_FLAG_ROW(SelfplayOptions, json, "json", "print the outcome as one JSON object"),
};

static bool parse_range(const char *text, int most, int *min, int *max, Error *error) {
    char first[16];
    size_t length = strcspn(text, "-");
    const char *second = text[length] ? text + length + 1 : text;
    int64_t low, high;
    snprintf(first, sizeof first, "%.*s", (int)(length < 15 ? length : 15), text);
    if (!options_integer("--random-plies", first, 0, most, &low, error) ||
        !options_integer("--random-plies", second, low, most, &high, error))
        return false;
    *min = (int)low, *max = (int)high;
    return true;
}

static bool show(void *context, const SelfplayStatus *status) {
    double left = (double)(status->blocks_wanted - status->blocks) * GAMES_PER_BLOCK;
    progress_update(context, "%" PRIu64 " of %" PRIu64 " games, %.1f games/s, %s left",
                    status->blocks * GAMES_PER_BLOCK, status->blocks_wanted * GAMES_PER_BLOCK,
                    status->rate,
                    status->rate > 0 ? output_duration(left / status->rate).text : "?");
    return !interrupt_came();
}

static void report(const SelfplayOptions *options, const char *file,
                   const SelfplayOutcome *outcome) {
    uint64_t games = outcome->blocks * GAMES_PER_BLOCK, bytes = outcome->bytes;
    if (options->json) {
        printf("{\"file\":");
        json_write_string(stdout, file);
        printf(",\"games\":%" PRIu64 ",\"bytes\":%" PRIu64 "}\n", games, bytes);
    } else if (bytes) {
        printf("%s: %" PRIu64 " games, %s bytes\n", file, games, output_count((double)bytes).text);
    } else {
        printf("%s: %" PRIu64 " games; --out gathers them into a file\n", file, games);
    }
}

static int run(const Arguments *args) {
    const SelfplayOptions *options = args->options;
    Error error;
    Shape shape;
    Isa isa;
    int random_min, random_max;
    if (!options->out && !options->jobs.address) {
        error_set(&error, STATUS_BAD_INPUT, "--out says where the games go, and is missing");
        return command_refuse(args, &error);
    }
    if (!jobs_input_check(&options->jobs, &error) ||
        !shape_parse(&shape, options->board, strlen(options->board), &error) ||
        !parse_range(options->random_plies, shape.squares, &random_min, &random_max, &error) ||
        !engine_selectivity_exists(options->selectivity, &error) || !isa_choose(&isa, &error))
        return command_refuse(args, &error);
    SelfplayOrder order = {.out = options->out,
                           .eval = options->eval,
                           .weights = options->weights,
                           .isa = isa,
                           .header = {.width = shape.width,
                                      .height = shape.height,
                                      .generation = options->generation,
                                      .depth = options->depth,
                                      .selectivity = options->selectivity,
                                      .exact_from = options->exact_from,
                                      .play_on = options->play_on,
                                      .random_min = random_min,
                                      .random_max = random_max,
                                      .balanced = options->balanced,
                                      .deviate_permille = options->deviate,
                                      .seed = (uint64_t)options->seed},
                           .games = (uint64_t)options->games,
                           .threads = thread_pool_size(options->threads),
                           .stop = interrupt_flag()};
    SelfplayOutcome outcome;
    Progress progress;
    progress_start(&progress);
    interrupt_watch();
    SessionOptions jobs = jobs_input_session(&options->jobs, options->threads, &progress);
    bool ok = options->jobs.address ? selfplay_jobs_run(&order, &jobs, &outcome, &error)
                                    : selfplay_order_run(&order, show, &progress, &outcome, &error);
    progress_end(&progress);
    if (!ok) return command_fail(args, &error);
    QueueShown shown = queue_shown(options->jobs.address ? options->jobs.address : "");
    report(options, options->out ? options->out : shown.text, &outcome);
    return COMMAND_OK;
}

const Command command_selfplay = {
    .name = "selfplay",
    .summary = "Play games against itself, to learn from",
    .details =
        "Games start with random moves, continue with searches of a fixed depth and end with\n"
        "perfect play. They are kept in a file for 'bianca fit'. A run that was stopped or\n"
        "killed resumes when the same command is given again; the seed and the settings\n"
        "alone decide which games are played, not the number of threads.\n"
        "With --jobs every 'bianca worker' on the same address shares the work, on one machine\n"
        "or many; without --out the games stay in the queue. 'bianca jobs' shows how far it is.",
    .example = "bianca selfplay --games 20000 --depth 4 --out games.bin\n"
               "bianca selfplay --games 20000 --depth 4 --jobs jobs.db --out games.bin",
    COMMAND_OPTIONS(rows, SelfplayOptions),
    .run = run,
};
