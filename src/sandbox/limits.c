/* The default limits of a foreign program, and the texts of its protection and its faults. */
#include "sandbox/limits.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"

const ProcessLimits process_default_limits = {
    .memory_bytes = (uint64_t)4 << 30,
    .file_bytes = (uint64_t)64 << 20,
    .files = 4096,
    .processes = 128,
    .open_files = 256,
    .line_bytes = 64 << 10,
    .turn_bytes = 1 << 20,
};

void isolation_format(unsigned isolation, char *text) {
    static const struct {
        Isolation part;
        const char *name;
    } parts[] = {{ISOLATION_BOX, "bubblewrap"},      {ISOLATION_FILTER, "seccomp"},
                 {ISOLATION_OFFLINE, "no-network"},  {ISOLATION_PIDS, "pid-namespace"},
                 {ISOLATION_SUBREAPER, "trusted"},   {ISOLATION_CGROUP, "cgroup"},
                 {ISOLATION_READ_ONLY, "read-only"}, {ISOLATION_USER, "own-user"},
                 {ISOLATION_LIMITS, "limits"}};
    Text out = text_into(text, ISOLATION_TEXT_SIZE);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if ((isolation & parts[i].part) == 0) continue;
        if (out.length > 0) text_byte(&out, '+');
        text_string(&out, parts[i].name);
    }
}

bool fault_set(Fault *fault, FaultKind kind, const char *format, ...) {
    if (fault == NULL) return false;
    fault->kind = kind;
    va_list args;
    va_start(args, format);
    vsnprintf(fault->text, sizeof fault->text, format, args);
    va_end(args);
    text_make_printable(fault->text);
    return false;
}
