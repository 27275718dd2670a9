/* The program: finds the command, parses its command line, runs it, and checks that what it
 * printed has really arrived.
 *
 * Invariant: whatever goes wrong is one line on standard error and a non-zero exit status; a
 * wrong command line prints nothing on standard output. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/isa.h"
#include "cli/command.h"
#include "cli/output.h"

/* A closed standard descriptor would be handed to the next file that is opened, and messages
 * would end up in it. Fill the gaps with something that cannot be used the wrong way round. */
static bool fill_standard_descriptors(void) {
    static const int modes[3] = {O_WRONLY, O_RDONLY, O_RDWR};
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
        if (open("/dev/null", modes[fd]) != fd) return false;
    }
    return true;
}

static void ignore_signal(int number) {
    (void)number;
}

/* A reader that goes away, or a limit on the size of files, becomes a write error, which
 * output_finish() reports, instead of a silent death. An empty handler rather than SIG_IGN, because
 * child programs would inherit the latter. */
static void survive_failed_writes(void) {
    struct sigaction action = {.sa_handler = ignore_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL);
}

static bool asks_for_help(int argc, const char *const *argv) {
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    return false;
}

static int parse_and_run(const Command *command, int argc, const char *const *argv, void *options,
                         const char **positional) {
    OptionSet set = {
        .options = command->options,
        .option_count = command->option_count,
        .min_args = command->min_args,
        .max_args = command->max_args,
    };
    Arguments args = {.command = command, .options = options, .values = positional};
    Error error;
    Isa isa;
    options_defaults(&set, options);
    if (!options_parse(&set, argc, argv, options, positional, &args.count, &error))
        return command_refuse(&args, &error);
    if (!isa_choose(&isa, &error)) return command_refuse(&args, &error);
    return command->run(&args);
}

static int run_command(const Command *command, int argc, const char *const *argv) {
    if (asks_for_help(argc, argv)) {
        help_print_command(command);
        return COMMAND_OK;
    }
    void *options = calloc(1, command->options_size + 1);
    const char **positional = calloc((size_t)argc + 1, sizeof *positional);
    int status = COMMAND_FAILED;
    if (options != NULL && positional != NULL)
        status = parse_and_run(command, argc, argv, options, positional);
    else
        output_error(command->name, "out of memory");
    free(positional);
    free(options);
    return status;
}

static int dispatch(int argc, const char *const *argv) {
    if (argc < 2) {
        help_print_overview();
        return COMMAND_OK;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = "help";
    if (strcmp(name, "--version") == 0) name = "version";
    const Command *command = command_find(name);
    if (command == NULL) return command_unknown(name);
    return run_command(command, argc - 2, argv + 2);
}

int main(int argc, char **argv) {
    if (!fill_standard_descriptors()) return COMMAND_FAILED;
    survive_failed_writes();
    int status = dispatch(argc, (const char *const *)argv);
    return output_finish() ? status : COMMAND_FAILED;
}
