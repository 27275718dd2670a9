/* `bianca gold`: builds a set of positions with true scores, and judges evaluations by it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/thread_pool.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "train/games/gold.h"

typedef struct GoldCommandOptions {
    const char *board, *eval, *weights;
    int positions, depth, threads;
    int64_t seed;
    bool json;
} GoldCommandOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(GoldCommandOptions, board, "board", "WxH", "8x8",
                    "columns x rows of the board"),
    OPTION_TEXT_ROW(GoldCommandOptions, eval, "eval", "NAME", NULL,
                    "evaluation to judge, or to build with"),
    OPTION_TEXT_ROW(GoldCommandOptions, weights, "weights", "FILE", NULL,
                    "learned weights to use instead of those inside the program"),
    OPTION_INTEGER_ROW(GoldCommandOptions, positions, "positions", "N", 1, 100000, "200",
                       "build: positions for each number of empty squares"),
    OPTION_INTEGER_ROW(GoldCommandOptions, depth, "depth", "N", 1, 40, "14",
                       "build: depth where solving would take too long"),
    OPTION_INTEGER_ROW(GoldCommandOptions, threads, "threads", "N", 0, THREAD_POOL_MAX, "0",
                       "build: positions at a time; 0: one per processor"),
    OPTION_INTEGER_ROW(GoldCommandOptions, seed, "seed", "N", 0, INT64_MAX, "24605",
                       "build: seed of the games, never to be used for training"),
    OPTION_FLAG_ROW(GoldCommandOptions, json, "json", "score: print one JSON object per row"),
};

static bool show(void *context, int done, int wanted) {
    progress_update(context, "%d of %d positions", done, wanted);
    return !interrupt_came();
}

static int build(const Arguments *args, const Shape *shape) {
    const GoldCommandOptions *options = args->options;
    const char *path = args->values[1];
    Error error;
    GoldOptions how = gold_options(shape);
    if (!isa_choose(&how.isa, &error)) return command_refuse(args, &error);
    how.threads = thread_pool_size(options->threads);
    how.per_empties = options->positions;
    how.depth = options->depth;
    how.seed = (uint64_t)options->seed;
    how.stop = interrupt_flag();
    int count;
    Progress progress;
    progress_start(&progress);
    interrupt_watch();
    bool ok = gold_build(path, shape, options->eval, options->weights, &how, show, &progress,
                         &count, &error);
    progress_end(&progress);
    if (!ok) return command_fail(args, &error);
    printf("%s: %d positions\n", path, count);
    return COMMAND_OK;
}

static void print_row(const char *name, const GoldErrors *errors, bool json) {
    if (errors->count == 0) return;
    if (json)
        printf("{\"empties\":\"%s\",\"positions\":%d,\"mae\":%.4f,\"rms\":%.4f,\"bias\":%.4f}\n",
               name, errors->count, errors->mae, errors->rms, errors->bias);
    else
        printf("%8s %10d %8.3f %8.3f %8.3f\n", name, errors->count, errors->mae, errors->rms,
               errors->bias);
}

static int score(const Arguments *args, const Shape *shape) {
    const GoldCommandOptions *options = args->options;
    Error error;
    GoldScore found;
    if (!gold_score(args->values[1], shape, options->eval, options->weights, &found, &error))
        return command_fail(args, &error);
    if (!options->json)
        printf("%8s %10s %8s %8s %8s\n", "empties", "positions", "mae", "rms", "bias");
    for (int empties = 0; empties <= 64; empties++) {
        char name[16];
        snprintf(name, sizeof name, "%d", empties);
        print_row(name, &found.by_empties[empties], options->json);
    }
    print_row("12-20", &found.exact, options->json);
    print_row("all", &found.all, options->json);
    return COMMAND_OK;
}

static int run(const Arguments *args) {
    const GoldCommandOptions *options = args->options;
    Error error;
    Shape shape;
    bool is_build = strcmp(args->values[0], "build") == 0;
    if (!is_build && strcmp(args->values[0], "score") != 0) {
        error_set(&error, STATUS_BAD_INPUT, "'%.40s' is neither build nor score", args->values[0]);
        return command_refuse(args, &error);
    }
    if (!shape_parse(&shape, options->board, strlen(options->board), &error))
        return command_refuse(args, &error);
    return is_build ? build(args, &shape) : score(args, &shape);
}

const Command command_gold = {
    .name = "gold",
    .arguments = "build|score FILE",
    .summary = "Judge an evaluation by positions with true scores",
    .details =
        "'build' makes a set of positions from games with a seed of their own: solved exactly\n"
        "near the end (on 8x8 at 12 to 20 empty squares), searched deeply before (24 to 44).\n"
        "'score' compares the static evaluation with such a set: mean absolute error, root\n"
        "of the mean square, and bias, in discs, by empty squares.",
    .example = "bianca gold build data/gold-8x8.obf\n"
               "bianca gold score data/gold-8x8.obf --weights new.weights",
    COMMAND_OPTIONS(rows, GoldCommandOptions),
    .min_args = 2,
    .max_args = 2,
    .run = run,
};
