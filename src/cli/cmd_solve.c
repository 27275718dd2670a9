/* `bianca solve`: exact results of positions, one by one, compared with what a file says. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "cli/jobs_input.h"
#include "cli/solve_jobs.h"
#include "engine/result_text.h"
#include "record/obf.h"

enum { LINE_MOVES = 10 };

typedef struct SolveOptions {
    BoardInput input;
    EngineInput engine;
    JobsInput jobs;
    bool start;
    bool wld;
    bool json;
} SolveOptions;

static const Option rows[] = {
    BOARD_INPUT_ROWS(SolveOptions),
    OPTION_FLAG_ROW(SolveOptions, start, "start", "solve the start of the game"),
    OPTION_FLAG_ROW(SolveOptions, wld, "wld", "only who wins: win, loss or draw"),
    ENGINE_INPUT_ROWS(SolveOptions),
    JOBS_INPUT_ROWS(SolveOptions),
    OPTION_FLAG_ROW(SolveOptions, json, "json", "print one JSON object per position"),
};

/* What is added up over all positions. */
typedef struct Sum {
    int positions, wrong;
    uint64_t nodes;
    double seconds;
} Sum;

typedef struct Solver {
    const Shape *shape;
    Engine *engine;
    bool wld;
    bool json;
    Sum sum;
    Progress progress;
    EngineResult result;
} Solver;

/* The best score the file gives; false if it gives none. */
static bool expected_score(const ObfEntry *entry, int *score) {
    for (int i = 0; i < entry->count; i++)
        if (i == 0 || entry->moves[i].score > *score) *score = entry->moves[i].score;
    return entry->count > 0;
}

static void print_head(void) {
    printf("%4s  %7s  %5s  %-4s  %9s  %12s  %9s  %s\n", "no", "empties", "score", "move", "time",
           "nodes", "nodes/s", "line");
}

/* "-" where it was not measured. */
static ShortText duration_text(double seconds) {
    return seconds < 0 ? (ShortText){"-"} : output_duration(seconds);
}

static void print_row(const Solver *solver, int empties) {
    const EngineResult *result = &solver->result;
    const EngineLine *line = &result->lines[0];
    if (solver->sum.positions == 1) print_head();
    char pv[LINE_PV_SIZE];
    Text text = text_into(pv, sizeof pv);
    line_pv_text(&text, solver->shape, line, 0, LINE_MOVES);
    printf("%4d  %7d  %5s  %-4s  %9s  %12" PRIu64 "  %9s  %s\n", solver->sum.positions, empties,
           solver->wld ? engine_outcome_name(result->outcome) : line_score_text(line).text,
           line->length ? move_name(solver->shape, line->pv[0]).text : "-",
           duration_text(result->seconds).text, result->nodes,
           output_rate((double)result->nodes, result->seconds).text, pv);
}

