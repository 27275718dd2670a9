/* `bianca fit`: fits pattern weights, or a network, to files of self-play games (train/fit.h). */
#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/thread_pool.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "train/fit.h"

typedef struct FitCommandOptions {
    const char *out, *picture, *note, *from;
    int64_t positions;
    int epochs, phases, width, patience, overlap, units, threads, stage_discs, pattern_squares;
    double ridge, overlap_weight, lambda, rate, keep;
    bool network, json;
} FitCommandOptions;

#define DEFAULT_KEEP 0.7 /* as below */

static const Option rows[] = {
    OPTION_TEXT_ROW(FitCommandOptions, out, "out", "FILE", NULL, "where the weights go"),
    OPTION_TEXT_ROW(FitCommandOptions, picture, "picture", "FILE", NULL,
                    "draw the error by number of discs as SVG"),
    OPTION_TEXT_ROW(FitCommandOptions, note, "note", "TEXT", NULL,
                    "a note for the weight file (default: games, positions and error)"),
    OPTION_INTEGER_ROW(FitCommandOptions, positions, "positions", "N", 0, INT64_MAX, "0",
                       "learn from about so many positions; 0: all"),
    OPTION_FLAG_ROW(FitCommandOptions, network, "network",
                    "learn a network over the patterns; slower, and better"),
    OPTION_TEXT_ROW(FitCommandOptions, from, "from", "FILE", NULL,
                    "continue from the network in this weight file"),
    OPTION_NUMBER_ROW(FitCommandOptions, keep, "keep", "X", 0, 1, "0.7",
                      "share of that network in the result; the rest: learned"),
    OPTION_INTEGER_ROW(FitCommandOptions, epochs, "epochs", "N", 0, 10000, "0",
                       "most passes; 0: 60, of --network 6, of --from 2"),
    OPTION_NUMBER_ROW(FitCommandOptions, rate, "rate", "X", 0, 1, "0",
                      "how fast the network learns; 0: 0.003, of --from 0.002"),
    OPTION_INTEGER_ROW(FitCommandOptions, phases, "phases", "N", 0, NETWORK_PHASES, "0",
                       "phases with embeddings of their own; 0: as --from, or 1"),
    OPTION_INTEGER_ROW(FitCommandOptions, width, "width", "N", 0, NETWORK_WIDTH, "0",
                       "numbers of an embedding, by fours; 0: as --from, or 64"),
    OPTION_INTEGER_ROW(FitCommandOptions, patience, "patience", "N", 1, 1000, "4",
                       "passes without progress before a stage ends"),
    OPTION_NUMBER_ROW(FitCommandOptions, ridge, "ridge", "X", 0, 1e6, "5",
                      "pull of every weight to 0, in positions"),
    OPTION_INTEGER_ROW(FitCommandOptions, overlap, "overlap", "N", 0, 64, "2",
                       "discs before and after a stage whose positions count too"),
    OPTION_NUMBER_ROW(FitCommandOptions, overlap_weight, "overlap-weight", "X", 0.001, 1, "0.4",
                      "how much those count"),
    OPTION_NUMBER_ROW(FitCommandOptions, lambda, "lambda", "X", 0, 1, "0.7",
                      "of a label: 0 the search alone, 1 what came of the position"),
    OPTION_INTEGER_ROW(FitCommandOptions, units, "units", "N", 1, FIT_MAX_UNITS, "32",
                       "weights in 1/N disc, a power of two; less is smaller"),
    OPTION_INTEGER_ROW(FitCommandOptions, stage_discs, "stage-discs", "N", 1, 64, "2",
                       "numbers of discs that share weights; more is smaller"),
    OPTION_INTEGER_ROW(FitCommandOptions, pattern_squares, "pattern-squares", "N", 4, 10, "10",
                       "leave out patterns of more squares; less is smaller"),
    OPTION_INTEGER_ROW(FitCommandOptions, threads, "threads", "N", 0, THREAD_POOL_MAX, "0",
                       "so many at work; 0: one per processor"),
    OPTION_FLAG_ROW(FitCommandOptions, json, "json", "print one JSON object per stage"),
};

/* --- Progress and report ------------------------------------------------------------------------
 */

/* A fit on its way, for the line that shows its progress. */
typedef struct Watch {
    Progress progress;
    const char *command;
    double start; /* when the first batch of a network was done */
    double done;  /* ... and how many epochs were, of this run or an earlier one */
} Watch;

