/* Asks an alphabeta player for its move, and prints it as `bianca best` prints the engine's. */
#include "cli/best_alphabeta.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "engine/alphabeta.h"
#include "engine/evaluations.h"
#include "engine/player.h"
#include "engine/result_text.h"
#include "protocol/message.h"
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

/* What there is to print: the move that was chosen, and with --lines the value of each. */
typedef struct Answer {
    const Player *player;
    const Shape *shape;
    PlayerMove move;
    int count;
    AlphabetaMove moves[64];
} Answer;

static void print_line_json(const Answer *answer, const AlphabetaMove *move, bool is_first) {
    static char text[LINE_JSON_SIZE];
    EngineLine line = {.score = move->value,
                       .depth = answer->move.depth,
                       .selectivity = 100,
                       .length = 1,
                       .pv = {(uint8_t)move->square}};
    Text out = text_into(text, sizeof text);
    line_json(&out, answer->shape, &line);
    printf("%s{%s}", is_first ? "" : ",", text);
}

/* The fields of the full search, and two more. */
static void print_json(const Answer *answer) {
    static char text[LINE_JSON_SIZE + 64];
    const PlayerMove *move = &answer->move;
    EngineResult result = {.nodes = move->nodes, .seconds = move->seconds, .end = move->end};
    EngineLine *line = &result.lines[0];
    *line = (EngineLine){
        .score = move->score, .depth = move->depth, .selectivity = 100, .length = move->length};
    for (int i = 0; i < move->length; i++) line->pv[i] = move->pv[i];
    Text out = text_into(text, sizeof text);
    result_json_summary(&out, answer->shape, &result);
    printf("{%s,\"lines\":[", text);
    for (int i = 0; i < answer->count; i++) print_line_json(answer, &answer->moves[i], i == 0);
    printf("],\"search\":\"%s\",\"eval\":",
           player_prunes(answer->player) ? "alphabeta" : "minimax");
    json_write_string(stdout, player_eval_name(answer->player));
    printf("}\n");
}

static void print_head(void) {
    output_cell(stdout, _("move"), 4);
    printf("  ");
    output_cell(stdout, _("value"), -12);
    printf("  ");
    output_cell(stdout, _("depth"), -5);
    printf("  %s\n", _("search"));
}

static void print_table(const Answer *answer) {
    const PlayerMove *move = &answer->move;
    print_head();
    for (int i = 0; i < answer->count; i++) {
        const AlphabetaMove *one = &answer->moves[i];
        printf("%-4s  %12.8g  %5d", move_name(answer->shape, one->square).text, one->value,
               move->depth);
        if (i == 0)
            printf("  %s, %s%s", player_eval_name(answer->player),
                   player_prunes(answer->player) ? _("alpha-beta") : _("plain minimax"),
                   move->end == ENGINE_TIME_LIMIT ? _(", out of time before it was done")
                   : move->end == ENGINE_STOPPED  ? _(", stopped before it was done")
                                                  : "");
        printf("\n");
    }
    char nodes[32];
    snprintf(nodes, sizeof nodes, "%" PRIu64, move->nodes);
    printf(_("\n%s nodes in %s, %s\n"), nodes, output_duration(move->seconds).text,
           output_rate((double)move->nodes, move->seconds).text);
}

/* The values of the other moves, each from a search of its own. */
static bool rank(const BestAlphabeta *request, const Board *board, Answer *answer, Error *error) {
    const Shape *shape = board->shape;
    PlayerMove *move = &answer->move;
    double begin = clock_seconds();
    Evaluation *evaluation = evaluations_open(shape, request->eval, request->weights, error);
    if (!evaluation) return false;
    AlphabetaOptions options = {
        .depth = request->depth, .is_minimax = request->no_pruning, .stop = interrupt_flag()};
    if (request->time >= 0) options.deadline_ns = clock_ns() + (int64_t)(request->time * 1e9);
    AlphabetaMove moves[64];
    int count =
        alphabeta_rank(evaluation, board->position, &options, move->square, moves, &move->nodes);
    bool ok = !evaluations_failure(evaluation, error);
    evaluations_close(evaluation);
    move->seconds += clock_seconds() - begin;
    if (count > 0) memcpy(answer->moves, moves, sizeof moves);
    if (count > 0) answer->count = count < request->lines ? count : request->lines;
    return ok;
}

int best_alphabeta(const Arguments *args, const BestAlphabeta *request, const Board *board) {
    static Answer answer;
    Error error;
    Player *player = player_of(request, board->shape, &error);
    if (!player) return command_error(args, &error);
    PlayerClock clock = {.has_move_time = request->time >= 0, .move_seconds = request->time};
    answer = (Answer){.player = player, .shape = board->shape};
    interrupt_watch();
    player_lend(player, NULL, interrupt_flag());
    player_move(player, board->position, &clock, &answer.move);
    bool ok = !player_failure(player, &error);
    answer.count = answer.move.length > 0;
    answer.moves[0] = (AlphabetaMove){answer.move.square, answer.move.score};
    if (ok && request->lines > 1) ok = rank(request, board, &answer, &error);
    if (ok && request->json)
        print_json(&answer);
    else if (ok)
        print_table(&answer);
    player_free(player);
    if (!ok) return command_fail(args, &error);
    if (answer.move.end != ENGINE_STOPPED) return COMMAND_OK;
    error_set(&error, STATUS_STOPPED, "stopped; the move is the best so far");
    return command_fail(args, &error);
}
