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

int command_verb_place(const Command *command) {
    const char *at = command->verb_count > 0 ? command->arguments : NULL;
    for (int place = 0; at && *at; place++) {
        size_t length = strcspn(at, " ");
        if ((length == 4 && memcmp(at, "VERB", 4) == 0) ||
            (length == 6 && memcmp(at, "[VERB]", 6) == 0))
            return place;
        at += length + (at[length] == ' ');
    }
    return -1;
}

/* How many words stand before what follows the verb: those of the usage line. */
static int words_before(const Command *command) {
    int count = 1;
    for (const char *at = command->arguments; (at = strchr(at, ' ')) != NULL; at++) count++;
    return count;
}

/* Whether as many words follow the verb as it wants. */
static bool check_rest(const Arguments *args, const Verb *verb, Error *error) {
    int rest = args->count - words_before(args->command);
    const char *wanted = verb->arguments;
    if (wanted && rest < 1)
        error_set(error, STATUS_BAD_INPUT, "%s needs %s", verb->name, wanted);
    else if (rest > 0 && (!wanted || (rest > 1 && !strstr(wanted, "..."))))
        error_set(error, STATUS_BAD_INPUT, "'%.40s' is one argument too many for %s",
                  args->values[args->count - 1], verb->name);
    else
        return true;
    return false;
}

const Verb *command_verb(const Arguments *args, Error *error) {
    const Command *command = args->command;
    int place = command_verb_place(command);
    if (args->count <= place) return &command->verbs[0];
    const char *name = args->values[place];
    Nearest nearest = {.word = name};
    for (int i = 0; i < command->verb_count; i++) {
        const Verb *verb = &command->verbs[i];
        if (strcmp(verb->name, name) == 0) return check_rest(args, verb, error) ? verb : NULL;
        nearest_offer(&nearest, verb->name);
    }
    if (nearest.name)
        error_set(error, STATUS_BAD_INPUT, "there is no '%.40s', did you mean %s", name,
                  nearest.name);
    else
        error_set(error, STATUS_BAD_INPUT, "there is no '%.40s', see 'bianca help %s'", name,
                  command->name);
    return NULL;
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
