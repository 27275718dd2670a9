/* See report.h. */
#include "arena/report.h"
bool report_write(FILE *out, const Tournament *tournament, const char *openings) {
    (void)tournament, (void)openings;
    return fputs("", out) >= 0;
}
