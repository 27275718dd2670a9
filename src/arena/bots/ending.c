/* The names of the endings, and how the faults of the sandbox become endings. */
#include "arena/bots/ending.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static const char *const names[ENDINGS] = {
    [ENDING_PLAYED_OUT] = "played_out",     [ENDING_TIMEOUT] = "timeout",
    [ENDING_CRASHED] = "crashed",           [ENDING_OUTPUT_LIMIT] = "output_limit",
    [ENDING_ILLEGAL_MOVE] = "illegal_move", [ENDING_PROCESS_LIMIT] = "process_limit",
    [ENDING_MEMORY_LIMIT] = "memory_limit", [ENDING_FILE_LIMIT] = "file_limit",
    [ENDING_REFUSED] = "refused",           [ENDING_RESIGNED] = "resigned",
    [ENDING_NOT_STARTED] = "not_started",   [ENDING_STOPPED] = "stopped",
};

const char *ending_name(Ending ending) {
    return names[ending];
}

bool ending_find(const char *name, Ending *ending) {
    for (int i = 0; i < ENDINGS; i++) {
        if (strcmp(names[i], name) != 0) continue;
        *ending = (Ending)i;
        return true;
    }
    return false;
}

bool failure_set(Failure *failure, Ending ending, const char *format, ...) {
    if (failure == NULL) return false;
    failure->ending = ending;
    va_list args;
    va_start(args, format);
    vsnprintf(failure->text, sizeof failure->text, format, args);
    va_end(args);
    text_make_printable(failure->text);
    return false;
}

bool failure_from_fault(Failure *failure, const Fault *fault) {
    static const Ending endings[] = {
        [FAULT_NONE] = ENDING_PLAYED_OUT,
        [FAULT_TIMEOUT] = ENDING_TIMEOUT,
        [FAULT_CRASHED] = ENDING_CRASHED,
        [FAULT_OUTPUT_LIMIT] = ENDING_OUTPUT_LIMIT,
        [FAULT_PROCESS_LIMIT] = ENDING_PROCESS_LIMIT,
        [FAULT_MEMORY_LIMIT] = ENDING_MEMORY_LIMIT,
        [FAULT_FILE_LIMIT] = ENDING_FILE_LIMIT,
        [FAULT_NOT_STARTED] = ENDING_NOT_STARTED,
        [FAULT_STOPPED] = ENDING_STOPPED,
    };
    return failure_set(failure, endings[fault->kind], "%s", fault->text);
}
