/* `bianca play`: a game in the terminal. */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "arena/bots/foreign_host.h"
#include "base/random.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/sandbox_input.h"
#include "engine/engine.h"
#include "protocol/message.h"
#include "protocol/terminal.h"
#include "protocol/terminal_board.h"

typedef struct PlayOptions {
    BoardInput input;
    const char *players[2];
    int level;
    double variety;
    int64_t seed;
    const char *book;
    double timeout;
    SandboxInput sandbox;
    int colour;
    const char *lang;
    bool perfect;
} PlayOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(PlayOptions, players[BLACK], "black", "PLAYER", "human",
                    "who plays Black: human, computer, or see players"),
    OPTION_TEXT_ROW(PlayOptions, players[WHITE], "white", "PLAYER", "computer", "who plays White"),
    OPTION_INTEGER_ROW(PlayOptions, level, "level", "L", 1, ENGINE_MAX_LEVEL, "10",
                       "strength of the computer and of hints"),
    OPTION_NUMBER_ROW(PlayOptions, variety, "variety", "D", 0, 64, "1",
                      "discs that its first moves may cost; 0: always the best"),
    OPTION_INTEGER_ROW(PlayOptions, seed, "seed", "N", 0, INT64_C(1000000000000000), "0",
                       "of that choice; 0: another one each time"),
    BOOK_INPUT_ROW(PlayOptions),
    OPTION_FLAG_ROW(PlayOptions, perfect, "perfect",
                    "a teacher who never errs and says what each move leads to"),
    BOARD_INPUT_ROWS(PlayOptions),
    OPTION_NUMBER_ROW(PlayOptions, timeout, "timeout", "S", 0.01, 86400, "60",
                      "seconds after which a foreign program counts as hung"),
    SANDBOX_INPUT_ROWS(PlayOptions),
    OPTION_CHOICE_ROW(PlayOptions, colour, "colour", "auto|always|never", "auto",
                      "colours; auto means on a terminal"),
    LANGUAGE_ROW(PlayOptions),
};

/* The game that Ctrl-C ends. A signal handler can reach nothing but a global. */
static Terminal *_Atomic running;

static void on_interrupt(int number) {
    Terminal *terminal = atomic_load(&running);
    if (terminal) terminal_interrupt(terminal);
    signal(number, SIG_DFL); /* the second time it ends at once */
}

/* Does nothing, but interrupts the reading of a line, which then shows the line again. */
static void on_return(int number) {
    (void)number;
}

/* Without SA_RESTART, so that reading a line ends too. */
static void catch_interrupts(Terminal *terminal) {
    struct sigaction action = {.sa_handler = on_return};
    sigemptyset(&action.sa_mask);
    atomic_store(&running, terminal);
    sigaction(SIGCONT, &action, NULL);
    sigaction(SIGWINCH, &action, NULL);
    action.sa_handler = on_interrupt;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

static uint64_t fresh_seed(void) {
    return random_mix((uint64_t)time(NULL) + ((uint64_t)getpid() << 40)) >> 16;
}

static int play(const Arguments *args, const Transcript *begin, const ArenaHost *host) {
    const PlayOptions *options = args->options;
    int level = options->level;
    if (options->perfect && level < ENGINE_PERFECT_LEVEL) level = ENGINE_PERFECT_LEVEL;
    bool is_conversation = isatty(STDIN_FILENO) == 1;
    Error error;
    TerminalOptions terminal_options = {
        .in = stdin,
        .out = stdout,
        .players = {options->players[BLACK], options->players[WHITE]},
        .level = level,
        .variety = options->perfect ? 0 : options->variety,
        .is_taught = options->perfect,
        .book = options->book,
        .seed = options->seed ? (uint64_t)options->seed : fresh_seed(),
        .is_conversation = is_conversation,
        .is_edited = is_conversation && isatty(STDOUT_FILENO) == 1,
        .has_colour = output_has_colour((ColourChoice)options->colour, stdout),
        .has_unicode = terminal_has_unicode(),
        .host = &host->base,
    };
    Terminal *terminal = terminal_new(&terminal_options, begin, &error);
    if (!terminal) return command_refuse(args, &error);
    catch_interrupts(terminal);
    bool ok = terminal_run(terminal, &error);
    atomic_store(&running, NULL);
    terminal_free(terminal);
    return ok ? COMMAND_OK : command_fail(args, &error);
}

static int run(const Arguments *args) {
    const PlayOptions *options = args->options;
    Shape shape;
    Transcript begin;
    Error error;
    ProcessOptions process;
    if (!language_begin(options->lang, &error) ||
        !board_input_read(&options->input, &shape, &begin, &error))
        return command_refuse(args, &error);
    if (options->perfect && shape.squares > ENGINE_PERFECT_SQUARES) {
        error_set(&error, STATUS_BAD_INPUT,
                  "--perfect: perfect play is known on boards of at most %d squares",
                  ENGINE_PERFECT_SQUARES);
        return command_refuse(args, &error);
    }
    bool ok = sandbox_input_read(&options->sandbox, &process, &error);
    ArenaHost host = arena_host(&process, options->timeout);
    int status = ok ? play(args, &begin, &host) : command_refuse(args, &error);
    free((char *)process.binds);
    return status;
}

const Command command_play = {
    .name = "play",
    .summary = "Play a game in the terminal",
    .details =
        "You play Black and the computer plays White unless you say otherwise; two people\n"
        "may share the keyboard, and any two players may play each other. Type a square\n"
        "to play there, or help for everything else: hint, undo, redo, level, save, load...\n"
        "In its first moves the computer chooses at random among those that are nearly as\n"
        "good as the best, so that no two games are alike; --variety 0 turns that off.\n"
        "On boards of at most 36 squares it says what perfect play leads to, and after each of\n"
        "your moves whether that still stands; --perfect plays perfectly and says it after\n"
        "every move, with a move that would have kept it.\n"
        "A classic program prints the score of its move, in its own unit. A foreign program\n"
        "(gtp:./bot) runs isolated, as in 'bianca match'.\n"
        "Without a terminal, moves are read from standard input until it ends. Messages\n"
        "are in English, Chinese, French or Japanese, as the locale or --lang says.",
    .example = "bianca play --board 6x6\n"
               "bianca play --black computer --white human --level 20\n"
               "bianca play --black human --white e03-myjudge --board 6x6\n"
               "bianca play --board 6x6 --perfect\n"
               "bianca play --white gtp:./bot",
    COMMAND_OPTIONS(rows, PlayOptions),
    .run = run,
};
