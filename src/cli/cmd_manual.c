/* `bianca manual`: the man page bianca(1) in roff, made from the rows of the tables. `make
 * install` calls it. */
#include <stdio.h>

#include "cli/command.h"

/* Prints text so that roff leaves it as it is. */
static void print_escaped(const char *text) {
    bool at_line_start = true;
    for (; *text != '\0'; text++) {
        if (at_line_start && (*text == '.' || *text == '\'')) printf("\\&");
        if (*text == '\\')
            printf("\\e");
        else if (*text == '-')
            printf("\\-");
        else
            putchar(*text);
        at_line_start = *text == '\n';
    }
}

static void print_option(const Option *option) {
    printf(".TP\n\\fB\\-\\-");
    print_escaped(option->name);
    printf("\\fR");
    if (option->kind != OPTION_FLAG) {
        printf(" \\fI");
        print_escaped(option->value_name);
        printf("\\fR");
    }
    printf("\n");
    print_escaped(option->help);
    if (option->initial != NULL) {
        printf(" (default ");
        print_escaped(option->initial);
        printf(")");
    }
    printf(".\n");
}

static void print_verb(const Verb *verb) {
    printf(".TP\n\\fB");
    print_escaped(verb->name);
    printf("\\fR");
    if (verb->arguments != NULL) {
        printf(" \\fI");
        print_escaped(verb->arguments);
        printf("\\fR");
    }
    printf("\n");
    print_escaped(verb->summary);
    printf(".\n");
}

static void print_command(const Command *command) {
    printf(".SS \"bianca %s%s", command->name, command->option_count > 0 ? " [OPTIONS]" : "");
    if (command->arguments != NULL) {
        printf(" ");
        print_escaped(command->arguments);
    }
    printf("\"\n");
    print_escaped(command->summary);
    printf(".\n");
    for (int i = 0; i < command->verb_count; i++) print_verb(&command->verbs[i]);
    if (command->details != NULL) {
        printf(".PP\n");
        print_escaped(command->details);
        printf("\n");
    }
    for (int i = 0; i < command->option_count; i++) print_option(&command->options[i]);
    if (command->example != NULL) {
        printf(".PP\nExample:\n.PP\n.nf\n.RS\n");
        print_escaped(command->example);
        printf("\n.RE\n.fi\n");
    }
}

static int run(const Arguments *args) {
    (void)args;
    printf(".TH BIANCA 1 \"\" \"Bianca %s\" \"User Commands\"\n", PROGRAM_VERSION);
    printf(".SH NAME\nbianca \\- play, solve and study Othello\n"
           ".SH SYNOPSIS\n\\fBbianca\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n"
           ".SH DESCRIPTION\n"
           "Bianca is an Othello engine for every board of at most 64 squares.\n"
           "An option is written \\fB\\-\\-name\\fR \\fIvalue\\fR or "
           "\\fB\\-\\-name=\\fIvalue\\fR; \\fB\\-\\-\\fR ends the options.\n"
           ".SH COMMANDS\n");
    for (int i = 0; i < command_count; i++)
        if (!commands[i]->is_hidden) print_command(commands[i]);
    printf(".SH ENVIRONMENT\n"
           ".TP\n\\fBBIANCA_ISA\\fR\nThe instruction set to use instead of the best one of this "
           "machine: base, v2, v3 or v4.\n"
           ".TP\n\\fBNO_COLOR\\fR\nIf set and not empty, output is never coloured.\n"
           ".SH EXIT STATUS\n0 if all went well, 1 if something failed, 2 if the command line is "
           "wrong.\n");
    return COMMAND_OK;
}

const Command command_manual = {
    .name = "manual",
    .summary = "Print the man page in roff",
    .example = "bianca manual | man -l -",
    .is_hidden = true,
    .run = run,
};
