/* `bianca help`: the overview and the help of one command, read from the rows of the tables. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/output.h"

void help_print_overview(void) {
    printf("Bianca plays, solves and studies Othello on every board up to 64 squares.\n\n"
           "Usage: bianca COMMAND [OPTIONS]\n\nCommands:\n");
    int width = 0;
    for (int i = 0; i < command_count; i++) {
        int length = (int)strlen(commands[i]->name);
        if (!commands[i]->is_hidden && length > width) width = length;
    }
    for (int i = 0; i < command_count; i++)
        if (!commands[i]->is_hidden)
            printf("  %-*s  %s\n", width, commands[i]->name, commands[i]->summary);
    printf("\n'bianca help COMMAND' explains a command, 'bianca --version' prints the version.\n");
}

/* "--board WxH" */
static void name_with_value(const Option *option, char *text, size_t size) {
    if (option->kind == OPTION_FLAG)
        snprintf(text, size, "--%s", option->name);
    else
        snprintf(text, size, "--%s %s", option->name, option->value_name);
}

static void print_option(const Option *option, int width) {
    char name[80];
    name_with_value(option, name, sizeof name);
    printf("  %-*s  %s", width, name, option->help);
    bool has_range = option->kind == OPTION_INTEGER && option->max < INT32_MAX;
    if (has_range && option->initial != NULL)
        printf(" (%" PRId64 " to %" PRId64 ", default %s)", option->min, option->max,
               option->initial);
    else if (has_range)
        printf(" (%" PRId64 " to %" PRId64 ")", option->min, option->max);
    else if (option->initial != NULL)
        printf(" (default %s)", option->initial);
    printf("\n");
}

static void print_options(const Command *command) {
    static const char help_name[] = "--help";
    int width = (int)sizeof help_name - 1;
    for (int i = 0; i < command->option_count; i++) {
        char name[80];
        name_with_value(&command->options[i], name, sizeof name);
        if ((int)strlen(name) > width) width = (int)strlen(name);
    }
    printf("\nOptions:\n");
    for (int i = 0; i < command->option_count; i++) print_option(&command->options[i], width);
    printf("  %-*s  show this help\n", width, help_name);
}

/* "import TEXT..." */
static void verb_with_arguments(const Verb *verb, char *text, size_t size) {
    snprintf(text, size, "%s%s%s", verb->name, verb->arguments ? " " : "",
             verb->arguments ? verb->arguments : "");
}

static void print_verbs(const Command *command) {
    char text[80];
    int width = 0;
    for (int i = 0; i < command->verb_count; i++) {
        verb_with_arguments(&command->verbs[i], text, sizeof text);
        if ((int)strlen(text) > width) width = (int)strlen(text);
    }
    printf("\nVerbs:\n");
    for (int i = 0; i < command->verb_count; i++) {
        verb_with_arguments(&command->verbs[i], text, sizeof text);
        printf("  %-*s  %s\n", width, text, command->verbs[i].summary);
    }
}

/* Prints every line of `text` indented. */
static void print_indented(const char *text) {
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");
        printf("  %.*s\n", length, text);
        text += length + (text[length] == '\n');
    }
}

void help_print_command(const Command *command) {
    printf("Usage: bianca %s", command->name);
    if (command->option_count > 0) printf(" [OPTIONS]");
    if (command->arguments != NULL) printf(" %s", command->arguments);
    printf("\n\n%s.\n", command->summary);
    if (command->verb_count > 0) print_verbs(command);
    if (command->details != NULL) printf("\n%s\n", command->details);
    print_options(command);
    if (command->example != NULL) {
        bool has_several = strchr(command->example, '\n') != NULL;
        printf("\n%s:\n", has_several ? "Examples" : "Example");
        print_indented(command->example);
    }
}

static int run(const Arguments *args) {
    if (args->count == 0) {
        help_print_overview();
        return COMMAND_OK;
    }
    const Command *command = command_find(args->values[0]);
    if (command == NULL) return command_unknown(args->values[0]);
    help_print_command(command);
    return COMMAND_OK;
}

const Command command_help = {
    .name = "help",
    .arguments = "[COMMAND]",
    .summary = "Explain the program or one command",
    .example = "bianca help perft",
    .max_args = 1,
    .run = run,
};
