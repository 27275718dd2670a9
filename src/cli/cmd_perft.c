/* `bianca perft`: counts move sequences from the start, depth by depth, as a check of the rules and
 * a measure of their speed. Every depth is printed as soon as it is counted. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread_pool.h"
#include "cli/command.h"
#include "cli/output.h"
#include "game/perft.h"

/* Below that a rate says more about the clock than about the program. */
#define SHORTEST_RATED_SECONDS 0.001

typedef struct PerftOptions {
    const char *board;
    int threads;
    bool json;
} PerftOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(PerftOptions, board, "board", "WxH", "8x8", "columns x rows of the board"),
    OPTION_INTEGER_ROW(PerftOptions, threads, "threads", "N", 1, THREAD_POOL_MAX, "1",
                       "threads to count with"),
    OPTION_FLAG_ROW(PerftOptions, json, "json", "print one JSON object per depth"),
};

/* What is known about one depth. */
typedef struct Count {
    int depth;
    uint64_t leaves;
    double seconds;
} Count;

/* "1,234,567" */
static ShortText with_thousands(uint64_t number) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, number), at = 0;
    ShortText grouped;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) grouped.text[at++] = ',';
        grouped.text[at++] = digits[i];
    }
    grouped.text[at] = '\0';
    return grouped;
}

static void print_head(const Shape *shape, Isa isa, int threads) {
    printf("perft on %dx%d, %d thread%s, instructions %s\n\n", shape->width, shape->height, threads,
           threads == 1 ? "" : "s", isa_name(isa));
    printf("%5s  %22s  %11s  %17s\n", "depth", "leaves", "seconds", "leaves/second");
}

static void print_row(const Count *count) {
    ShortText rate = {"-"};
    if (count->seconds >= SHORTEST_RATED_SECONDS)
        rate = with_thousands((uint64_t)((double)count->leaves / count->seconds));
    printf("%5d  %22s  %11.3f  %17s\n", count->depth, with_thousands(count->leaves).text,
           count->seconds, rate.text);
}

static void print_json(const Shape *shape, const Count *count) {
    printf("{\"board\":\"%dx%d\",\"depth\":%d,\"leaves\":%" PRIu64 ",\"seconds\":%.6f}\n",
           shape->width, shape->height, count->depth, count->leaves, count->seconds);
}

/* Each depth takes longer than the last by about as much as the last took longer than the one
 * before, in leaves. */
static void show_what_is_coming(Progress *progress, const Count *last, uint64_t leaves_before) {
    double growth = leaves_before ? (double)last->leaves / (double)leaves_before : 1;
    progress_update(progress, "depth %d, about %s", last->depth + 1,
                    output_duration(last->seconds * growth).text);
}

static int run(const Arguments *args) {
    const PerftOptions *options = args->options;
    Error error;
    Shape shape;
    Isa isa;
    int64_t depth;
    if (!options_integer("DEPTH", args->values[0], 1, PERFT_MAX_DEPTH, &depth, &error) ||
        !shape_parse(&shape, options->board, strlen(options->board), &error) ||
        !isa_choose(&isa, &error))
        return command_refuse(args, &error);

    if (!options->json) print_head(&shape, isa, options->threads);
    Progress progress;
    progress_start(&progress);
    Count count = {0};
    uint64_t leaves_before = 0;
    while (count.depth < depth && !output_is_broken()) {
        if (count.depth > 0) show_what_is_coming(&progress, &count, leaves_before);
        leaves_before = count.leaves;
        count.depth++;
        double start = clock_seconds();
        bool ok = perft_count(&shape, isa, position_start(&shape), count.depth, options->threads,
                              &count.leaves, &error);
        count.seconds = clock_seconds() - start;
        progress_end(&progress);
        if (!ok) return command_fail(args, &error);
        if (options->json)
            print_json(&shape, &count);
        else
            print_row(&count);
        fflush(stdout);
    }
    return COMMAND_OK;
}

const Command command_perft = {
    .name = "perft",
    .arguments = "DEPTH",
    .summary = "Count the move sequences from the start, and how fast that is",
    .details = "Counts the leaves of the game tree at every depth from 1 to DEPTH. A pass is\n"
               "one ply; a finished game counts one leaf at every depth beyond its end.",
    .example = "bianca perft 11\nbianca perft --board 9x7 --threads 2 --json 9",
    COMMAND_OPTIONS(rows, PerftOptions),
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
