/* `bianca eval`: what an evaluation thinks of a position, and why. */
#include <math.h>
#include <stdio.h>

#include "base/bits.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "engine/evaluations.h"
#include "engine/plugin_process.h"
#include "protocol/message.h"

typedef struct EvalOptions {
    BoardInput input;
    const char *eval, *weights, *lang;
    bool explain, json, serves;
} EvalOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(EvalOptions, eval, "eval", "NAME", NULL,
                    "evaluation: see 'bianca players'; the best for the board if not given"),
    OPTION_TEXT_ROW(EvalOptions, weights, "weights", "FILE", NULL, "learned weights from a file"),
    BOARD_INPUT_ROWS(EvalOptions),
    OPTION_FLAG_ROW(EvalOptions, explain, "explain",
                    "show the terms of the value, and the table of squares"),
    LANGUAGE_ROW(EvalOptions),
    OPTION_FLAG_ROW(EvalOptions, json, "json", "print one JSON object"),
    OPTION_FLAG_ROW(EvalOptions, serves, "stdin",
                    "answer lines of standard input: W H OWN OPP, sets in hexadecimal"),
};

/* The line from the position given to the one reached, for the evaluations that ask for it: where
 * it began, seen by the side to move now, and the last square that is no pass. */
static EvaluationLine line_of(const Transcript *game) {
    EvaluationLine line = {.begin = game->start.position, .last_square = NO_MOVE};
    if (game->start.side != game->end.side) line.begin = position_passed(line.begin);
    for (int i = 0; i < game->count; i++)
        if (game->moves[i].square != PASS) line.last_square = game->moves[i].square;
    return line;
}

static void print_json(const char *name, const Board *board, const Explanation *why) {
    char position[BOARD_TEXT_SIZE], bytes[EXPLANATION_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    board_format(board, position, sizeof position);
    explanation_json(&text, board, name, why);
    printf("{\"board\":\"%dx%d\",\"position\":\"%s\",%s}\n", board->shape->width,
           board->shape->height, position, bytes);
}

static void print_row(const char *term, const char *value, const char *weight,
                      const char *product) {
    output_cell(stdout, term, 18);
    printf(" ");
    output_cell(stdout, value, -14);
    printf(" ");
    output_cell(stdout, weight, -12);
    printf(" ");
    output_cell(stdout, product, -16);
    printf("\n");
}

static void print_terms(const Explanation *why) {
    char value[32], weight[32], product[32];
    print_row(_("term"), _("value"), _("weight"), _("product"));
    for (int i = 0; i < why->count; i++) {
        snprintf(value, sizeof value, "%.6g", why->terms[i].value + 0.0); /* no -0 */
        snprintf(weight, sizeof weight, "%.6g", why->terms[i].weight);
        snprintf(product, sizeof product, "%.6f", why->terms[i].value * why->terms[i].weight + 0.0);
        print_row(_(why->terms[i].name), value, weight, product);
    }
    snprintf(product, sizeof product, "%.6f", why->value);
    print_row(_("sum"), "", "", product);
}

/* The weight of every square, with the disc that stands there. */
static void print_squares(const Board *board, const double *weights) {
    const Shape *shape = board->shape;
    uint64_t black = board_black(board), white = board_white(board);
    printf("\n%s\n   ", _("The weight of each square, with the disc on it:"));
    for (int column = 0; column < shape->width; column++)
        printf("%6c%s", 'a' + column, column < shape->width - 1 ? " " : "");
    printf("\n");
    for (int row = 0; row < shape->height; row++) {
        printf("%2d ", row + 1);
        for (int column = 0; column < shape->width; column++) {
            int square = shape_square(shape, column, row);
            const char *disc = bits_has(black, square)     ? "X"
                               : bits_has(white, square)   ? "O"
                               : column < shape->width - 1 ? " "
                                                           : "";
            printf("%6g%s", weights[square], disc);
        }
        printf("\n");
    }
}

/* --stdin: the protocol of plug-ins (docs/plugins.md), for any evaluation. */
static int serve(const Arguments *args) {
    const EvalOptions *options = args->options;
    Error error, reason;
    if (plugin_serve(stdin, stdout, options->eval, options->weights, &reason)) return COMMAND_OK;
    error_set(&error, reason.status, "--stdin: %.200s", reason.text);
    return command_fail(args, &error);
}

static int run(const Arguments *args) {
    const EvalOptions *options = args->options;
    if (options->serves) return serve(args);
    Shape shape;
    Transcript game;
    Error error;
    Evaluation *evaluation = NULL;
    if (!language_begin(options->lang, &error)) return command_refuse(args, &error);
    if (board_input_read(&options->input, &shape, &game, &error))
        evaluation = evaluations_open(&shape, options->eval, options->weights, &error);
    if (!evaluation) return command_error(args, &error);
    EvaluationLine line = line_of(&game);
    Explanation why;
    const char *name = evaluations_name(evaluation);
    evaluations_explain(evaluation, game.end.position, game.count > 0 ? &line : NULL, &why);
    if (evaluations_failure(evaluation, &error)) {
        evaluations_close(evaluation);
        return command_fail(args, &error);
    }
    if (options->json) {
        print_json(name, &game.end, &why);
    } else {
        printf(_("%s: %.10g for %s\n"), name, why.value, message_side(game.end.side));
        if (options->explain) print_terms(&why);
        if (options->explain && why.square_weights) print_squares(&game.end, why.square_weights);
    }
    evaluations_close(evaluation);
    return COMMAND_OK;
}

const Command command_eval = {
    .name = "eval",
    .summary = "Evaluate a position without searching",
    .details = "Prints the value for the side to move, in the evaluation's own unit.\n"
               "`nine-by-seven` values the line given by --moves; without --moves it counts discs\n"
               "only. With --json: board, position, eval, side, value, terms (name, value, weight\n"
               "and product of each; the sum of the products is the value) and table: the weight\n"
               "of each square row by row, or null.",
    .example = "bianca eval --eval miniproject3 --moves f5d6c3 --explain\n"
               "bianca eval --board 6x6 --eval e03-myjudge --json\n"
               "bianca eval --eval plugin:./my_eval.so",
    COMMAND_OPTIONS(rows, EvalOptions),
    .run = run,
};
