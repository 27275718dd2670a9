/* `bianca show`: a position for people, as JSON, or as an SVG file. */
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "game/rules.h"
#include "protocol/terminal_board.h"
#include "record/opening.h"
#include "record/svg.h"

typedef struct ShowOptions {
    BoardInput input;
    bool json;
    const char *svg;
    int colour;
} ShowOptions;

static const Option rows[] = {
    BOARD_INPUT_ROWS(ShowOptions),
    OPTION_FLAG_ROW(ShowOptions, json, "json", "print one JSON object instead of the board"),
    OPTION_TEXT_ROW(ShowOptions, svg, "svg", "FILE", NULL, "write a diagram to FILE as well"),
    OPTION_CHOICE_ROW(ShowOptions, colour, "colour", "auto|always|never", "auto",
                      "colours; auto means on a terminal"),
};

static int last_square(const Transcript *game) {
    return game->count > 0 ? game->moves[game->count - 1].square : NO_MOVE;
}

/* During the game, the difference in discs; at its end, empty squares go to the winner. */
static int score_of(const Board *board, bool is_over) {
    return is_over ? rules_score(board->shape, board->position) : rules_difference(board->position);
}

static void print_opening(const Transcript *game) {
    const Opening *opening = opening_of(game);
    if (opening == NULL) {
        printf("\"opening\":null");
        return;
    }
    printf("\"opening\":{\"line\":\"%s\",\"english\":", opening->line);
    json_write_string(stdout, opening->english);
    printf(",\"japanese\":");
    if (opening->japanese[0] != '\0')
        json_write_string(stdout, opening->japanese);
    else
        printf("null");
    printf("}");
}

static void print_json(const Transcript *game) {
    const Board *board = &game->end;
    const Shape *shape = board->shape;
    uint64_t moves = rules_moves(shape, board->position.own, board->position.opp);
    bool is_over = rules_is_over(shape, board->position);
    char squares[BOARD_TEXT_SIZE];
    board_format(board, squares, sizeof squares);
    printf("{\"size\":\"%dx%d\",\"board\":\"%.*s\",\"side\":\"%c\",\"legal\":[", shape->width,
           shape->height, shape->squares, squares, board->side == BLACK ? 'X' : 'O');
    while (moves) {
        int square = bits_pop(&moves);
        printf("\"%s\"%s", move_name(shape, square).text, moves ? "," : "");
    }
    printf("],\"black\":%d,\"white\":%d,\"over\":%s,\"score\":%d,", bits_count(board_black(board)),
           bits_count(board_white(board)), is_over ? "true" : "false", score_of(board, is_over));
    print_opening(game);
    printf("}\n");
}

static void print_board(const Transcript *game, ColourChoice colour) {
    BoardView view = {
        .has_colour = output_has_colour(colour, stdout),
        .has_unicode = terminal_has_unicode(),
        .has_moves = true,
        .last = last_square(game),
    };
    BoardNotes notes;
    board_notes(&game->end, &view, &notes);
    board_note_opening(game, &view, &notes);
    board_draw(stdout, &game->end, &view, &notes);
}

static bool write_svg(const Transcript *game, const char *path, Error *error) {
    char text[SVG_TEXT_SIZE];
    size_t length = svg_format(&game->end, last_square(game), text, sizeof text);
    return file_replace(path, text, length, error);
}

static int run(const Arguments *args) {
    const ShowOptions *options = args->options;
    Shape shape;
    Transcript game;
    Error error;
    if (!board_input_read(&options->input, &shape, &game, &error))
        return command_refuse(args, &error);
    if (options->svg != NULL && !write_svg(&game, options->svg, &error))
        return command_fail(args, &error);
    if (options->json)
        print_json(&game);
    else
        print_board(&game, (ColourChoice)options->colour);
    return COMMAND_OK;
}

const Command command_show = {
    .name = "show",
    .summary = "Show a position",
    .details = "Shows the position that the options describe, the start by default, with its\n"
               "legal moves, disc counts and, on 8x8, the name of the opening. --moves are\n"
               "played from --position, or from the start; a side that cannot move passes by\n"
               "itself.\n"
               "With --json: size, board, side, legal (an empty list while the game is not over\n"
               "means a pass), black, white, over, score, the difference in discs for the side\n"
               "to move; once the game is over, empty squares count for the winner; and opening,\n"
               "null or the line with its english and japanese name.",
    .example = "bianca show --moves f5d6c3d3c4\n"
               "bianca show --board 9x7 --svg start.svg",
    COMMAND_OPTIONS(rows, ShowOptions),
    .run = run,
};
