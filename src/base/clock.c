/* Reads the monotonic clock. */
#include "base/clock.h"

#include <errno.h>
#include <time.h>

enum { NS_PER_SECOND = 1000000000 };

int64_t clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}

double clock_seconds(void) {
    return (double)clock_ns() / NS_PER_SECOND;
}

void clock_sleep_ns(int64_t ns) {
    if (ns <= 0) return;
    struct timespec left;
    left.tv_sec = (time_t)(ns / NS_PER_SECOND);
    left.tv_nsec = ns % NS_PER_SECOND;
    while (nanosleep(&left, &left) != 0 && errno == EINTR) continue;
}
