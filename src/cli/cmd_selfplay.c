/* `bianca selfplay`: plays games against itself and keeps them for `bianca fit`. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "eval/evaluation.h"
#include "train/selfplay.h"

enum { MAX_DEPTH = 30, MAX_EXACT = 30, MAX_GAMES = 200000000 };

typedef struct SelfplayOptions {
    const char *board, *out, *eval, *weights, *random_plies;
    int64_t games, seed;
    int depth, exact_from, deviate, generation, threads;
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
    OPTION_INTEGER_ROW(SelfplayOptions, exact_from, "exact-from", "N", 0, MAX_EXACT, "14",
                       "empty squares from which play is perfect"),
    OPTION_TEXT_ROW(SelfplayOptions, random_plies, "random-plies", "MIN-MAX", "4-24",
                    "random moves at the start of a game, drawn evenly"),
    OPTION_INTEGER_ROW(SelfplayOptions, deviate, "deviate", "N", 0, 1000, "30",
                       "chance of a random move later on, per mille"),
    OPTION_TEXT_ROW(SelfplayOptions, eval, "eval", "NAME", NULL,
                    "evaluation to play with; the best for the board by default"),
    OPTION_TEXT_ROW(SelfplayOptions, weights, "weights", "FILE", NULL,
                    "learned weights to use instead of those inside the program"),
    OPTION_INTEGER_ROW(SelfplayOptions, generation, "generation", "N", 0, 60000, "0",
                       "rounds of learning so far, for the header"),
    OPTION_INTEGER_ROW(SelfplayOptions, threads, "threads", "N", 0, SELFPLAY_MAX_THREADS, "0",
                       "games at a time; 0: one per processor"),
    OPTION_INTEGER_ROW(SelfplayOptions, seed, "seed", "N", 0, INT64_MAX, "1",
                       "the same seed gives the same games"),
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
    double rate = status->seconds > 0 ? (double)status->games / status->seconds : 0;
    progress_update(context, "%" PRIu64 " of %" PRIu64 " games, %.1f games/s, %s left",
                    status->blocks * GAMES_PER_BLOCK, status->blocks_wanted * GAMES_PER_BLOCK, rate,
                    rate > 0 ? output_duration(left / rate).text : "?");
    return !interrupt_came();
}

static void report(const SelfplayOptions *options, const GamesWriter *writer) {
    uint64_t games = writer->blocks * GAMES_PER_BLOCK;
    if (options->json) {
        printf("{\"file\":");
        output_json_string(stdout, options->out);
        printf(",\"games\":%" PRIu64 ",\"bytes\":%" PRIu64 "}\n", games, writer->end);
    } else {
        printf("%s: %" PRIu64 " games, %s bytes\n", options->out, games,
               output_count((double)writer->end).text);
    }
}

static int play(const Arguments *args, const GamesHeader *header, const Evaluator *evaluator,
                IsaLevel level) {
    const SelfplayOptions *options = args->options;
    Error error;
    GamesWriter writer;
    if (!games_create(&writer, options->out, header, &error)) return command_fail(args, &error);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = options->threads ? options->threads : (int)(processors > 0 ? processors : 1);
    if (threads > SELFPLAY_MAX_THREADS) threads = SELFPLAY_MAX_THREADS;
    Progress progress;
    progress_start(&progress);
    interrupt_watch();
    bool ok = selfplay_run(evaluator, level, &writer, (uint64_t)options->games, threads, show,
                           &progress, &error);
    progress_end(&progress);
    if (ok) report(options, &writer);
    games_finish(&writer);
    return ok ? COMMAND_OK : command_fail(args, &error);
}

static int run(const Arguments *args) {
    const SelfplayOptions *options = args->options;
    Error error;
    Shape shape;
    IsaLevel level;
    Evaluation evaluation;
    int random_min, random_max;
    if (!options->out) {
        error_set(&error, STATUS_BAD_INPUT, "--out says where the games go, and is missing");
        return command_refuse(args, &error);
    }
    if (!shape_parse(&shape, options->board, strlen(options->board), &error) ||
        !parse_range(options->random_plies, shape.squares, &random_min, &random_max, &error) ||
        !isa_choose(&level, &error))
        return command_refuse(args, &error);
    if (!evaluation_open(&evaluation, &shape, options->eval, options->weights, &error))
        return command_fail(args, &error);
    GamesHeader header = {.width = shape.width,
                          .height = shape.height,
                          .generation = options->generation,
                          .depth = options->depth,
                          .exact_from = options->exact_from,
                          .random_min = random_min,
                          .random_max = random_max,
                          .deviate_permille = options->deviate,
                          .seed = (uint64_t)options->seed};
    int status = play(args, &header, &evaluation.evaluator, level);
    evaluation_close(&evaluation);
    return status;
}

const Command command_selfplay = {
    .name = "selfplay",
    .summary = "Play games against itself, to learn from",
    .details = "Games begin with random moves, go on with searches of a fixed depth and end with\n"
               "perfect play. They are kept in a file for 'bianca fit'. A run that was stopped or\n"
               "killed goes on when the same command is given again; the seed and the settings\n"
               "alone decide which games are played, not the number of threads.",
    .example = "bianca selfplay --games 20000 --depth 4 --out games.bin",
    COMMAND_OPTIONS(rows, SelfplayOptions),
    .run = run,
};
