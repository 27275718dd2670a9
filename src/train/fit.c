/* Decides how each kind of weights is fitted, and puts the weight file together (fit.h). */
#include "train/fit.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "train/fit_report.h"

/* The usual settings: of pattern weights, of a new network, of one that continues. */
enum { LINEAR_EPOCHS = 60, NETWORK_EPOCHS = 6, FROM_EPOCHS = 2, NETWORK_SEED = 1 };
#define NETWORK_RATE 0.003
#define FROM_RATE    0.002

/* What was fitted. `linear` has the table that orders moves, after the stages; `network` is empty
 * unless the plan asks for one. */
typedef struct Fitted {
    LinearFitResult linear;
    NetworkFitResult network;
} Fitted;

static const PatternSet *patterns_of(const Fit *fit) {
    return fit->start ? &fit->start->set : fit->set;
}

/* --- Fitting ------------------------------------------------------------------------------------
 */

static bool fit_linear(const Fit *fit, const char *checkpoint, LinearFitResult *result,
                       Error *error) {
    const FitPlan *plan = fit->plan;
    LinearFitOptions options = {.epochs = LINEAR_EPOCHS,
                                .patience = plan->patience,
                                .ridge = plan->ridge,
                                .overlap = plan->overlap,
                                .overlap_weight = plan->overlap_weight,
                                .stage_discs = plan->is_network ? 0 : plan->stage_discs,
                                .only_ordering = plan->is_network,
                                .threads = plan->threads,
                                .checkpoint = checkpoint};
    if (plan->epochs && !plan->is_network) options.epochs = plan->epochs;
    return linear_fit_run(&fit->dataset, patterns_of(fit), &options, fit->observer->linear,
                          fit->observer->context, result, error);
}

/* Takes the table that orders moves from the network that the fit continues from. It is not in the
 * report. */
static bool keep_ordering(const WeightFile *start, LinearFitResult *result, Error *error) {
    const PatternSet *set = &start->set;
    uint32_t *tied = malloc(set->weights * sizeof *tied);
    int16_t *kept = calloc(set->weights, sizeof *kept);
    memset(result, 0, sizeof *result);
    result->stages = result->tables = fit_stages(set->shape, LINEAR_STAGE_DISCS, result->stage_of);
    result->tied[result->stages] = kept;
    if (tied && kept) {
        pattern_ties(set, tied);
        for (uint32_t w = 0; w < set->weights; w++) kept[tied[w]] = start->learned.order[w];
    } else {
        error_set(error, STATUS_NO_MEMORY, "no memory for the ordering of moves");
        linear_fit_release(result);
    }
    free(tied);
    return kept && tied;
}

/* The network and then the table that orders moves, which takes seconds: the checkpoint is the
 * network's alone. */
static bool fit_network(const Fit *fit, const char *checkpoint, Fitted *fitted, Error *error) {
    const FitPlan *plan = fit->plan;
    const WeightFile *start = fit->start;
    NetworkFitOptions options = {.epochs = start ? FROM_EPOCHS : NETWORK_EPOCHS,
                                 .rate = start ? FROM_RATE : NETWORK_RATE,
                                 .threads = plan->threads,
                                 .phases = plan->phases,
                                 .width = plan->width,
                                 .seed = NETWORK_SEED,
                                 .start = start,
                                 .keep = plan->keep,
                                 .checkpoint = checkpoint};
    if (plan->epochs) options.epochs = plan->epochs;
    if (plan->rate > 0) options.rate = plan->rate;
    if (!network_fit_run(&fit->dataset, patterns_of(fit), &options, fit->observer->network,
                         fit->observer->context, &fitted->network, error))
        return false;
    if (start ? keep_ordering(start, &fitted->linear, error)
              : fit_linear(fit, NULL, &fitted->linear, error))
        return true;
    network_fit_release(&fitted->network);
    return false;
}

/* --- Writing ------------------------------------------------------------------------------------
 */

static void make_report(const Fit *fit, const Fitted *fitted, FitOutcome *outcome) {
    const LinearFitResult *linear = &fitted->linear;
    const NetworkFitResult *network = &fitted->network;
    FitReport *report = &outcome->report;
    report->stages = linear->stages;
    report->tables = linear->tables;
    memcpy(report->by_stage, linear->report, sizeof report->by_stage);
    outcome->restored = linear->restored;
    outcome->start_mae = network->at_start.mae;
    if (!fit->plan->is_network) return;
    report->stages = network->stages;
    report->tables = network->stages + (linear->tables - linear->stages);
    memcpy(report->by_stage, network->report, (size_t)report->stages * sizeof report->by_stage[0]);
    report->by_stage[report->stages] = linear->report[linear->stages];
    outcome->restored = network->restored;
}

/* Where the weights come from: the games, and the note of the network that the fit continued from
 * if there is room for it. */
static void make_note(const Fit *fit, const FitReport *report, char *note, size_t size) {
    int length =
        snprintf(note, size, "%" PRIu64 " games, %" PRIu64 " positions, validation mae %.3f",
                 fit->dataset.games, fit->dataset.positions,
                 fit_total(report->by_stage, report->stages, PART_VALIDATION).mae);
    if (!fit->start || length < 0 || (size_t)length >= size) return;
    int more = snprintf(note + length, size - (size_t)length, "; before: %s", fit->start->note);
    if (more < 0 || (size_t)more >= size - (size_t)length) note[length] = '\0';
}

