/* Asks an alphabeta player for its move, and prints it as `bianca best` prints the engine's. */
#include "cli/best_alphabeta.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/interrupt.h"
#include "cli/output.h"
#include "engine/player.h"
#include "engine/result_text.h"
#include "record/notation.h"

/* A word of the command line into a field of the player's; NULL leaves it empty. */
static bool copy_word(char out[PLAYER_WORD_SIZE], const char *word, Error *error) {
    int length = snprintf(out, PLAYER_WORD_SIZE, "%s", word ? word : "");
    if (length < PLAYER_WORD_SIZE) return true;
    error_set(error, STATUS_BAD_INPUT, "'%.40s...' is longer than %d bytes", word,
              PLAYER_WORD_SIZE - 1);
    return false;
}

static Player *player_of(const BestAlphabeta *request, const Shape *shape, Error *error) {
    PlayerSpec spec = {.text = "alphabeta",
                       .kind = PLAYER_ALPHABETA,
                       .depth = request->depth,
                       .is_minimax = request->no_pruning};
    bool ok = copy_word(spec.eval, request->eval, error) &&
              copy_word(spec.weights, request->weights, error);
    return ok ? player_new(&spec, shape, error) : NULL;
}

/* The fields of the full search, and two more. */
static void print_json(const Player *player, const Shape *shape, const PlayerMove *move) {
    static char text[LINE_JSON_SIZE + 64];
    EngineResult result = {.nodes = move->nodes, .seconds = move->seconds, .end = move->end};
    EngineLine *line = &result.lines[0];
    *line = (EngineLine){
        .score = move->score, .depth = move->depth, .selectivity = 100, .length = move->length};
    for (int i = 0; i < move->length; i++) line->pv[i] = move->pv[i];
    Text out = text_into(text, sizeof text);
    result_json_summary(&out, shape, &result);
    printf("{%s,\"lines\":[", text);
    out = text_into(text, sizeof text);
    line_json(&out, shape, line);
    if (move->length > 0) printf("{%s}", text);
    printf("],\"search\":\"%s\",\"eval\":", player_prunes(player) ? "alphabeta" : "minimax");
    json_write_string(stdout, player_eval_name(player));
    printf("}\n");
}

static void print_table(const Player *player, const Shape *shape, const PlayerMove *move) {
    printf("%-4s  %12s  %5s  %s\n", "move", "value", "depth", "search");
    printf("%-4s  %12.8g  %5d  %s, %s%s\n", move_name(shape, move->square).text, move->score,
           move->depth, player_eval_name(player),
           player_prunes(player) ? "alpha-beta" : "plain minimax",
           move->end == ENGINE_TIME_LIMIT ? ", out of time before it was done"
           : move->end == ENGINE_STOPPED  ? ", stopped before it was done"
                                          : "");
    printf("\n%" PRIu64 " nodes in %s, %s\n", move->nodes, output_duration(move->seconds).text,
           output_rate((double)move->nodes, move->seconds).text);
}

int best_alphabeta(const Arguments *args, const BestAlphabeta *request, const Board *board) {
    Error error;
    Player *player = player_of(request, board->shape, &error);
    if (!player) return command_error(args, &error);
    PlayerClock clock = {.has_move_time = request->time >= 0, .move_seconds = request->time};
    PlayerMove move;
    interrupt_watch();
    player_lend(player, NULL, interrupt_flag());
    player_move(player, board->position, &clock, &move);
    if (player_failure(player, &error)) {
        player_free(player);
        return command_fail(args, &error);
    }
    if (request->json)
        print_json(player, board->shape, &move);
    else
        print_table(player, board->shape, &move);
    player_free(player);
    if (move.end != ENGINE_STOPPED) return COMMAND_OK;
    error_set(&error, STATUS_STOPPED, "stopped; the move is the best so far");
    return command_fail(args, &error);
}
