/* `bianca fit`: learns pattern weights, or a network, from files of self-play games. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/thread_pool.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "train/fit_picture.h"
#include "train/linear/linear_fit.h"
#include "train/network/network_fit.h"

typedef struct FitCommandOptions {
    const char *out, *picture, *note, *from;
    int64_t positions;
    int epochs, patience, overlap, units, threads;
    double ridge, overlap_weight, search_share, rate, keep;
    bool network, json;
} FitCommandOptions;

/* What an option of 0 stands for. */
enum { EPOCHS = 60, NETWORK_EPOCHS = 6, FROM_EPOCHS = 2 };
#define NETWORK_RATE 0.003
#define FROM_RATE    0.002
#define KEEP         0.7 /* the default below */

enum { NETWORK_SEED = 1 };

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
                    "go on from the network in this weight file"),
    OPTION_NUMBER_ROW(FitCommandOptions, keep, "keep", "X", 0, 1, "0.7",
                      "share of that network in the result; the rest: learned"),
    OPTION_INTEGER_ROW(FitCommandOptions, epochs, "epochs", "N", 0, 10000, "0",
                       "most passes; 0: 60, of --network 6, of --from 2"),
    OPTION_NUMBER_ROW(FitCommandOptions, rate, "rate", "X", 0, 1, "0",
                      "how fast the network learns; 0: 0.003, of --from 0.002"),
    OPTION_INTEGER_ROW(FitCommandOptions, patience, "patience", "N", 1, 1000, "4",
                       "passes without progress before a stage ends"),
    OPTION_NUMBER_ROW(FitCommandOptions, ridge, "ridge", "X", 0, 1e6, "5",
                      "pull of every weight to 0, in positions"),
    OPTION_INTEGER_ROW(FitCommandOptions, overlap, "overlap", "N", 0, 64, "2",
                       "discs before and after a stage whose positions count too"),
    OPTION_NUMBER_ROW(FitCommandOptions, overlap_weight, "overlap-weight", "X", 0.001, 1, "0.4",
                      "how much those count"),
    OPTION_NUMBER_ROW(FitCommandOptions, search_share, "search-share", "X", 0, 1, "0.5",
                      "share of the search's score in labels; the rest: outcome"),
    OPTION_INTEGER_ROW(FitCommandOptions, units, "units", "N", 1, EVAL_DISC, "32",
                       "weights in 1/N disc, a power of two; less is smaller"),
    OPTION_INTEGER_ROW(FitCommandOptions, threads, "threads", "N", 0, THREAD_POOL_MAX, "0",
                       "so many at work; 0: one per processor"),
    OPTION_FLAG_ROW(FitCommandOptions, json, "json", "print one JSON object per stage"),
};

/* --- Progress and report ------------------------------------------------------------------------
 */

static bool show(void *context, int stage, int stages, int epoch, double training_rms,
                 double validation_rms) {
    progress_update(context, "stage %d of %d, epoch %d: error %.3f, validation %.3f discs (rms)",
                    stage + 1, stages, epoch, training_rms, validation_rms);
    return !interrupt_came();
}

/* A fit of a network on its way, for the line that tells of it. */
typedef struct NetworkWatch {
    Progress progress;
    double start; /* when the first batch was done */
    double done;  /* ... and how many epochs were, of this run or an earlier one */
} NetworkWatch;