static bool show_linear(void *context, int stage, int stages, int epoch, double training_rms,
                        double validation_rms) {
    Watch *watch = context;
    progress_update(&watch->progress,
                    "stage %d of %d, epoch %d: error %.3f, validation %.3f discs (rms)", stage + 1,
                    stages, epoch, training_rms, validation_rms);
    return !interrupt_came();
}

static bool show_network(void *context, const NetworkProgress *at) {
    Watch *watch = context;
    double done = at->epoch - 1 + at->share, now = clock_seconds();
    char validation[48] = "";
    if (watch->done <= 0) watch->done = done, watch->start = now;
    double speed = (done - watch->done) / (now - watch->start);
    if (at->validation >= 0)
        snprintf(validation, sizeof validation, ", validation %.3f", at->validation);
    if (speed > 0)
        progress_update(&watch->progress,
                        "epoch %d of %d, %2.0f %%: error %.3f%s discs (mae), %s left", at->epoch,
                        at->epochs, 100 * at->share, at->training, validation,
                        output_duration((at->epochs - done) / speed).text);
    return !interrupt_came();
}

static void show_torn(void *context, const char *path) {
    const Watch *watch = context;
    output_error(watch->command, "games %s: a torn block at the end was left out", path);
}

static void print_row(const char *name, int epochs, const FitErrors *training,
                      const FitErrors *validation) {
    char epochs_text[16] = "";
    if (epochs > 0) snprintf(epochs_text, sizeof epochs_text, "%d", epochs);
    printf("%-9s %12zu %7s %8.3f %8.3f %12zu %8.3f %8.3f\n", name, training->positions, epochs_text,
           training->mae, training->rms, validation->positions, validation->mae, validation->rms);
}

static void print_table(const FitReport *report, const Shape *shape) {
    printf("%-9s %12s %7s %8s %8s %12s %8s %8s\n", "discs", "positions", "epochs", "mae", "rms",
           "validation", "mae", "rms");
    for (int stage = 0; stage < report->stages; stage++) {
        const FitStage *at = &report->by_stage[stage];
        int last = at->last < shape->squares ? at->last : shape->squares;
        char name[32];
        snprintf(name, sizeof name, "%d-%d", at->first, last);
        print_row(name, at->epochs, &at->parts[PART_TRAINING], &at->parts[PART_VALIDATION]);
    }
    FitErrors training = fit_total(report->by_stage, report->stages, PART_TRAINING);
    FitErrors validation = fit_total(report->by_stage, report->stages, PART_VALIDATION);
    print_row("all", 0, &training, &validation);
    if (report->tables == report->stages) return; /* that for ordering was kept */
    const FitStage *order = &report->by_stage[report->stages];
    print_row("ordering", order->epochs, &order->parts[PART_TRAINING],
              &order->parts[PART_VALIDATION]);
}

static void print_json(const FitReport *report, const Shape *shape) {
    for (int stage = 0; stage < report->tables; stage++) {
        const FitStage *at = &report->by_stage[stage];
        const FitErrors *training = &at->parts[PART_TRAINING];
        const FitErrors *validation = &at->parts[PART_VALIDATION];
        printf(
            "{\"for\":\"%s\",\"first\":%d,\"last\":%d,\"epochs\":%d,\"positions\":%zu,\"mae\":%.4f,"
            "\"rms\":%.4f,\"validation_positions\":%zu,\"validation_mae\":%.4f,"
            "\"validation_rms\":%.4f}\n",
            stage < report->stages ? "evaluation" : "ordering", at->first,
            at->last < shape->squares ? at->last : shape->squares, at->epochs, training->positions,
            training->mae, training->rms, validation->positions, validation->mae, validation->rms);
    }
}

/* --- The command --------------------------------------------------------------------------------
 */

static void print_outcome(const FitCommandOptions *options, const Fit *fit,
                          const FitOutcome *outcome, double seconds) {
    if (options->json) {
        print_json(&outcome->report, &fit->dataset.shape);
        return;
    }
    print_table(&outcome->report, &fit->dataset.shape);
    if (options->from) printf("\nvalidation mae of %s: %.3f\n", options->from, outcome->start_mae);
    printf("\n%s: from %" PRIu64 " games, %" PRIu64 " positions, in %s\n", options->out,
           fit->dataset.games, fit->dataset.positions, output_duration(seconds).text);
    if (outcome->restored > 0)
        printf("%.3g %s were finished before\n", outcome->restored,
               options->network ? "epochs" : "stages");
}

