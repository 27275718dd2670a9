/* `bianca gold`: builds a set of positions with true scores, and judges evaluations by it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/thread_pool.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "engine/engine.h"
#include "train/games/gold.h"

typedef struct GoldCommandOptions {
    const char *board, *eval, *weights, *empties, *depths, *search;
    int positions, depth, selectivity, threads;
    int64_t seed, nodes;
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
    OPTION_TEXT_ROW(GoldCommandOptions, empties, "empties", "E,E...", NULL,
                    "build: these alone, solved, with all best moves"),
    OPTION_INTEGER_ROW(GoldCommandOptions, depth, "depth", "N", 1, 40, "14",
                       "build: depth where solving would take too long"),
    OPTION_INTEGER_ROW(GoldCommandOptions, threads, "threads", "N", 0, THREAD_POOL_MAX, "0",
                       "positions at a time; 0: one per processor"),
    OPTION_INTEGER_ROW(GoldCommandOptions, seed, "seed", "N", 0, INT64_MAX, "24605",
                       "build: seed of the games, never to be used for training"),
    OPTION_TEXT_ROW(GoldCommandOptions, depths, "depths", "D,D...", "0",
                    "score: searches of these depths; 0: the static evaluation"),
    OPTION_INTEGER_ROW(GoldCommandOptions, selectivity, "selectivity", "P", 73, 100, "73",
                       "score: how sure these searches are, in percent"),
    OPTION_INTEGER_ROW(GoldCommandOptions, nodes, "nodes", "N", 0, INT64_MAX, "0",
                       "score: searches of so many nodes instead"),
    OPTION_TEXT_ROW(GoldCommandOptions, search, "search", "NAME:N+...", NULL,
                    "score: other parameters of the search, as in engine:search="),
    OPTION_FLAG_ROW(GoldCommandOptions, json, "json", "score: print one JSON object per row"),
};

/* Numbers with commas between them, 0 to 64, in a set of bits. */
static bool parse_numbers(const char *name, const char *text, uint64_t *set, Error *error) {
    *set = 0;
    for (const char *at = text;; at++) {
        char number[16];
        size_t length = strcspn(at, ",");
        int64_t value;
        snprintf(number, sizeof number, "%.*s", (int)(length < 15 ? length : 15), at);
        if (!options_integer(name, number, 0, 63, &value, error)) return false;
        *set |= UINT64_C(1) << value;
        at += length;
        if (*at == '\0') return true;
    }
}

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
    if (options->empties && !parse_numbers("--empties", options->empties, &how.solved, &error))
        return command_refuse(args, &error);
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

static void print_row(const char *name, int depth, const GoldErrors *errors, bool json) {
    if (errors->count == 0) return;
    if (json)
        printf("{\"empties\":\"%s\",\"positions\":%d,\"mae\":%.4f,\"rms\":%.4f,\"bias\":%.4f,"
               "\"depth\":%d,\"best\":%.4f,\"nodes\":%.0f}\n",
               name, errors->count, errors->mae, errors->rms, errors->bias, depth, errors->best,
               errors->nodes);
    else
        printf("%8s %10d %8.3f %8.3f %8.3f %6d %8.1f %10.0f\n", name, errors->count, errors->mae,
               errors->rms, errors->bias, depth, 100 * errors->best, errors->nodes);
}

static void print_score(const GoldScore *score, int depth, bool json) {
    for (int empties = 0; empties <= 64; empties++) {
        char name[16];
        snprintf(name, sizeof name, "%d", empties);
        print_row(name, depth, &score->by_empties[empties], json);
    }
    print_row("12-20", depth, &score->exact, json);
    print_row("all", depth, &score->all, json);
}

static int score(const Arguments *args, const Shape *shape) {
    const GoldCommandOptions *options = args->options;
    Error error;
    uint64_t depths;
    GoldJudge judge = {.threads = thread_pool_size(options->threads),
                       .stop = interrupt_flag(),
                       .nodes = (uint64_t)options->nodes,
                       .search = options->search};
    if (!parse_numbers("--depths", options->depths, &depths, &error) ||
        !engine_selectivity_exists(options->selectivity, &error) || !isa_choose(&judge.isa, &error))
        return command_refuse(args, &error);
    selectivity_from_percent(options->selectivity, &judge.selectivity);
    interrupt_watch();
    for (bool is_first = true; depths; depths &= depths - 1, is_first = false) {
        GoldScore found;
        judge.depth = bits_first(depths);
        if (!gold_score(args->values[1], shape, options->eval, options->weights, &judge, &found,
                        &error))
            return command_fail(args, &error);
        if (is_first && !options->json)
            printf("%8s %10s %8s %8s %8s %6s %8s %10s\n", "empties", "positions", "mae", "rms",
                   "bias", "depth", "best, %", "nodes");
        print_score(&found, judge.depth, options->json);
    }
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
        "'score' compares the static evaluation, or searches of --depths or --nodes, with such a\n"
        "set: mean absolute error, root of the mean square, and bias, in discs, by empty squares,\n"
        "in how many positions a best move is found, and the nodes a position takes.",
    .example = "bianca gold build data/gold-8x8.obf\n"
               "bianca gold score data/gold-8x8.obf --weights new.weights\n"
               "bianca gold build hard.obf --empties 24,26 --positions 300\n"
               "bianca gold score hard.obf --depths 0,4,8,12\n"
               "bianca gold score hard.obf --nodes 100000 --search probcut_73:130",
    COMMAND_OPTIONS(rows, GoldCommandOptions),
    .min_args = 2,
    .max_args = 2,
    .run = run,
};
