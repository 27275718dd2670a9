/* See effort.h. */
#include "support/effort.h"

#include <stdlib.h>

long effort_rounds(long rounds) {
    const char *text = getenv("TEST_PERCENT");
    long percent = text != NULL ? strtol(text, NULL, 10) : 100;
    if (percent <= 0) percent = 100;
    long scaled = rounds / 100 * percent + rounds % 100 * percent / 100;
    return scaled > 0 ? scaled : 1;
}
