/* See best_alphabeta.h. */
#include "cli/best_alphabeta.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "cli/output.h"
#include "engine/alphabeta.h"
#include "engine/result_text.h"
#include "eval/registry.h"
#include "record/notation.h"

static EngineEnd end_of(const AlphabetaResult *result) {
    if (result->square == NO_MOVE) return ENGINE_GAME_OVER;
    return result->is_complete ? ENGINE_FINISHED : ENGINE_TIME_LIMIT;
}

/* The fields that the full search prints, as far as there is something to say, and two more. */
static void print_json(const Evaluation *evaluation, bool is_minimax, const AlphabetaResult *result,
                       double seconds) {
    char move[16] = "null", line[160] = "", pv[16] = "";
    if (result->square != NO_MOVE) {
        snprintf(move, sizeof move, "\"%s\"", move_name(evaluation->shape, result->square).text);
        snprintf(pv, sizeof pv, "%s", move);
        snprintf(line, sizeof line,
                 "{\"move\":%s,\"score\":%.12g,\"depth\":%d,\"selectivity\":100,\"exact\":false,"
                 "\"pv\":[%s]}",
                 move, result->value, result->depth, pv);
    }
    printf("{\"move\":%s,\"score\":%.12g,\"depth\":%d,\"selectivity\":100,\"exact\":false,"
           "\"pv\":[%s],\"nodes\":%" PRIu64 ",\"seconds\":%.6f,\"end\":\"%s\",\"lines\":[%s],"
           "\"search\":\"%s\",\"eval\":",
           move, result->value, result->depth, pv, result->nodes, seconds,
           engine_end_name(end_of(result)), line, is_minimax ? "minimax" : "alphabeta");
    json_write_string(stdout, evaluation->program->name);
    printf("}\n");
}

static void print_table(const Evaluation *evaluation, bool is_minimax,
                        const AlphabetaResult *result, double seconds) {
    printf("%-4s  %12s  %5s  %s\n", "move", "value", "depth", "search");
    printf("%-4s  %12.8g  %5d  %s, %s%s\n", move_name(evaluation->shape, result->square).text,
           result->value, result->depth, evaluation->program->name,
           is_minimax ? "plain minimax" : "alpha-beta",
           result->is_complete ? "" : ", out of time before it was done");
    printf("\n%" PRIu64 " nodes in %s, %s\n", result->nodes, output_duration(seconds).text,
           output_rate((double)result->nodes, seconds).text);
}

int best_alphabeta(const Arguments *args, const BestAlphabeta *request, const Board *board) {
    Evaluation evaluation;
    Error error;
    if (!evaluation_open(&evaluation, board->shape, request->eval, request->weights, &error))
        return error.status == STATUS_IO || error.status == STATUS_NO_MEMORY
                   ? command_fail(args, &error)
                   : command_refuse(args, &error);
    bool is_minimax = request->no_pruning || evaluation.program->search.is_minimax;
    AlphabetaOptions options = {.depth = request->depth, .is_minimax = is_minimax};
    if (request->time >= 0) options.deadline_ns = clock_ns() + (int64_t)(request->time * 1e9);
    AlphabetaResult result;
    double begin = clock_seconds();
    alphabeta_run(&evaluation, board->position, &options, &result);
    double seconds = clock_seconds() - begin;
    if (request->json)
        print_json(&evaluation, is_minimax, &result, seconds);
    else
        print_table(&evaluation, is_minimax, &result, seconds);
    evaluation_close(&evaluation);
    return COMMAND_OK;
}
