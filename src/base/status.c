/* Names of status codes, and errors with their text. */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

void error_set(Error *error, Status status, const char *format, ...) {
    if (!error) return;
    error->status = status;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
}

const char *status_name(Status status) {
    switch (status) {
    case STATUS_OK: return "ok";
    case STATUS_BAD_INPUT: return "bad-input";
    case STATUS_IO: return "io";
    case STATUS_NO_MEMORY: return "no-memory";
    case STATUS_STOPPED: return "stopped";
    case STATUS_UNSUPPORTED: return "unsupported";
    }
    return "unknown";
}
