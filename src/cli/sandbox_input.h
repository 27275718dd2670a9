/* The options about foreign programs that every command has which runs them: what they may use and
 * see. A command puts the rows into its table of options and the struct into its own. */
#ifndef CLI_SANDBOX_INPUT_H
#define CLI_SANDBOX_INPUT_H

#include "arena/bots/foreign_host.h"
#include "base/options.h"

typedef struct SandboxInput {
    int memory, processes;
    bool trust, network;
    const char *bind;
} SandboxInput;

/* The row for --bind alone, in the text `field`. */
#define BIND_INPUT_ROW(type, field)                                                                \
    OPTION_TEXT_ROW(type, field, "bind", "PATH", NULL,                                             \
                    "more that foreign programs may read: A, or A:B:C")

/* The rows of an option table whose struct `type` has a SandboxInput called `sandbox`. */
#define SANDBOX_INPUT_ROWS(type)                                                                   \
    OPTION_INTEGER_ROW(type, sandbox.memory, "memory", "MB", 16, 1 << 20, "4096",                  \
                       "memory of a foreign program"),                                             \
        OPTION_INTEGER_ROW(type, sandbox.processes, "processes", "N", 1, 10000, "128",             \
                           "processes and threads of a foreign program"),                          \
        OPTION_FLAG_ROW(type, sandbox.trust, "trust",                                              \
                        "run foreign programs as yourself, without a sandbox"),                    \
        OPTION_FLAG_ROW(type, sandbox.network, "network", "let foreign programs use the network"), \
        BIND_INPUT_ROW(type, sandbox.bind)

/* Fills *process. Its `binds` are the caller's to free, also after a failure: a path that is not
 * there. */
bool sandbox_input_read(const SandboxInput *input, ProcessOptions *process, Error *error);

/* The paths of --bind from the root, to be freed; NULL for none. False if one is not there. */
bool bind_input_read(const char *bind, char **binds, Error *error);

#endif