static bool write_weights(const Fit *fit, const FitReport *report, const Fitted *fitted,
                          Error *error) {
    const FitPlan *plan = fit->plan;
    const LinearFitResult *linear = &fitted->linear;
    const NetworkFitResult *network = plan->is_network ? &fitted->network : NULL;
    char note[WEIGHT_FILE_NOTE + 1];
    make_note(fit, report, note, sizeof note);
    WeightFileDraft draft = {.set = patterns_of(fit),
                             .stages = network ? 1 : linear->tables,
                             .units = plan->units,
                             .note = plan->note ? plan->note : note};
    memcpy(draft.stage_of, network ? network->stage_of : linear->stage_of, sizeof draft.stage_of);
    memcpy(draft.bias, network ? network->bias : linear->bias, sizeof draft.bias);
    if (network) {
        draft.tied[0] = linear->tied[linear->stages];
        draft.network_embeddings = network->embeddings;
        draft.network_heads = network->heads;
        draft.network_stages = network->stages;
        draft.network_phases = network->phases;
        draft.network_width = network->width;
    }
    for (int stage = 0; stage < linear->tables && !network; stage++)
        draft.tied[stage] = linear->tied[stage];
    uint8_t *bytes;
    size_t length;
    if (!weight_file_encode(&draft, &bytes, &length, error)) return false;
    bool ok = file_replace(plan->out, bytes, length, error);
    free(bytes);
    return ok;
}

/* The name of the checkpoint. A device or a pipe has none. */
static bool checkpoint_name(const char *out, char *name, size_t size) {
    struct stat old;
    int length = snprintf(name, size, "%s.checkpoint", out);
    return length > 0 && (size_t)length < size && (stat(out, &old) != 0 || S_ISREG(old.st_mode));
}

bool fit_run(Fit *fit, FitOutcome *outcome, Error *error) {
    const FitPlan *plan = fit->plan;
    char name[PATH_MAX];
    const char *checkpoint = checkpoint_name(plan->out, name, sizeof name) ? name : NULL;
    Fitted fitted = {.linear = {0}};
    memset(outcome, 0, sizeof *outcome);
    if (!(plan->is_network ? fit_network(fit, checkpoint, &fitted, error)
                           : fit_linear(fit, checkpoint, &fitted.linear, error)))
        return false;
    make_report(fit, &fitted, outcome);
    bool ok = write_weights(fit, &outcome->report, &fitted, error) &&
              (!plan->picture ||
               fit_picture_write(&outcome->report, &fit->dataset.shape, plan->picture, error));
    if (ok && checkpoint) unlink(checkpoint);
    linear_fit_release(&fitted.linear);
    network_fit_release(&fitted.network);
    return ok;
}

/* --- Games and patterns -------------------------------------------------------------------------
 */

static bool read_games(Fit *fit, Error *error) {
    const FitPlan *plan = fit->plan;
    DatasetOptions options = {.lambda = plan->lambda, .limit = plan->positions};
    for (int i = 0; i < plan->game_files; i++) {
        bool torn = false;
        if (!dataset_add(&fit->dataset, plan->games[i], &options, &torn, error)) return false;
        if (torn) fit->observer->torn(fit->observer->context, plan->games[i]);
        if (options.limit > 0 && fit->dataset.positions >= options.limit) break;
    }
    return true;
}

/* Leaves out the patterns of more than `most` squares; where that is the edges, they come without
 * their X squares. */
static int leave_out(const Shape *shape, int most, PatternReference *references, int count) {
    PatternReference kept[PATTERN_INSTANCES];
    int sides = shape->width == shape->height ? 1 : 2, kept_count = 0;
    for (int turned = 0; turned < sides; turned++) {
        int length = turned ? shape->height : shape->width;
        if (length > most || most >= PATTERN_SQUARES) continue;
        PatternReference *edge = &kept[kept_count++];
        *edge = (PatternReference){.size = (uint8_t)length};
        for (int k = 0; k < length; k++)
            edge->squares[k] =
                (uint8_t)(turned ? shape_square(shape, 0, k) : shape_square(shape, k, 0));
    }
    for (int i = 0; i < count; i++)
        if (references[i].size <= most) kept[kept_count++] = references[i];
    memcpy(references, kept, (size_t)kept_count * sizeof kept[0]);
    return kept_count;
}

/* The patterns of the board for a new evaluation. */
static PatternSet *new_patterns(const Shape *shape, int most, Error *error) {
    PatternSet *set = aligned_alloc(_Alignof(PatternSet), sizeof *set);
    if (!set) {
        error_set(error, STATUS_NO_MEMORY, "no memory");
        return NULL;
    }
    PatternReference references[PATTERN_INSTANCES];
    int count = pattern_references(shape, references);
    if (most > 0) count = leave_out(shape, most, references, count);
    if (pattern_set_init(set, shape, references, count, error)) return set;
    free(set);
    return NULL;
}

bool fit_open(Fit *fit, const FitPlan *plan, const FitObserver *observer, Error *error) {
    *fit = (Fit){.plan = plan, .observer = observer};
    dataset_init(&fit->dataset);
    bool ok = read_games(fit, error);
    if (ok && plan->from)
        ok = (fit->start = weight_file_read(&fit->dataset.shape, plan->from, error));
    else if (ok)
        ok = (fit->set = new_patterns(&fit->dataset.shape, plan->pattern_squares, error));
    if (!ok) fit_close(fit);
    return ok;
}

void fit_close(Fit *fit) {
    weight_file_free(fit->start);
    free(fit->set);
    dataset_free(&fit->dataset);
    *fit = (Fit){.plan = NULL};
}
