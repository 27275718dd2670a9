/* `bianca probcut-fit`: measures the error model of an evaluation and writes it into its weights.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/thread_pool.h"
#include "cli/command.h"
#include "cli/output.h"
#include "train/probcut_fit.h"

typedef struct ProbcutCommandOptions {
    const char *board;
    const char *eval;
    int positions, depth, exact_from, threads;
    int64_t seed;
    bool write;
} ProbcutCommandOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(ProbcutCommandOptions, board, "board", "WxH", "8x8",
                    "columns x rows of the board"),
    OPTION_TEXT_ROW(ProbcutCommandOptions, eval, "eval", "NAME", NULL,
                    "evaluation to measure, where no weight file is given"),
    OPTION_INTEGER_ROW(ProbcutCommandOptions, positions, "positions", "N", 1, 10000000, "1000",
                       "positions to measure on"),
    OPTION_INTEGER_ROW(ProbcutCommandOptions, depth, "depth", "N", 2, PROBCUT_FIT_MAX_DEPTH, "9",
                       "deepest search of the middle game"),
    OPTION_INTEGER_ROW(ProbcutCommandOptions, exact_from, "exact-from", "N", 0, 30, "18",
                       "empties from which positions are solved as well"),
    OPTION_INTEGER_ROW(ProbcutCommandOptions, threads, "threads", "N", 0, THREAD_POOL_MAX, "0",
                       "threads; 0 means one per processor"),
    OPTION_INTEGER_ROW(ProbcutCommandOptions, seed, "seed", "N", 0, INT64_MAX, "1",
                       "seed of the positions"),
    OPTION_FLAG_ROW(ProbcutCommandOptions, write, "write", "write the model into FILE"),
};

typedef struct Watch {
    Progress progress;
    int positions;
} Watch;

static bool watch(void *context, int done) {
    Watch *w = context;
    progress_update(&w->progress, "%d of %d positions", done, w->positions);
    return true;
}

static double deviation(const ProbcutCell *cell) {
    return cell->count ? sqrt(cell->squares / cell->count) : 0;
}

/* The measured deviations from the deepest searches, next to what the model says. */
static void print_table(const ProbcutFit *fit, int depth) {
    printf("deviation of a shallow search in discs (measured), by empties\n\n%8s", "empties");
    for (int shallow = 0; shallow < depth; shallow += 2) printf("  %d vs %-2d", shallow, depth);
    for (int shallow = 0; shallow < depth; shallow += 2) printf("  %d vs end", shallow);
    putchar('\n');
    for (int bucket = 0; bucket < PROBCUT_FIT_BUCKETS; bucket++) {
        if (!fit->middle[bucket][depth][0].count && !fit->ending[bucket][0].count) continue;
        printf("%5d-%-2d", bucket * PROBCUT_FIT_BUCKET,
               bucket * PROBCUT_FIT_BUCKET + PROBCUT_FIT_BUCKET - 1);
        for (int shallow = 0; shallow < depth; shallow += 2)
            printf("  %7.2f", deviation(&fit->middle[bucket][depth][shallow]));
        for (int shallow = 0; shallow < depth; shallow += 2)
            printf("  %8.2f", deviation(&fit->ending[bucket][shallow]));
        putchar('\n');
    }
    printf("\nmodel  middle");
    for (int i = 0; i < EVAL_ERROR_TERMS; i++) printf(" %+.4f", fit->errors.middle[i]);
    printf("\n       ending");
    for (int i = 0; i < EVAL_ERROR_TERMS; i++) printf(" %+.4f", fit->errors.ending[i]);
    putchar('\n');
}

/* By empties at the leaves, where positions were measured. */
static void print_bias(const ProbcutFit *fit, const Shape *shape) {
    printf("\nbias at the leaves in discs, by empties (taken out of the weights by --write)\n\n");
    for (int empties = 0; empties <= shape->squares - 4; empties++)
        printf("%5d %+5.2f%s", empties, fit->leaf_bias[empties],
               empties % 8 == 7 || empties == shape->squares - 4 ? "\n" : "");
}

static int run(const Arguments *args) {
    const ProbcutCommandOptions *options = args->options;
    const char *path = args->count ? args->values[0] : NULL;
    Error error;
    Shape shape;
    ProbcutFitOptions fit_options = {.threads = thread_pool_size(options->threads),
                                     .positions = options->positions,
                                     .depth = options->depth,
                                     .exact_from = options->exact_from,
                                     .seed = (uint64_t)options->seed,
                                     .is_written = options->write};
    if (!shape_parse(&shape, options->board, strlen(options->board), &error) ||
        !isa_choose(&fit_options.isa, &error))
        return command_refuse(args, &error);
    if (options->write && !path) {
        error_set(&error, STATUS_BAD_INPUT, "--write needs a weight file to write into");
        return command_refuse(args, &error);
    }
    static ProbcutFit fit;
    Watch context = {.positions = options->positions};
    progress_start(&context.progress);
    bool ok =
        probcut_fit_run(&shape, options->eval, path, &fit_options, watch, &context, &fit, &error);
    progress_end(&context.progress);
    if (!ok) return command_fail(args, &error);
    print_table(&fit, options->depth);
    print_bias(&fit, &shape);
    return COMMAND_OK;
}

const Command command_probcut_fit = {
    .name = "probcut-fit",
    .arguments = "[FILE.weights]",
    .summary = "Measure how far shallow searches stray, for selective search",
    .details = "Searches positions of quick games at all depths, full width, and fits the error\n"
               "model that Multi-ProbCut uses, and how much too high or low values at the\n"
               "leaves are. With --write the model becomes part of the weight\n"
               "file, and that bias is taken out of it.",
    .example = "bianca probcut-fit --positions 5000 --write data/8x8.weights",
    COMMAND_OPTIONS(rows, ProbcutCommandOptions),
    .max_args = 1,
    .run = run,
};
