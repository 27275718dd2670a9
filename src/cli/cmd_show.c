/* `bianca show`: a position for people, as JSON, or as an SVG file. */
#include <stdio.h>

#include "base/file.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "protocol/terminal_board.h"
#include "record/record_json.h"
#include "record/svg.h"

typedef struct ShowOptions {
    BoardInput input;
    bool json;
    const char *svg, *lang;
    int colour;
} ShowOptions;

static const Option rows[] = {
    BOARD_INPUT_ROWS(ShowOptions),
    OPTION_FLAG_ROW(ShowOptions, json, "json", "print one JSON object instead of the board"),
    OPTION_TEXT_ROW(ShowOptions, svg, "svg", "FILE", NULL, "write a diagram to FILE as well"),
    LANGUAGE_ROW(ShowOptions),
    OPTION_CHOICE_ROW(ShowOptions, colour, "colour", "auto|always|never", "auto",
                      "colours; auto means on a terminal"),
};

static int last_square(const Transcript *game) {
    return game->count > 0 ? game->moves[game->count - 1].square : NO_MOVE;
}

static void print_json(const Transcript *game) {
    const Shape *shape = game->end.shape;
    char bytes[BOARD_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    board_json(&text, &game->end, game->count > 0 ? &game->moves[game->count - 1] : NULL,
               opening_of(game));
    printf("{\"board\":\"%dx%d\",%s}\n", shape->width, shape->height, bytes);
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
    if (!language_begin(options->lang, &error) ||
        !board_input_read(&options->input, &shape, &game, &error))
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
               "With --json: board, position, side, the last move and what it flips, legal moves\n"
               "with what they flip, black, white (discs), pass (there is no legal move), over,\n"
               "score if it is over (Black's, empty squares to the winner), and opening: null or\n"
               "the line with its english and japanese name.",
    .example = "bianca show --moves f5d6c3d3c4\n"
               "bianca show --board 9x7 --svg start.svg",
    COMMAND_OPTIONS(rows, ShowOptions),
    .run = run,
};
