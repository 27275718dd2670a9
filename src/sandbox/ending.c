/* See ending.h. */
#include "sandbox/ending.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
    for (char *byte = failure->text; *byte != '\0'; byte++)
        if (*byte < ' ' || *byte > '~') *byte = '?';
    return false;
}
