/* `bianca bench`: fixed positions, fixed depths, one thread. The number of nodes is the signature
 * of the search: the same under every compiler, instruction set and sanitizer, and changed only
 * by a change of the search or the evaluation. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "record/transcript.h"

enum { BENCH_HASH_MB = 16 };

typedef struct BenchOptions {
    const char *eval;
    const char *weights;
    bool json;
} BenchOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(BenchOptions, eval, "eval", "NAME", NULL, "evaluation to search with"),
    OPTION_TEXT_ROW(BenchOptions, weights, "weights", "FILE", NULL, "learned weights to use"),
    OPTION_FLAG_ROW(BenchOptions, json, "json", "print one JSON object per position and the sum"),
};

/* A position, as moves from the start of a board or as a board string, with the depth and
 * selectivity of its search. A depth of 0 solves it; a selectivity of 0 is the depth's default. */
typedef struct BenchRow {
    const char *board, *moves, *position;
    int depth, selectivity;
} BenchRow;

static const BenchRow bench[] = {
    {"8x8", "", NULL, 12, 0},
    {"8x8", "f5d6c3d3c4", NULL, 13, 0},
    {"8x8", "f5f6e6f4e3c5c4d3", NULL, 14, 0},
    {"8x8", "c4e3f6e6f5c5f4g6f7d3", NULL, 13, 0},
    {"8x8", "f5d6c5f4e3c6d3f6e6d7g4c4g5c3f7d2", NULL, 14, 0},
    {"8x8", "f5d6c4d3e6f4e3f3c6f6g5g6e7g4", NULL, 12, 0},
    {"8x8", NULL, "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 0, 0},
    {"8x8", NULL, "-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO-- O", 0, 0},
    {"8x8", NULL, "-XXX------OOOX--XOOOOOXXOXOXOOXXOXXOOOOOXXXOXOOX--OXXO---OOOOO-- X", 0, 0},
    {"8x8", NULL, "--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O", 0, 0},
    {"6x6", "", NULL, 14, 0},
    {"6x6", "c2b4d5c1a4e4d2e3e1b3", NULL, 12, 0},
    {"9x7", "", NULL, 11, 0},
    {"9x7", "c3c4c5b4a5a4a3e2f4g5", NULL, 10, 100},
    {"4x4", "", NULL, 0, 0},
    {"5x12", "", NULL, 8, 100},
};

static bool set_up(const BenchRow *row, Shape *shape, Board *board, Error *error) {
    if (!shape_parse(shape, row->board, strlen(row->board), error)) return false;
    if (row->position)
        return board_parse(shape, row->position, strlen(row->position), board, error);
    Transcript game;
    Board start = board_start(shape);
    if (!transcript_parse(&game, &start, row->moves, strlen(row->moves), error)) return false;
    *board = game.end;
    return true;
}

static bool measure(const BenchRow *row, const BenchOptions *options, EngineResult *result,
                    Error *error) {
    Shape shape;
    Board board;
    EngineInput input = {
        .threads = 1, .hash = BENCH_HASH_MB, .eval = options->eval, .weights = options->weights};
    /* Weights are for one board: the other ones are measured with what they have. */
    if (strcmp(row->board, "8x8") != 0) input.weights = NULL;
    if (!set_up(row, &shape, &board, error)) return false;
    Engine *engine = engine_input_open(&input, &shape, error);
    if (!engine) return false;
    EngineLimits limits = {.depth = row->depth, .selectivity = row->selectivity};
    engine_think(engine, board.position, &limits, NULL, NULL, result);
    engine_free(engine);
    return true;
}

static void print_row(const char *name, int depth, uint64_t nodes, double seconds) {
    char text[16] = "solve";
    if (depth) snprintf(text, sizeof text, "%d", depth);
    printf("%-6s  %6s  %12" PRIu64 "  %9.3f  %9s\n", name, depth < 0 ? "" : text, nodes, seconds,
           output_rate((double)nodes, seconds).text);
}

static int run(const Arguments *args) {
    const BenchOptions *options = args->options;
    Error error;
    uint64_t nodes = 0;
    double seconds = 0;
    static EngineResult result;
    for (size_t i = 0; i < sizeof bench / sizeof bench[0]; i++) {
        if (!measure(&bench[i], options, &result, &error)) return command_fail(args, &error);
        if (i == 0 && !options->json)
            printf("%-6s  %6s  %12s  %9s  %9s\n", "board", "depth", "nodes", "seconds", "nodes/s");
        nodes += result.nodes;
        seconds += result.seconds;
        if (options->json)
            printf("{\"board\":\"%s\",\"depth\":%d,\"nodes\":%" PRIu64 ",\"seconds\":%.6f}\n",
                   bench[i].board, bench[i].depth, result.nodes, result.seconds);
        else
            print_row(bench[i].board, bench[i].depth, result.nodes, result.seconds);
        fflush(stdout);
    }
    if (options->json)
        printf("{\"board\":null,\"depth\":null,\"nodes\":%" PRIu64 ",\"seconds\":%.6f}\n", nodes,
               seconds);
    else
        print_row("sum", -1, nodes, seconds);
    return COMMAND_OK;
}

const Command command_bench = {
    .name = "bench",
    .summary = "Search fixed positions and count the nodes",
    .details = "Searches fixed positions to fixed depths on one thread. The sum of the nodes is\n"
               "the signature of the search: every compiler, instruction set and sanitizer\n"
               "gives the same.",
    .example = "bianca bench",
    COMMAND_OPTIONS(rows, BenchOptions),
    .run = run,
};
