/* `bianca --version`: enough to reproduce a report. */
#include <stdio.h>

#include "base/isa.h"
#include "cli/command.h"

#if defined(__clang__)
#define COMPILER_NAME    "clang"
#define COMPILER_VERSION __clang_version__
#else
#define COMPILER_NAME    "gcc"
#define COMPILER_VERSION __VERSION__
#endif

static int run(const Arguments *args) {
    (void)args;
    printf("bianca %s\n", PROGRAM_VERSION);
    printf("instructions: %s (available here:", isa_name(isa_best()));
    for (int isa = 0; isa < ISA_COUNT; isa++)
        if (isa_available((Isa)isa)) printf(" %s", isa_name((Isa)isa));
    printf(")\ncompiler: %s %s, %s build\n", COMPILER_NAME, COMPILER_VERSION, PROGRAM_MODE);
    return COMMAND_OK;
}

const Command command_version = {
    .name = "version",
    .summary = "Print version, instruction set and compiler; also written --version",
    .is_hidden = true,
    .run = run,
};
