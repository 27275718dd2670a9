/* `bianca tune`: finds better numbers for the search by playing, and shows where it stands. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/thread_pool.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/jobs_input.h"
#include "train/tune/tune_jobs.h"

enum { TABLE_ROWS = 20, TUNE_MAX_GAMES = 100000000, SETTINGS_SIZE = 1024 };

typedef struct TuneOptions {
    const char *board, *parameters, *eval, *weights, *openings, *out;
    JobsInput jobs;
    double time, rate;
    int64_t nodes, seed;
    int games, batch, threads, hash;
    bool json;
} TuneOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(TuneOptions, parameters, "parameters", "A,B", "all",
                    "names of the search parameters to tune, or all"),
    OPTION_NUMBER_ROW(TuneOptions, time, "time", "S", 0.001, 86400, NULL, "seconds for each move"),
    OPTION_INTEGER_ROW(TuneOptions, nodes, "nodes", "N", 1, INT64_MAX, NULL, "nodes for each move"),
    OPTION_INTEGER_ROW(TuneOptions, games, "games", "N", 2, TUNE_MAX_GAMES, "10000",
                       "games to play, in pairs; steps shrink meanwhile"),
    OPTION_INTEGER_ROW(TuneOptions, batch, "batch", "N", 1, 1 << 16, "32",
                       "pairs that are played between two steps"),
    OPTION_NUMBER_ROW(TuneOptions, rate, "rate", "R", 1e-6, 1, "0.01", "how large the steps are"),
    OPTION_TEXT_ROW(TuneOptions, openings, "openings", "WHAT", "balanced:8",
                    "balanced:N (even after N random plies), or a file (OBF)"),
    OPTION_INTEGER_ROW(TuneOptions, threads, "threads", "N", 0, THREAD_POOL_MAX, "0",
                       "games at the same time; 0 means one per processor"),
    OPTION_INTEGER_ROW(TuneOptions, hash, "hash", "MB", 1, 1 << 20, "16",
                       "size of each player's table"),
    OPTION_INTEGER_ROW(TuneOptions, seed, "seed", "N", 0, INT64_MAX, "1",
                       "of openings and perturbations"),
    OPTION_TEXT_ROW(TuneOptions, board, "board", "WxH", "8x8", "columns and rows, at most 64"),
    OPTION_TEXT_ROW(TuneOptions, eval, "eval", "NAME", NULL, "evaluation to search with"),
    OPTION_TEXT_ROW(TuneOptions, weights, "weights", "FILE", NULL, "learned weights to use"),
    OPTION_TEXT_ROW(TuneOptions, out, "out", "FILE", "tune.journal",
                    "the journal; the same command resumes from it"),
    JOBS_INPUT_ROWS(TuneOptions),
    OPTION_FLAG_ROW(TuneOptions, json, "json", "print one JSON object for each round"),
};

/* The whole number that a value stands for. */
static int rounded(double value) {
    return (int)lround(value);
}

static void print_player(const TuneMatchOptions *match, const double *values) {
    printf("engine:search=");
    for (int i = 0; i < match->count; i++)
        printf("%s%s:%d", i ? "+" : "", match->tuned[i]->name, rounded(values[i]));
    putchar('\n');
}

static void print_row(const TuneMatchOptions *match, uint64_t games, const double *values) {
    printf("%9" PRIu64, games);
    for (int i = 0; i < match->count; i++)
        printf("  %*.2f", (int)strlen(match->tuned[i]->name), values[i]);
    putchar('\n');
}

/* At most TABLE_ROWS rounds, evenly spread, the last one among them. */
static void print_table(const TuneMatchOptions *match, const Journal *journal) {
    double values[SPSA_MAX_VALUES];
    printf("%9s", "games");
    for (int i = 0; i < match->count; i++) {
        values[i] = match->tuned[i]->standard;
        printf("  %s", match->tuned[i]->name);
    }
    putchar('\n');
    print_row(match, 0, values);
    int shown = journal->count < TABLE_ROWS ? journal->count : TABLE_ROWS;
    for (int i = 1; i <= shown; i++) {
        const JournalRow *row = &journal->rows[(int64_t)i * journal->count / shown - 1];
        print_row(match, 2 * row->pairs, row->values);
    }
    if (journal->count == 0) return;
    putchar('\n');
    print_player(match, journal->rows[journal->count - 1].values);
}

static void print_json(const TuneMatchOptions *match, const Journal *journal) {
    for (int i = 0; i < journal->count; i++) {
        const JournalRow *row = &journal->rows[i];
        printf("{\"round\":%d,\"games\":%" PRIu64 ",\"values\":{", i + 1, 2 * row->pairs);
        for (int v = 0; v < match->count; v++)
            printf("%s\"%s\":%.6f", v ? "," : "", match->tuned[v]->name, row->values[v]);
        printf("}}\n");
    }
}

typedef struct Watch {
    Progress progress;
    const TuneMatchOptions *match;
    bool is_open; /* what the command line names is there */
} Watch;

static void watch(void *context, const TuneStatus *status) {
    Watch *w = context;
    const Journal *journal = status->journal;
    double first =
        journal->count ? journal->rows[journal->count - 1].values[0] : w->match->tuned[0]->standard;
    progress_update(&w->progress, "%" PRIu64 " of %" PRIu64 " games  %s %.2f", 2 * status->pairs,
                    2 * status->wanted, w->match->tuned[0]->name, first);
}

