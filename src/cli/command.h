/* What a sub-command of the program is.
 *
 * Each one is a file cmd_<name>.c that exports one `const Command command_<name>`, and one row in
 * commands.inc. Help, parsing, the man page and the shell completion all come from these rows.
 * main() finds the command, parses its command line into its options struct and calls run(). */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/options.h"
#include "base/status.h"

/* What the program returns to the shell. */
enum {
    COMMAND_OK = 0,
    COMMAND_FAILED = 1, /* asked rightly, but it went wrong: a missing file, a full disk */
    COMMAND_USAGE = 2,  /* the command line itself is wrong */
};

typedef struct Command Command;

/* A command line after parsing. Everything in it lives until run() returns. */
typedef struct Arguments {
    const Command *command;
    const void *options; /* the command's options struct, filled */
    int count;           /* positional arguments, within the command's min_args and max_args */
    const char *const *values;
} Arguments;

/* What a command can be asked to do, if there are several things: `bianca book build`. */
typedef struct Verb {
    const char *name;
    const char *arguments; /* that follow it, "TEXT..." for one or more; NULL: none may follow */
    const char *summary;   /* for the help: a phrase, no full stop */
    bool (*run)(void *context);
} Verb;

struct Command {
    const char *name;
    /* As in the usage line: "DEPTH", "[FILE...]"; NULL for none. One word is VERB or [VERB] if
     * there are verbs; what follows a verb is not written here. */
    const char *arguments;
    const char *summary; /* one line for the list of commands, no full stop */
    const char *details; /* whole sentences, broken into lines below 80 columns; may be NULL */
    const char *example; /* command lines, one per line; may be NULL */
    const Option *options;
    int option_count;
    const Verb *verbs;
    int verb_count;
    int min_args, max_args; /* max_args may be OPTIONS_ANY_COUNT */
    size_t options_size;    /* sizeof of the options struct, 0 for none */
    bool is_hidden;         /* left out of the list of commands */
    /* Returns an exit status: COMMAND_OK, or what one of the functions below returned. */
    int (*run)(const Arguments *args);
};

/* Fills the three fields of a Command that describe its options. */
#define COMMAND_OPTIONS(rows, type)                                                                \
    .options = (rows), .option_count = (int)(sizeof(rows) / sizeof((rows)[0])),                    \
    .options_size = sizeof(type)

#define COMMAND_VERBS(rows) .verbs = (rows), .verb_count = (int)(sizeof(rows) / sizeof((rows)[0]))

/* The verb of a command line, the first one if [VERB] is left out; NULL, with the reason, if there
 * is no such verb or something is missing after it or too much. */
const Verb *command_verb(const Arguments *args, Error *error);

/* At which place the verb stands, from 0; -1 if the command has none. */
int command_verb_place(const Command *command);

/* All commands in the order in which help lists them. */
extern const Command *const commands[];
extern const int command_count;

/* The command with that name, or NULL. */
const Command *command_find(const char *name);

/* These print one line on standard error, with the name of the command in front.
 * For a wrong command line (a bad --board, an illegal move in --moves): returns COMMAND_USAGE. */
int command_refuse(const Arguments *args, const Error *error);
/* For what goes wrong while the command works: returns COMMAND_FAILED. */
int command_fail(const Arguments *args, const Error *error);
/* For opening what the command line names (a board, an evaluation, a player, a file), which can
 * fail in both ways: COMMAND_USAGE if the request cannot be met (STATUS_BAD_INPUT,
 * STATUS_UNSUPPORTED), otherwise COMMAND_FAILED. */
int command_error(const Arguments *args, const Error *error);

/* Says that there is no such command, with the nearest match: returns COMMAND_USAGE. */
int command_unknown(const char *name);

/* Help on standard output. */
void help_print_overview(void);
void help_print_command(const Command *command);

#endif
