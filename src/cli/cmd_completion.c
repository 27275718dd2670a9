/* `bianca completion bash`: the completion script for bash, made from the rows of the tables, so
 * that it is never out of date. `make install` calls it. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "engine/player_spec.h"

static void print_command_names(void) {
    for (int i = 0; i < command_count; i++)
        if (!commands[i]->is_hidden) printf("%s%s", i > 0 ? " " : "", commands[i]->name);
}

/* All players; a beginner with each of its numbers. */
static void print_players(void) {
    PlayerInfo info;
    for (int i = 0; player_info(i, &info); i++) {
        size_t length = strlen(info.name);
        bool has_number = length > 2 && strcmp(info.name + length - 2, ":N") == 0;
        if (!has_number) printf("%s ", info.name);
        for (int number = 1; has_number && number <= PLAYER_MAX_BEGINNER; number++)
            printf("%.*s%d ", (int)length - 1, info.name, number);
    }
}

static bool is_player(const char *value_name) {
    return value_name != NULL && strstr(value_name, "PLAYER") != NULL;
}

/* What may follow `COMMAND --option`: the words of a choice, a player, or a file. */
static void print_values(const Command *command) {
    for (int i = 0; i < command->option_count; i++) {
        const Option *option = &command->options[i];
        if (option->kind == OPTION_FLAG) continue;
        printf("    '%s --%s')", command->name, option->name);
        char word[64];
        if (option->kind == OPTION_CHOICE) {
            printf(" COMPREPLY=($(compgen -W '");
            for (int j = 0; options_choice_word(option->value_name, j, word, sizeof word); j++)
                printf("%s%s", j > 0 ? " " : "", word);
            printf("' -- \"$cur\"));");
        } else if (is_player(option->value_name)) {
            printf(" _bianca_players;");
        } else if (strstr(option->value_name, "FILE") != NULL) {
            printf(" COMPREPLY=($(compgen -f -- \"$cur\"));");
        }
        printf(" return ;;\n");
    }
}

static void print_options(const Command *command) {
    printf("    %s) options='--help", command->name);
    for (int i = 0; i < command->option_count; i++) printf(" --%s", command->options[i].name);
    printf("'%s ;;\n", is_player(command->arguments) ? " takes_players=yes" : "");
}

/* Verbs are offered at their place of the command line; so are words of which one must be chosen,
 * "build|score". */
static void print_verbs(const Command *command) {
    enum { FIRST = 2 /* after the program and the command */ };
    const char *at = command->arguments;
    int verb_place = command_verb_place(command);
    for (int place = 0; at && *at; place++) {
        size_t length = strcspn(at, " ");
        bool is_choice = at[0] != '[' && memchr(at, '|', length);
        if (place == verb_place || is_choice)
            printf("    '%s %d') verbs='", command->name, FIRST + place);
        for (size_t i = 0; is_choice && i < length; i++) putchar(at[i] == '|' ? ' ' : at[i]);
        for (int i = 0; place == verb_place && i < command->verb_count; i++)
            printf("%s%s", i > 0 ? " " : "", command->verbs[i].name);
        if (place == verb_place || is_choice) printf("' ;;\n");
        at += length + (at[length] == ' ');
    }
}

/* The function that completes players. */
static void print_player_function(void) {
    printf("# Bash splits words at colons and replaces only what is after the last one.\n"
           "_bianca_players() {\n"
           "    local typed=$cur players='");
    print_players();
    printf("'\n"
           "    [[ $cur == : ]] && typed=$prev:\n"
           "    [[ $prev == : ]] && typed=${COMP_WORDS[COMP_CWORD-2]}:$cur\n"
           "    COMPREPLY=($(compgen -W \"$players\" -- \"$typed\"))\n"
           "    compopt +o filenames 2>/dev/null\n"
           "    [[ ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null\n"
           "    [[ $typed == \"$cur\" ]] || COMPREPLY=(\"${COMPREPLY[@]#*:}\")\n"
           "}\n\n");
}

static int run(const Arguments *args) {
    if (strcmp(args->values[0], "bash") != 0) {
        Error error;
        error_set(&error, STATUS_BAD_INPUT, "'%.40s' is no shell that is known here, only bash",
                  args->values[0]);
        return command_refuse(args, &error);
    }
    printf("# Completion of bianca for bash. Made by 'bianca completion bash'.\n");
    print_player_function();
    printf("_bianca() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local before=$prev\n"
           "    [[ $cur == : ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
           "    [[ $prev == : ]] && before=${COMP_WORDS[COMP_CWORD-3]}\n"
           "    local names='");
    print_command_names();
    printf("' options='' takes_players='' verbs=''\n"
           "    COMPREPLY=()\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        COMPREPLY=($(compgen -W \"$names --help --version\" -- \"$cur\"))\n"
           "        return\n"
           "    fi\n"
           "    case \"${COMP_WORDS[1]} $before\" in\n");
    for (int i = 0; i < command_count; i++) print_values(commands[i]);
    printf("    esac\n"
           "    case ${COMP_WORDS[1]} in\n");
    for (int i = 0; i < command_count; i++) print_options(commands[i]);
    printf("    esac\n"
           "    case \"${COMP_WORDS[1]} $COMP_CWORD\" in\n");
    for (int i = 0; i < command_count; i++) print_verbs(commands[i]);
    printf("    esac\n"
           "    if [[ $cur == -* ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
           "    elif [[ ${COMP_WORDS[1]} == help ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$names\" -- \"$cur\"))\n"
           "    elif [[ $verbs ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$verbs\" -- \"$cur\"))\n"
           "    elif [[ $takes_players ]]; then\n"
           "        _bianca_players\n"
           "    else\n"
           "        COMPREPLY=($(compgen -f -- \"$cur\"))\n"
           "    fi\n"
           "}\n"
           "complete -o filenames -F _bianca bianca\n");
    return COMMAND_OK;
}

const Command command_completion = {
    .name = "completion",
    .arguments = "SHELL",
    .summary = "Print the completion script for a shell",
    .details = "Only bash is known. Try it with: source <(bianca completion bash)",
    .example = "bianca completion bash > ~/.local/share/bash-completion/completions/bianca",
    .min_args = 1,
    .max_args = 1,
    .is_hidden = true,
    .run = run,
};