static void print_json(const Solver *solver, int empties) {
    char bytes[2 * LINE_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    if (solver->wld)
        text_format(&text, "\"outcome\":\"%s\",", engine_outcome_name(solver->result.outcome));
    result_json_summary(&text, solver->shape, &solver->result);
    printf("{\"id\":%d,\"empties\":%d,%s}\n", solver->sum.positions, empties, bytes);
}

static void watch(void *context, const EngineResult *so_far) {
    Solver *solver = context;
    const EngineLine *line = &so_far->lines[0];
    progress_update(&solver->progress, "position %d: depth %d@%d%%  %s %s  %s nodes",
                    solver->sum.positions, line->depth, line->selectivity,
                    move_name(solver->shape, line->pv[0]).text, line_score_text(line).text,
                    output_count((double)so_far->nodes).text);
}

static EngineOutcome outcome_of(int score) {
    return score > 0 ? ENGINE_WIN : score < 0 ? ENGINE_LOSS : ENGINE_DRAW;
}

/* Says where the file has another result. */
static void compare(Solver *solver, const ObfEntry *entry) {
    int expected, score = (int)solver->result.lines[0].score, number = solver->sum.positions;
    EngineOutcome outcome = solver->result.outcome;
    if (!expected_score(entry, &expected)) return;
    if (solver->wld ? outcome_of(expected) == outcome : expected == score) return;
    solver->sum.wrong++;
    if (solver->wld)
        output_error("solve", "position %d: the file says %+d, the outcome is a %s", number,
                     expected, engine_outcome_name(outcome));
    else
        output_error("solve", "position %d: the file says %+d, the score is %+d", number, expected,
                     score);
}

/* Prints and compares what is known of a position. */
static void report(Solver *solver, const ObfEntry *entry) {
    int empties = bits_count(position_empties(solver->shape, entry->board.position));
    solver->sum.nodes += solver->result.nodes;
    solver->sum.seconds += solver->result.seconds;
    if (solver->json)
        print_json(solver, empties);
    else
        print_row(solver, empties);
    if (solver->result.end == ENGINE_STOPPED) return;
    compare(solver, entry);
    fflush(stdout);
}

static void solve(Solver *solver, const ObfEntry *entry) {
    EngineLimits limits = {.is_outcome_only = solver->wld, .stop = interrupt_flag()};
    Position position = entry->board.position;
    solver->sum.positions++;
    engine_clear(solver->engine);
    progress_start(&solver->progress);
    engine_think(solver->engine, position, &limits, watch, solver, &solver->result);
    progress_end(&solver->progress);
    report(solver, entry);
}

/* The position at which the user ended it has an estimate, if anything: no score to compare. */
static void report_stop(const Solver *solver) {
    const EngineLine *line = &solver->result.lines[0];
    output_error("solve", "stopped at position %d: its score is an estimate, depth %s",
                 solver->sum.positions, line_depth_text(line).text);
}

static bool solve_file(Solver *solver, const char *path, Error *error) {
    char *bytes;
    size_t length;
    if (!file_read(path, FILE_LIMIT, &bytes, &length, error)) return false;
    ObfReader reader = {.shape = solver->shape, .bytes = bytes, .length = length};
    ObfEntry entry;
    ObfNext next;
    while ((next = obf_next(&reader, &entry, error)) == OBF_ENTRY && !output_is_broken() &&
           solver->result.end != ENGINE_STOPPED)
        solve(solver, &entry);
    free(bytes);
    if (next == OBF_END && solver->sum.positions == 0) {
        error_set(error, STATUS_BAD_INPUT, "%s: there is no position in it", path);
        return false;
    }
    return next != OBF_ERROR;
}

static bool on_result(void *context, const ObfEntry *entry, const EngineResult *result) {
    Solver *solver = context;
    progress_end(&solver->progress);
    solver->sum.positions++;
    solver->result = *result;
    report(solver, entry);
    return !output_is_broken();
}

static bool solve_by_jobs(Solver *solver, const SolveOptions *options, const char *path,
                          Error *error) {
    char *bytes;
    size_t length;
    if (!file_read(path, FILE_LIMIT, &bytes, &length, error)) return false;
    SolveJobsOptions solve = {.shape = solver->shape,
                              .path = path,
                              .bytes = bytes,
                              .length = length,
                              .engine = engine_input_options(&options->engine),
                              .is_outcome_only = options->wld,
                              .on_result = on_result,
                              .context = solver};
    progress_start(&solver->progress);
    SessionOptions jobs =
        jobs_input_session(&options->jobs, options->engine.threads, &solver->progress);
    bool ok = solve_jobs_run(&solve, &jobs, error);
    progress_end(&solver->progress);
    free(bytes);
    return ok || output_is_broken();
}

static void print_sum(const Sum *sum) {
    printf("%4s  %7s  %5s  %-4s  %9s  %12" PRIu64 "  %9s\n", "sum", "", "", "",
           duration_text(sum->seconds).text, sum->nodes,
           output_rate((double)sum->nodes, sum->seconds).text);
}

static int end(const Solver *solver, const Arguments *args, bool ok, const Error *error) {
    if (ok && !solver->json && solver->sum.positions > 1) print_sum(&solver->sum);
    if (!ok) return command_fail(args, error);
    bool is_stopped = solver->result.end == ENGINE_STOPPED;
    if (is_stopped) report_stop(solver);
    return solver->sum.wrong || is_stopped ? COMMAND_FAILED : COMMAND_OK;
}

static int run(const Arguments *args) {
    const SolveOptions *options = args->options;
    Shape shape;
    Transcript game;
    Error error;
    bool has_position = options->start || options->input.position || options->input.moves;
    if (!board_input_read(&options->input, &shape, &game, &error) ||
        !jobs_input_check(&options->jobs, &error))
        return command_refuse(args, &error);
    if (has_position == (args->count == 1)) {
        error_set(&error, STATUS_BAD_INPUT, "%s",
                  has_position ? "give a file or a position, not both"
                               : "what? Give a FILE, --position, --moves or --start");
        return command_refuse(args, &error);
    }
    if (has_position && options->jobs.address) {
        error_set(&error, STATUS_BAD_INPUT, "--jobs is for a file of positions");
        return command_refuse(args, &error);
    }
    static Solver solver;
    solver = (Solver){.shape = &shape, .wld = options->wld, .json = options->json};
    interrupt_watch();
    if (options->jobs.address) {
        bool ok = solve_by_jobs(&solver, options, args->values[0], &error);
        return end(&solver, args, ok, &error);
    }
    solver.engine = engine_input_open(&options->engine, &shape, &error);
    if (!solver.engine) return command_error(args, &error);
    bool ok = true;
    if (has_position)
        solve(&solver, &(ObfEntry){.board = game.end});
    else
        ok = solve_file(&solver, args->values[0], &error);
    engine_free(solver.engine);
    return end(&solver, args, ok, &error);
}

const Command command_solve = {
    .name = "solve",
    .arguments = "[FILE.obf]",
    .summary = "Solve positions exactly",
    .details =
        "Finds the exact score of every position of an OBF file ('-' reads standard\n"
        "input), or of the one that --position and --moves describe. Scores are discs\n"
        "for the side to move, empty squares to the winner. Where the file gives scores\n"
        "they are compared; a difference is reported and makes the exit status 1. Ctrl-C\n"
        "prints what is known of the position in work, exact or not, and ends.\n"
        "--wld proves only who wins, which takes fewer nodes; the score is then an estimate\n"
        "with the right sign, and --json has outcome (win, loss, draw) before it.\n"
        "--jobs shares a file with every 'bianca worker' on the same address, in batches of\n"
        "about a second; --threads is then the number of workers here. After Ctrl-C or a kill\n"
        "the same command resumes. It does not report times.\n"
        "With --json, per position: id, empties, move, score, depth, selectivity, exact, pv,\n"
        "nodes, seconds, end.",
    .example = "bianca solve tests/data/ffo-40-49.obf\n"
               "bianca solve positions.obf --jobs redis://server\n"
               "bianca solve --board 4x4 --start",
    COMMAND_OPTIONS(rows, SolveOptions),
    .max_args = 1,
    .run = run,
};
