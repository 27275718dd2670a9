/* `bianca nboard`: the NBoard protocol on standard input and output. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/inputs.h"
#include "protocol/nboard.h"

typedef struct NBoardOptions {
    const char *board;
    const char *player;
    const char *book;
} NBoardOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(NBoardOptions, player, "player", "PLAYER", "engine", "who plays: see players"),
    OPTION_TEXT_ROW(NBoardOptions, board, "board", "WxH", "8x8", "columns and rows at the start"),
    BOOK_INPUT_ROW(NBoardOptions),
};

static int run(const Arguments *args) {
    const NBoardOptions *options = args->options;
    Shape shape;
    Error error;
    if (!shape_parse(&shape, options->board, strlen(options->board), &error))
        return command_refuse(args, &error);
    NBoard *nboard = nboard_new(&shape, options->player, stdout, &error);
    if (!nboard) return command_refuse(args, &error);
    if (!nboard_use_book(nboard, options->book, &error)) {
        nboard_free(nboard);
        return command_error(args, &error);
    }
    bool ok = nboard_run(nboard, STDIN_FILENO, &error);
    nboard_free(nboard);
    return ok ? COMMAND_OK : command_fail(args, &error);
}

const Command command_nboard = {
    .name = "nboard",
    .summary = "Speak the NBoard protocol with a program that shows the board",
    .details =
        "Reads commands of NBoard's protocol, version 2, from standard input: moves, hints,\n"
        "analysis of whole games. Whatever arrives while it thinks ends the thinking.",
    .example = "bianca nboard\nbianca nboard --player engine:level=5 --board 6x6",
    COMMAND_OPTIONS(rows, NBoardOptions),
    .run = run,
};