/* What makes a tuning this one: the first lines of its journal. */
static bool write_settings(const TuneOptions *options, const TuneMatchOptions *match, char *out,
                           size_t size, Error *error) {
    Text text = text_into(out, size);
    text_string(&text, "parameters");
    for (int i = 0; i < match->count; i++) text_format(&text, " %s", match->tuned[i]->name);
    text_format(&text, "\nboard %s eval %s weights %s openings %s hash %d\n", options->board,
                options->eval ? options->eval : "-", options->weights ? options->weights : "-",
                options->openings, options->hash);
    text_format(&text, "time %.17g nodes %" PRId64 "\n", options->time, options->nodes);
    if (text.length < size) return true;
    error_set(error, STATUS_BAD_INPUT, "the settings of the tuning are too long");
    return false;
}

static bool read_options(const TuneOptions *options, Shape *shape, TuneMatchOptions *match,
                         Error *error) {
    *match = (TuneMatchOptions){.shape = shape,
                                .eval = options->eval,
                                .weights = options->weights,
                                .threads = thread_pool_size(options->threads),
                                .hash_mb = options->hash,
                                .seconds = options->time,
                                .nodes = (uint64_t)options->nodes,
                                .openings = options->openings,
                                .seed = (uint64_t)options->seed,
                                .stop = interrupt_flag()};
    if ((options->time > 0) == (options->nodes > 0)) {
        error_set(error, STATUS_BAD_INPUT, "give --time or --nodes for each move, not %s",
                  options->nodes ? "both" : "neither");
        return false;
    }
    return shape_parse(shape, options->board, strlen(options->board), error) &&
           tune_match_choose(match, options->parameters, error) && isa_choose(&match->isa, error);
}

/* `games` plays on the threads of this process, `session` elsewhere: one of them is NULL. */
static bool tune(const TuneOptions *options, const TuneMatchOptions *match, TuneMatch *games,
                 Session *session, Watch *context, Journal *journal, Error *error) {
    char settings[SETTINGS_SIZE];
    if (!write_settings(options, match, settings, sizeof settings, error)) return false;
    TunePlan plan = {.count = match->count,
                     .pairs = ((uint64_t)options->games + 1) / 2,
                     .batch = options->batch,
                     .rate = options->rate,
                     .seed = (uint64_t)options->seed,
                     .threads = session ? 1 : match->threads,
                     .path = options->out,
                     .settings = settings,
                     .play = tune_match_pair,
                     .play_round = session ? tune_jobs_round : NULL,
                     .play_context = session ? (void *)session : games,
                     .progress = watch,
                     .progress_context = context,
                     .stop = interrupt_flag()};
    for (int i = 0; i < match->count; i++) plan.ranges[i] = tune_match_range(match->tuned[i]);
    bool ok = tune_run(&plan, journal, error);
    progress_end(&context->progress);
    return ok;
}

static bool tune_by_jobs(const TuneOptions *options, const TuneMatchOptions *match, Watch *context,
                         Journal *journal, Error *error) {
    char parameters[TUNE_PARAMETERS_SIZE];
    if (!tune_jobs_describe(match, parameters, error)) return false;
    SessionOptions jobs = jobs_input_session(&options->jobs, options->threads, &context->progress);
    jobs.kind = &job_kind_tune;
    jobs.parameters = parameters;
    Session *session = session_open(&jobs, error);
    if (!session) return false;
    context->is_open = true;
    bool ok = tune(options, match, NULL, session, context, journal, error);
    session_close(session);
    return ok;
}

static bool tune_here(const TuneOptions *options, const TuneMatchOptions *match, Watch *context,
                      Journal *journal, Error *error) {
    TuneMatch *games = tune_match_new(match, error);
    if (!games) return false;
    context->is_open = true;
    bool ok = tune(options, match, games, NULL, context, journal, error);
    tune_match_free(games);
    return ok;
}

static int run(const Arguments *args) {
    const TuneOptions *options = args->options;
    Error error = {0};
    Shape shape;
    TuneMatchOptions match;
    if (!jobs_input_check(&options->jobs, &error) || !read_options(options, &shape, &match, &error))
        return command_refuse(args, &error);
    Watch context = {.match = &match};
    Journal journal = {0};
    interrupt_watch();
    progress_start(&context.progress);
    bool ok = (options->jobs.address ? tune_by_jobs : tune_here)(options, &match, &context,
                                                                 &journal, &error);
    progress_end(&context.progress);
    if (!ok && !context.is_open) return command_error(args, &error);
    if (!ok && error.status != STATUS_STOPPED) return command_fail(args, &error);
    if (options->json)
        print_json(&match, &journal);
    else
        print_table(&match, &journal);
    journal_release(&journal);
    if (ok) return COMMAND_OK;
    size_t length = strlen(error.text);
    snprintf(error.text + length, sizeof error.text - length, "; the same command resumes it");
    return command_fail(args, &error);
}

const Command command_tune = {
    .name = "tune",
    .summary = "Tune the numbers of the search by play",
    .details =
        "Moves the named parameters of the search up and down by chance, lets the two\n"
        "players that result play pairs of games at equal time (or nodes) from balanced\n"
        "openings, and steps towards the winner (SPSA). The journal keeps every round: after\n"
        "Ctrl-C or a kill the same command resumes. Prints the values over the games and the\n"
        "player that has them, ready for `bianca match`.\n"
        "With --jobs every 'bianca worker' on the same address plays too.\n"
        "With --json, for each round: round, games, values.",
    .example = "bianca tune --parameters probcut_73,probcut_slack --time 0.02 --games 20000",
    COMMAND_OPTIONS(rows, TuneOptions),
    .run = run,
};
