/* `bianca gtp`: GTP on standard input and output. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/inputs.h"
#include "protocol/gtp.h"

typedef struct GtpOptions {
    const char *board;
    const char *player;
    const char *book;
} GtpOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(GtpOptions, player, "player", "PLAYER", "engine", "who plays: see players"),
    OPTION_TEXT_ROW(GtpOptions, board, "board", "WxH", "8x8", "columns and rows at the start"),
    BOOK_INPUT_ROW(GtpOptions),
};

static int run(const Arguments *args) {
    const GtpOptions *options = args->options;
    Shape shape;
    Error error;
    if (!shape_parse(&shape, options->board, strlen(options->board), &error))
        return command_refuse(args, &error);
    Gtp *gtp = gtp_new(&shape, options->player, stdout, &error);
    if (!gtp) return command_refuse(args, &error);
    if (!gtp_use_book(gtp, options->book, &error)) {
        gtp_free(gtp);
        return command_error(args, &error);
    }
    bool ok = gtp_run(gtp, STDIN_FILENO, &error);
    gtp_free(gtp);
    return ok ? COMMAND_OK : command_fail(args, &error);
}

const Command command_gtp = {
    .name = "gtp",
    .summary = "Speak GTP with a program that shows the board or plays matches",
    .details = "Reads GTP 2 commands from standard input and answers each on standard output.\n"
               "`list_commands` lists them; those of our own begin with bianca-. While it\n"
               "thinks, quit and bianca-stop end the search at once.",
    .example = "bianca gtp\nbianca gtp --player engine:level=5 --board 6x6",
    COMMAND_OPTIONS(rows, GtpOptions),
    .run = run,
};