/* An option that was given and that only networks have; NULL: none. */
static const char *network_option(const FitCommandOptions *options) {
    return options->from         ? "from"
           : options->rate > 0   ? "rate"
           : options->phases > 0 ? "phases"
           : options->width > 0  ? "width"
                                 : NULL;
}

/* Which options go together. */
static bool check_options(const FitCommandOptions *options, Error *error) {
    if (!options->out)
        error_set(error, STATUS_BAD_INPUT, "--out says where the weights go, and is missing");
    else if (FIT_MAX_UNITS % options->units != 0)
        error_set(error, STATUS_BAD_INPUT, "--units %d is not a power of two", options->units);
    else if (!options->network && network_option(options))
        error_set(error, STATUS_BAD_INPUT, "--%s goes with --network", network_option(options));
    else if (options->width % NETWORK_WIDTH_STEP != 0)
        error_set(error, STATUS_BAD_INPUT, "--width %d is not a multiple of %d", options->width,
                  NETWORK_WIDTH_STEP);
    else if (!options->from && (options->keep < DEFAULT_KEEP || options->keep > DEFAULT_KEEP))
        error_set(error, STATUS_BAD_INPUT, "--keep goes with --from");
    else
        return true;
    return false;
}

static FitPlan plan_of(const Arguments *args) {
    const FitCommandOptions *options = args->options;
    return (FitPlan){.games = args->values,
                     .game_files = args->count,
                     .positions = (uint64_t)options->positions,
                     .lambda = options->lambda,
                     .is_network = options->network,
                     .epochs = options->epochs,
                     .threads = thread_pool_size(options->threads),
                     .from = options->from,
                     .keep = options->keep,
                     .rate = options->rate,
                     .phases = options->phases,
                     .width = options->width,
                     .patience = options->patience,
                     .overlap = options->overlap,
                     .ridge = options->ridge,
                     .overlap_weight = options->overlap_weight,
                     .stage_discs = options->stage_discs,
                     .pattern_squares = options->pattern_squares,
                     .out = options->out,
                     .note = options->note,
                     .picture = options->picture,
                     .units = options->units};
}

static int run(const Arguments *args) {
    const FitCommandOptions *options = args->options;
    Error error;
    if (!check_options(options, &error)) return command_refuse(args, &error);
    FitPlan plan = plan_of(args);
    Watch watch = {.command = args->command->name};
    FitObserver observer = {
        .linear = show_linear, .network = show_network, .torn = show_torn, .context = &watch};
    double start = clock_seconds();
    Fit fit;
    FitOutcome outcome;
    int lock = file_lock(options->out, &error);
    if (lock < 0) return command_fail(args, &error);
    if (!fit_open(&fit, &plan, &observer, &error)) {
        file_unlock(options->out, lock);
        return command_fail(args, &error);
    }
    interrupt_watch();
    progress_start(&watch.progress);
    bool ok = fit_run(&fit, &outcome, &error);
    progress_end(&watch.progress);
    if (ok) print_outcome(options, &fit, &outcome, clock_seconds() - start);
    fit_close(&fit);
    file_unlock(options->out, lock);
    return ok ? COMMAND_OK : command_fail(args, &error);
}

const Command command_fit = {
    .name = "fit",
    .arguments = "GAMES...",
    .summary = "Learn weights from games of 'bianca selfplay'",
    .details =
        "Fits the weights of the board's patterns to the games, one stage of the game after\n"
        "another, with one game of twenty held out to show how well it does. The old\n"
        "weight file stays until the new one is complete. Use it with --weights.\n"
        "What is finished is kept in FILE.checkpoint: a fit that was stopped or killed\n"
        "resumes with the same command and gives the same weights.\n"
        "With --network a small network takes the place of the weights of the stages; the\n"
        "weights that order moves remain, and --patience, --ridge and --overlap are theirs.\n"
        "With --from the network continues from an earlier one for the same board and patterns,\n"
        "with new games alone, and ends between the two: --keep says where. The weights that\n"
        "order moves are kept from there and not learned again, as they come from more games.",
    .example = "bianca fit games.bin --out 8x8.weights --picture error.svg\n"
               "bianca fit games.bin --out 8x8.weights --network\n"
               "bianca fit new.bin --out new.weights --network --from 8x8.weights",
    COMMAND_OPTIONS(rows, FitCommandOptions),
    .min_args = 1,
    .max_args = OPTIONS_ANY_COUNT,
    .run = run,
};