static bool show_network(void *context, const NetworkProgress *at) {
    NetworkWatch *watch = context;
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

static void print_row(const char *name, int epochs, const FitErrors *training,
                      const FitErrors *validation) {
    char epochs_text[16] = "";
    if (epochs > 0) snprintf(epochs_text, sizeof epochs_text, "%d", epochs);
    printf("%-9s %12zu %7s %8.3f %8.3f %12zu %8.3f %8.3f\n", name, training->positions, epochs_text,
           training->mae, training->rms, validation->positions, validation->mae, validation->rms);
}

static void print_table(const FitResult *result, const Shape *shape) {
    printf("%-9s %12s %7s %8s %8s %12s %8s %8s\n", "discs", "positions", "epochs", "mae", "rms",
           "validation", "mae", "rms");
    for (int stage = 0; stage < result->stages; stage++) {
        const FitStage *report = &result->report[stage];
        int last = report->last < shape->squares ? report->last : shape->squares;
        char name[32];
        snprintf(name, sizeof name, "%d-%d", report->first, last);
        print_row(name, report->epochs, &report->parts[PART_TRAINING],
                  &report->parts[PART_VALIDATION]);
    }
    FitErrors training = fit_total(result, PART_TRAINING);
    FitErrors validation = fit_total(result, PART_VALIDATION);
    print_row("all", 0, &training, &validation);
    if (result->tables == result->stages) return; /* that for ordering was kept */
    const FitStage *order = &result->report[result->stages];
    print_row("ordering", order->epochs, &order->parts[PART_TRAINING],
              &order->parts[PART_VALIDATION]);
}

static void print_json(const FitResult *result, const Shape *shape) {
    for (int stage = 0; stage < result->tables; stage++) {
        const FitStage *report = &result->report[stage];
        const FitErrors *training = &report->parts[PART_TRAINING];
        const FitErrors *validation = &report->parts[PART_VALIDATION];
        printf(
            "{\"for\":\"%s\",\"first\":%d,\"last\":%d,\"epochs\":%d,\"positions\":%zu,\"mae\":%.4f,"
            "\"rms\":%.4f,\"validation_positions\":%zu,\"validation_mae\":%.4f,"
            "\"validation_rms\":%.4f}\n",
            stage < result->stages ? "evaluation" : "ordering", report->first,
            report->last < shape->squares ? report->last : shape->squares, report->epochs,
            training->positions, training->mae, training->rms, validation->positions,
            validation->mae, validation->rms);
    }
}

/* --- Work
 * ----------------------------------------------------------------------------------------- */

/* Where a network comes from: its games, and those of the network it went on from if there is room
 * to say so. */
static void make_note(const FitResult *result, const Dataset *dataset, const WeightFile *old,
                      char *note, size_t size) {
    int length =
        snprintf(note, size, "%" PRIu64 " games, %" PRIu64 " positions, validation mae %.3f",
                 dataset->games, dataset->positions, fit_total(result, PART_VALIDATION).mae);
    if (!old || length < 0 || (size_t)length >= size) return;
    int more = snprintf(note + length, size - (size_t)length, "; before: %s", old->note);
    if (more < 0 || (size_t)more >= size - (size_t)length) note[length] = '\0';
}

/* Of a network only the table for ordering comes from *result. */
static bool write_weights(const FitCommandOptions *options, const FitResult *result,
                          const NetworkFitResult *network, const PatternSet *set,
                          const Dataset *dataset, const WeightFile *old, Error *error) {
    char note[WEIGHT_FILE_NOTE + 1];
    make_note(result, dataset, old, note, sizeof note);
    WeightFileDraft draft = {.set = set,
                             .stages = network ? 1 : result->tables,
                             .units = options->units,
                             .note = options->note ? options->note : note};
    memcpy(draft.stage_of, result->stage_of, sizeof draft.stage_of);
    memcpy(draft.bias, network ? network->bias : result->bias, sizeof draft.bias);
    if (network) {
        draft.tied[0] = result->tied[result->stages];
        draft.network_rows = network->embeddings;
        draft.network_heads = network->heads;
        draft.network_stages = network->stages;
    }
    for (int stage = 0; stage < result->tables && !network; stage++)
        draft.tied[stage] = result->tied[stage];
    uint8_t *bytes;
    size_t length;
    if (!weight_file_encode(&draft, &bytes, &length, error)) return false;
    bool ok = file_replace(options->out, bytes, length, error);
    free(bytes);
    return ok;
}

/* The name of the file in which the fit keeps its progress. A device or a pipe has none. */
static bool checkpoint_name(const char *out, char *name, size_t size) {
    struct stat old;
    int length = snprintf(name, size, "%s.checkpoint", out);
    return length > 0 && (size_t)length < size && (stat(out, &old) != 0 || S_ISREG(old.st_mode));
}

static bool fit_weights(const FitCommandOptions *options, const char *checkpoint,
                        const Dataset *dataset, const PatternSet *set, FitResult *result,
                        Error *error) {
    FitOptions how = {.epochs = options->epochs && !options->network ? options->epochs : EPOCHS,
                      .patience = options->patience,
                      .ridge = options->ridge,
                      .overlap = options->overlap,
                      .overlap_weight = options->overlap_weight,
                      .only_ordering = options->network,
                      .threads = thread_pool_size(options->threads),
                      .checkpoint = checkpoint};
    Progress progress;
    progress_start(&progress);
    bool ok = fit_run(dataset, set, &how, show, &progress, result, error);
    progress_end(&progress);
    return ok;
}

/* Keeps the table for ordering moves of the network that the fit went on from: it has learned from
 * more games. It is not in the report. */
static bool keep_ordering(const WeightFile *old, const PatternSet *set, FitResult *result,
                          Error *error) {
    uint32_t *tied = malloc(set->weights * sizeof *tied);
    int16_t *kept = calloc(set->weights, sizeof *kept);
    memset(result, 0, sizeof *result);
    result->stages = result->tables = fit_stages(set->shape, result->stage_of);
    result->tied[result->stages] = kept;
    if (tied && kept) {
        pattern_ties(set, tied);
        for (uint32_t w = 0; w < set->weights; w++) kept[tied[w]] = old->learned.order[w];
    } else {
        error_set(error, STATUS_NO_MEMORY, "no memory for the ordering of moves");
        fit_release(result);
    }
    free(tied);
    return kept && tied;
}

/* The network and, behind it, the table for ordering moves, which is a matter of seconds: the
 * checkpoint is the network's alone. */
static bool fit_network(const FitCommandOptions *options, const char *checkpoint,
                        const Dataset *dataset, const PatternSet *set, const WeightFile *old,
                        FitResult *result, NetworkFitResult *network, Error *error) {
    NetworkFitOptions how = {.epochs = old ? FROM_EPOCHS : NETWORK_EPOCHS,
                             .rate = old ? FROM_RATE : NETWORK_RATE,
                             .threads = thread_pool_size(options->threads),
                             .seed = NETWORK_SEED,
                             .start = old,
                             .keep = options->keep,
                             .checkpoint = checkpoint};
    if (options->epochs) how.epochs = options->epochs;
    if (options->rate > 0) how.rate = options->rate;
    NetworkWatch watch = {.done = 0};
    progress_start(&watch.progress);
    bool ok = network_fit_run(dataset, set, &how, show_network, &watch, network, error);
    progress_end(&watch.progress);
    if (!ok) return false;
    if (!(old ? keep_ordering(old, set, result, error)
              : fit_weights(options, NULL, dataset, set, result, error))) {
        network_fit_release(network);
        return false;
    }
    memcpy(result->report, network->report, (size_t)result->stages * sizeof result->report[0]);
    return true;
}

static void print_result(const FitCommandOptions *options, const FitResult *result,
                         const Shape *shape) {
    if (options->json)
        print_json(result, shape);
    else
        print_table(result, shape);
}

static bool fit_and_write(const FitCommandOptions *options, const Dataset *dataset,
                          const PatternSet *set, const WeightFile *old, double *restored,
                          Error *error) {
    char name[PATH_MAX];
    const char *checkpoint = checkpoint_name(options->out, name, sizeof name) ? name : NULL;
    FitResult result;
    NetworkFitResult network = {0};
    interrupt_watch();
    bool ok = options->network
                  ? fit_network(options, checkpoint, dataset, set, old, &result, &network, error)
                  : fit_weights(options, checkpoint, dataset, set, &result, error);
    if (!ok) return false;
    ok = write_weights(options, &result, options->network ? &network : NULL, set, dataset, old,
                       error) &&
         (!options->picture || picture_write(&result, &dataset->shape, options->picture, error));
    if (ok && checkpoint) unlink(checkpoint);
    if (ok) print_result(options, &result, &dataset->shape);
    if (ok && old && !options->json)
        printf("\nvalidation mae of %s: %.3f\n", options->from, network.at_start.mae);
    *restored = options->network ? network.restored : result.restored;
    fit_release(&result);
    network_fit_release(&network);
    return ok;
}

static bool read_games(const Arguments *args, Dataset *dataset, Error *error) {
    const FitCommandOptions *options = args->options;
    DatasetOptions how = {.search_share = options->search_share,
                          .limit = (uint64_t)options->positions};
    for (int i = 0; i < args->count; i++) {
        bool torn = false;
        if (!dataset_add(dataset, args->values[i], &how, &torn, error)) return false;
        if (torn)
            output_error(args->command->name, "games %s: a torn block at the end was left out",
                         args->values[i]);
        if (how.limit > 0 && dataset->positions >= how.limit) break;
    }
    return true;
}

/* The patterns of the board for a new evaluation. */
static PatternSet *new_patterns(const Shape *shape, Error *error) {
    PatternSet *set = aligned_alloc(_Alignof(PatternSet), sizeof *set);
    if (!set) {
        error_set(error, STATUS_NO_MEMORY, "no memory");
        return NULL;
    }
    PatternReference references[PATTERN_INSTANCES];
    int count = pattern_references(shape, references);
    if (pattern_set_init(set, shape, references, count, error)) return set;
    free(set);
    return NULL;
}

static int run(const Arguments *args) {
    const FitCommandOptions *options = args->options;
    Error error;
    if (!options->out) {
        error_set(&error, STATUS_BAD_INPUT, "--out says where the weights go, and is missing");
        return command_refuse(args, &error);
    }
    if (EVAL_DISC % options->units != 0) {
        error_set(&error, STATUS_BAD_INPUT, "--units %d is not a power of two", options->units);
        return command_refuse(args, &error);
    }
    if (!options->network && (options->rate > 0 || options->from)) {
        error_set(&error, STATUS_BAD_INPUT, "--%s goes with --network",
                  options->from ? "from" : "rate");
        return command_refuse(args, &error);
    }
    if (!options->from && (options->keep < KEEP || options->keep > KEEP)) {
        error_set(&error, STATUS_BAD_INPUT, "--keep goes with --from");
        return command_refuse(args, &error);
    }
    Dataset dataset;
    dataset_init(&dataset);
    WeightFile *old = NULL;
    double restored = 0, start = clock_seconds();
    bool ok = read_games(args, &dataset, &error);
    if (ok && options->from) ok = (old = weight_file_read(&dataset.shape, options->from, &error));
    PatternSet *set = ok && !old ? new_patterns(&dataset.shape, &error) : NULL;
    ok = ok && (old || set) &&
         fit_and_write(options, &dataset, old ? &old->set : set, old, &restored, &error);
    weight_file_free(old);
    if (ok && !options->json)
        printf("\n%s: from %" PRIu64 " games, %" PRIu64 " positions, in %s\n", options->out,
               dataset.games, dataset.positions, output_duration(clock_seconds() - start).text);
    if (ok && !options->json && restored > 0)
        printf("%.3g %s were finished before\n", restored, options->network ? "epochs" : "stages");
    free(set);
    dataset_free(&dataset);
    return ok ? COMMAND_OK : command_fail(args, &error);
}

const Command command_fit = {
    .name = "fit",
    .arguments = "GAMES...",
    .summary = "Learn weights from games of 'bianca selfplay'",
    .details =
        "Fits the weights of the board's patterns to the games, one stage of the game after\n"
        "another, with one game of twenty kept apart to tell how well it does. The old\n"
        "weight file stays until the new one is complete. Use it with --weights.\n"
        "What is finished is kept in FILE.checkpoint: a fit that was stopped or killed goes\n"
        "on with the same command and gives the same weights.\n"
        "With --network a small network takes the place of the weights of the stages; the\n"
        "weights that order moves remain, and --patience, --ridge and --overlap are theirs.\n"
        "With --from the network goes on from an earlier one for the same board and patterns,\n"
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
