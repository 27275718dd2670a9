/* The monotonic clock. Nothing in Bianca measures time with the wall clock, which can jump. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds since some fixed moment; never goes back. Any thread. */
int64_t clock_ns(void);

/* The same in seconds, for differences that people read. */
double clock_seconds(void);

/* Sleeps at least this long, through interruptions by signals. */
void clock_sleep_ns(int64_t ns);

#endif
