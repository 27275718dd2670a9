/* The list of all commands (its rows are in commands.inc), and how they are found. */
#include <string.h>

#include "cli/command.h"
#include "cli/output.h"

#define COMMAND(name) extern const Command command_##name;
#include "cli/commands.inc"
#undef COMMAND

// One row a line: clang-format would pack them.
// clang-format off
const Command *const commands[] = {
#define COMMAND(name) &command_##name,
#include "cli/commands.inc"
#undef COMMAND
};
// clang-format on

const int command_count = (int)(sizeof commands / sizeof commands[0]);

const Command *command_find(const char *name) {
    for (int i = 0; i < command_count; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

int command_unknown(const char *name) {
    Nearest nearest = {.word = name};
    for (int i = 0; i < command_count; i++)
        if (!commands[i]->is_hidden) nearest_offer(&nearest, commands[i]->name);
    if (nearest.name != NULL)
        output_error(NULL, "unknown command '%.40s', did you mean '%s'?", name, nearest.name);
    else
        output_error(NULL, "unknown command '%.40s', see 'bianca help'", name);
    return COMMAND_USAGE;
}

int command_refuse(const Arguments *args, const Error *error) {
    output_error(args->command->name, "%s", error->text);
    return COMMAND_USAGE;
}

int command_fail(const Arguments *args, const Error *error) {
    output_error(args->command->name, "%s", error->text);
    return COMMAND_FAILED;
}

int command_error(const Arguments *args, const Error *error) {
    bool is_request = error->status == STATUS_BAD_INPUT || error->status == STATUS_UNSUPPORTED;
    return is_request ? command_refuse(args, error) : command_fail(args, error);
}
