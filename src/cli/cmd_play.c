/* `bianca play`: a game in the terminal. */
#include <stdio.h>
#include <unistd.h>

#include "cli/board_input.h"
#include "cli/command.h"
#include "cli/output.h"
#include "protocol/terminal.h"
#include "protocol/terminal_board.h"

enum { PLAYER_HUMAN, PLAYER_COMPUTER };

#define PLAYER_WORDS "human|computer"

typedef struct PlayOptions {
    BoardInput input;
    int black, white;
    int colour;
} PlayOptions;

static const Option rows[] = {
    OPTION_CHOICE_ROW(PlayOptions, black, "black", PLAYER_WORDS, "human", "who plays Black"),
    OPTION_CHOICE_ROW(PlayOptions, white, "white", PLAYER_WORDS, "computer", "who plays White"),
    BOARD_INPUT_ROWS(PlayOptions),
    OPTION_CHOICE_ROW(PlayOptions, colour, "colour", "auto|always|never", "auto",
                      "colours; auto means on a terminal"),
};

static int run(const Arguments *args) {
    const PlayOptions *options = args->options;
    Shape shape;
    Transcript begin;
    Error error;
    if (!board_input_read(&options->input, &shape, &begin, &error))
        return command_refuse(args, &error);
    TerminalOptions terminal = {
        .in = stdin,
        .out = stdout,
        .is_computer = {options->black == PLAYER_COMPUTER, options->white == PLAYER_COMPUTER},
        .is_conversation = isatty(STDIN_FILENO) == 1,
        .has_colour = output_has_colour((ColourChoice)options->colour, stdout),
        .has_unicode = terminal_has_unicode(),
    };
    if (!terminal_play(&terminal, &begin, &error)) return command_fail(args, &error);
    return COMMAND_OK;
}

const Command command_play = {
    .name = "play",
    .summary = "Play a game in the terminal",
    .details = "You play Black and the computer plays White unless you say otherwise; two people\n"
               "may share the keyboard, and the computer may play itself. Type a square to play\n"
               "there, or help, hint, undo, moves, board, new, quit. Without a terminal, moves\n"
               "are read from standard input until it ends.",
    .example = "bianca play --board 6x6\n"
               "bianca play --black computer --white human",
    COMMAND_OPTIONS(rows, PlayOptions),
    .run = run,
};
